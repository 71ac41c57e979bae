"""The roster page of a full warband: its queries, and its time beside a bare view of as many rows and cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import path

from mordheim.rules.snapshot import WarbandSnapshot
from mordheim.templatetags.mordheim import _drawn
from mordheim.urls import urlpatterns as our_urls
from tests.benchmarks.figures import Figure, alternating, full_warband, milliseconds, rulebook, two_warriors
from warbands.models import Player, Warband
from warbands.services.founding import import_warband

_BARE = """<!doctype html><title>bare</title><table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>
{% endfor %}</tr>{% endfor %}</table>"""
_shape = {"rows": 0, "cells": 0}


def bare(request: HttpRequest) -> HttpResponse:
    """As many rows and cells as the roster page, from a ready list, with one query."""
    name = Warband.objects.values_list("name", flat=True)[0]
    per_row = _shape["cells"] // _shape["rows"]
    rows = [[f"{name[:6]} {number}" for number in range(per_row)] for _ in range(_shape["rows"])]
    return HttpResponse(engines["django"].from_string(_BARE).render({"rows": rows}))


urlpatterns = [*our_urls, path("bare/", bare)]


def shape_of(html: str) -> tuple[int, int]:
    """Rows and cells of a page: every table row, list item, term and block of text counts as it would in a table."""
    main = html[html.index("<main") : html.index("</main>")]
    texts = [text for text in re.findall(r">([^<>]+)<", main) if text.strip()]
    return len(re.findall(r"<(?:tr|li|dt|details|h[1-6]|p|dl)\b", main)), len(texts)


def take_shape(html: str) -> None:
    """From now on the bare view has as many rows and cells as this page."""
    _shape["rows"], _shape["cells"] = shape_of(html)


def shape_told() -> str:
    return f"{_shape['rows']} rows, {_shape['cells']} cells"


def _stored(snapshot: WarbandSnapshot, owner: Player) -> Warband:
    stored = import_warband(snapshot, owner=owner)
    if stored.warband is None:
        raise RuntimeError(f"the warband was not stored: {stored.problems}")
    return stored.warband


def measure() -> Iterator[Figure]:
    with override_settings(ROOT_URLCONF=__name__):
        yield from _measured()


def _measured() -> Iterator[Figure]:
    owner = Player.objects.create_user("bench")
    book = rulebook()
    full, few = _stored(full_warband(book), owner), _stored(two_warriors(book), owner)
    client = Client()
    client.force_login(owner)
    queries = {}
    for warband in (few, full):
        client.get(warband.get_absolute_url())
        with CaptureQueriesContext(
            connection,
        ) as captured:
            response = client.get(warband.get_absolute_url())
        if response.status_code != 200:
            raise RuntimeError(f"the roster page answered {response.status_code}")
        queries[warband.pk] = len(captured)
    yield Figure(
        "queries of the roster page, 20 warriors", str(queries[full.pk]), f"with 2 warriors: {queries[few.pk]}; aim: 12"
    )
    take_shape(response.content.decode())
    ours, theirs = alternating(lambda: client.get(full.get_absolute_url()), lambda: client.get("/bare/"), times=60)
    yield Figure(
        "server time of that page",
        f"{ours:.1f} ms",
        f"bare view, {shape_told()}: {theirs:.1f} ms",
        f"{ours / theirs:.2f} times, aim: 3",
    )
    cold = milliseconds(lambda: (_drawn.cache_clear(), client.get(full.get_absolute_url())), times=20)
    yield Figure(
        "the same where none of its cards was drawn before", f"{cold:.1f} ms", "", f"{cold / theirs:.2f} times"
    )
    size = len(response.content)
    yield Figure("its size", f"{size / 1000:.0f} kB", "aim: under 150 kB without pictures")
