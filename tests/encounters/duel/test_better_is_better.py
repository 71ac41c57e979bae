"""Whatever makes a fighter better never makes him worse off, and the order in which things are named is nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from encounters.duel.chances import OUTCOMES
from tests.encounters.duel.arena import Odds, man, match, shot, volley
from tests.encounters.duel.matchups import SUITS, Side, side

MATCHUPS = 40


def at_least(odds: Odds) -> list[Fraction]:
    """The chance of each outcome or a worse one."""
    return [sum((odds[name] for name in OUTCOMES[place:]), Fraction(0)) for place in range(1, len(OUTCOMES))]


def no_worse(attacker: Side, defender: Side, better: Side) -> None:
    before, after = volley(attacker.text, defender.text), volley(attacker.text, better.text)
    pairs = zip(at_least(after), at_least(before), strict=True)
    assert all(now <= then for now, then in pairs), f"{attacker.text} : {defender.text} -> {better.text}"


SUIT = list(SUITS)
DEFENDER_BETTER: dict[str, Callable[[Side], Side]] = {
    "Weapon Skill": lambda one: replace(one, ws=one.ws + 1),
    "Strength": lambda one: replace(one, s=one.s + 1),
    "Toughness": lambda one: replace(one, t=one.t + 1),
    "a suit": lambda one: replace(one, suit=SUIT[min(SUIT.index(one.suit) + 1, 3)]),
    "a shield": lambda one: replace(one, worn=one.worn | {"shield"}),
    "a helmet": lambda one: replace(one, worn=one.worn | {"helmet"}),
    "step_aside": lambda one: replace(one, skills=one.skills | {"step_aside"}),
    "resilient": lambda one: replace(one, skills=one.skills | {"resilient"}),
    "regeneration": lambda one: replace(one, rules=one.rules | {"regeneration"}),
    "hard_head": lambda one: replace(one, rules=one.rules | {"hard_head"}),
    "thick_skull": lambda one: replace(one, skills=one.skills | {"thick_skull"}),
    "master_of_blades": lambda one: replace(one, skills=one.skills | {"master_of_blades"}),
}
ATTACKER_BETTER: dict[str, Callable[[Side], Side]] = {
    "Weapon Skill": lambda one: replace(one, ws=one.ws + 1),
    "Strength": lambda one: replace(one, s=one.s + 1),
    "Attacks": lambda one: replace(one, a=one.a + 1),
    "strike_to_injure": lambda one: replace(one, skills=one.skills | {"strike_to_injure"}),
    "mighty_blow": lambda one: replace(one, skills=one.skills | {"mighty_blow"}),
    "web_of_steel": lambda one: replace(one, skills=one.skills | {"web_of_steel"}),
}


@pytest.mark.parametrize("what", DEFENDER_BETTER)
def test_a_better_defender_is_never_worse_off(what: str) -> None:
    chance = Random(what)
    for _ in range(MATCHUPS):
        attacker, defender = side(chance, most_attacks=2), side(chance)
        no_worse(attacker, defender, DEFENDER_BETTER[what](defender))


@pytest.mark.parametrize("what", ATTACKER_BETTER)
def test_a_better_attacker_never_does_less(what: str) -> None:
    chance = Random(what)
    for _ in range(MATCHUPS):
        attacker, defender = side(chance, most_attacks=2), side(chance)
        before = at_least(volley(attacker.text, defender.text))
        after = at_least(volley(ATTACKER_BETTER[what](attacker).text, defender.text))
        assert all(now >= then for now, then in zip(after, before, strict=True)), attacker.text


MORE = (
    "equipment=crossbow_pistol",
    "mutations=spines",
    "mutations=scorpion_tail",
    "skills=unstoppable_charge",
    "rules=blessed_sight",
    "equipment=crimson_shade",
)


@pytest.mark.parametrize("more", MORE)
def test_what_comes_on_top_never_makes_a_duellist_worse_off(more: str) -> None:
    bare, foe = "ws=3,s=3,t=4,w=1,weapon=sword", "ws=4,s=4,t=3,i=4,weapon=axe"
    before, after = match(bare, foe, "charging").duel(), match(f"{bare},{more}", foe, "charging").duel()
    assert after.out(1) > before.out(1)
    assert after.out(0) < before.out(0)


@pytest.mark.parametrize("what", ["Weapon Skill", "Strength", "Attacks"])
def test_a_better_duellist_wins_no_less_often(what: str) -> None:
    chance = Random(what)
    for _ in range(3):
        one, two = (replace(side(chance, most_attacks=2), w=1) for _ in range(2))
        before, after = match(one.text, two.text).duel(), match(ATTACKER_BETTER[what](one).text, two.text).duel()
        assert after.out(1) >= before.out(1)
        assert after.out(0) <= before.out(0)


def test_the_order_of_skills_rules_and_gear_does_not_matter() -> None:
    one = "weapon=axe,skills=mighty_blow+strike_to_injure+web_of_steel,rules=hatred+frenzy"
    two = "rules=frenzy+hatred,skills=web_of_steel+mighty_blow+strike_to_injure,weapon=axe"
    target = "rules=hard_to_kill+hard_head,skills=step_aside+resilient,equipment=helmet+shield+light_armour"
    turned = "equipment=light_armour+helmet+shield,skills=resilient+step_aside,rules=hard_head+hard_to_kill"
    assert volley(one, target, "charging") == volley(two, turned, "charging")


def test_each_hindrance_of_a_shot_counts_whatever_the_others_are() -> None:
    hows = [{"cover": True}, {"inches": 20}, {"moved": True}]
    for first in hows:
        for second in hows:
            both = shot("bs=4,weapon=bow", "", **(first | second)).hit
            assert both == shot("bs=4,weapon=bow", "", **(second | first)).hit == 3 + len(first | second)


def test_the_same_fighter_is_made_of_the_same_words() -> None:
    assert man("ws=4,equipment=sword") == man("equipment=sword,ws=4")
