"""Whose request it is, when proxies stand in front.

Each trusted proxy appends the address it was called from to X-Forwarded-For, so with N of them the client is the Nth
entry from the right; everything further left was written by the client and may be a lie. Without a trusted proxy
the header is not read at all.
"""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    direct: str | None = request.META.get("REMOTE_ADDR") or None
    if not settings.PROXY_COUNT:
        return direct
    forwarded = [entry.strip() for entry in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if entry.strip()]
    return forwarded[-settings.PROXY_COUNT] if len(forwarded) >= settings.PROXY_COUNT else direct
