"""Looking up a rule: the index, the search, a page for each entry, all rulings."""

import re
from typing import get_args

import pytest
from django.test import Client
from django.utils.html import escape

from mordheim.rules.results import Result
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import KINDS, AtMostPer, Limit
from warbands.models import RulesState
from warbands.views.rule_lists import kind_groups, search_rules
from warbands.views.rule_results import TELLERS, Results, every_result
from warbands.views.rule_words import KIND_NAMES, SET_NAMES, Told, address, or_list

pytestmark = [pytest.mark.urls("tests.project.pages_urls"), pytest.mark.django_db]

HTMX = {"HTTP_HX_REQUEST": "true"}
HOSTILE = "<script>alert('x')</script>\u202e\x00 %27 OR 1=1"


def text_of(client: Client, url: str, **headers: str) -> str:
    page = client.get(url, **headers)
    assert page.status_code == 200, url
    return page.content.decode()


class TestBeforeTheRulesAreLoaded:
    def test_every_page_says_so(self, client: Client):
        RulesState.objects.all().delete()
        for url in ("/rules/", "/rules/rulings/", "/rules/items/", "/rules/items/axe/"):
            page = client.get(url)
            assert page.status_code == 503
            assert "There are no rules yet" in page.content.decode()


@pytest.mark.usefixtures("rules")
class TestEveryRule:
    def test_has_a_page_with_its_summary_and_its_source(self, client: Client, rules: Rulebook):
        seen = 0
        for kind, entry in rules.entries():
            if kind == "rulings":
                continue
            html = text_of(client, address(kind, entry.key))
            assert escape(entry.summary) in html, (kind, entry.key)
            assert escape(entry.section) in html, (kind, entry.key)
            seen += 1
        assert seen > 300

    def test_every_kind_has_a_name_and_a_list(self, client: Client, rules: Rulebook):
        assert set(KIND_NAMES) == set(KINDS)
        for kind in KINDS:
            if kind == "rulings":
                continue
            html = text_of(client, f"/rules/{kind}/")
            for key in rules.of_kind(kind):
                assert f'href="{address(kind, key)}"' in html, (kind, key)

    @pytest.mark.parametrize(
        "url", ["/rules/items/vorpal_sword/", "/rules/wizards/", "/rules/wizards/merlin/", "/rules/rulings/ruling_999/"]
    )
    def test_an_unknown_one_is_not_found(self, client: Client, url: str):
        assert client.get(url).status_code == 404

    def test_a_ruling_leads_to_its_place_among_all_of_them(self, client: Client):
        assert client.get("/rules/rulings/ruling_12/").headers["Location"] == "/rules/rulings/#ruling-12"


@pytest.mark.usefixtures("rules")
class TestWhatAPageShows:
    def test_a_weapon_has_its_figures_its_price_and_who_sells_it(self, client: Client):
        html = text_of(client, "/rules/items/dwarf_axe/")
        for told in ("15 gc", "rare 8", "Parry", "Dwarf Warrior equipment list", "Only for Dwarf warriors"):
            assert told in html, told

    def test_a_warband_shows_its_warriors_as_places_to_link_to(self, client: Client):
        html = text_of(client, "/rules/warband_types/orc_mob/")
        assert 'id="goblin-warrior"' in html
        assert "at most 2 for each Orc" in html
        assert "exactly 1" in html
        assert "2D6" in html
        assert "15 gc after every battle, or 2 of Goblin Warriors or Cave Squigs" in html

    def test_a_missing_row_of_a_lore_is_shown_as_missing(self, client: Client):
        html = text_of(client, "/rules/lores/waaagh_magic/")
        assert html.count("The source does not have this row.") == 2
        assert "difficulty 9" in html

    def test_a_happening_shows_its_codes_its_small_chart_and_what_appears(self, client: Client):
        storm = text_of(client, "/rules/happenings/storm_of_chaos/")
        assert "42–44" in storm
        assert "Tainted rain" in storm
        assert storm.count("The source does not have this row.") == 2
        daemon = text_of(client, "/rules/happenings/blood_for_the_blood_god/")
        for told in ("Bloodletter", "2+", "Hellblade", "stays for so many turns"):
            assert told in daemon, told

    def test_a_happening_is_told_stage_by_stage(self, client: Client):
        html = text_of(client, "/rules/happenings/the_horror_in_the_house/")
        course = html[html.index('class="course"') :]
        for told in ("Is a warrior alone inside a building?", "Leadership test.", ">Passed<", ">2D6<", ">Nobody<"):
            assert told in course, told

    @pytest.mark.parametrize(
        ("happening", "told"),
        [
            ("plague_victims", ("At a random edge: D6 Plague Victims.", "The disease (D6)", "Major symptoms", "2–5")),
            ("peddler", ("Sells, D3 of each", "/rules/items/mordheim_map/")),
            (
                "last_one_standing",
                ("At a random edge: Sigmarite Matriarch.", "Leaves behind", "/rules/items/holy_relic/"),
            ),
            ("ogre_mercenary", ("/rules/hired_swords/ogre_bodyguard/",)),
            ("scrawlings_on_a_wall", ("The warrior finds D6 gc inside.",)),
            ("catacombs", ("The warrior finds a pouch of 2D6 gc.",)),
        ],
    )
    def test_a_happening_tells_what_is_brought_home(self, client: Client, happening: str, told: tuple[str, ...]):
        html = text_of(client, f"/rules/happenings/{happening}/")
        for one in told:
            assert one in html, one

    def test_a_hired_sword_shows_his_fees_and_whom_he_serves(self, client: Client):
        html = text_of(client, "/rules/hired_swords/elf_ranger/")
        for told in ("Hire fee", "40 gc while the warband has any Dwarf warrior", "Only for"):
            assert told in html, told

    def test_rulings_stand_beside_what_they_touch(self, client: Client):
        assert "/rules/rulings/#ruling-2" in text_of(client, "/rules/lores/waaagh_magic/")

    def test_all_rulings_stand_on_one_page(self, client: Client, rules: Rulebook):
        html = text_of(client, "/rules/rulings/")
        for ruling in rules.rulings.values():
            assert f'id="ruling-{ruling.number}"' in html
            assert ruling.topic in html


