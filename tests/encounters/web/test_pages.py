"""The page of a table: one thing at a time, the plan at the end, the same for everybody who looks."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Battle
from encounters.models import Encounter
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import table_acts as acts
from tests.kept import kept
from warbands.models import Player

pytestmark = pytest.mark.django_db
MOST_QUERIES = 15


def address(name: str, battle: Battle, *more: object) -> str:
    return reverse(name, args=[battle.campaign_id, battle.pk, *more])


@pytest.fixture
@kept
def client(owner) -> Client:
    return seasons.signed_in(owner)


def look(client: Client, battle: Battle) -> str:
    answer = client.get(address("table", battle))
    assert answer.status_code == 200
    return answer.text


def post(client: Client, battle: Battle, name: str = "table-take", *, version: int | None = None, **typed: object):
    table = Encounter.objects.filter(battle=battle).first()
    now = (table.version if table else 0) if version is None else version
    return client.post(address(name, battle), {"version": now, **typed}, follow=True)


class TestFromTheBattle:
    def test_a_button_leads_there_once_it_is_under_way(self, battle, client):
        page = client.get(battle.get_absolute_url()).text
        assert f'href="{address("table", battle)}"' in page
        assert "Set the table" in page

    def test_an_announced_battle_says_what_comes(self, mob, exiles, client):
        announced = fights.announce(mob, exiles)
        assert "ratings" in client.get(announced.get_absolute_url()).text
        page = look(client, announced)
        assert "has not begun yet" in page
        assert "Set the table</button>" not in page

    def test_it_is_begun_by_a_button(self, battle, client):
        assert "Scenario" in post(client, battle, "table-begin").text
        assert Encounter.objects.get().battle == battle


class TestWithoutAScript:
    def test_from_the_first_question_to_the_game(self, battle_of_three, client):
        """Posted as the page's own forms would be; where a die is due the app rolls."""
        page = post(client, battle_of_three, "table-begin").text
        for _ in range(80):
            if "Start the game" in page:
                break
            if 'id="asked"' in page:
                token = re.search(r'name="answer" value="([^"]*)" required checked', page)
                page = post(client, battle_of_three, do="answer", answer=token[1].replace("&quot;", '"')).text
            else:
                page = post(client, battle_of_three, do="roll").text
        assert "Treasure Hunt" in page
        page = post(client, battle_of_three, "table-close").text
        assert "The table is set" in page
        assert fights.fresh(battle_of_three).scenario_key == "treasure_hunt"

    def test_faces_are_tapped_or_typed(self, battle_of_three, client):
        table = acts.begin(battle_of_three)
        acts.answer(table, "rolled")
        post(client, battle_of_three, do="faces", face_1="3", face_2="4")
        (roll,) = acts.rolls(table)
        assert (roll.faces, roll.source) == ([3, 4], "table")

    def test_a_piece_is_shifted_by_its_number(self, battle_of_three, client):
        acts.set_table(battle_of_three)
        page = look(client, battle_of_three)
        assert 'value="building-1"' in page
        for right, up in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)):
            post(client, battle_of_three, "table-map", do="shift", piece="building-1", right=right, up=up)
        assert Encounter.objects.get().moves
        assert "Undo the last shift" in look(client, battle_of_three)

    def test_alliances_are_announced(self, battle_of_three, client):
        acts.set_table(battle_of_three)
        typed = {"alliance-0": "A", "alliance-1": "A"}
        assert "allied with" in post(client, battle_of_three, "table-alliances", **typed).text
        all_of_them = {f"alliance-{place}": "A" for place in range(3)}
        assert "somebody has to be the enemy" in post(client, battle_of_three, "table-alliances", **all_of_them).text


