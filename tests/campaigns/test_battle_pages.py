"""The pages of a battle without a script: who may, what they say, what they keep, what they ask the database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import urls_battles
from campaigns.battle.told import Fallen
from campaigns.models import Battle, BattleReport, Campaign, Enrolment, Side
from campaigns.services.pairings import announce_pairings
from campaigns.services.people import change_role
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from tests.kept import kept
from tests.people import guest_with
from warbands.models import Player, Warband

pytestmark = pytest.mark.django_db
MOST_QUERIES = 15

# What each is answered: the owner of the first side, a player who is not in the battle, the arbitrator who is not
# either, a spectator, somebody who is no member, somebody who is signed out.
WHO = ("owner", "other", "host", "spectator", "stranger", "nobody")
ALL_MEMBERS = (200, 200, 200, 200, 404, "in")
FIGHTERS = (200, 403, 200, 403, 404, "in")
PAGES: dict[str, tuple[int | str, ...]] = {
    "battle-list": ALL_MEMBERS,
    "battle-dice": ALL_MEMBERS,
    "battle-new": (200, 200, 200, 403, 404, "in"),
    "battle-detail": ALL_MEMBERS,
    "battle-muster": FIGHTERS,
    "battle-sword": FIGHTERS,
    "battle-report": FIGHTERS,
    "battle-compare": ALL_MEMBERS,
    "battle-undo": (403, 403, 200, 403, 404, "in"),
}
FIGHTERS_DO = (302, 403, 302, 403, 404, "in")
ACTS: dict[str, tuple[int | str, ...]] = {
    # Without anything typed the form comes back.
    "battle-new": (200, 200, 200, 403, 404, "in"),
    "battle-muster": FIGHTERS,
    "battle-sword": FIGHTERS,
    "battle-report": (422, 403, 422, 403, 404, "in"),
    "battle-undo": (403, 403, 422, 403, 404, "in"),
    "battle-start": FIGHTERS_DO,
    "battle-call-off": FIGHTERS_DO,
    "battle-alliances": FIGHTERS_DO,
    "battle-confirm": FIGHTERS_DO,
    "battle-withdraw": FIGHTERS_DO,
    "battle-decide": (403, 403, 302, 403, 404, "in"),
}
ONLY_ACTS = sorted(set(ACTS) - set(PAGES))


@dataclass
class Place:
    """A battle under way between the owner and the rival, with a report of the rival's."""

    campaign: Campaign
    battle: Battle
    side: Side
    report: BattleReport

    def address(self, name: str) -> str:
        ids: dict[str, list[int]] = {
            "battle-list": [],
            "battle-new": [],
            "battle-muster": [self.battle.pk, self.side.pk],
            "battle-sword": [self.battle.pk, self.side.pk],
            "battle-confirm": [self.battle.pk, self.report.pk],
            "battle-decide": [self.battle.pk, self.report.pk],
        }
        return reverse(name, args=[self.campaign.pk, *ids.get(name, [self.battle.pk])])


@pytest.fixture
@kept
def mob(season, owner) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival) -> Enrolment:
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def place(season, mob, exiles, rival) -> Place:
    battle = fights.begun(mob, exiles)
    report = fights.report(battle, by=rival)
    Battle.objects.update(state="under_way")
    return Place(season, fights.fresh(battle), fights.side(battle, mob), report)


@pytest.fixture
@kept
def other(season) -> Player:
    return a_player(season, 99)


def a_player(campaign: Campaign, number: int) -> Player:
    player = Player.objects.create_user(f"player{number}", f"p{number}@example.org", "a-long-passphrase")
    seasons.join(campaign, player)
    return player


@pytest.fixture
@kept
def browsers(owner, other, host, spectator, stranger) -> dict[str, Client]:
    people = {"owner": owner, "other": other, "host": host, "spectator": spectator, "stranger": stranger}
    return {**{name: seasons.signed_in(player) for name, player in people.items()}, "nobody": Client()}


