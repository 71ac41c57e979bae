"""What a player does to a warband in a browser without scripts: the pages' forms, posted as they were drawn."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from warbands.models import Warband, Warrior

PAGES_OF_A_WARBAND = (
    "warband-detail",
    "warband-recruit",
    "warband-history",
    "warband-delete",
    "warband-export",
    "warband-export-json",
)
ACTS_OF_A_WARBAND = (
    "warband-recruit",
    "warband-rename",
    "warband-notes",
    "warband-found",
    "warband-sell",
    "warband-duplicate",
    "warband-delete",
    "warband-share",
    "warband-unshare",
)
PAGES_OF_A_WARRIOR = ("warrior-detail", "warrior-dismiss")
ACTS_OF_A_WARRIOR = (
    "warrior-buy",
    "warrior-take-away",
    "warrior-hand-out",
    "warrior-enlarge",
    "warrior-dismiss",
    "warrior-rename",
    "warrior-notes",
    "warrior-move",
    "warrior-spell",
)
# Enough for any act to be understood.
TYPED = {
    "item": "dagger",
    "name": "Taken over",
    "notes": "Taken over",
    "steps": "1",
    "old": "zzap",
    "new": "fooled_ya",
}


def version_of(warband: Warband) -> int:
    return Warband.objects.values_list("version", flat=True).get(pk=warband.pk)


def post(
    client: Client, act: str, warband: Warband, who: Warrior | None = None, /, query: str = "", **typed: Any
) -> HttpResponse:
    """Post an act with the warband's version as the page would have it, and follow where it leads."""
    ids = [warband.pk, who.pk] if who else [warband.pk]
    return client.post(reverse(act, args=ids) + query, {"version": version_of(warband), **typed}, follow=True)


def recruit_in_browser(client: Client, warband: Warband, type_key: str, /, **typed: Any) -> HttpResponse:
    return post(client, "warband-recruit", warband, query=f"?type={type_key}", **typed)


def hire_in_browser(client: Client, warband: Warband, type_key: str, /, **typed: Any) -> HttpResponse:
    return post(client, "warband-recruit", warband, query=f"?section=hired_sword&type={type_key}", **typed)


def page_of(client: Client, name: str, warband: Warband, who: Warrior | None = None, query: str = "") -> str:
    ids = [warband.pk, who.pk] if who else [warband.pk]
    answer = client.get(reverse(name, args=ids) + query)
    assert answer.status_code == 200
    return answer.content.decode()
