"""Blows: the attack die, striking back, defences, armour."""

from __future__ import annotations

import pytest

from encounters.hitchance.attacks import blow_of, strike_back_weapon
from encounters.hitchance.state import Ground
from tests.encounters.hitchance.stage import Stage, first_block, hurt, member, monster

ARMOURED = {"worn": "helmet jack mail", "skills": ("sundering",)}


def die_of(stage: Stage, weapon: str = "sword", **more) -> int:
    return blow_of(stage.skirmish, 0, 1, weapon, **more).die


def duel(one=None, other=None, **more) -> Stage:
    return first_block(member(held="sword", **(one or {})), monster(**{"held": "sword", **(other or {})}), **more)


@pytest.mark.parametrize(
    ("one", "other", "die"),
    [
        ({}, {}, 12),
        ({"level": 4}, {"level": 1}, 10),
        ({"level": 3}, {"level": 1}, 12),
        ({"level": 1}, {"level": 4}, 14),
        ({"level": 2}, {"level": 4}, 12),
        ({}, {"facing": "east"}, 10),
        ({}, {"facing": "north"}, 12),
    ],
)
def test_the_attack_die(one, other, die: int) -> None:
    """H3: a D12, smaller for the far better attacker and from behind, larger against the far better target."""
    assert die_of(duel(one, other)) == die


def test_a_helpless_or_spent_target_is_easier() -> None:
    """H3, H16."""
    for changes in ({"stunned_until": 1}, {"prone": True}, {"defences": 0}):
        assert die_of(duel().change(1, **changes)) == 10
    assert die_of(duel().change(1, stunned_until=1, prone=True)) == 10
    assert die_of(duel().change(1, stunned_until=1, defences=0)) == 8


def test_footing_sight_and_a_poor_weapon_make_it_harder() -> None:
    """H3: in a melee only the attacker's own footing counts."""
    here, there = (10, 10), (11, 10)
    for ground, die in (
        (Ground(40, 40, unstable=frozenset([here])), 14),
        (Ground(40, 40, unstable=frozenset([there])), 12),
        (Ground(40, 40, obscured=frozenset([there])), 14),
        (Ground(40, 40, obscured=frozenset([here])), 12),
        (Ground(40, 40, unstable=frozenset([here]), obscured=frozenset([there])), 16),
    ):
        assert die_of(duel(ground=ground)) == die
    assert die_of(duel(), "improvised_spear") == 14
    assert die_of(duel().change(0, prone=True)) == 14


def test_steps_are_summed_and_taken_once() -> None:
    """H2, H3."""
    stage = duel({"level": 1}, {"level": 9}).change(0, prone=True).change(1, prone=True, defences=0)
    assert die_of(stage) == 12
    assert len(blow_of(stage.skirmish, 0, 1, "sword").steps) == 4


def test_a_roll_within_the_hit_chance_hits_and_its_margin_tells_the_result() -> None:
    """H4: a miss does nothing."""
    for roll, result in ((10, ""), (9, "S"), (7, "S"), (6, "B"), (5, "B"), (4, "D"), (1, "D")):
        stage = duel(other={"facing": "east"}).change(1, facing="east")
        stage.say("0 attack 1 sword", dice=[roll])
        assert stage.last("attack")["result"] == result, roll
    assert stage.last("attack")["hit_chance"] == 9


def test_what_is_indexed_is_the_hit_chance_after_armour() -> None:
    """H5: also of one who has not learnt to let armour take hits; and H12's skill is what he lacks."""
    stage = duel(other={"facing": "east", "worn": "helmet mail"})
    stage.say("0 attack 1 sword", dice=[4])
    attack = stage.last("attack")
    assert (attack["hit_chance"], attack["category"], attack["result"]) == (7, 2, "B")
    assert "piece" not in attack


