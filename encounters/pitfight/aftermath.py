"""What a fight leaves for the next ones: the printed campaign clauses of injuries (rulings D24, D25; 6.6).

How one who was taken out by his Wounds recovers awaits its source: it is told here only that he is `laid_up`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encounters.pitfight.criticals import Injury, harm_of
from encounters.pitfight.enlisting import Past, fingers_of
from encounters.pitfight.levels import WOUNDS
from encounters.pitfight.schema import ResultEntry
from encounters.pitfight.state import Fighter, PitFight

Suffered = Sequence[tuple[Injury, ResultEntry]]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """``past`` is what is to be added to what the fighter had; ``misses`` how many fights he sits out; ``opponents``
    those whom he took out, as they count towards a skill.

    ``laid_up`` is one whose Wounds were gone and whom the fight did not kill. ``ad_by_place`` is the permanent A/D
    modifier by where it stands, ``legs`` are those that become wooden, ``pair_lost`` says that both of a pair are gone
    without which nobody fights on, ``hated`` are the places of the opponents whom he hates from now on."""

    past: Past
    misses: int
    retires: bool
    killed: bool
    opponents: int
    laid_up: bool
    ad_by_place: Mapping[str, int]
    legs: tuple[str, ...]
    pair_lost: bool
    hated: tuple[int, ...]


def aftermath(fight: PitFight, place: int) -> Aftermath:
    fighter = fight.fighters[place]
    results = fight.rules.charts.results
    suffered = [(injury, results[injury.result]) for injury in fighter.injuries]
    ad = _ad_by_place(fight, fighter, suffered)
    legs = tuple(dict.fromkeys(injury.place for injury, result in suffered if result.campaign.wooden_leg))
    hated = tuple(dict.fromkeys(injury.by for injury, result in suffered if result.campaign.hates))
    pair_lost = _pair_lost(fighter, suffered)
    killed = fighter.out == "killed"
    return Aftermath(
        past=_past(fight, suffered, ad=ad, wooden_legs=len(legs), hated=hated),
        misses=max((result.campaign.misses for _, result in suffered), default=0),
        retires=pair_lost or len(legs) + fighter.pit.past.no_fast > 1,
        killed=killed,
        opponents=sum(worth(fight, other) for other in fight.fighters if other.out_by == place),
        laid_up=bool(fighter.out) and not killed and fighter.pit.levels[WOUNDS] <= fighter.wounds_lost,
        ad_by_place=ad,
        legs=legs,
        pair_lost=pair_lost,
        hated=hated,
    )


def _ad_by_place(fight: PitFight, fighter: Fighter, suffered: Suffered) -> dict[str, int]:
    kept = [injury for injury, result in suffered if result.campaign.keeps_ad]
    charts, ignores = fight.rules.charts, fighter.scroll.ignores
    places = dict.fromkeys(injury.place for injury in kept)
    return {place: harm_of([one for one in kept if one.place == place], charts, ignores=ignores).ad for place in places}


def _past(
    fight: PitFight, suffered: Suffered, *, ad: Mapping[str, int], wooden_legs: int, hated: tuple[int, ...]
) -> Past:
    gone = tuple(dict.fromkeys(injury.place for injury, result in suffered if result.campaign.loses))
    return Past(
        ad=sum(ad.values()),
        initiative=sum(result.campaign.keeps_initiative for _, result in suffered),
        wooden_legs=wooden_legs,
        gone=gone,
        hates=tuple(fight.fighters[one].pit.name for one in hated),
        fingers=fingers_of(ad, gone),
    )


def _pair_lost(fighter: Fighter, suffered: Suffered) -> bool:
    """Both of a pair that nobody fights on without, in this fight or in this one and earlier ones: the eyes, and the
    arms, without which nobody holds a weapon."""
    lost = {injury.place for injury, result in suffered if result.campaign.pair_retires or result.pair_out}
    return any(_other_side(one) in lost | set(fighter.pit.past.gone) for one in lost)


def _other_side(place: str) -> str:
    side, _, what = place.partition("_")
    return f"{'right' if side == 'left' else 'left'}_{what}"


def worth(fight: PitFight, other: Fighter) -> int:
    """How many opponents towards a skill one who was taken out counts for."""
    results = fight.rules.charts.results
    return max((results[injury.result].campaign.worth for injury in other.injuries), default=1)
