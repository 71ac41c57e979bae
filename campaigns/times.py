"""Moments are stored in UTC and shown where the campaign is played."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Protocol
from zoneinfo import ZoneInfo, available_timezones

USUAL_ZONE = "Europe/London"


class HasZone(Protocol):
    time_zone: str


def local(campaign: HasZone, moment: datetime) -> datetime:
    """A moment as the campaign's clocks show it."""
    return moment.astimezone(zone_of(campaign))


def zone_of(campaign: HasZone) -> ZoneInfo:
    return ZoneInfo(campaign.time_zone)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The IANA names that are places, ``UTC`` first."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))