def answered(answer) -> int | str:
    if answer.status_code == 302 and answer.url.startswith(reverse("login")):
        return "in"
    return answer.status_code


def stored() -> list[object]:
    rows: list[object] = []
    for model in (Battle, Side, BattleReport, Warband):
        rows += model.objects.order_by("pk").values()
    return rows


class TestWhoMay:
    def test_the_table_has_every_address_and_no_other(self):
        found = {pattern.name for pattern in urls_battles.urlpatterns}
        assert len(found) > 10
        assert found == {*PAGES, *ACTS}, "give a new address its row: who may, who may not"

    @pytest.mark.parametrize("who", WHO)
    def test_look(self, place, browsers, who):
        found = {}
        for name in PAGES:
            with seasons.taken_back():
                found[name] = answered(browsers[who].get(place.address(name)))
        assert found == {name: row[WHO.index(who)] for name, row in PAGES.items()}

    @pytest.mark.parametrize("name", sorted(ACTS))
    def test_act(self, place, browsers, name):
        before = stored()
        for who, expected in zip(WHO, ACTS[name], strict=True):
            with seasons.taken_back():
                answer = answered(browsers[who].post(place.address(name)))
                assert answer == expected, who
                if answer != 302:
                    assert stored() == before, who

    def test_an_address_that_only_acts_shows_nothing_and_does_nothing(self, place, browsers):
        before = stored()
        for name in ONLY_ACTS:
            assert browsers["host"].get(place.address(name)).status_code == 405, name
            assert stored() == before, name

    @pytest.mark.parametrize("name", ["battle-muster", "battle-sword"])
    def test_nobody_acts_for_the_other_side(self, place, name, rival):
        client = seasons.signed_in(rival)
        assert client.get(place.address(name)).status_code == 403
        assert client.post(place.address(name)).status_code == 403

    def test_a_battle_of_another_campaign_is_not_found_in_this_one(self, place, browsers, host):
        elsewhere = Place(seasons.begin(host, "Elsewhere"), place.battle, place.side, place.report)
        client = browsers["host"]
        for name in {*PAGES, *ACTS} - {"battle-list", "battle-new"}:
            method = client.post if name in ONLY_ACTS else client.get
            assert method(elsewhere.address(name)).status_code == 404, name

    def test_a_side_or_a_report_of_another_battle_is_not_found(self, place, season, host):
        one, two = (seasons.mob_in(season, a_player(season, n), f"Mob {n}") for n in range(2))
        battle = fights.begun(one, two, by=host)
        client = seasons.signed_in(host)
        wrong = Place(season, battle, place.side, place.report)
        assert client.get(wrong.address("battle-muster")).status_code == 404
        assert client.post(wrong.address("battle-confirm")).status_code == 404
        assert client.post(wrong.address("battle-decide")).status_code == 404

    def test_a_guest_signs_up_first(self, place):
        client = Client()
        guest_with(client)
        assert reverse("signup") in client.get(place.address("battle-list")).url


