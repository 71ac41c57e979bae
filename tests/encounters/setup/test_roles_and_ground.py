"""Who attacks, who sets up when and where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.lots import Stands
from campaigns.postbattle.run import NeedsRoll
from encounters.setup import Plan, set_up
from encounters.table import Party
from tests.encounters.setup.stage import Says, a_map, parties, party, planned
from warbands.roster.refusals import Refused


def defender(plan: Plan) -> str:
    (one,) = (side.name for side in plan.sides if side.role == "defender")
    return one


def ambush(some: tuple[Party, ...], *faces: int) -> Plan:
    return planned(some, *faces, scenario="ambush")


# --- roles


def test_the_defender_has_the_highest_rating_then_the_most_warriors() -> None:
    """MH-044: among 180 with 12 models, 180 with 14 models and 150."""
    some = parties(party("Twelve", 180, boyz=11), party("Fourteen", 180, boyz=13), party("Lower", 150, boyz=19))
    plan = ambush(some, 1, 6, 5, 6, 5, 4)
    assert defender(plan) == "Fourteen"
    assert [side.role for side in plan.sides].count("attacker") == 2


def test_a_full_tie_asks_for_a_die_and_equals_roll_again() -> None:
    some = parties(("A", 180), ("B", 180), ("C", 180))
    # A 4, B 2, C 4; A 3, C 5: C defends. One Hero with a shard, then attackers' and turns' dice.
    plan = ambush(some, 4, 2, 4, 3, 5, 1, 6, 5, 6, 5, 4)
    assert defender(plan) == "C"
    assert [roll.what_for for roll in plan.rolls[3:5]] == [
        "Equal in rating and warriors, who defends: A", "Equal in rating and warriors, who defends: C",
    ]  # fmt: skip


def test_more_warriors_attack_in_defend_the_find() -> None:
    some = parties(party("Many", 90, boyz=9), party("Few", 200, boyz=2))
    plan = planned(some, scenario="defend_the_find")
    assert defender(plan) == "Few"
    assert [side.name for side in plan.by_set_up] == ["Few", "Many"]
    assert [side.name for side in plan.by_turn] == ["Many", "Few"]
    plan = planned(parties(party("A", 90), party("B", 200)), 2, 2, 1, 6, scenario="defend_the_find")
    assert defender(plan) == "A"


@pytest.mark.parametrize(("said", "expected"), [("attacker", "Strong"), ("defender", "Weak")])
def test_the_lower_rated_says_which_side_he_is(said: str, expected: str) -> None:
    says = Says({"role": said, "segment": "B"})
    plan = planned(parties(("Strong", 200), ("Weak", 90)), 5, 4, scenario="breakthrough", says=says)
    assert says.question("role").warrior == "Weak"
    assert defender(plan) == expected
    attacking = next(side for side in plan.sides if side.role == "attacker")
    assert (attacking.segment, attacking.set_up, attacking.turn) == ("B", 1, 1)
    assert says.question("segment").warrior == "Strong", "who rolled higher chooses the attacker's edge"


def test_the_only_possessed_warband_defends_the_altar() -> None:
    some = parties(party("Rescuers", 90), party("Cult", 200, kind="cult_of_the_possessed"))
    plan = planned(some, scenario="kidnapped")
    assert defender(plan) == "Cult"
    assert plan.notes == ()
    assert plan.as_json()["counters"] == [{"kind": "victim", "x": 24.0, "y": 24.0}]
    assert [limit.turns for limit in plan.limits] == [6, 12]
    plan = planned(parties(("A", 90), ("B", 200)), scenario="kidnapped")
    assert "should be Possessed" in plan.notes[0]


# --- order and ground


def test_the_defender_sets_up_first_and_the_attackers_by_their_dice() -> None:
    plan = ambush(parties(("A", 100), ("B", 300), ("C", 110), ("D", 120)), 1, 2, 6, 4, 1, 2, 3, 4)
    assert [side.name for side in plan.by_set_up] == ["B", "C", "D", "A"]
    assert plan.by_set_up[0].segment is None
    assert plan.by_set_up[0].ground == 'within 6" of the middle of the table'


def test_equal_dice_roll_again_among_themselves_alone() -> None:
    # 5, 3, 5, 3: A and C roll 1 and 6, B and D 4 and 4, then 2 and 1
    plan = planned(parties(*"ABCD"), 5, 3, 5, 3, 1, 6, 4, 4, 2, 1, 6, 1, 1, 1, scenario="street_brawl")
    assert [side.name for side in plan.by_set_up] == ["C", "A", "B", "D"]


def test_dice_that_are_always_equal_end_with_a_sentence() -> None:
    with pytest.raises(Refused, match="The dice never showed who is first"):
        planned(parties("A", "B"), *[3] * 1000, scenario="street_brawl")


def test_nobody_takes_a_segment_twice() -> None:
    with pytest.raises(Refused, match="A is not among what can be said"):
        planned(parties("A", "B", "C"), 6, 5, 4, scenario="street_brawl", segment=["A", "A"])


def test_the_suggestion_keeps_away_from_enemies_before_allies() -> None:
    some = parties("A", "B", "C")
    plan = planned(some, 6, 5, 4, 6, 5, 4, scenario="street_brawl")
    assert [side.segment for side in plan.sides] == ["A", "D", "B"]
    allied = (some[0], some[1], replace(some[2], alliance=1))
    plan = planned(allied, 6, 5, 4, 6, 5, 4, scenario="street_brawl")
    assert [side.segment for side in plan.sides] == ["A", "D", "E"]
    assert [[side.name for side in some] for some in plan.alliances] == [["B", "C"]]


def test_two_warbands_take_opposite_edges_and_the_higher_roll_says_who_begins() -> None:
    says = Says({"sets_up_first": "B", "segment": "D"})
    plan = planned(parties("A", "B"), 5, 2, 1, 3, scenario="skirmish", says=says)
    assert [(side.set_up, side.segment, side.turn) for side in plan.sides] == [(2, "B", 2), (1, "D", 1)]
    assert says.question("sets_up_first").warrior == "A"
    assert plan.sides[0].ground == 'within 8" of the right edge (B)'


def test_a_street_has_two_ends() -> None:
    says = Says({"segment": "D"})
    plan = planned(parties("A", "B"), 5, 2, 1, 3, scenario="street_fight", says=says)
    assert [option.value for option in says.question("segment").options] == ["B", "D"]
    assert [side.segment for side in plan.sides] == ["D", "B"]


def test_a_surprise_comes_from_a_random_edge() -> None:
    some = parties(("Attacker", 90), ("Defender", 200))
    # Boss late, Boyz there; edge: a 6 is rolled again, a 3 is the bottom one
    plan = planned(some, 3, 4, 6, 3, scenario="surprise_attack")
    assert plan.sides[0].segment == "C"
    assert plan.sides[1].late == ("Boss",)
    assert plan.sides[1].as_json()["late"] == ["Boss"]


def test_somebody_is_there_when_all_dice_say_late() -> None:
    some = parties(("Attacker", 90), ("Defender", 200))
    plan = planned(some, 1, 2, 1, scenario="surprise_attack", there="Boyz")
    assert plan.sides[1].late == ("Boss",)


def test_the_first_takes_a_quarter_in_a_chance_encounter() -> None:
    plan = planned(parties("A", "B"), 2, 3, 6, 1, 5, 4, scenario="chance_encounter", quarter="lower left")
    assert plan.sides[0].ground == "in the lower left quarter of the table"
    assert plan.sides[1].ground == 'anywhere at least 14" from all enemies'
    assert [(reward.to, reward.amount) for reward in plan.rewards] == [("A", 2), ("B", 3)]


def test_the_leaders_initiative_counts_for_the_first_turn() -> None:
    slow, quick = party("Slow"), party("Quick", kind="skaven")
    plan = planned(parties(slow, quick), 1, 1, 6, 1, 5, 4, scenario="chance_encounter")
    assert [side.turn for side in plan.sides] == [2, 1], "3 and 5 are less than 5 and 4"


# --- order of play


def test_a_defender_in_the_middle_goes_last_unless_he_rolled_highest() -> None:
    some = parties(("A", 100), ("B", 300), ("C", 110))
    segments = {"segment": ["D", "B"]}
    plan = planned(some, 1, 6, 5, 3, 2, 5, scenario="ambush", **segments)
    assert [side.name for side in plan.by_turn] == ["C", "A", "B"]
    plan = planned(some, 1, 6, 5, 3, 6, 5, scenario="ambush", segment=["D", "B"])
    assert [side.name for side in plan.by_turn] == ["B", "C", "A"], "then clockwise from A: B before D"


def test_only_the_highest_roll_again_for_the_first_turn() -> None:
    plan = planned(parties("A", "B", "C"), 6, 5, 4, 2, 6, 6, 1, 3, scenario="street_brawl", segment=["A", "C", "E"])
    assert [side.name for side in plan.by_turn] == ["C", "A", "B"]


def test_who_comes_late_and_which_edge_is_told_where_it_is_rolled() -> None:
    """Mordheim rulebook, Surprise Attack: on 1 to 3 he is somewhere else yet."""
    some, log = parties(("Attacker", 90), ("Defender", 200)), LogSession([], Given(answer=("attacker",)))
    drawn = a_map("surprise_attack", 2)

    def due(*faces: int) -> NeedsRoll:
        log.given.faces = faces
        with pytest.raises(NeedsRoll) as needed:
            set_up(some, LogSession(log.log, log.given), scenario="surprise_attack", drawn=drawn)
        return needed.value

    assert due().what_for == "On the table on 4+: Boss"
    assert due().stands == (Stands("1–3", "comes later"), Stands("4–6", "is on the table"))
    assert [f"{one.faces} {one.name}" for one in due(3, 4).stands][-1] == "5–6 roll again"
    assert due(6).again == "6 stands for none of them: roll again."
