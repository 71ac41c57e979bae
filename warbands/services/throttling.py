"""How often one address may do what costs us something: making guests, signing up, having mails sent.

The count lives in the cache, so it is per process where the cache is, and gone after a restart: it slows down
whoever hammers at a form and is no accounting. Sign-in has a throttle of its own (django-axes), which counts in the
database.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import time

from django.core.cache import cache
from django.http import HttpRequest

from mordheim.proxy import client_address
from warbands.roster.refusals import Refused

HOUR = 3600


class TooOften(Refused):
    """Done too often for now. ``seconds`` is how long to wait."""

    def __init__(self, message: str, *, seconds: int) -> None:
        minutes = max(1, math.ceil(seconds / 60))
        wait = "a minute" if minutes == 1 else f"{minutes} minutes"
        super().__init__(f"{message} Try again in {wait}.", code="too_often")
        self.seconds = seconds


def address_of(request: HttpRequest) -> str:
    """Who is calling, for counting: an IPv6 caller has a whole /64 to call from, so the network stands for him."""
    address = client_address(request) or ""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)


def spend(what: str, who: str, *, limit: int, told: str, seconds: int = HOUR) -> None:
    """Count one more ``what`` of ``who``.

    Raises:
        TooOften: when there were ``limit`` of them within ``seconds`` of the first; ``told`` is its sentence.
    """
    key = f"throttle:{hashlib.sha256(f'{what}:{who}'.encode()).hexdigest()}"
    if cache.add(key, 0, seconds):
        cache.set(f"{key}:until", time.time() + seconds, seconds)
    try:
        count = cache.incr(key)
    except ValueError:
        # It ran out between the two lines.
        return
    if count > limit:
        until = cache.get(f"{key}:until", time.time() + seconds)
        raise TooOften(told, seconds=max(1, int(until - time.time())))