class TestAnnouncing:
    def post(self, client, campaign, *sides: Enrolment, **more: str):
        now = timezone.now().astimezone(ZoneInfo(campaign.time_zone))
        typed = {"side": [one.pk for one in sides], "day": f"{now:%Y-%m-%d}", "hour": f"{now:%H:%M}", **more}
        return client.post(reverse("battle-new", args=[campaign.pk]), typed)

    def test_by_the_form(self, season, mob, exiles, owner):
        answer = self.post(seasons.signed_in(owner), season, mob, exiles, scenario="skirmish", notes="Bring the table.")
        battle = Battle.objects.get()
        assert answer.url == battle.get_absolute_url()
        assert (battle.scenario_key, battle.notes) == ("skirmish", "Bring the table.")

    def test_letters_make_alliances(self, season, mob, exiles, owner):
        third = seasons.mob_in(season, a_player(season, 1), "Third")
        letters = {f"alliance-{mob.pk}": "B", f"alliance-{third.pk}": "B"}
        self.post(seasons.signed_in(owner), season, mob, exiles, third, **letters)
        assert [side.alliance for side in Battle.objects.get().sides.all()] == [1, 2, 1]

    def test_what_was_typed_stays_when_it_is_refused(self, season, mob, exiles, owner):
        answer = self.post(seasons.signed_in(owner), season, mob, scenario="skirmish", notes="Bring the table.")
        page = answer.text
        assert "A battle is between 2 and 8 warbands." in page
        assert "Bring the table." in page
        assert re.search(rf'value="{mob.pk}" checked', page)
        assert re.search(r'value="skirmish" selected', page)

    @pytest.mark.parametrize("side", ["x", "-1", "9" * 30, "²"])
    def test_what_is_no_warband_is_refused(self, season, mob, owner, side):
        typed = {"side": [mob.pk, side], "day": timezone.localdate().isoformat(), "hour": "20:00"}
        assert seasons.signed_in(owner).post(reverse("battle-new", args=[season.pk]), typed).status_code == 200
        assert not Battle.objects.exists()

    def test_a_pairing_ticks_its_warbands(self, season, mob, exiles, owner):
        (pairing,) = announce_pairings(season, by=owner, groups=[[mob.pk, exiles.pk]], planned_for=timezone.localdate())
        client, address = seasons.signed_in(owner), f"{reverse('battle-new', args=[season.pk])}?pairing={pairing.pk}"
        page = client.get(address).text
        assert f'name="pairing" value="{pairing.pk}"' in page
        assert re.search(rf'value="{exiles.pk}" checked', page)
        self.post(client, season, mob, exiles, pairing=str(pairing.pk))
        assert Battle.objects.get().pairing == pairing

    @pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Los_Angeles"])
    @pytest.mark.parametrize(
        ("day", "hour", "told"),
        [
            ("2026-07-01", "00:30", "1 July 2026, 00:30"),
            ("2026-06-30", "23:30", "30 June 2026, 23:30"),
            ("2026-03-08", "03:30", "8 March 2026, 03:30"),
            ("2026-10-25", "02:30", "25 October 2026, 02:30"),
        ],
    )
    def test_the_day_is_the_same_everywhere(self, season, mob, exiles, owner, zone, day, hour, told, monkeypatch):
        """MH-059."""
        monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 11, 30))
        season.time_zone = zone
        season.save()
        client = seasons.signed_in(owner)
        self.post(client, season, mob, exiles, day=day, hour=hour)
        battle = Battle.objects.get()
        on = told.partition(",")[0]
        assert told in client.get(battle.get_absolute_url()).text
        assert on in client.get(reverse("battle-list", args=[season.pk])).text
        assert f"for {on}." in seasons.chronicle(season)[-1]

    def test_a_day_to_come_is_refused(self, season, mob, exiles, owner):
        next_week = timezone.localdate() + timedelta(days=7)
        answer = self.post(seasons.signed_in(owner), season, mob, exiles, day=next_week.isoformat())
        assert "That day has not come yet" in answer.text