@pytest.mark.parametrize(("roll", "state"), [(6, "outsmarted"), (3, "damaged"), (1, "destroyed")])
def test_armour_takes_a_hit_and_suffers_by_its_category(roll: int, state: str) -> None:
    """H8, H10, H13: the hit is negated, and the Hit Chance is one worse at once."""
    stage = duel(other={"facing": "east", **ARMOURED})
    stage.say("0 attack 1 sword", dice=[roll])
    attack = stage.last("attack")
    assert (attack["hit_chance"], attack["piece_state"], attack["result"]) == (6, state, "")
    assert (stage[1].stunned_until, stage[1].dice, stage[1].lost) == (0, (), "")
    assert blow_of(stage.skirmish, 0, 1, "sword").hit_chance == 7


def test_the_cheapest_piece_suffers_unless_its_player_chooses() -> None:
    """H9."""
    stage = duel(other={"facing": "east", **ARMOURED}).say("0 attack 1 sword", dice=[6])
    assert stage.last("attack")["piece"] == "helmet"
    stage = duel(other={"facing": "east", **ARMOURED}).say("1 stance yes yes mail", "0 attack 1 sword", dice=[6])
    assert stage.last("attack")["piece"] == "mail"


def test_its_player_may_decline() -> None:
    """H8."""
    stage = duel(other={"facing": "east", **ARMOURED}).say("1 stance no yes", "0 attack 1 sword", dice=[6])
    assert stage.last("attack")["result"] == "S"
    assert len(stage[1].pieces) == 3


def test_several_hits_are_met_one_after_the_other_while_pieces_last() -> None:
    """H13, H14."""
    cast = [member((10, 9 + n), name=f"M{n}", held="sword") for n in range(3)]
    stage = first_block(*cast, monster((11, 10), facing="east", worn="helmet jack", skills=("sundering",)))
    stage.say("0 attack 3 sword", "1 attack 3 sword", "2 attack 3 sword", dice=[7, 8, 9])
    told = [(one["hit_chance"], one.get("piece"), one["result"]) for one in stage.told("attack")]
    assert told == [(7, "helmet", ""), (8, "jack", ""), (9, None, "S")]


def test_both_members_of_a_melee_are_able_to_fight() -> None:
    """H15, H17: it costs no action, and one of the defences."""
    stage = duel(other={"level": 2, "held": "mace"}).say("0 attack 1 sword", dice=[12, 12])
    first, back = stage.told("attack")
    assert (first["strikes_back"], back["strikes_back"]) == (False, True)
    assert (back["attacker"], back["weapon"]) == ("Ghoul", "mace")
    ghoul = stage[1]
    assert (ghoul.defences, ghoul.majors, ghoul.minors) == (1, 1, 1)


def test_mutual_kills_are_possible() -> None:
    """H15: both dice fall before either blow does anything."""
    stage = duel().say("0 attack 1 sword", dice=[1, 1])
    assert [stage[0].lost, stage[1].lost] == ["downed", "downed"]
    assert stage.skirmish.outcome is not None
    assert stage.skirmish.outcome.winner is None


def test_defences_are_as_many_as_levels_and_at_least_one() -> None:
    """H15, H16: after that nobody is struck back, and the attacker's die is smaller."""
    for level, times in ((0, 1), (1, 1), (2, 2)):
        cast = [member((10, 9 + n), name=f"M{n}", held="club") for n in range(3)]
        stage = first_block(*cast, monster((11, 10), held="club", level=level, worn="helmet"))
        for place in range(3):
            dice = [12, 12] if place < times else [10]
            stage.say(f"{place} attack 3 club", dice=dice)
        assert [one["die"] for one in stage.told("attack") if not one["strikes_back"]] == [12] * times + [10] * (
            3 - times
        )


def test_who_does_not_strike_back() -> None:
    """H15: the unaware, the prone, the stunned, those out of reach, and those who would rather not."""
    stage = duel()
    assert strike_back_weapon(stage.skirmish, 1, 0) == "sword"
    for changes in (
        {"facing": "east"},
        {"prone": True},
        {"stunned_until": 1},
        {"strikes_back": False},
        {"defences": 0},
    ):
        assert strike_back_weapon(duel().change(1, **changes).skirmish, 1, 0) == ""
    far = first_block(member((9, 10), held="spear"), monster((11, 10), held="sword"))
    assert strike_back_weapon(far.skirmish, 1, 0) == ""
    assert strike_back_weapon(far.change(1, held=far[0].held).skirmish, 1, 0) == "spear"


