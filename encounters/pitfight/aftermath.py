"""What a fight leaves for the next ones: the printed campaign clauses of injuries (rulings D24, D25; 6.6).

How one who was taken out recovers awaits its source and is not told here.
"""

from __future__ import annotations

from dataclasses import dataclass

from encounters.pitfight.criticals import Injury, harm_of
from encounters.pitfight.enlisting import Past
from encounters.pitfight.schema import ResultEntry
from encounters.pitfight.state import Fighter, PitFight


@dataclass(frozen=True, slots=True)
class Aftermath:
    """``past`` is what is to be added to what the fighter had; ``misses`` how many fights he sits out; ``opponents``
    those whom he took out, as they count towards a skill."""

    past: Past
    misses: int
    retires: bool
    killed: bool
    opponents: int


def aftermath(fight: PitFight, place: int) -> Aftermath:
    fighter = fight.fighters[place]
    results = fight.rules.charts.results
    suffered = [(injury, results[injury.result]) for injury in fighter.injuries]
    past = _past(fight, fighter, suffered)
    return Aftermath(
        past=past,
        misses=max((result.campaign.misses for _, result in suffered), default=0),
        retires=_retires(fighter, past, suffered),
        killed=fighter.out == "killed",
        opponents=sum(_worth(fight, other) for other in fight.fighters if other.out_by == place),
    )


def _past(fight: PitFight, fighter: Fighter, suffered: list[tuple[Injury, ResultEntry]]) -> Past:
    kept = [injury for injury, result in suffered if result.campaign.keeps_ad]
    charts, ignores = fight.rules.charts, fighter.scroll.ignores
    haters = [fight.fighters[injury.by].pit.name for injury, result in suffered if result.campaign.hates]
    return Past(
        ad=harm_of(kept, charts, ignores=ignores).ad,
        initiative=sum(result.campaign.keeps_initiative for _, result in suffered),
        wooden_legs=len({injury.place for injury, result in suffered if result.campaign.wooden_leg}),
        gone=tuple(dict.fromkeys(injury.place for injury, result in suffered if result.campaign.loses)),
        hates=tuple(dict.fromkeys(haters)),
    )


def _retires(fighter: Fighter, past: Past, suffered: list[tuple[Injury, ResultEntry]]) -> bool:
    """Two wooden legs, or both of a pair that nobody fights on without."""
    had = fighter.pit.past
    lost = {injury.place for injury, result in suffered if result.campaign.pair_retires} | set(had.gone)
    blind = {"left_eye", "right_eye"} <= lost
    return blind or past.wooden_legs + had.no_fast > 1


def _worth(fight: PitFight, other: Fighter) -> int:
    """One opponent, or as many as his end is worth."""
    results = fight.rules.charts.results
    return max((results[injury.result].campaign.worth for injury in other.injuries), default=1)
