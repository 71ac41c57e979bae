"""Pistols hand to hand: who takes one up, in which round, and with what he goes on (house ruling 89)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from encounters.duel.asking import match as meeting
from encounters.duel.fighters import armed
from encounters.duel.hands import weapons_in
from encounters.duel.situations import Shot, Side, Situation
from encounters.duel.victims import victim
from mordheim.rules.fight_effects import ExtraHand, TakesHand
from mordheim.rules.plainfile import Malformed
from mordheim.rules.snapshot import Piece
from tests.books import rulebook
from tests.encounters.duel.arena import blows, man, match, volley

F = Fraction


def struck_with(who: str, side: Side = "charging") -> list[str]:
    return [attack.weapon for attack in blows(who, "", side)]


def test_in_a_later_round_he_strikes_with_what_he_holds_beside_a_pistol() -> None:
    sword_and_pistol = match("ws=4,bs=1,weapon=sword+pistol", "ws=4")
    assert sword_and_pistol.shot is None
    # A 4 to hit and a 4 to wound.
    assert sword_and_pistol.one_round["no_wound"] == F(3, 4)
    inside = meeting(man("ws=4,bs=1,weapon=sword+pistol"), man("ws=4"), "later", Shot(), ["inside"])
    assert inside.one_round == sword_and_pistol.one_round


def test_he_shoots_it_alone_or_where_a_shot_is_spoken_of() -> None:
    assert match("weapon=pistol", "").shot is not None
    far = match("weapon=sword+pistol", "", inches=5)
    assert far.shot is not None
    # A 4 to hit with Ballistic Skill 3, and one more at long range; Strength 4 wounds on a 3.
    assert far.one_round["no_wound"] == 1 - F(2, 6) * F(4, 6)
    with pytest.raises(Malformed, match="shoots"):
        meeting(man("weapon=sword+pistol"), man(), "later", Shot(moved=True), ["inside"])


@pytest.mark.parametrize(
    ("gear", "used"),
    [
        ("pistol", ["Dagger", "Pistol"]),
        ("sword+pistol", ["Sword", "Pistol"]),
        ("sword+duelling_pistol", ["Sword", "Duelling pistol"]),
        ("sword+axe+pistol", ["Sword", "Axe"]),
        ("sword+shield+pistol", ["Sword"]),
        ("sword+buckler+pistol", ["Sword"]),
        ("halberd+pistol", ["Halberd"]),
        ("spear+pistol", ["Spear"]),
        ("bow+pistol", ["Dagger", "Pistol"]),
        ("pistol_brace", ["Brace of pistols", "Brace of pistols"]),
        ("pistol+pistol", ["Pistol", "Pistol"]),
        ("sword+pistol_brace", ["Brace of pistols", "Brace of pistols"]),
        ("sword+shield+pistol_brace", ["Sword"]),
        ("sword+crossbow_pistol+pistol", ["Crossbow pistol", "Sword", "Pistol"]),
    ],
)
def test_what_he_takes_up_of_his_own_as_a_combat_begins(gear: str, used: list[str]) -> None:
    assert struck_with(f"equipment={gear}", "charging") == used
    assert struck_with(f"equipment={gear}", "charged") == used
    assert not [name for name in struck_with(f"equipment={gear}", "later") if "istol" in name]


def test_two_pistols_give_way_to_a_weapon_that_strikes_harder() -> None:
    assert struck_with("s=3,equipment=sword+pistol_brace") == ["Brace of pistols"] * 2
    # Strength 4 with -2 to the save against Strength 4 with -1.
    assert struck_with("s=4,equipment=sword+pistol_brace") == ["Brace of pistols"] * 2
    assert struck_with("s=5,equipment=sword+pistol_brace") == ["Sword", "Pistol"]
    assert struck_with("s=4,equipment=gromril_sword+pistol_brace") == ["Gromril sword", "Pistol"]


def test_one_hand_holds_one_thing_and_a_third_one_more() -> None:
    two = man("equipment=sword+axe+pistol").bare
    assert two is not None
    for effect, count in ((TakesHand(kind="takes_hand"), 1), (ExtraHand(kind="extra_hand"), 3)):
        changed = replace(two, effects=(*two.effects, effect))
        fighter = armed(changed, rulebook(), [Piece(key) for key in ("sword", "axe", "pistol")])
        assert len(weapons_in(fighter, Situation("charging"))) == count


def test_a_dagger_and_a_pistol_by_hand() -> None:
    # The dagger hits on a 4 and wounds on a 4, against a save of 6: 4 and 5 in 5 cases of 6, a critical hit in these
    # where it is a 1 or 2 and always otherwise. The pistol hits on a 4, wounds on a 3, and leaves no save.
    dagger = F(1, 2) * (F(2, 6) * F(5, 6) + F(1, 6) * (F(1, 3) * F(5, 6) + F(2, 3)))
    pistol = F(1, 2) * F(4, 6)
    assert volley("equipment=pistol", "", "charged")["no_wound"] == (1 - dagger) * (1 - pistol)


def test_what_he_carries_serves_him_no_worse_than_what_he_is_asked_to_use() -> None:
    guessed = match("equipment=pistol", "creature:orc_boss", "charging")
    asked = match("equipment=pistol", "creature:orc_boss", "charging", weapon="pistol")
    assert guessed.one_round["out_of_action"] > asked.one_round["out_of_action"]
    assert guessed.duel().out(1) > asked.duel().out(1)


def test_blows_beyond_the_pistols_are_struck_with_the_weapon_that_he_carries() -> None:
    brace = "a=2,equipment=sword+axe,weapon=pistol_brace"
    assert struck_with(brace) == ["Brace of pistols", "Brace of pistols", "Sword"]
    assert struck_with(brace, "later") == ["Sword", "Sword", "Axe"]
    assert struck_with("a=2,equipment=halberd,weapon=pistol_brace") == [*["Brace of pistols"] * 2, "Dagger"]
    assert struck_with("a=2,equipment=halberd,weapon=pistol_brace", "later") == ["Halberd"] * 2


def test_nothing_is_parried_while_both_hands_hold_pistols() -> None:
    fighter = man("equipment=sword,weapon=pistol_brace")
    assert victim(fighter, man(), Situation("charged")).parry is None
    assert victim(fighter, man(), Situation()).parry is not None