def test_of_several_weapons_it_is_the_one_with_the_smallest_die() -> None:
    """H15: and the first in his hand where several have it."""
    assert strike_back_weapon(duel(other={"held": "axe sword"}).skirmish, 1, 0) == "sword"
    assert strike_back_weapon(duel(other={"held": "javelin club"}).skirmish, 1, 0) == "club"
    assert strike_back_weapon(duel(other={"held": "mace axe"}).skirmish, 1, 0) == "mace"


def test_one_without_a_weapon_strikes_back_with_bare_hands() -> None:
    assert strike_back_weapon(duel(other={"held": ""}).skirmish, 1, 0) == "unarmed"
    assert strike_back_weapon(duel(other={"held": "bow"}).skirmish, 1, 0) == "unarmed"


def test_a_sword_strikes_back_with_a_smaller_die() -> None:
    assert die_of(duel(), "sword", strikes_back=True) == 10
    assert die_of(duel(), "axe", strikes_back=True) == 12


def test_whoever_attacks_is_not_spent_in_his_own_turn() -> None:
    """H16: defences are for the time outside one's own turn."""
    stage = duel().change(0, defences=0).say("0 attack 1 sword", dice=[12, 10])
    assert stage.told("attack")[1]["steps"] == [["strike_back", -1]]


def test_a_great_weapon_attacks_or_strikes_back() -> None:
    stage = duel(other={"held": "great_weapon"})
    assert strike_back_weapon(stage.skirmish, 1, 0) == "great_weapon"
    stage.done().say("1 attack 0 great_weapon", dice=[12, 10])
    assert strike_back_weapon(stage.skirmish, 1, 0) == "", "bare hands are no way round it"
    stage.rest().roll(1)
    assert strike_back_weapon(stage.skirmish, 1, 0) == "great_weapon"


def test_whoever_has_swung_a_great_weapon_strikes_back_with_another_that_he_has_drawn_since() -> None:
    stage = (
        duel(other={"held": "great_weapon", "readied": "dagger"}).done().say("1 attack 0 great_weapon", dice=[12, 10])
    )
    stage.say("1 drop great_weapon")
    assert strike_back_weapon(stage.skirmish, 1, 0) == ""
    stage.say("1 fetch dagger")
    assert strike_back_weapon(stage.skirmish, 1, 0) == "dagger"


def test_a_garotte_needs_the_back_or_a_stunned_target() -> None:
    stage = first_block(member(held="garotte"), monster())
    assert "attack 1 garotte" not in stage.options(0)
    assert "attack 1 garotte" in stage.change(1, facing="east").options(0)
    assert "attack 1 garotte" in stage.change(1, facing="west", stunned_until=1).options(0)


def test_a_spear_reaches_two_squares_and_a_sword_one() -> None:
    """H32."""
    stage = first_block(member((8, 8), held="spear sword"), monster((10, 10)))
    assert [one for one in stage.options(0) if one.startswith("attack")] == ["attack 1 spear"]


def test_the_attacker_turns_to_his_target() -> None:
    stage = first_block(member((10, 10), facing="north"), monster((10, 11), facing="south"))
    assert stage.say("0 attack 1 unarmed", dice=[10])[0].facing == "south"


def test_hands_without_fingers_still_wield_a_sword() -> None:
    weak = tuple(one for limb in ("left_arm", "right_arm") for one in hurt(5, infection=1, limb=limb))
    stage = first_block(member(held="sword", injuries=weak), monster())
    assert "attack 1 sword" in stage.options(0)


def test_one_hand_holds_no_great_weapon() -> None:
    stage = first_block(member(held="great_weapon", injuries=hurt(5, infection=1, limb="left_arm")), monster())
    assert [one for one in stage.options(0) if one.startswith("attack")] == ["attack 1 unarmed"]
