"""Whom an address reaches. Pure."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_of_this_machine(url: str) -> bool:
    """Whether an address leads nobody anywhere who opens it on another machine: ``http://127.0.0.1:8000/``."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified
