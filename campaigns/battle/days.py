"""A battle's local day. Club nights are local dates: half past midnight belongs to the day that the clocks show."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# How far ahead a battle may be dated, for clubs around the world and clocks that are wrong.
AHEAD = timedelta(days=1)


def day_of(moment: datetime, zone: ZoneInfo) -> date:
    """The day on which a moment falls there."""
    return moment.astimezone(zone).date()


def span_of(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """A local day's first moment and the next day's, in UTC: 23 or 25 hours where the clocks change."""
    first, after = (datetime.combine(one, time(), zone) for one in (day, day + timedelta(days=1)))
    return first.astimezone(UTC), after.astimezone(UTC)


def moment_of(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """What the clocks showed there as a moment in UTC: of an hour that comes twice the first, of one that the clocks
    leave out the moment as much later."""
    return datetime.combine(day, hour, zone).astimezone(UTC)