class TestWhatIsTold:
    @pytest.mark.parametrize(
        ("typed", "saying"),
        [
            ({"do": "answer", "answer": '"hide_and_seek"'}, "Choose one of these"),
            ({"do": "answer"}, "Choose one of these"),
            ({"do": "answer", "answer": "x" * 500}, "Choose one of these|at most 200"),
            ({"do": "faces", "face_1": "3"}, "Nothing asks for that now"),
            ({"do": "roll"}, "Nothing asks for that now"),
            ({"do": "dance"}, "Nothing asks for that now"),
            ({}, "Nothing asks for that now"),
        ],
    )
    def test_nonsense_is_answered_with_a_sentence(self, battle, client, typed, saying):
        acts.begin(battle)
        answer = post(client, battle, **typed)
        assert answer.status_code == 200
        assert re.search(saying, answer.text)
        assert Encounter.objects.get().version == 1

    @pytest.mark.parametrize("typed", [{"face_1": "7"}, {"face_1": "x"}, {"row": "9"}, {}])
    def test_faces_that_cannot_be(self, battle, client, typed):
        table = acts.begin(battle)
        acts.answer(table, "skirmish")
        post(client, battle, do="faces", **typed)
        assert acts.rolls(table) == []

    @pytest.mark.parametrize(
        "typed", [{"right": "far"}, {"right": "nan"}, {"right": "1e99"}, {"piece": ""}, {"piece": "moon"}, {}]
    )
    def test_a_shift_that_cannot_be(self, battle, client, typed):
        acts.set_table(battle)
        answer = post(client, battle, "table-map", **{"do": "shift", "piece": "building-1", **typed})
        assert answer.status_code == 200
        assert "notice-loss" in answer.text
        assert Encounter.objects.get().moves == []

    @pytest.mark.parametrize("version", ["", "x", "-1", "0", "999999999999"])
    def test_an_odd_version_does_nothing(self, battle, client, version):
        acts.begin(battle)
        answer = client.post(
            address("table-take", battle), {"version": version, "do": "answer", "answer": '"skirmish"'}
        )
        assert answer.status_code == 200
        assert "notice-loss" in answer.text
        assert Encounter.objects.get().set_up_log == []

    def test_what_was_typed_stays_when_it_is_refused(self, battle_of_three, client):
        table = acts.begin(battle_of_three)
        acts.answer(table, "treasure_hunt")
        acts.roll(table, on=True)
        acts.answer(table, "by_hand")
        acts.roll(table, on=True)
        assert acts.waits_for(table) == "counter"
        assert 'value="1, 1"' in post(client, battle_of_three, do="answer", text="1, 1").text

    def test_names_are_text_and_no_markup(self, season, owner, exiles, client):
        mob = seasons.mob_in(season, owner, "<b>Da Bold</b>")
        battle = fights.begun(mob, exiles)
        table = acts.begin(battle)
        for _ in range(3):
            assert "<b>Da Bold" not in look(client, battle)
            if acts.waits_for(table) == "how":
                acts.answer(table, "skirmish")
            else:
                acts.finish(table)

    def test_who_only_looks_has_no_buttons(self, battle, spectator):
        acts.begin(battle)
        page = look(seasons.signed_in(spectator), battle)
        assert "Those who play go on" in page
        assert 'id="asked"' not in page

    @pytest.mark.parametrize(
        "entry",
        [
            {"choice": ["scenario", "moon", None], "value": 1},
            {"choice": ["scenario", "how", None], "value": "hide_and_seek"},
        ],
    )
    def test_rules_that_have_changed_are_told(self, battle, client, entry):
        table = acts.begin(battle)
        acts.answer(table, "skirmish")
        Encounter.objects.update(set_up_log=[entry])
        page = look(client, battle)
        assert "rules have changed" in page
        assert post(client, battle, do="roll").status_code == 200
        assert "What is played?" in post(client, battle, "table-over").text


