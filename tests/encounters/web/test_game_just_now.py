"""What the last thing brought has made happen stands on top, whatever turn it was told in; so does a happening."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.postbattle.run import NeedsChoice, NeedsRoll
from encounters.game.page import searchers
from encounters.game.playing import Playing
from encounters.models import Encounter
from tests.campaigns import seasons
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.kept import kept

pytestmark = pytest.mark.django_db
EXILES = 1
FAILS, PASSES = (6, 6), (1, 1)


@pytest.fixture
@kept
def client(owner) -> Client:
    return seasons.signed_in(owner)


@pytest.fixture
@kept
def at_play(battle_of_three) -> Encounter:
    table = game.begun(battle_of_three)
    game.to_the_acts(table)
    return table


@pytest.fixture
@kept
def with_happenings(season, battle_of_three) -> Encounter:
    Campaign.objects.filter(pk=season.pk).update(random_happenings=True)
    season.refresh_from_db()
    battle_of_three.refresh_from_db()
    return game.begun(battle_of_three)


def just_now(page: str) -> str:
    """The box, empty where there is none."""
    found = re.search(r'<section class="night-fresh game-just".*?</section>', page, re.S)
    return found[0] if found else ""


def shaken(table: Encounter) -> None:
    """As many Exiles are out as make them test."""
    for name, count in dict(game.now(table).run.standing(EXILES)).items():
        if not game.now(table).run.rout(EXILES).is_due:
            game.do(table, "put_out", warband=EXILES, name=name, count=count)
            game.to_the_acts(table)


def to_the_test(table: Encounter) -> None:
    """Turns end until the Rout test is to be rolled."""
    while True:
        waiting = game.now(table).waiting
        if isinstance(waiting, NeedsRoll) and waiting.what_for.startswith("Rout test"):
            return
        if isinstance(waiting, NeedsRoll):
            acts.roll(table)
        elif isinstance(waiting, NeedsChoice):
            acts.answer(table, waiting.question.suggested)
        else:
            acts.go_on(table, done=True)


class TestJustNow:
    def test_a_rout_is_announced_though_the_next_turn_has_begun(self, at_play, client, battle_of_three):
        shaken(at_play)
        to_the_test(at_play)
        acts.type_faces(at_play, *FAILS)
        state = game.now(at_play).state
        assert state.active != EXILES
        box = just_now(game.look(client, battle_of_three))
        assert "Karak Brynn Exiles fails its Rout test and leaves the table." in box
        assert "<bdi>Karak Brynn Exiles</bdi> ·</span> <bdi>Failed: 12 against" in box
        assert box.count("Rout test on") >= 1
        assert not any("Rout test" in told for told in state.sentences)

    def test_it_stands_before_all_else_and_on_every_phone(self, at_play, client, battle_of_three, spectator):
        shaken(at_play)
        to_the_test(at_play)
        acts.type_faces(at_play, *PASSES)
        for reader in (client, seasons.signed_in(spectator)):
            page = game.look(reader, battle_of_three)
            assert "Passed: 2 against" in just_now(page)
            assert page.index("</h1>") < page.index("Just now") < page.index('id="cards-title"')
            assert "Passed: 2 against" not in page.replace(just_now(page), "")

    def test_the_next_act_takes_its_place(self, at_play, client, battle_of_three):
        first, second = list(game.now(at_play).run.standing(EXILES))[:2]
        game.do(at_play, "put_out", warband=EXILES, name=first)
        assert f"{first} of" in just_now(game.look(client, battle_of_three))
        game.do(at_play, "put_out", warband=EXILES, name=second)
        page = game.look(client, battle_of_three)
        assert f"{first} of" not in just_now(page)
        assert f"{second} of" in just_now(page)
        assert f"{first} of Karak Brynn Exiles is out of action" in page

    def test_what_is_taken_back_is_not_told(self, at_play, client, battle_of_three):
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        game.do(at_play, "put_out", warband=EXILES, name=name)
        game.post(client, battle_of_three, "game-back")
        assert f"{name} of" not in just_now(game.look(client, battle_of_three))

    def test_before_anything_is_brought_there_is_none(self, with_happenings, client, battle_of_three):
        assert not just_now(game.look(client, battle_of_three))


class TestAHappening:
    def test_its_name_and_summary_stand_on_top_before_its_questions(self, with_happenings, client, battle_of_three):
        """The Ogre, by his code: he asks how he is armed."""
        acts.type_faces(with_happenings, 1)
        code = game.now(with_happenings).run.rulebook.happenings["ogre_mercenary"].low
        acts.type_faces(with_happenings, code // 10, code % 10)
        assert game.now(with_happenings).waiting is not None
        assert not game.due(with_happenings).startswith("acts")
        happened = game.now(with_happenings).state.happened
        page = game.look(client, battle_of_three)
        assert happened.name in page
        assert happened.summary[:20] in page
        assert page.index('id="happened-title"') < page.index('id="due-title"')

    def test_it_stays_above_the_acts_in_its_turn_and_below_after(self, with_happenings, client, battle_of_three):
        acts.type_faces(with_happenings, 1)
        acts.type_faces(with_happenings, 1, 4)
        game.to_the_acts(with_happenings)
        page = game.look(client, battle_of_three)
        assert page.index('id="happened-title"') < page.index('class="game-acts"')
        assert page.count('id="happened-title"') == 1
        game.end_turn(with_happenings)
        game.to_the_acts(with_happenings)
        page = game.look(client, battle_of_three)
        assert page.index('id="happened-title"') > page.index('class="game-acts"')


def panels(page: str) -> list[str]:
    return re.findall(r'href="[^"]*\?act=(\w+)"', page)


def hunted(battle, creature: str) -> Encounter:
    """A hunt for that beast, in its own turn."""
    table = game.begun(battle, how="monster_hunt", creature=creature)
    game.to_the_acts(table)
    assert game.now(table).run.active is None
    return table


def bar_of(page: str) -> str:
    return page[page.index('id="action-bar"') :]


class TestTheBeast:
    @pytest.mark.parametrize(
        ("creature", "own", "buttons"),
        [
            ("young_hydra", "breath", {"beast": "Wound it", "breath": "It breathes"}),
            ("young_wyvern", "tail", {"beast": "Wound it", "tail": "The tail strikes"}),
        ],
    )
    def test_each_thing_is_a_panel_whose_button_does_it(self, battle_of_three, client, creature, own, buttons):
        table = hunted(battle_of_three, creature)
        assert panels(game.look(client, battle_of_three))[0] == own
        for key, label in buttons.items():
            page = game.look(client, battle_of_three, key)
            assert label in bar_of(page)
            assert not any(other in bar_of(page) for other in buttons.values() if other != label)
            assert page.count('id="act"') == 1
        game.end_turn(table)
        game.to_the_acts(table)
        assert panels(game.look(client, battle_of_three))[0] == "out"

    def test_its_breath_is_rolled_for_whoever_is_ticked(self, battle_of_three, client):
        table = hunted(battle_of_three, "young_hydra")
        game.post(client, battle_of_three, do="beast_breath", near=[f"{EXILES}-0"], panel="breath")
        assert "breath" in game.due(table)

    def test_it_is_not_offered_as_its_own_striker(self, battle_of_three, client):
        hunted(battle_of_three, "young_hydra")
        assert '<option value="beast"' not in game.look(client, battle_of_three, "beast")
        page = game.look(client, battle_of_three, "out")
        assert '<option value="beast"' in page
        assert page.index('<option value="beast"') < page.index("<optgroup")

    def test_its_round_says_on_what_wounds_grow_back_and_what_came_of_it(self, battle_of_three, client):
        table = hunted(battle_of_three, "young_hydra")
        game.do(table, "wound_beast", wounds=1, by={"warband": 0})
        assert "round" in panels(game.look(client, battle_of_three))
        acts.go_on(table, done=True)
        assert "regeneration" in game.due(table)
        assert re.search(r"Each wound of this round grows back on \d\+", game.look(client, battle_of_three))
        acts.type_faces(table, 6)
        assert game.now(table).run.active is not None
        box = just_now(game.look(client, battle_of_three))
        assert "grows back" in box
        assert "Hydra" in box


class TestByWhom:
    def test_it_stands_first_and_is_asked(self, at_play, client, battle_of_three):
        page = game.look(client, battle_of_three, "out")
        assert page.index('id="by"') < page.index('class="game-who"')
        select = re.search(r'<select[^>]*id="by".*?</select>', page, re.S)
        assert select
        assert "required" in select[0].split(">")[0]
        run = game.now(at_play).run
        assert re.findall(r'<optgroup label="([^"]*)"', select[0])[0] == run.name_of(run.active)
        assert select[0].index("Nobody knows") > select[0].rindex("</optgroup>")

    def test_nobody_knows_is_an_answer(self, at_play, client, battle_of_three):
        name = next(iter(game.now(at_play).run.standing(EXILES)))
        number = [one.name for one in game.now(at_play).run.forces[EXILES].fighters].index(name)
        game.post(client, battle_of_three, do="put_out", who=f"{EXILES}-{number}", by="nobody", panel="out")
        assert f"{name} of Karak Brynn Exiles is out of action." in game.look(client, battle_of_three)


class TestWords:
    def test_an_old_form_is_about_the_game(self, at_play, client, battle_of_three):
        version = acts.fresh(at_play).version
        game.end_turn(at_play)
        page = game.post(client, battle_of_three, version=version, do="done").text
        assert "The game has gone on since this page was drawn" in page
        assert "This warband has changed" not in page

    def test_of_a_group_it_says_how_many_leave(self, at_play):
        run = game.now(at_play).run
        name = next(name for name, count in run.standing(EXILES).items() if count > 1)
        game.do(at_play, "leave_table", warband=EXILES, name=name)
        assert f"1 of {name} of Karak Brynn Exiles leaves the table." in game.now(at_play).state.sentences

    def test_the_question_of_who_does_not_test_names_its_rule(self, battle_of_three, client):
        table = game.begun(battle_of_three)
        for _ in range(40):
            waiting = game.now(table).waiting
            if isinstance(waiting, NeedsChoice) and waiting.question.choose == "busy":
                break
            if isinstance(waiting, NeedsRoll):
                acts.roll(table)
            elif isinstance(waiting, NeedsChoice):
                acts.answer(table, waiting.question.suggested)
            else:
                acts.go_on(table, done=True)
        assert "Animosity: who of Da " in game.look(client, battle_of_three)

    def test_rolling_on_is_explained(self, with_happenings, client, battle_of_three):
        assert "up to the next decision" in game.look(client, battle_of_three)


class TestForSomebodyElse:
    def test_acting_for_another_warband_says_so(self, at_play, client, battle_of_three):
        said = set()
        for _ in range(3):
            state = game.now(at_play).state
            page = game.look(client, battle_of_three)
            own = state.warbands[state.order.index(state.active)].name == "Da Snikkaz"
            assert (f"for <bdi>{state.whose}</bdi>." in page) is not own
            said.add(own)
            game.end_turn(at_play)
            game.to_the_acts(at_play)
        assert said == {True, False}

    def test_an_ally_that_is_asked_answers_himself(self, at_play, client, battle_of_three):
        while game.now(at_play).run.active != 0:
            game.end_turn(at_play)
            game.to_the_acts(at_play)
        game.do(at_play, "ally", warbands=[EXILES])
        assert "You answer for <bdi>Karak Brynn Exiles</bdi>." in game.look(client, battle_of_three)

    def test_who_only_looks_answers_for_nobody(self, at_play, spectator, battle_of_three):
        assert "game-for" not in game.look(seasons.signed_in(spectator), battle_of_three)


def test_only_heroes_of_whose_turn_it_is_are_offered_to_search(battle_of_three):
    run = game.now(game.begun(battle_of_three)).run
    objective = SimpleNamespace(search=SimpleNamespace(heroes_only=True))
    plan = SimpleNamespace(objective=objective)
    searching = SimpleNamespace(
        scenario=SimpleNamespace(plan=plan),
        order=run.order,
        active=EXILES,
        forces=run.forces,
        standing=run.standing,
        name_of=run.name_of,
        tokens=[],
    )
    (group,) = searchers(cast(Playing, searching))
    heroes = [one.name for one in run.forces[EXILES].fighters if one.is_hero]
    assert group.place == EXILES
    assert [who.name for who in group.some] == heroes
    objective.search.heroes_only = False
    assert len(searchers(cast(Playing, searching))[0].some) > len(heroes)


def test_where_late_comers_arrive_is_not_asked_with_what_lets_them_arrive(battle, client):
    table = game.begun(battle, how="surprise_attack")
    for _ in range(40):
        waiting = game.now(table).waiting
        if isinstance(waiting, NeedsRoll) and waiting.what_for.startswith("Where "):
            break
        if isinstance(waiting, NeedsRoll):
            acts.type_faces(table, *[6] * waiting.count)
        elif isinstance(waiting, NeedsChoice):
            acts.answer(table, waiting.question.suggested)
        else:
            acts.go_on(table, done=True)
    page = game.look(client, battle)
    assert "clockwise from the top" in page
    assert "One die for the edge" in page
    assert not re.search(r"arrives on \d\+", page)
