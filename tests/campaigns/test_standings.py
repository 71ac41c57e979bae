"""The standings: who stands where, what may be seen, and as a sheet that no spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest
from django.urls import reverse

from campaigns.services import campaigns
from campaigns.services.campaigns import Settings
from campaigns.services.corrections import correct_gold
from campaigns.standings import Figures, Standing, ranked
from campaigns.views.campaigns import harmless
from tests.campaigns import seasons
from tests.kept import kept


def standing(name: str, *, rating: int = 100, retired: bool = False, **figures: int) -> Standing:
    return Standing(hash(name) % 1000, name, "p", "Orc Mob", "/", Figures(**figures), rating, retired=retired)


class TestOrder:
    def test_wins_then_draws_then_enemies_out_then_rating(self):
        table = ranked(
            [
                standing("E", rating=100),
                standing("D", rating=101),
                standing("C", kills=1),
                standing("B", draws=1),
                standing("A", wins=1),
            ]
        )
        assert [one.name for one in table] == ["A", "B", "C", "D", "E"]
        assert [one.place for one in table] == [1, 2, 3, 4, 5]

    def test_equals_share_a_place(self):
        table = ranked([standing("A"), standing("B"), standing("C", rating=10)])
        assert [(one.name, one.place) for one in table] == [("A", 1), ("B", 1), ("C", 3)]

    def test_the_retired_come_last_however_good_they_were(self):
        assert [one.name for one in ranked([standing("Gone", wins=9, retired=True), standing("Here")])] == [
            "Here",
            "Gone",
        ]


def sheet(client, campaign) -> list[list[str]]:
    answer = client.get(reverse("campaign-standings-csv", args=[campaign.pk]))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


class TestAsCsv:
    def test_the_figures_of_the_battles_are_in_it(self, season, owner, rival):
        mob, other = seasons.mob_in(season, owner), seasons.mob_in(season, rival, "Da Uvvers")
        seasons.fought(season, (mob, "won", 3, 1), (other, "lost", 1, 3))
        seasons.fought(season, (mob, "drew", 0, 0), (other, "drew", 0, 0))
        head, first, second = sheet(seasons.signed_in(owner), season)
        assert first == ["1", "Da Snikkaz", "owner", "Orc Mob", "2", "1", "1", "65", "3", "1", "220"]
        assert second[:7] == ["2", "Da Uvvers", "rival", "Orc Mob", "2", "0", "1"]
        assert len(head) == len(first)

    @pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1+1", "＝1+1"])
    def test_no_cell_is_a_formula(self, name):
        assert harmless(name).startswith("'")

    @pytest.mark.parametrize("name", ["Da Snikkaz", "O'Grot & Sons <3", "1 = 1", "", "(=1)"])
    def test_and_whatever_is_none_stays_as_it_is(self, name):
        assert harmless(name) == name

    def test_names_that_look_like_formulas_are_marked_as_text(self, season, owner):
        seasons.mob_in(season, owner, "=1+1")
        assert sheet(seasons.signed_in(owner), season)[1][1] == "'=1+1"


class TestHiddenGold:
    @pytest.fixture
    @kept
    def secret(self, season, host, owner, rival):
        campaigns.change_settings(season, by=host, name=season.name, settings=Settings(treasuries_hidden=True))
        seasons.mob_in(season, owner)
        seasons.mob_in(season, rival, "Da Uvvers")
        return season

    @pytest.mark.parametrize(
        ("who", "seen"),
        [
            ("owner", ["220", "hidden"]),
            ("rival", ["hidden", "220"]),
            ("host", ["220", "220"]),
            ("spectator", 2 * ["hidden"]),
        ],
    )
    def test_is_seen_by_its_player_and_arbitrators(self, secret, request, who, seen):
        rows = sheet(seasons.signed_in(request.getfixturevalue(who)), secret)[1:]
        assert [row[-1] for row in sorted(rows, key=lambda row: row[1])] == seen

    def test_stands_on_no_page_of_others(self, secret, rival, owner, host):
        mob = secret.enrolments.get(player=owner)
        correct_gold(mob, by=host, reason="He found a chest.", gold=4321)
        for address in (
            secret.get_absolute_url(),
            mob.get_absolute_url(),
            reverse("campaign-chronicle", args=[secret.pk]),
        ):
            assert "4,321" in seasons.signed_in(host).get(address).text or "chronicle" in address
            assert "4,321" not in (page := seasons.signed_in(rival).get(address).text)
            assert "4321" not in page
        assert "Opponents do not see gold" in seasons.signed_in(rival).get(mob.get_absolute_url()).text