@pytest.mark.usefixtures("rules")
class TestTheNightAfterABattle:
    @pytest.mark.parametrize(
        ("url", "told"),
        [
            ("/rules/locations/corpse/", ("two of a kind: 3 3", "1–2", "D6 gc", "Dagger", "Light armour")),
            (
                "/rules/locations/tavern/",
                ("The leader tests Leadership (Undead, Witch Hunters or Sisters of Sigmar pass without a roll)",
                 "passed: 4D6 gc; failed: D6 gc"),
            ),
            ("/rules/locations/straggler/", ("All others", "1 Zombie joins the warband.", "Leaves behind")),
            ("/rules/locations/the_pit/", ("One Hero may go. D6: 1 he is dead; 2–6 D6+1 shards of wyrdstone",)),
            ("/rules/locations/dwarf_smithy/", ("Hammer of gromril", "D3 × Heavy armour")),
            ("/rules/locations/merchants_house/", ("2D6x5 gc (on a double Guild symbol instead)",)),
            ("/rules/lasting_effects/graveyard/", ("with the next battle against Witch Hunters or Sisters of Sigmar",)),
            ("/rules/lasting_effects/shrine/", ("one warrior and one of his weapons", "/rules/locations/shrine/")),
            ("/rules/lasting_effects/tome_of_magic/", ("/rules/items/tome_of_magic/",)),
            ("/rules/lasting_effects/new_leader/", ("/rules/warband_types/cult_of_the_possessed/",)),
            ("/rules/scenarios/monster_hunt/", ("1 for a Hero or a henchman group", "6+", "more than two warbands")),
            ("/rules/scenarios/the_wizards_mansion/", ("Wooden man", "Dispel scroll", "/rules/rulings/#ruling-33")),
            ("/rules/scenarios/kidnapped/", ("Rout tests", "Did your warband get the victim off the table?")),
            ("/rules/scales/wyrdstone_sale/", ("Warriors", "16+", "8+", "155", "Shards sold")),
            ("/rules/scales/underdog_bonus/", ("301+", "Experience")),
            ("/rules/injuries/captured/", ("sell him to slavers (D6x5 gc)", "only Undead")),
            ("/rules/injuries/old_battle_wound/", ("a D6; on 1 he takes no part",)),
            ("/rules/items/mordheim_map/", ("when the warband gets it", "/rules/locations/overturned_cart/")),
            ("/rules/items/crimson_shade/", ("after each battle in which it was used", "Vampire warriors")),
            ("/rules/charts/magical_artefacts/", ("/rules/locations/nobles_villa/", "/rules/scenarios/monster_hunt/")),
        ],
    )  # fmt: skip
    def test_is_told_in_the_words_of_a_player(self, client: Client, url: str, told: tuple[str, ...]):
        html = text_of(client, url)
        for one in told:
            assert escape(one) in html, one

    def test_places_stand_by_their_dice_and_faces_and_scenarios_by_their_players(self, rules: Rulebook):
        places = {group.title: [row.aside for row in group.rows] for group in kind_groups(rules, "locations")}
        assert list(places) == [*SET_NAMES.values()]
        assert places["Three of a kind"] == ["1 1 1", "2 2 2", "3 3 3", "4 4 4", "5 5 5", "6 6 6"]
        scenarios = {group.title: [row.name for row in group.rows] for group in kind_groups(rules, "scenarios")}
        assert scenarios["For two warbands"][-1] == "Surprise Attack"
        assert scenarios["For more than two warbands"][0] == "Treasure Hunt"

    def test_no_key_of_a_result_is_shown_to_a_player(self, rules: Rulebook):
        words = Results(Told(rules))
        told = [words.one(one) for _, entry in rules.entries() for one in every_result(entry)]
        assert len(told) > 150
        assert [one for one in told if re.search(r"[a-z]_[a-z]", one)] == []

    def test_every_kind_of_result_has_its_words(self):
        kinds = set(get_args(get_args(Result)[0]))
        assert len(kinds) > 20
        assert kinds == set(TELLERS)


