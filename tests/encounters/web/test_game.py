"""The page of a game: what to roll and why, what may be done, how everybody stands."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.dice_selectors import dice_of
from campaigns.models import Campaign
from encounters.models import Encounter
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.encounters.web.test_pages import eight
from tests.kept import kept

pytestmark = pytest.mark.django_db
MOB, EXILES, THIRD = 0, 1, 2
CALM = 6
MOST_QUERIES = 15


@pytest.fixture
@kept
def client(owner) -> Client:
    return seasons.signed_in(owner)


@pytest.fixture
@kept
def table(battle) -> Encounter:
    return game.begun(battle)


@pytest.fixture
@kept
def many(battle_of_three) -> Encounter:
    return game.begun(battle_of_three)


@pytest.fixture
@kept
def at_play(many) -> Encounter:
    """Of three, in an open stretch."""
    game.to_the_acts(many)
    return many


@pytest.fixture
@kept
def season_with_happenings(season) -> Campaign:
    Campaign.objects.filter(pk=season.pk).update(random_happenings=True)
    season.refresh_from_db()
    return season


def token(table: Encounter, name: str, place: int | None = None) -> str:
    """How the page names a warrior."""
    for force in game.now(table).run.forces:
        if place in (None, force.place):
            for number, fighter in enumerate(force.fighters):
                if fighter.name == name:
                    return f"{force.place}-{number}"
    raise AssertionError(name)


class TestTheWayThere:
    def test_the_game_begins_where_the_set_up_ends(self, battle, client):
        acts.set_table(battle)
        answer = game.post(client, battle, "table-close")
        assert answer.redirect_chain[-1][0] == game.address("game", battle)
        assert "Let the game begin" in answer.text

    def test_before_that_it_leads_to_the_table(self, battle, client):
        for make in (lambda: None, lambda: acts.begin(battle)):
            make()
            page = game.look(client, battle)
            assert "The table is not set yet" in page
            assert f'href="{game.address("table", battle)}"' in page

    def test_the_battle_links_to_it_once_it_goes_on(self, battle, client):
        assert "To the game" not in client.get(battle.get_absolute_url()).text
        game.begun(battle)
        page = client.get(battle.get_absolute_url()).text
        assert "To the game" in page
        assert f'href="{game.address("game", battle)}"' in page

    def test_with_nothing_to_take_back_it_is_the_set_up_again(self, table, battle, client):
        assert "Back to the set-up" in game.look(client, battle)
        assert "The table is not set yet" in game.post(client, battle, "game-back").text
        assert not acts.fresh(table).is_set_up


class TestWhatIsDue:
    def test_whose_turn_it_is_and_which(self, many, client, battle_of_three):
        run = game.now(many).run
        page = game.look(client, battle_of_three)
        assert re.search(rf"<h1>.*{run.name_of(run.order[0])}", page)
        assert "Turn 1" in page
        assert f"Then: <bdi>{run.name_of(run.order[1])}" in page

    def test_a_roll_says_what_for_and_why(self, season_with_happenings, battle_of_three, client):
        table = game.begun(battle_of_three)
        page = game.look(client, battle_of_three)
        assert "Random happening on a 1" in page
        assert "once in a game" in page
        game.post(client, battle_of_three, do="faces", face_1=str(CALM))
        roll = acts.rolls(table)[-1]
        assert (roll.phase, roll.faces, roll.source) == ("game", [CALM], "table")

    def test_without_the_campaigns_rule_nothing_happens(self, many):
        assert "happening" not in game.due(many)
        game.to_the_acts(many)
        assert not any("happening" in roll.what_for for roll in acts.rolls(many))

    def test_a_happening_is_spelled_out_with_what_it_brings(self, season_with_happenings, battle_of_three, client):
        """A pack of dogs, by its code: the faces go in one after another, and what is asked is as suggested."""
        table = game.begun(battle_of_three)
        acts.type_faces(table, 1)
        assert game.due(table).startswith("D66")
        acts.type_faces(table, 1, 4)
        game.to_the_acts(table)
        state = game.now(table).state
        page = game.look(client, battle_of_three)
        assert state.happened
        assert state.happened.name in page
        for told in state.happened.sentences:
            assert told.split("'")[0] in page
        for thing in state.things:
            assert thing.block.name in page

    @pytest.mark.parametrize(("policy", "saying"), [("app", "the app rolls"), ("table", "rolled at the table")])
    def test_dice_are_the_campaigns(self, season_with_happenings, mob, exiles, third, client, policy, saying):
        battle = fights.begun(mob, exiles, third, scenario="treasure_hunt")
        table = game.begun(battle)
        type(battle).objects.update(dice_policy=policy)
        page = game.look(client, battle)
        assert f"In this campaign {'dice are ' if policy == 'table' else ''}{saying}" in page
        assert ('id="faces"' in page, 'id="rolling"' in page) == (policy == "table", policy == "app")
        before = len(acts.rolls(table))
        wrong = {"do": "roll"} if policy == "table" else {"do": "faces", "face_1": "3"}
        assert saying in game.post(client, battle, **wrong).text
        assert len(acts.rolls(table)) == before

    def test_a_question_has_its_answers_as_buttons(self, many, client, battle_of_three):
        game.to_the_acts(many)
        game.do(many, "end_game")
        page = game.look(client, battle_of_three)
        assert page.count('class="game-answers"') == 1
        answer = re.search(r'name="answer" value="([^"]*)"', page)
        assert answer
        game.post(client, battle_of_three, do="answer", answer=answer[1].replace("&quot;", '"'))
        assert "choice" in acts.fresh(many).game_log[-1]

    def test_who_only_looks_has_no_buttons(self, at_play, spectator, battle_of_three):
        page = game.look(seasons.signed_in(spectator), battle_of_three, "out")
        assert "Those who play go on" in page
        assert 'name="do"' not in page


class TestActs:
    def test_every_panel_that_is_offered_opens(self, at_play, client, battle_of_three):
        offered = re.findall(r'href="[^"]*\?act=(\w+)"', game.look(client, battle_of_three))
        assert {"out", "leave", "counters", "ally", "end"} <= set(offered)
        for one in offered:
            page = game.look(client, battle_of_three, one)
            assert "game-panel" in page, one
            assert "End the turn" not in page, one

    def test_an_odd_panel_is_no_panel(self, at_play, client, battle_of_three):
        for odd in ("moon", "beast", "<b>", "x" * 400):
            assert "End the turn" in game.look(client, battle_of_three, odd)

    def test_out_of_action_by_somebody(self, at_play, client, battle_of_three):
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        who, by = token(at_play, name, EXILES), token(at_play, "Grubnash", MOB)
        page = game.post(client, battle_of_three, do="put_out", who=who, by=by, panel="out").text
        assert f"{name} of Karak Brynn Exiles is out of action, by Grubnash of Da Snikkaz." in page
        assert "Out of action:</b>" in page

    def test_so_many_of_a_group(self, at_play, client, battle_of_three):
        standing = game.now(at_play).run.standing(EXILES)
        name, count = next((name, count) for name, count in standing.items() if count > 1)
        who = token(at_play, name, EXILES)
        game.post(client, battle_of_three, do="put_out", who=who, **{f"count-{who}": count}, by="0-")
        assert game.now(at_play).run.fallen(EXILES)[name] == count

    def test_put_back(self, at_play, client, battle_of_three):
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        who = token(at_play, name, EXILES)
        game.post(client, battle_of_three, do="put_out", who=who)
        assert name in game.look(client, battle_of_three, "back")
        game.post(client, battle_of_three, do="put_back", who=who, panel="back")
        assert not game.now(at_play).run.fallen(EXILES)

    def test_counters_go_from_hand_to_hand(self, at_play, client, battle_of_three):
        who = token(at_play, "Grubnash", MOB)
        game.post(client, battle_of_three, do="pick_up", which="0", who=who, panel="counters")
        assert "Grubnash of Da Snikkaz has Counter 1" in game.look(client, battle_of_three)
        game.post(client, battle_of_three, do="drop", which="0", panel="counters")
        assert game.now(at_play).run.tokens[0].lies

    def test_an_alliance_is_offered_agreed_and_broken(self, at_play, client, battle_of_three):
        run = game.now(at_play).run
        other = next(place for place in run.order if place != run.active)
        game.post(client, battle_of_three, do="ally", warbands=[other])
        game.to_the_acts(at_play)
        page = game.look(client, battle_of_three)
        assert "Allied with" in page
        game.post(client, battle_of_three, do="break_alliance", of=run.active, warband=other)
        assert not game.now(at_play).run.allied

    def test_a_turn_ends(self, at_play, client, battle_of_three):
        first = game.now(at_play).run.active
        game.post(client, battle_of_three, do="done")
        assert game.now(at_play).run.active != first

    def test_the_last_thing_is_taken_back(self, at_play, client, battle_of_three):
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        game.post(client, battle_of_three, do="put_out", who=token(at_play, name, EXILES))
        page = game.post(client, battle_of_three, "game-back").text
        assert "The last thing is taken back" in page
        assert not game.now(at_play).run.fallen(EXILES)

    def test_a_beast_is_wounded_in_boxes(self, battle_of_three, client):
        table = game.begun(battle_of_three, how="monster_hunt")
        beast = game.now(table).run.beast
        assert beast
        assert beast.kind.name in game.look(client, battle_of_three, "beast")
        by = token(table, "Grubnash", MOB)
        game.post(client, battle_of_three, do="wound_beast", wounds="1", by=by, shot="yes", panel="beast")
        assert game.now(table).run.beast.wounds == beast.wounds - 1
        assert f"<b>{beast.wounds - 1}</b>" in game.look(client, battle_of_three)

    @pytest.mark.parametrize(
        ("typed", "saying"),
        [
            ({"do": "put_out"}, "Say who"),
            ({"do": "put_out", "who": "9-9"}, "Say who"),
            ({"do": "put_out", "who": "0-0", "by": "moon"}, "Say by whom"),
            ({"do": "put_out", "who": "0-0", "by": "thing-0"}, "Nothing like that has appeared"),
            ({"do": "put_out", "who": "0-0", "by": "beast"}, "no beast"),
            ({"do": "put_out", "who": "0-0", "count-0-0": "99"}, "Only 1"),
            ({"do": "put_out", "who": "0-0", "count": "x"}, "whole number|number"),
            ({"do": "put_out", "who": "0-0", "strangled": "yes"}, "strangle"),
            ({"do": "put_back", "who": "0-0"}, "not to be done now|not out of action"),
            ({"do": "pick_up", "who": "0-0"}, "Say which counter"),
            ({"do": "pick_up", "who": "0-0", "which": "77"}, "no such counter"),
            ({"do": "ally"}, "to whom"),
            ({"do": "ally", "warbands": ["7"]}, "not in this battle"),
            ({"do": "wound_beast"}, "not to be done now"),
            ({"do": "wound", "which": "1"}, "Say which|not to be done"),
            ({"do": "rout"}, "not to be done now"),
            ({"do": "goal", "which": "moon", "warband": "0"}, "not to be done now"),
            ({"do": "dance"}, "Nothing asks for that now"),
            ({"do": "faces", "face_1": "3"}, "Nothing asks for that now"),
            ({}, "Nothing asks for that now"),
        ],
    )
    def test_what_cannot_be_is_told_in_a_sentence(self, at_play, client, battle_of_three, typed, saying):
        before = acts.fresh(at_play).version
        answer = game.post(client, battle_of_three, **{"panel": "out", **typed})
        assert answer.status_code == 200
        assert "notice-loss" in answer.text
        assert re.search(saying, answer.text), re.search(
            r"notice-loss.*?</div></div>|notice-loss.{300}", answer.text, re.S
        )
        assert acts.fresh(at_play).version == before

    @pytest.mark.parametrize("version", ["", "x", "-1", "0", "999999999999"])
    def test_an_odd_version_does_nothing(self, at_play, client, battle_of_three, version):
        log = acts.fresh(at_play).game_log
        typed = {"version": version, "do": "done"}
        answer = client.post(game.address("game-take", battle_of_three), typed)
        assert answer.status_code == 200
        assert "notice-loss" in answer.text
        assert acts.fresh(at_play).game_log == log

    def test_names_are_text_and_no_markup(self, season, owner, exiles, third, client):
        battle = fights.begun(seasons.mob_in(season, owner, "<b>Da Bold</b>"), exiles, third)
        table = game.begun(battle, how="street_brawl")
        game.to_the_acts(table)
        for act in ("", "out", "ally"):
            assert "<b>Da Bold" not in game.look(client, battle, act)


class TestAnotherPhone:
    def since(self, client, battle, version, **more):
        return client.get(game.address("game-since", battle, version), more, headers={"HX-Request": "true"})

    def test_nothing_is_sent_while_nothing_has_happened(self, at_play, client, battle_of_three):
        version = acts.fresh(at_play).version
        assert self.since(client, battle_of_three, version).status_code == 204

    def test_what_another_has_done_shows_with_the_panel_that_is_open(self, at_play, client, battle_of_three, rival):
        version = acts.fresh(at_play).version
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        game.do(at_play, "put_out", player=rival, warband=EXILES, name=name)
        answer = self.since(client, battle_of_three, version, act="out")
        assert 'id="game"' in answer.text
        assert "<html" not in answer.text
        assert "game-panel" in answer.text
        assert f"{name} of Karak Brynn Exiles is out of action" in answer.text

    def test_after_an_act_the_address_names_no_panel(self, at_play, client, battle_of_three):
        typed = {"version": acts.fresh(at_play).version, "do": "done"}
        answer = client.post(game.address("game-take", battle_of_three), typed, headers={"HX-Request": "true"})
        assert answer["HX-Replace-Url"] == game.address("game", battle_of_three)

    def test_an_old_form_is_told_kindly(self, at_play, client, battle_of_three):
        version = acts.fresh(at_play).version
        game.end_turn(at_play)
        page = game.post(client, battle_of_three, version=version, do="done").text
        assert "notice-loss" in page
        assert len([entry for entry in acts.fresh(at_play).game_log if "act" in entry]) == 1


class TestOver:
    def test_a_battle_that_was_called_off_takes_nothing_more(self, at_play, client, battle_of_three):
        fights.call_off(battle_of_three)
        page = game.post(client, battle_of_three, do="done").text
        assert "The battle is over" in page
        assert "End the turn" not in game.look(client, battle_of_three)
        assert dice_of(fights.fresh(battle_of_three)).agrees

    def test_a_confirmed_battle_keeps_its_game_to_be_looked_at(self, table, battle, client, exiles):
        game.wipe_out(table, EXILES)
        game.post(client, battle, "game-report", do="report")
        fights.confirm(battle.reports.get(), by=exiles.player)
        page = game.look(client, battle)
        assert "reported and confirmed" in page
        assert "Report this" not in page
        for name in ("game-take", "game-back", "game-report"):
            assert "notice-loss" in game.post(client, battle, name, do="done").text, name

    def test_rules_that_have_changed_are_told(self, at_play, client, battle_of_three):
        Encounter.objects.update(game_log=[{"act": ["moon"], "choose": "", "value": None}])
        assert "rules have changed" in game.look(client, battle_of_three)
        for name in ("game-take", "game-report"):
            answer = game.post(client, battle_of_three, name, do="done")
            assert answer.status_code == 200
            assert "rules have changed" in answer.text

    def test_the_table_still_shows_its_plan_and_leads_back(self, at_play, client, battle_of_three):
        game.end_turn(at_play)
        page = client.get(reverse("table", args=[battle_of_three.campaign_id, battle_of_three.pk])).text
        assert f'href="{game.address("game", battle_of_three)}"' in page
        assert "Take back" not in page


def test_the_page_costs_few_queries_whatever_has_come_to_pass(season, host, mob, exiles):
    """Of two and of eight, at the beginning and some turns on, looking and acting."""
    client = seasons.signed_in(host)
    many = eight(season)
    battles = [fights.begun(mob, exiles, by=host), fights.begun(*many, by=host, scenario="treasure_hunt")]
    looked, acted = set(), set()
    for battle in battles:
        table = game.begun(battle, by=host)
        for turns in (0, 3):
            for _ in range(turns):
                game.end_turn(table)
            game.to_the_acts(table)
            for act in ("", "out"):
                game.look(client, battle, act)
                with CaptureQueriesContext(connection) as captured:
                    game.look(client, battle, act)
                looked.add(len(captured))
            with CaptureQueriesContext(connection) as captured:
                typed = {"version": acts.fresh(table).version, "do": "done"}
                client.post(game.address("game-take", battle), typed, headers={"HX-Request": "true"})
            acted.add(len(captured))
    assert len(looked) == 1
    assert len(acted) == 1
    assert max(looked) <= MOST_QUERIES
    assert max(acted) <= 2 * MOST_QUERIES, acted


def test_asking_for_news_costs_one_small_query_besides_who_asks(at_play, client, battle_of_three):
    version = acts.fresh(at_play).version
    with CaptureQueriesContext(connection) as captured:
        client.get(game.address("game-since", battle_of_three, version), headers={"HX-Request": "true"})
    asked = [query["sql"] for query in captured]
    assert len(asked) <= 4, "\n".join(asked)
    assert not any("game_log" in sql or '"before"' in sql for sql in asked)
