"""What the random matchups of the two oracles are made of: every weapon, rule and circumstance often enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.encounters.duel.arms import ARMS, MISSILES
from tests.encounters.duel.matchups import Meeting
from tests.encounters.duel.needs import drawn, fails_fear, figures, parry
from tests.encounters.duel.test_icepool import MATCHUPS, MOST_ATTACKS, PARTS

ENOUGH = 3


def seen(met: Meeting) -> Iterator[str]:
    """The names of what one matchup is made of."""
    one, other, needs = met.attacker, met.defender, figures(met)
    kind = "shot" if met.shoots else "blow"
    yield "shots" if met.shoots else met.side
    yield from (*one.weapons, *met.given)
    yield from (f"{kind} with {name}" for name in one.skills | one.rules | one.gear)
    yield from (f"{kind} at {name}" for name in other.skills | other.rules | other.gear | other.worn)
    told = {
        "cover": met.cover,
        "moved": met.moved,
        "several shots": met.shoots and len(needs) > 1,
        "nothing hits": needs[0].hit > 6,
        "every shot hits": needs[0].hit <= 1,
        "wounds by a six": needs[0].by_six,
        "dark venom on the immune": one.has("dark_venom") and other.has("immune_poison"),
        "black lotus on the immune": one.has("black_lotus") and other.has("immune_poison"),
        "D3 wounds": needs[0].d3,
        "no critical": not needs[0].critical,
        "critical from 5": needs[0].critical_from == 5,
        "afraid": fails_fear(met) > 0,
        "a tail": one.tail and not met.shoots,
        "a parry": parry(met).dice == 1,
        "a parry rolled again": parry(met).dice == 1 and parry(met).again,
        "two parries": parry(met).dice == 2,
        "a charm and several hits": other.has("lucky_charm") and len(needs) > 1,
        "a holy weapon on the dead": one.weapons[0] == "sigmarite_warhammer" and other.undead,
    }
    yield from (name for name, holds in told.items() if holds)


@pytest.fixture(scope="module")
def counted() -> Counter[str]:
    names: Counter[str] = Counter()
    for part in range(PARTS):
        chance = Random(part)
        for _ in range(MATCHUPS // PARTS):
            names.update({*seen(drawn(chance, most_attacks=MOST_ATTACKS))})
    return names


def test_every_weapon_is_drawn(counted: Counter[str]) -> None:
    assert not [key for key in (*ARMS, *MISSILES) if counted[key] < ENOUGH]


def test_every_circumstance_is_drawn(counted: Counter[str]) -> None:
    sides = ("shots", "later", "charging", "charged", "outnumbered", "inside", "unseen", "diving", "cover", "moved")
    assert not [name for name in sides if counted[name] < 15]


@pytest.mark.parametrize(
    "name",
    [
        *("several shots", "nothing hits", "every shot hits", "wounds by a six", "D3 wounds", "no critical", "afraid"),
        *("dark venom on the immune", "black lotus on the immune", "critical from 5", "a tail"),
        *("a parry", "a parry rolled again", "two parries", "a charm and several hits", "a holy weapon on the dead"),
        *("blow with frenzy", "blow with hatred", "blow with ferocious_charge", "blow with monster_slayer"),
        *("shot with quick_shot", "shot with superior_blackpowder", "shot with hunting_arrows", "shot with eagle_eyes"),
        *("shot at dodge", "blow at dodge", "shot at regeneration", "blow at regeneration", "shot at elven_cloak"),
        *("shot at wolfcloak", "blow at step_aside", "shot at step_aside", "blow at mandrake_root"),
    ],
)
def test_each_of_the_rules_that_meet_is_drawn(counted: Counter[str], name: str) -> None:
    assert counted[name] >= ENOUGH