@pytest.mark.usefixtures("rules")
class TestTheSearch:
    def test_finds_by_name_and_by_text_the_name_first(self, rules: Rulebook):
        found = search_rules(rules, "AXE")
        names = [row.name for group in found.groups for row in group.rows]
        assert names[0] == "Axe"
        assert "Ogre Bodyguard" in names

    def test_finds_a_warrior_of_a_list(self, client: Client):
        assert "/rules/warband_types/orc_mob/#cave-squig" in text_of(client, "/rules/?q=cave+squig")

    def test_all_words_must_be_there(self, rules: Rulebook):
        assert search_rules(rules, "dwarf axe").count < search_rules(rules, "axe").count
        assert search_rules(rules, "axe xyzzy").count == 0

    def test_answers_htmx_with_the_findings_alone(self, client: Client):
        html = text_of(client, "/rules/?q=axe", **HTMX)
        assert "Battle axe" in html
        assert "<html" not in html

    def test_says_kindly_that_nothing_was_found(self, client: Client):
        assert "Nothing for" in text_of(client, "/rules/?q=xyzzy")

    @pytest.mark.parametrize("headers", [{}, HTMX])
    def test_a_hostile_query_is_only_text(self, client: Client, headers: dict):
        page = client.get("/rules/", {"q": HOSTILE}, **headers)
        html = page.content.decode()
        assert page.status_code == 200
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert" in html
        assert "\x00" not in html

    def test_a_very_long_query_is_cut(self, client: Client):
        assert len(text_of(client, f"/rules/?q={'a' * 5000}")) < 20_000

    def test_only_so_many_are_shown(self, rules: Rulebook):
        found = search_rules(rules, "a")
        assert sum(len(group.rows) for group in found.groups) == 60
        assert found.left_out == found.count - 60


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("url", ["/rules/", "/rules/?q=axe", "/rules/items/", "/rules/items/axe/", "/rules/rulings/"])
def test_a_page_costs_one_query_however_much_it_shows(client: Client, url: str, django_assert_max_num_queries):
    client.get("/rules/")
    with django_assert_max_num_queries(1):
        client.get(url)


class TestLimitsInWords:
    @pytest.mark.parametrize(
        ("limit", "told"),
        [
            (Limit(), "any number"),
            (Limit(exactly=1), "exactly 1"),
            (Limit(max=2), "0 to 2"),
            (Limit(min=1, max=3), "1 to 3"),
            (Limit(max=5, at_most_per=AtMostPer(count=1, warriors=("goblin_warrior",))),
             "0 to 5, at most 1 for each Goblin Warrior"),
            (Limit(at_most_per=AtMostPer(count=2, race="orc")), "at most 2 for each Orc"),
        ],
    )  # fmt: skip
    def test_each_is_a_phrase(self, rules: Rulebook, limit: Limit, told: str):
        assert Told(rules).limit(limit) == told

    def test_a_list_ends_in_or(self):
        assert or_list(["sword", "axe", "club"]) == "sword, axe or club"
        assert or_list([]) == ""


@pytest.mark.browser
class TestInTheBrowser:
    @pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
    def test_nothing_breaks_and_nothing_sticks_out(
        self, live_server, page, axe, transactional_db, rules, scheme, width
    ):
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        for address_ in (
            "/rules/",
            "/rules/?q=axe",
            "/rules/items/",
            "/rules/items/ball_and_chain/",
            "/rules/warband_types/orc_mob/",
            "/rules/lores/waaagh_magic/",
            "/rules/charts/serious_injuries/",
            "/rules/locations/",
            "/rules/locations/prisoners/",
            "/rules/scenarios/monster_hunt/",
            "/rules/scales/wyrdstone_sale/",
            "/rules/rulings/",
        ):
            page.goto(live_server.url + address_)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address_
            assert axe(page) == [], address_
        assert complaints == []

    def test_typing_finds_without_loading_the_page(self, live_server, page, transactional_db, rules):
        page.goto(f"{live_server.url}/rules/")
        page.locator("#q").press_sequentially("squig prodder")
        page.locator("#found a", has_text="Squig prodder").first.wait_for()
        assert page.url.endswith("/rules/?q=squig+prodder") or page.url.endswith("/rules/?q=squig%20prodder")

    def test_the_search_works_without_scripts(self, live_server, browser, transactional_db, rules):
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{live_server.url}/rules/")
        page.fill("#q", "leg wound")
        page.keyboard.press("Enter")
        page.locator("#found a", has_text="Leg Wound").first.wait_for(state="visible")
        context.close()
