"""The odds of an attack, as fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from encounters.hitchance.attacks import carry_out
from encounters.hitchance.odds import OUTCOMES, attack_odds
from encounters.hitchance.state import Ground
from tests.encounters.hitchance.stage import Stage, first_block, member, monster


def shares(stage: Stage, weapon: str) -> dict[str, str]:
    odds, _ = attack_odds(stage.skirmish, 0, 1, weapon)
    return {key: str(chance) for key, chance in odds.outcomes.items() if chance}


def test_an_even_fight_of_beginners() -> None:
    """H3: three in four hit a Hit Chance of nine."""
    stage = first_block(member(held="sword"), monster())
    assert shares(stage, "sword") == {"miss": "1/4", "stunned": "1/4", "bleeding": "1/6", "downed": "1/3"}
    assert attack_odds(stage.skirmish, 0, 1, "sword")[0].hit == Fraction(3, 4)


def test_a_shot_at_cover_and_armour() -> None:
    ground = Ground(40, 40, covered=(((20, 10), 2),))
    stage = first_block(member(held="bow"), monster((20, 10), worn="helmet mail", skills=("sundering",)), ground=ground)
    fifth = {"outsmarted": "5/36", "damaged": "5/36", "destroyed": "5/36"}
    assert shares(stage, "bow") == {"miss": "7/12", **fifth}


def test_armour_in_a_melee_suffers_by_category() -> None:
    stage = first_block(member(held="axe"), monster(worn="helmet", skills=("sundering",)))
    assert shares(stage, "axe") == {"miss": "1/3", "outsmarted": "1/4", "damaged": "1/6", "destroyed": "1/4"}
    assert attack_odds(stage.skirmish, 0, 1, "axe")[0].piece == "helmet"


def test_what_is_struck_back_has_its_own_odds() -> None:
    stage = first_block(member(held="sword"), monster(held="sword"))
    first, back = attack_odds(stage.skirmish, 0, 1, "sword")
    assert back is not None
    assert (first.blow.die, back.blow.die, back.hit) == (12, 10, Fraction(9, 10))
    assert attack_odds(stage.change(1, defences=0).skirmish, 0, 1, "sword")[1] is None
    assert attack_odds(first_block(member(held="bow"), monster()).skirmish, 0, 1, "bow")[1] is None


@pytest.mark.parametrize("looks", ["west", "southwest", "east"])
@pytest.mark.parametrize("weapon", ["mace", "garotte"])
def test_whoever_strikes_turns_to_his_target_before_he_is_struck_back(looks: str, weapon: str) -> None:
    """The die of what is struck back is the one that the engine then asks for."""
    stage = first_block(member(held="sword", facing=looks), monster(held=weapon))
    _, back = attack_odds(stage.skirmish, 0, 1, "sword")
    bout = stage.bout(12, 1)
    carry_out(bout, 0, 1, "sword")
    (struck,) = (event for event in bout.events if event["type"] == "attack" and event["strikes_back"])
    assert back is not None
    assert (back.blow.weapon, back.blow.die) == (struck["weapon"], struck["die"])


def fallen(weapon: str = "sword", *dice: tuple[str, int], **more) -> Stage:
    stage = first_block(member(held=weapon), monster(**more), monster((30, 30), "Other"))
    return stage.change(1, lost="downed", lost_round=1, prone=True).wounded(1, *dice)


def test_against_the_fallen_only_what_changes_something_has_a_chance_of_its_own() -> None:
    """H18, H21, H22: a stun is nothing, downed again is one size down, and killed is killed."""
    stage = fallen("sword", ("downed", 14))
    assert shares(stage, "sword") == {"miss": "1/10", "nothing": "3/10", "bleeding": "1/5", "hastened": "2/5"}
    assert attack_odds(stage.skirmish, 0, 1, "sword")[0].tells == Fraction(3, 5)
    assert set(shares(fallen("great_weapon"), "great_weapon")) == {"miss", "nothing", "bleeding", "killed"}


def test_no_blow_is_struck_that_can_do_nothing() -> None:
    """H28: on one who is nameless and out of it only death is a change."""
    for weapon, more, strikes in (
        ("club", {"nameless": True}, set()),
        ("great_weapon", {"nameless": True}, {"attack 1 great_weapon"}),
        ("club", {}, {"attack 1 club"}),
    ):
        stage = fallen(weapon, *([] if more else [("downed", 14)]), **more)
        assert {one for one in stage.options(0) if one.startswith("attack 1")} == strikes
        assert "execute 1" in stage.options(0)


CASES = [
    ({}, {"facing": "east"}, "sword"),
    ({}, {"facing": "east", "worn": "helmet jack", "skills": ("sundering",)}, "sword"),
    ({"level": 5}, {"facing": "east", "level": 2}, "great_weapon"),
    ({}, {"worn": "mail", "skills": ("sundering",)}, "pistol"),
    ({}, {"level": 7}, "pistol"),
]


@pytest.mark.parametrize(("one", "other", "weapon"), CASES)
def test_the_engine_agrees_on_every_face(one, other, weapon: str) -> None:
    """Each face of the attack die, and of the armour die where it is thrown, played by the engine."""
    stage = first_block(member(held=weapon, **one), monster(**other))
    odds, _ = attack_odds(stage.skirmish, 0, 1, weapon)
    assert sum(odds.outcomes.values()) == 1
    counted = dict.fromkeys(OUTCOMES, Fraction(0))
    for face in range(1, odds.blow.die + 1):
        hit = odds.blow.cover < face <= odds.blow.hit_chance
        armour = range(1, 7) if odds.piece and odds.blow.shot and hit else (0,)
        for second in armour:
            counted[_played(stage, weapon, face, second)] += Fraction(1, odds.blow.die * len(armour))
    assert counted == odds.outcomes


def _played(stage: Stage, weapon: str, face: int, armour: int) -> str:
    bout = stage.bout(face, *([armour] if armour else []))
    carry_out(bout, 0, 1, weapon)
    attack = next(event for event in bout.events if event["type"] == "attack")
    named = {"": "miss", "S": "stunned", "B": "bleeding", "D": "downed", "K": "killed"}
    return attack.get("piece_state") or named[attack["result"]]
