"""A battle's local day. Club nights are local dates: half past midnight belongs to the day that the clocks show."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

# How far ahead a battle may be dated, for clubs around the world and clocks that are wrong.
AHEAD = timedelta(days=1)
# What people may type for a day: battles from before they came here, and evenings that are planned far ahead.
YEARS_BACK, YEARS_AHEAD = 1, 2
FIRST, LAST = (moment.replace(tzinfo=UTC) for moment in (datetime.min, datetime.max))


def day_of(moment: datetime, zone: ZoneInfo) -> date:
    """The day on which a moment falls there."""
    return moment.astimezone(zone).date()


def span_of(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """A local day's first moment and the next day's, in UTC: 23 or 25 hours where the clocks change."""
    return _beginning(day, zone), LAST if day == date.max else _beginning(day + timedelta(days=1), zone)


def _beginning(day: date, zone: ZoneInfo) -> datetime:
    """A local day's first moment, at the ends of the calendar the first or the last that there is."""
    try:
        return datetime.combine(day, time(), zone).astimezone(UTC)
    except OverflowError:
        return FIRST if day.year == date.min.year else LAST


def wrong_day(day: date, today: date) -> str:
    """What is told of a day that nobody means; empty for one that may be."""
    first, last = _years_from(today, -YEARS_BACK), _years_from(today, YEARS_AHEAD)
    if first <= day <= last:
        return ""
    return f"A day between {first:%-d %B %Y} and {last:%-d %B %Y}: at most a year back and two years ahead."


def _years_from(day: date, years: int) -> date:
    """The same day in another year; of a leap day the day before."""
    last_of_month = min(day.day, 28) if day.month == 2 else day.day
    return day.replace(year=day.year + years, day=last_of_month)


def moment_of(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """What the clocks showed there as a moment in UTC: of an hour that comes twice the first, of one that the clocks
    leave out the moment as much later."""
    return datetime.combine(day, hour, zone).astimezone(UTC)
