"""The audit: folds a warband's events and arrives at the stored figures, or says where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from warbands.models import Warband, WarbandEvent
from warbands.roster.check import Checked, check
from warbands.selectors import current_rulebook, snapshot_of


@dataclass(frozen=True)
class Finding:
    """One figure that disagrees: what the events give, what is stored, what the roster counts."""

    warband: Warband
    figure: str
    folded: int
    stored: int
    counted: int | None

    def __str__(self) -> str:
        return (
            f"{self.warband.name} ({self.warband.pk}): {self.figure} folds to {self.folded}, "
            f"is stored as {self.stored} and counts {self.counted}"
        )


def audit(warbands: Iterable[Warband]) -> Iterator[Finding]:
    """Every disagreement between events, stored totals and rows."""
    rulebook = current_rulebook()
    for warband in warbands:
        yield from _audit_one(warband, check(snapshot_of(warband), rulebook))


def _audit_one(warband: Warband, checked: Checked) -> Iterator[Finding]:
    events = list(WarbandEvent.objects.filter(warband=warband))
    numbers = [event.number for event in events]
    if numbers != list(range(1, warband.version + 1)):
        yield Finding(warband, "number of events", len(numbers), warband.version, None)
    figures = {
        "gold": (warband.treasury, checked.treasury),
        "shards": (warband.wyrdstone, None),
        "rating": (warband.rating, checked.rating),
        "warriors": (warband.warrior_count, checked.warriors),
    }
    for figure, (stored, counted) in figures.items():
        folded = sum(getattr(event, figure) for event in events)
        if folded != stored or counted not in (None, stored):
            yield Finding(warband, figure, folded, stored, counted)