class TestThePlan:
    def test_it_says_what_to_do_next(self, battle_of_three, client):
        table = acts.set_table(battle_of_three)
        assert "Everything is rolled." in look(client, battle_of_three)
        acts.close(table)
        page = look(client, battle_of_three)
        assert "The table is set." in page
        assert "Everything is rolled." not in page

    def test_each_card_has_the_pattern_that_its_ground_has_on_the_map(self, battle_of_three, client):
        acts.set_table(battle_of_three)
        page = look(client, battle_of_three)
        cards = page[page.index('class="table-cards"') :]
        for number in (1, 2, 3):
            assert f'id="map-side-{number}"' in page
            assert f'fill="url(#map-side-{number})"' in cards

    def test_what_changes_the_map_stays_open_while_one_is_at_it(self, battle_of_three, client):
        acts.set_table(battle_of_three)
        closed, opened = (
            '<details class="fold"><summary>Change the map',
            '<details class="fold" open><summary>Change the map',
        )
        assert closed in look(client, battle_of_three)
        shift = {"do": "shift", "piece": "building-1", "right": 90, "version": Encounter.objects.get().version}
        answer = client.post(address("table-map", battle_of_three), shift, headers={"HX-Request": "true"})
        assert opened in answer.text

    def test_everybodys_part_and_what_the_scenario_asks(self, battle_of_three, client):
        plan = acts.plan_of(acts.set_table(battle_of_three, how="ambush"))
        page = look(client, battle_of_three)
        for side in plan.sides:
            assert side.name in page
        for told in ("Attacker", "Defender", "The highest rating, ", "sets up <b>1</b>", "plays <b>1</b>", "10 turns"):
            assert told in page, told

    def test_a_beast_has_its_figures(self, battle_of_three, client):
        plan = acts.plan_of(acts.set_table(battle_of_three, how="monster_hunt"))
        page = look(client, battle_of_three)
        assert plan.creature.name in page
        assert 'class="statline"' in page

    def test_who_rolled_what_and_when(self, battle_of_three, client, rival):
        table = acts.begin(battle_of_three)
        acts.answer(table, "street_brawl", by=rival)
        acts.roll(table)
        page = look(client, battle_of_three)
        assert "Agreed on: Street Brawl" in page
        assert "rival" in page

    def test_the_map_is_a_file_too(self, battle, client):
        acts.set_table(battle)
        answer = client.get(address("table-map-file", battle))
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.startswith(b"<svg")
        assert "attachment" in answer["Content-Disposition"]

    def test_there_is_no_map_before_there_is_a_scenario(self, battle, client):
        acts.begin(battle)
        assert client.get(address("table-map-file", battle)).status_code == 404

    def test_it_stays_to_be_looked_at(self, battle, exiles, client):
        acts.close(acts.set_table(battle))
        fights.confirm(fights.report(battle), by=exiles.player)
        page = look(client, battle)
        assert "Order of play" in page
        assert "Take back" not in page
        assert "Set the table" not in client.get(battle.get_absolute_url()).text


class TestFocus:
    def test_it_goes_to_what_is_due_after_an_act_and_never_when_the_page_follows_others(self, battle, client):
        acts.begin(battle)
        answer = client.post(
            address("table-take", battle),
            {"version": 1, "do": "answer", "answer": '"skirmish"'},
            headers={"HX-Request": "true"},
        )
        assert answer.text.count(" autofocus") == 1
        for page in (look(client, battle), client.get(address("table-since", battle, 1)).text):
            assert " autofocus" not in page


class TestAnotherPhone:
    def since(self, client, battle, version):
        return client.get(address("table-since", battle, version), headers={"HX-Request": "true"})

    def test_nothing_is_sent_while_nothing_has_happened(self, battle, client):
        assert self.since(client, battle, 0).status_code == 204
        acts.begin(battle)
        assert self.since(client, battle, 1).status_code == 204

    def test_a_step_by_somebody_else_shows(self, battle, client, rival):
        table = acts.begin(battle)
        acts.answer(table, "skirmish", by=rival)
        answer = self.since(client, battle, 1)
        assert answer.status_code == 200
        assert 'id="table"' in answer.text
        assert "<html" not in answer.text
        assert f"since/{acts.fresh(table).version}/" in answer.text

    def test_asking_costs_one_small_query_besides_who_asks(self, battle, client):
        acts.begin(battle)
        self.since(client, battle, 1)
        with CaptureQueriesContext(connection) as captured:
            self.since(client, battle, 1)
        asked = [query["sql"] for query in captured]
        assert len(asked) <= 4, "\n".join(asked)
        assert not any("set_up_log" in sql or '"before"' in sql for sql in asked)


def eight(season) -> list:
    """Eight warbands, a player each."""
    people = [Player.objects.create_user(f"player-{number}", f"{number}@example.org", "pw") for number in range(8)]
    for player in people:
        seasons.join(season, player)
    return [seasons.mob_in(season, player, f"Mob {number}") for number, player in enumerate(people)]


def test_the_page_costs_few_queries_and_no_more_for_eight_warbands(season, host, mob, exiles):
    client = seasons.signed_in(host)
    two = fights.begun(mob, exiles, by=host)
    many = fights.begun(*eight(season), by=host, scenario="treasure_hunt")
    counted = []
    for battle in (two, many):
        table, found = acts.begin(battle, by=host), []
        for make in (lambda: None, lambda: acts.answer(table, "treasure_hunt"), lambda: acts.finish(table)):  # noqa: B023
            make()
            look(client, battle)
            with CaptureQueriesContext(connection) as captured:
                look(client, battle)
            found.append(len(captured))
        counted.append(found)
    assert counted[0] == counted[1]
    assert max(counted[0]) <= MOST_QUERIES
