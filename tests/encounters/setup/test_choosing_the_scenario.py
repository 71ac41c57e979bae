"""Which scenario is played."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import Option, Question
from encounters.setup.page import asked
from tests.encounters.setup.stage import Says, a_map, parties, planned
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

MANY = {
    3: "monster_hunt", 4: "the_wizards_mansion", 5: "treasure_hunt", 6: "treasure_hunt", 7: "street_brawl",
    8: "ambush", 9: "ambush", 10: "the_pool", 11: "the_lost_prince",
}  # fmt: skip
TWO = {
    3: "street_fight", 4: "hidden_treasure", 5: "wyrdstone_hunt", 6: "occupy", 7: "skirmish", 8: "breakthrough",
    9: "surprise_attack", 10: "chance_encounter", 11: "defend_the_find",
}  # fmt: skip


def rolled(count: int, total: int, *, bonus: int = 0, **answers: object) -> str:
    from campaigns.postbattle.sessions import AtOnce
    from encounters.setup.board import TableTalk
    from encounters.setup.choosing import scenario_for
    from mordheim.rules.dice import EnteredDice

    some = parties(*((f"Warband {number}", 100 + number) for number in range(count)))
    faces = (min(6, total - 1), total - min(6, total - 1))
    talk = TableTalk(AtOnce(EnteredDice(faces), Says(answers)))
    return scenario_for(talk, some, rulebook(), key=None, bonus=bonus).key


@pytest.mark.parametrize(("total", "key"), MANY.items())
def test_the_chart_for_many(total: int, key: str) -> None:
    assert rolled(3, total) == rolled(8, total) == key


@pytest.mark.parametrize(("total", "key"), TWO.items())
def test_the_chart_for_two(total: int, key: str) -> None:
    assert rolled(2, total) == key


@pytest.mark.parametrize("total", [2, 12])
def test_the_lowest_rating_chooses(total: int) -> None:
    assert rolled(3, total, scenario="the_pool") == "the_pool"
    assert rolled(2, total, scenario="kidnapped") == "kidnapped"
    with pytest.raises(Refused, match="not among"):
        rolled(3, total, scenario="skirmish")


def test_a_happenings_one_is_added_and_a_total_above_twelve_is_twelve() -> None:
    assert rolled(3, 7, bonus=1) == "ambush"
    assert rolled(3, 12, bonus=1, scenario="the_pool") == "the_pool"


def test_equal_lowest_ratings_roll_for_who_chooses() -> None:
    says = Says({"scenario": "street_brawl"})
    some = parties(("A", 90), ("B", 200), ("C", 90))
    # 2 on the chart; A and C roll 3 and 3, then 1 and 4; then set-up and turns
    plan = planned(some, 1, 1, 3, 3, 1, 4, 6, 5, 4, 6, 5, 4, says=says, seed=1)
    assert says.question("scenario").warrior == "C"
    assert plan.scenario.key == "street_brawl"


def test_no_two_player_scenario_for_three_and_no_unknown_one() -> None:
    with pytest.raises(Refused, match="Skirmish is for two warbands, not for 3"):
        planned(parties("A", "B", "C"), scenario="skirmish", seed=1)
    with pytest.raises(Refused, match="no scenario 'tea_party'"):
        planned(parties("A", "B"), scenario="tea_party", seed=1)


def test_two_may_play_a_scenario_for_many() -> None:
    plan = planned(parties("A", "B"), 6, 5, 1, 2, scenario="street_brawl")
    assert [side.segment for side in plan.sides] == ["A", "C"]
    assert [side.turn for side in plan.sides] == [2, 1]


def test_a_map_of_another_size_or_scenario_is_refused() -> None:
    with pytest.raises(Refused, match="not one for Street Brawl"):
        planned(parties("A", "B", "C"), scenario="street_brawl", drawn=a_map("skirmish", 2))
    with pytest.raises(Refused, match="not one for The Pool"):
        planned(parties("A", "B", "C"), scenario="the_pool", drawn=a_map("street_brawl", 3))


def test_one_warband_alone_or_nine_are_refused() -> None:
    with pytest.raises(Refused, match="2 to 8 warbands, not for 1"):
        planned(parties("A"), scenario="street_brawl", seed=1)
    with pytest.raises(Refused, match="2 to 8 warbands, not for 9"):
        planned(parties(*"ABCDEFGHI"), scenario="street_brawl", seed=1)


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("the_lost_prince", "until the boy is off the table, or one is left, or only allies"),
        ("monster_hunt", 'until the beast is out of action and nobody else is within 6" of the lair'),
        ("street_brawl", "until one is left, or only allies"),
        ("ambush", "10 turns each"),
    ],
)
def test_the_list_says_how_long_each_is_played(scenario: str, told: str) -> None:
    entry = rulebook().scenarios[scenario]
    question = Question("scenario", "scenario", "Which?", scenario, options=(Option(scenario, entry.name),))
    (answer,) = asked(question, rulebook()).groups[0].answers
    assert dict(answer.facts)["How long"] == told
