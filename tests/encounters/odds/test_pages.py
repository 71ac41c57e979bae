"""What are my chances? The page of two warriors, what if, and the map of two warbands."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from encounters import duel_selectors
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from warbands.models import Player, Warband
from warbands.services.founding import share_warband

pytestmark = pytest.mark.django_db
ORC, NOBLE = (
    {"a-of": "type:orc_mob", "a-who": "orc_boss"},
    {"b-of": "type:dwarf_treasure_hunters", "b-who": "dwarf_noble"},
)


def at(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def of(player: Player | None, *parts: dict[str, Any], page: str = "duel", **more: Any) -> str:
    query = {key: value for part in parts for key, value in part.items()} | more
    return text(at(player).get(reverse(page), query))


def text(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def tap(page: str, item: str) -> str:
    """Where the armour of "what if" leads to."""
    found = re.search(rf'href="([^"]*a-on={item}[^"]*)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def warband(prefix: str, row: Warband) -> dict[str, str]:
    return {f"{prefix}-of": f"w:{row.pk}"}


@pytest.mark.usefixtures("rules")
class TestTwoOfTheBooks:
    def test_anybody_may_ask_and_sees_somebody_at_once(self) -> None:
        page = of(None)
        assert "The whole duel" in page
        assert "Exact." in page

    def test_the_numbers_are_those_of_the_odds(self) -> None:
        """An orc boss with a dagger, charging: 4+ to hit, 4+ to wound, no save."""
        page = of(None, ORC, NOBLE, meet="charging")
        assert 'title="1/4"' not in page
        assert 'title="3/4"' in page, "unhurt by his one attack"

    def test_all_that_is_asked_stands_in_the_address_that_is_sent_on(self) -> None:
        page = of(None, ORC, NOBLE, {"a-with": "sword", "a-on": ["shield"], "meet": "later"})
        address = re.search(r'id="duel-address"[^>]*value="([^"]*)"', page)
        assert address
        sent = parse_qs(urlsplit(address[1].replace("&amp;", "&")).query)
        assert sent["a-who"] == ["orc_boss"]
        assert sent["a-with"] == ["sword"]
        assert sent["a-on"] == ["shield"]
        assert sent["meet"] == ["later"]

    def test_armour_is_put_on_by_ticking_it(self) -> None:
        assert "Armour: light armour, shield" in of(None, ORC, NOBLE, {"a-on": ["light_armour", "shield"]})

    def test_what_shoots_is_offered_to_a_shooter_only(self) -> None:
        close, shooting = of(None, ORC, NOBLE, meet="later"), of(None, ORC, NOBLE, {"a-with": "bow"}, meet="shooting")
        assert '<option value="bow"' not in close
        assert '<option value="bow" selected' in shooting
        assert "Inches away" in shooting

    def test_out_of_range_is_said_and_not_reckoned(self) -> None:
        page = of(None, ORC, NOBLE, {"a-with": "bow", "inches": "99"}, meet="shooting")
        assert "reaches" in page
        assert "The whole duel" not in page

    def test_a_profile_of_ones_own(self) -> None:
        page = of(None, {"a-of": "typed", "a-ws": "6", "a-name": "Ulf", "a-skills": ["mighty_blow"]}, NOBLE)
        assert "Ulf" in page
        assert 'name="a-ws" min="0" max="10" value="6"' in page

    def test_a_save_of_ones_own_counts(self) -> None:
        """3+, and a dagger makes it one better."""
        page = of(None, {"a-of": "typed"}, {"b-of": "typed", "b-sv": "3"})
        assert '<span class="duel-need">2+</span>' in page

    def test_a_profile_has_what_the_books_rules_and_shops_have(self) -> None:
        own = {"a-of": "typed", "a-rules": ["hard_head"], "a-things": ["mad_cap_mushrooms", "black_lotus"]}
        page = of(None, own, NOBLE)
        for key in ("hard_head", "frenzy", "hatred", "immune_to_fear"):
            assert f'name="a-rules" value="{key}"' in page
        for key in ("black_lotus", "mad_cap_mushrooms", "lucky_charm", "hunting_arrows"):
            assert f'name="a-things" value="{key}"' in page
        for key in ("parry", "animosity", "blessed_water"):
            assert f'value="{key}"' not in page
        assert "<strong>2 × Dagger</strong>" in page, "frenzy doubles his one attack"
        assert "a 6 to hit wounds by itself" in page

    def test_another_mans_weapon_and_armour_do_not_stay(self) -> None:
        his = {"a-with": "halberd", "a-on": ["shield"]}
        kept = of(None, ORC, NOBLE, his, {"a-for": "type:orc_mob orc_boss"})
        assert '<option value="halberd" selected' in kept
        assert 'value="shield" checked' in kept
        assert 'name="a-for" value="type:orc_mob orc_boss"' in kept
        for before in ("type:orc_mob orc_big_un", "type:skaven orc_boss", ""):
            other = of(None, ORC, NOBLE, his, {"a-for": before})
            assert '<option value="halberd" selected' not in other
            assert 'value="shield" checked' not in other
            assert "a-with=halberd" not in other

    def test_what_was_played_is_told_with_its_seed_and_errors(self) -> None:
        own = {"of": "typed", "w": "10", "s": "1", "a": "10", "with": "sword", "also": "sword"}
        own |= {"rules": ["frenzy"], "things": ["lucky_charm", "crimson_shade"]}
        page = of(None, {f"{who}-{key}": value for who in "ab" for key, value in own.items()})
        assert re.search(r"times with seed 1: chances within ±\d.*rounds within ±0\.\d.*Wounds within ±0\.\d", page)

    def test_swapped_the_other_charges(self) -> None:
        page = of(None, ORC, NOBLE, meet="charging")
        link = re.search(r'id="duel-turn" href="([^"]*)"', page)
        assert link
        turned = parse_qs(urlsplit(link[1].replace("&amp;", "&")).query)
        assert turned["a-who"] == ["dwarf_noble"]
        assert turned["b-who"] == ["orc_boss"]
        assert turned["meet"] == ["charged"]

    def test_what_is_left_out_is_said(self) -> None:
        assert "Not in these numbers" in of(None, {"a-of": "type:orc_mob", "a-who": "orc_boy"}, NOBLE)

    @pytest.mark.parametrize(
        "query",
        [
            {"a-of": "nowhere", "meet": "sideways"},
            {"a-of": "type:orc_mob", "a-who": "nobody", "a-with": "sword+sword+sword"},
            {"a-of": "typed", "a-ws": "99", "a-s": "x", "a-sv": "9", "a-gear": ["nothing"], "a-rules": ["<b>"]},
            {"a-of": "typed", "a-name": "<script>alert(1)</script>"},
            {"meet": "shooting", "inches": "-5", "cover": ""},
            {"given": ["diving", "nothing"], "meet": "charged"},
            {"shared": ["", "/", "https://example.org/w/nothing/"]},
        ],
    )
    def test_an_address_that_nobody_drew_is_no_error(self, query: dict[str, Any]) -> None:
        page = of(None, query)
        assert "What are my chances?" in page
        assert "<script>alert" not in page

    def test_htmx_gets_the_part_that_changes(self) -> None:
        part = at(None).get(reverse("duel"), headers={"HX-Request": "true"}).content.decode()
        assert part.lstrip().startswith("<title>")
        assert '<div id="duel"' in part
        assert "<html" not in part
        assert 'hx-swap-oob="innerHTML"' in part


@pytest.mark.usefixtures("rules")
class TestWhatIf:
    def test_the_best_first_and_those_that_come_to_the_same_together(self) -> None:
        page = of(None, ORC, NOBLE, page="duel-what-if", meet="charging")
        gains = [float(one.replace("−", "-")) for one in re.findall(r"<b>([+−][\d.]+)</b>", page)]
        assert gains == sorted(gains, reverse=True)
        assert len(gains) > 10
        assert "Hammer, Mace" in re.sub(r"<[^>]*>", "", page)

    def test_a_weapon_is_taken_up_by_a_tap(self) -> None:
        page = of(None, ORC, NOBLE, page="duel-what-if", meet="charging")
        assert "a-with=halberd" in page

    def test_what_cannot_be_is_said_here_too(self) -> None:
        assert "reaches" in of(
            None, ORC, NOBLE, {"a-with": "bow", "inches": "99", "meet": "shooting"}, page="duel-what-if"
        )


class TestWhoseWarriors:
    def test_ones_own_stand_first(self, mob: Warband, owner: Player) -> None:
        page = of(owner)
        assert page.index(f'value="w:{mob.pk}"') < page.index("Warband lists")
        assert "The attacker" not in page

    def test_a_warrior_fights_as_he_is(self, mob: Warband, exiles: Warband, owner: Player) -> None:
        share_warband(exiles, by=exiles.owner)
        exiles.refresh_from_db()
        page = of(owner, warband("a", mob), warband("b", exiles), {"shared": [exiles.share_token]})
        assert exiles.name in page
        assert "The whole duel" in page

    def test_he_is_lent_armour_by_a_tap_on_what_it_would_be_worth(self, mob: Warband, owner: Player) -> None:
        boss = {**warband("a", mob), "a-who": "1"}
        page = text(at(owner).get(tap(of(owner, boss, NOBLE, page="duel-what-if", meet="charging"), "light_armour")))
        assert "Wears helmet." in page
        assert "As if he also wore: light armour" in page
        assert 'value="light_armour" checked' in page
        assert 'name="a-on" value="helmet"' not in page, "he has his own"

    def test_a_shield_is_lent_in_place_of_a_second_weapon(self, mob: Warband, owner: Player) -> None:
        two = {**warband("a", mob), "a-who": "1", "a-with": "sword", "a-also": "axe"}
        address = tap(of(owner, two, NOBLE, page="duel-what-if", meet="charging"), "shield")
        assert "a-with=sword&" in address
        assert "a-also" not in address
        assert "As if he also wore: shield" in text(at(owner).get(address))

    def test_somebody_elses_are_not_seen(self, mob: Warband, exiles: Warband, owner: Player) -> None:
        page = of(owner, warband("a", mob), warband("b", exiles))
        assert exiles.name not in page
        assert "a warband that you may not see" in page
        assert "The whole duel" not in page

    def test_nor_are_they_by_the_map(self, mob: Warband, exiles: Warband, owner: Player) -> None:
        assert exiles.name not in of(owner, page="duel-warbands", mine=f"w:{mob.pk}", theirs=f"w:{exiles.pk}")

    def test_those_of_a_campaign_see_each_other(
        self, mob: Warband, owner: Player, rival: Player, season: Campaign
    ) -> None:
        seasons.enrol(season, mob)
        theirs = fights.enrolled_exiles(season, rival).warband
        page = of(owner, warband("a", mob), warband("b", theirs))
        assert theirs.name in page
        assert "The whole duel" in page

    def test_whoever_has_the_public_page_sees_it(self, mob: Warband, owner: Player) -> None:
        share_warband(mob, by=owner)
        mob.refresh_from_db()
        page = of(None, warband("a", mob), {"shared": [f"https://example.org{mob.public_path}"]})
        assert "The whole duel" in page
        assert "Whoever opens this address finds the same." in page

    def test_what_has_none_is_named(self, mob: Warband, owner: Player) -> None:
        assert "has no public page" in of(owner, warband("a", mob))

    def test_an_address_that_is_added_stands_against_ones_own(
        self, mob: Warband, exiles: Warband, owner: Player
    ) -> None:
        share_warband(exiles, by=exiles.owner)
        exiles.refresh_from_db()
        page = of(owner, page="duel-warbands", add=f"https://example.org{exiles.public_path}")
        assert f'<option value="w:{exiles.pk}" selected' in page

    def test_one_that_leads_nowhere_is_said_so(self, mob: Warband, owner: Player) -> None:
        page = of(owner, page="duel-warbands", add="https://example.org/w/gone/")
        assert "No warband has a public page at that address" in page

    def test_few_queries(self, mob: Warband, owner: Player, django_assert_max_num_queries: Any) -> None:
        client = at(owner)
        client.get(reverse("duel"), warband("a", mob))
        with django_assert_max_num_queries(9):
            client.get(reverse("duel"), warband("a", mob))


class TestTheMap:
    @pytest.fixture(autouse=True)
    def nothing_kept(self) -> None:
        cache.clear()

    @pytest.fixture
    def both(self, mob: Warband, exiles: Warband, owner: Player) -> dict[str, Any]:
        share_warband(exiles, by=exiles.owner)
        exiles.refresh_from_db()
        return {"mine": f"w:{mob.pk}", "theirs": f"w:{exiles.pk}", "shared": [exiles.share_token]}

    def test_everybody_against_everybody(
        self, both: dict[str, Any], mob: Warband, exiles: Warband, owner: Player
    ) -> None:
        page = of(owner, both, page="duel-warbands")
        cells = len(re.findall(r'<td class="shade-\d">', page))
        assert cells == mob.warriors.count() * exiles.warriors.count()

    def test_a_cell_leads_to_its_duel(self, both: dict[str, Any], owner: Player) -> None:
        page = of(owner, both, page="duel-warbands")
        link = re.search(r'<td class="shade-\d"><a href="([^"]*)" title="([^"]*)"', page)
        assert link
        duel = text(at(owner).get(link[1].replace("&amp;", "&")))
        assert "The whole duel" in duel
        assert link[2].split(" against ")[0].replace("&#x27;", "'") in duel.replace("&#x27;", "'")

    def test_a_worse_fate_is_never_likelier(self, both: dict[str, Any], owner: Player) -> None:
        def shares(show: str) -> list[int]:
            page = of(owner, both, page="duel-warbands", show=show)
            return [int(one) for one in re.findall(r'aria-hidden="true"><?&?l?t?;?(\d+)%</span>', page)]

        out, down, hurt = shares("out"), shares("down"), shares("hurt")
        assert all(a <= b <= c for a, b, c in zip(out, down, hurt, strict=True))
        assert sum(out) < sum(hurt)

    def test_whoever_gets_the_address_sees_the_same_map(
        self, both: dict[str, Any], mob: Warband, exiles: Warband, owner: Player
    ) -> None:
        page = of(owner, both, page="duel-warbands")
        assert f"<bdi>{mob.name}</bdi> has no public page".replace("'", "&#x27;") in page
        share_warband(mob, by=owner)
        page = of(owner, both, {"meet": "later", "show": "hurt"}, page="duel-warbands")
        assert "Whoever opens this address finds the same." in page
        address = re.search(r'id="duel-address"[^>]*value="https?://[^/]*([^"]*)"', page)
        assert address
        theirs = text(at(None).get(address[1].replace("&amp;", "&")))
        cells = re.compile(r'<td class="shade-\d"><a href="[^"]*" title="([^"]*)"')
        assert cells.findall(theirs) == cells.findall(page) != []
        assert "hurt at all" in cells.findall(theirs)[0]

    def test_a_map_that_is_wider_than_a_phone_says_so(self, both: dict[str, Any], owner: Player) -> None:
        turned = {**both, "mine": both["theirs"], "theirs": both["mine"]}
        for asked in (both, turned):
            page = of(owner, asked, page="duel-warbands")
            assert ("goes on to the right" in page) is (page.count('<th scope="col">') > 4)

    def test_it_is_reckoned_once(self, both: dict[str, Any], owner: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        of(owner, both, page="duel-warbands")

        def again(*about: object) -> None:
            raise AssertionError("reckoned twice")

        monkeypatch.setattr(duel_selectors, "reckon", again)
        assert "The map of odds" in of(owner, both, page="duel-warbands")

    def test_a_change_of_a_roster_is_seen(
        self, both: dict[str, Any], mob: Warband, owner: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        of(owner, both, page="duel-warbands")
        mob.version += 1
        mob.save(update_fields=["version"])
        called: list[object] = []
        monkeypatch.setattr(duel_selectors, "reckon", lambda *about: called.append(about))
        of(owner, both, page="duel-warbands")
        assert called

    def test_with_one_warband_it_says_what_to_do(self, mob: Warband, owner: Player) -> None:
        assert "Two warbands are needed" in of(owner, page="duel-warbands")