class TestTheBattlesPage:
    def test_a_battle_of_three_is_called_by_their_names(self, season, mob, exiles, owner):
        third = seasons.mob_in(season, a_player(season, 1), "Third")
        battle = fights.announce(mob, exiles, third, alliances=[1, 2, 1])
        page = seasons.signed_in(owner).get(battle.get_absolute_url()).text
        assert "<bdi>Da Snikkaz and Third against Karak Brynn Exiles</bdi></h1>" in page

    def test_lost_is_a_result_and_no_number(self, mob, exiles, owner):
        battle = fights.fought(mob, exiles)
        page = seasons.signed_in(owner).get(battle.get_absolute_url()).text
        assert "<dt>Enemies out</dt>" in page
        assert "<dt>Own out</dt>" in page
        assert "<dt>Lost</dt>" not in page

    def test_each_is_told_what_is_to_be_done(self, season, mob, exiles, owner, rival, spectator, host):
        battle = fights.announce(mob, exiles)
        pages = {name: seasons.signed_in(player) for name, player in (("owner", owner), ("spectator", spectator))}
        assert "Begin once everybody is at the table" in pages["owner"].get(battle.get_absolute_url()).text
        assert "It has not begun yet" in pages["spectator"].get(battle.get_absolute_url()).text
        fights.start(battle)
        assert "Whoever has his phone at hand reports it" in pages["owner"].get(battle.get_absolute_url()).text
        assert "They are fighting." in pages["spectator"].get(battle.get_absolute_url()).text
        fights.report(battle)
        assert "Karak Brynn Exiles has still to confirm it." in pages["owner"].get(battle.get_absolute_url()).text
        assert "Was it so?" in seasons.signed_in(rival).get(battle.get_absolute_url()).text
        fights.report(battle, lost(), won(), by=rival)
        assert "The reports differ" in pages["owner"].get(battle.get_absolute_url()).text

    def test_the_buttons_do_what_they_say(self, mob, exiles, owner):
        battle = fights.announce(mob, exiles)
        client = seasons.signed_in(owner)
        answer = client.post(reverse("battle-start", args=[battle.campaign_id, battle.pk]), follow=True)
        assert "The battle has begun" in answer.text
        assert fights.fresh(battle).seed_hash in answer.text
        assert fights.fresh(battle).seed not in answer.text
        answer = client.post(reverse("battle-call-off", args=[battle.campaign_id, battle.pk]), follow=True)
        assert "was called off" in answer.text
        assert fights.fresh(battle).seed in answer.text

    def test_alliances_are_changed(self, season, mob, exiles, owner):
        third = seasons.mob_in(season, a_player(season, 1), "Third")
        battle = fights.begun(mob, exiles, third)
        typed = {"alliance-0": "A", "alliance-1": "", "alliance-2": "A"}
        seasons.signed_in(owner).post(reverse("battle-alliances", args=[season.pk, battle.pk]), typed)
        assert [side.alliance for side in battle.sides.all()] == [1, 2, 1]

    def test_a_refused_start_says_why_and_where(self, season, mob, exiles, owner):
        later = fights.announce(mob, exiles)
        fights.begun(mob, exiles)
        answer = seasons.signed_in(owner).post(reverse("battle-start", args=[season.pk, later.pk]), follow=True)
        assert "Da Snikkaz is in battle" in answer.text

    def test_the_rout_aid_reads_the_address(self, place, browsers):
        page = browsers["spectator"].get(place.address("battle-detail") + "?out-0-0=1&out-0-1=1&out-1-0=x").text
        assert "Test now: 2 of 2" in page
        assert "0 out, test at 2" in page

    def test_names_and_notes_are_data(self, season, mob, exiles, owner):
        """MH-054."""
        from warbands.services.founding import rename_warband

        nasty = '"><img src=x onerror=alert(1)>'
        rename_warband(mob.warband, by=owner, name=nasty)
        battle = fights.begun(mob, exiles, notes="</textarea><svg onload=alert(1)>{{7*7}}")
        fights.report(battle, won(), lost(Fallen("Thrain", by_side=0, by="Grubnash")))
        client = seasons.signed_in(owner)
        for name in ("battle-detail", "battle-report", "battle-compare"):
            page = client.get(reverse(name, args=[season.pk, battle.pk])).text
            assert "<img src=x" not in page
            assert "<svg onload" not in page
        assert "{{7*7}}" in client.get(battle.get_absolute_url()).text


