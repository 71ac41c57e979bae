"""The audit: folds a warband's events and arrives at the stored figures, or says where it does not.

The stored figures are compared with what the roster counts as well, unless the rules have changed since the warband's
last act: a club that raises a price moves what a starting warband counts, and the next act moves the books.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from warbands.models import RulesState, Warband, WarbandEvent
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
    rulebook, changed_at = current_rulebook(), RulesState.objects.earliest("pk").changed_at
    for warband in warbands:
        events = list(WarbandEvent.objects.filter(warband=warband))
        is_countable = bool(events) and events[-1].happened_at >= changed_at
        checked = check(snapshot_of(warband), rulebook) if is_countable else None
        yield from _audit_one(warband, events, checked)


def _audit_one(warband: Warband, events: list[WarbandEvent], checked: Checked | None) -> Iterator[Finding]:
    numbers = [event.number for event in events]
    if numbers != list(range(1, warband.version + 1)):
        yield Finding(warband, "number of events", len(numbers), warband.version, None)
    figures = {
        "gold": (warband.treasury, warband.treasury_at(checked.treasury) if checked else None),
        "shards": (warband.wyrdstone, None),
        "rating": (warband.rating, checked.rating if checked else None),
        "warriors": (warband.warrior_count, checked.warriors if checked else None),
    }
    for figure, (stored, counted) in figures.items():
        folded = sum(getattr(event, figure) for event in events)
        if folded != stored or counted not in (None, stored):
            yield Finding(warband, figure, folded, stored, counted)