class TestBeforeTheFirstBlow:
    @pytest.fixture
    @kept
    def sore(self, season, rival):
        return fights.sore_dwarfs_in(season, rival)

    def post(self, client, battle, sore, **typed: str):
        side = fights.side(battle, sore)
        address = reverse("battle-muster", args=[battle.campaign_id, battle.pk, side.pk])
        key = fights.asked(battle, sore)[0]
        return client.post(address, {"key": key, **typed}, follow=True)

    def test_by_taps_and_by_the_app(self, mob, sore, rival):
        battle, client = fights.begun(mob, sore), seasons.signed_in(rival)
        answer = self.post(client, battle, sore, way="table", face_1="1")
        assert "Thrain rolled 1. He misses this battle." in answer.text
        answer = self.post(client, battle, sore, way="app")
        assert fights.side(battle, sore).muster[1]["roll"]["source"] == "app"
        assert answer.request["PATH_INFO"] == battle.get_absolute_url()

    def test_a_roll_without_faces_is_asked_for_again(self, mob, sore, rival):
        battle = fights.begun(mob, sore)
        answer = self.post(seasons.signed_in(rival), battle, sore, way="table")
        assert "Tap the face that was rolled" in answer.text
        assert fights.side(battle, sore).muster == []

    def test_the_arbitrator_may_roll_for_somebody(self, mob, sore, host):
        battle = fights.begun(mob, sore)
        self.post(seasons.signed_in(host), battle, sore, way="table", face_1="4")
        assert fights.side(battle, sore).muster[0]["outcome"] == "stands"

    def test_a_sword_is_chosen_and_taken_on(self, mob, sore, owner):
        battle, client = fights.begun(mob, sore), seasons.signed_in(owner)
        address = reverse("battle-sword", args=[battle.campaign_id, battle.pk, fights.side(battle, mob).pk])
        assert "?type=pit_fighter" in client.get(address).text
        assert client.get(f"{address}?type=nobody").status_code == 404
        answer = client.post(f"{address}?type=pit_fighter", {"name": "Gorm", "free": "yes"}, follow=True)
        assert "for one battle, for nothing" in answer.text
        assert acts.gold(mob.warband) == 220
        assert "Gorm" in client.get(reverse("battle-report", args=[battle.campaign_id, battle.pk])).text

    def test_a_sword_who_does_not_come_says_why(self, mob, sore, owner):
        battle, client = fights.begun(mob, sore), seasons.signed_in(owner)
        address = reverse("battle-sword", args=[battle.campaign_id, battle.pk, fights.side(battle, mob).pk])
        answer = client.post(f"{address}?type=ogre_bodyguard", {"name": "Gorm"})
        assert "employs one Ogre Bodyguard at a time" in answer.text
        assert 'value="Gorm"' in answer.text


class TestReporting:
    RESULTS = {"s0-result": "won", "s1-result": "lost"}

    @pytest.mark.parametrize(("many", "decides"), [(True, True), (False, False)])
    def test_an_arbitrator_who_plays_decides_where_others_are_waited_for(
        self, season, mob, exiles, owner, rival, many, decides
    ):
        seasons.promote(season, rival)
        more = [seasons.mob_in(season, a_player(season, 1), "Third")] if many else []
        battle = fights.begun(mob, exiles, *more)
        report = fights.report(battle, won(), lost(), *(lost() for _ in more))
        ids = [battle.campaign_id, battle.pk]
        page = seasons.signed_in(rival).get(reverse("battle-compare", args=ids)).text
        assert f'action="{reverse("battle-confirm", args=[*ids, report.pk])}"' in page
        assert ("Decide as arbitrator" in page) == decides

    def test_one_who_does_not_play_has_that_button_only(self, mob, exiles, owner, host):
        battle = fights.begun(mob, exiles)
        report = fights.report(battle)
        ids = [battle.campaign_id, battle.pk]
        client = seasons.signed_in(host)
        page = client.get(reverse("battle-compare", args=ids)).text
        assert "So it was" not in page
        assert "Decide as arbitrator" in page
        assert "Decide as arbitrator" not in seasons.signed_in(owner).get(reverse("battle-compare", args=ids)).text
        client.post(reverse("battle-decide", args=[*ids, report.pk]))
        assert fights.fresh(battle).is_confirmed

    def test_whoever_has_reported_changes_his_report(self, mob, exiles, owner, rival):
        battle = fights.begun(mob, exiles)
        fights.report(battle)
        assert "Change my report" in seasons.signed_in(owner).get(battle.get_absolute_url()).text
        assert "Report it yourself" in seasons.signed_in(rival).get(battle.get_absolute_url()).text

    def test_of_two_nobody_is_asked_for_his_share(self, season, mob, exiles, owner):
        battle = fights.begun(mob, exiles)
        address = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        assert "Its share" not in seasons.signed_in(owner).get(address).text
        fights.call_off(battle)
        battle = fights.begun(mob, exiles, seasons.mob_in(season, a_player(season, 1), "Third"))
        address = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        assert seasons.signed_in(owner).get(address).text.count("Its share, where") == 3

    def test_a_report_is_in_and_confirmed_by_the_other(self, mob, exiles, owner, rival):
        battle = fights.begun(mob, exiles)
        address = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        typed = {**self.RESULTS, "s1-out-0-0": "1", "s1-by-0-0": "0-0", "s0-carried-shards": "2"}
        answer = seasons.signed_in(owner).post(address, typed, follow=True)
        assert "Your report is in" in answer.text
        report = battle.reports.get()
        compare = seasons.signed_in(rival).get(reverse("battle-compare", args=[battle.campaign_id, battle.pk])).text
        assert "yes, by Grubnash of Da Snikkaz" in compare
        confirm = reverse("battle-confirm", args=[battle.campaign_id, battle.pk, report.pk])
        seasons.signed_in(rival).post(confirm)
        assert fights.fresh(battle).is_confirmed

    def test_what_was_typed_is_kept_when_it_is_refused(self, mob, exiles, owner):
        battle = fights.begun(mob, exiles)
        address = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        typed = {
            **self.RESULTS,
            "s0-routed": "yes",
            "s1-out-3-0": "9",
            "s1-by-3-0": "0-1",
            "s0-carried-item-0": "Sword",
        }
        answer = seasons.signed_in(owner).post(address, typed)
        assert answer.status_code == 422
        assert "Da Snikkaz routed: whoever leaves so has lost." in answer.text
        for field in ('name="s0-result" value="won" checked', 'name="s0-routed" value="yes" checked', 'value="Sword"'):
            assert field in answer.text
        assert re.search(r'id="s1-out-3-0" value="9"', answer.text)
        assert 'value="0-1" selected' in answer.text
        assert not battle.reports.exists()

    def test_an_empty_report_is_asked_how_it_ended(self, mob, exiles, owner):
        battle = fights.begun(mob, exiles)
        answer = seasons.signed_in(owner).post(reverse("battle-report", args=[battle.campaign_id, battle.pk]))
        assert "Say how the battle ended for Da Snikkaz." in answer.text

    def test_ones_own_report_is_changed(self, mob, exiles, owner):
        battle = fights.begun(mob, exiles)
        fights.report(battle, won(), lost(Fallen("The Kin", 2, by_side=0, by="Grubnash")))
        page = seasons.signed_in(owner).get(reverse("battle-report", args=[battle.campaign_id, battle.pk])).text
        assert "This begins with what was reported before." in page
        assert re.search(r'id="s1-out-3-0" value="2"', page)

    def test_somebody_elses_is_begun_with(self, mob, exiles, owner, rival):
        battle = fights.begun(mob, exiles)
        theirs = fights.report(battle, lost(), won(), by=rival)
        address = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        page = seasons.signed_in(owner).get(f"{address}?from={theirs.pk}").text
        assert 'name="s1-result" value="won" checked' in page

    def test_a_battle_that_is_over_leads_back(self, mob, exiles, owner):
        battle = fights.announce(mob, exiles)
        answer = seasons.signed_in(owner).get(
            reverse("battle-report", args=[battle.campaign_id, battle.pk]), follow=True
        )
        assert "once it has begun, and until it is confirmed" in answer.text

    def test_differences_are_shown_with_both_values(self, mob, exiles, owner, rival):
        battle = fights.begun(mob, exiles)
        fights.report(battle, won(), lost(Fallen("The Kin", 2)))
        fights.report(battle, won(), lost(Fallen("The Kin", 1)), by=rival)
        page = seasons.signed_in(owner).get(reverse("battle-compare", args=[battle.campaign_id, battle.pk])).text
        row = re.search(r"<tr><th scope=\"row\"><bdi>The Kin out of action.*?</tr>", page)
        assert row
        assert re.findall(r"<td><bdi>(.*?)</bdi>", row.group()) == ["2", "1"]
        assert "2 different reports" in page


class TestHowMuchTheyAsk:
    """Each page asks the database as often for eight sides as for two, and never more than fifteen times."""

    def queries(self, client: Client, address: str) -> int:
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(address).status_code == 200
        return len(asked)

    @pytest.mark.parametrize("name", ["battle-detail", "battle-report", "battle-compare", "battle-list", "battle-new"])
    def test_two_sides_and_eight(self, season, mob, exiles, owner, host, name):
        client = seasons.signed_in(owner)
        small = fights.begun(mob, exiles)
        fights.report(small)

        def asked(battle: Battle) -> int:
            ids = [season.pk] if name in ("battle-list", "battle-new") else [season.pk, battle.pk]
            return self.queries(client, reverse(name, args=ids))

        few = asked(small)
        fights.call_off(small, by=host)
        more = [seasons.mob_in(season, a_player(season, n), f"Mob {n}") for n in range(6)]
        large = fights.begun(mob, exiles, *more)
        fights.report(large, won(), *(lost() for _ in range(7)))
        fights.report(large, lost(), won(), *(lost() for _ in range(6)), by=exiles.player)
        assert asked(large) == few <= MOST_QUERIES

    def test_the_list_is_paged(self, season, mob, exiles, owner, host):
        for _ in range(25):
            battle = fights.announce(mob, exiles)
        client = seasons.signed_in(owner)
        page = client.get(reverse("battle-list", args=[season.pk])).text
        assert page.count('class="no"') == 20
        assert battle.get_absolute_url() in page
        assert self.queries(client, reverse("battle-list", args=[season.pk]) + "?page=2") <= MOST_QUERIES


def test_the_sequence_is_the_order_and_not_the_day(season, mob, exiles, owner):
    """MH-059: two battles entered out of order."""
    zone = ZoneInfo(season.time_zone)
    fights.fought(mob, exiles, on=datetime(2026, 7, 1, 20, tzinfo=zone))
    fights.fought(mob, exiles, on=datetime(2026, 6, 30, 20, tzinfo=zone))
    page = seasons.signed_in(owner).get(reverse("battle-list", args=[season.pk])).text
    assert page.index("30 June 2026") < page.index("1 July 2026")


def test_a_battle_to_begin_tomorrow_stands_under_the_day_that_it_is_for(season, mob, exiles, owner):
    when = timezone.now() + timedelta(hours=20)
    battle = fights.announce(mob, exiles, on=when)
    local = when.astimezone(ZoneInfo(season.time_zone))
    assert f"{local:%-d %B %Y}" in seasons.signed_in(owner).get(battle.get_absolute_url()).text


def test_a_spectator_who_played_may_act_no_more(season, mob, exiles, rival, host):
    battle = fights.announce(mob, exiles)
    seasons.retire(exiles)
    change_role(seasons.part(season, rival), by=host, role="spectator")
    address = reverse("battle-start", args=[season.pk, battle.pk])
    assert seasons.signed_in(rival).post(address).status_code == 403


def test_a_confirmed_battle_leads_on_into_the_night(season, mob, exiles, owner, rival, spectator):
    battle = fights.begun(mob, exiles)
    fights.confirm(fights.report(battle), by=rival)
    held_at = Warband.objects.get(pk=mob.warband_id).held_at
    page = seasons.signed_in(owner).get(battle.get_absolute_url()).text
    assert "The night after it waits for Da Snikkaz." in page
    assert f'href="{held_at}"' in page
    assert "waits for" not in seasons.signed_in(spectator).get(battle.get_absolute_url()).text
