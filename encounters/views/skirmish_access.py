"""Whoever has a skirmish's address may watch it; whoever keeps it acts in it, and may be a guest."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render

from encounters.models import SkirmishFight
from encounters.skirmish_selectors import skirmish_by_code
from encounters.views.pit_access import View, looker, unkept
from mordheim.rules.plainfile import Malformed
from warbands.forms.fields import NO_VERSION, ActForm


def skirmish_of_code(code: str) -> SkirmishFight:
    """The skirmish of that address; one query. Raises Http404 where there is none."""
    row = skirmish_by_code(code)
    if row is None:
        raise Http404("There is no such skirmish.")
    return row


def for_skirmish(view: View) -> View:
    """Gives the view the skirmish in place of its code. Where its ground or its sides cannot be read, because they were
    kept under other rules, a page says so."""

    @wraps(view)
    def asked(request: HttpRequest, code: str, **rest: Any) -> HttpResponseBase:
        row = skirmish_of_code(code)
        try:
            return view(request, row, **rest)
        except Malformed:
            return unkept(render(request, "encounters/skirmish/skirmish.html", unreadable(request, row)))

    return asked


def unreadable(request: HttpRequest, row: SkirmishFight) -> dict[str, Any]:
    """What the page of a skirmish takes that the rules do not know any more."""
    return {"row": row, "keeps": keeps(request, row), "diverged": True}


def keeps(request: HttpRequest, row: SkirmishFight) -> bool:
    """Whether it is his to act in."""
    player = looker(request)
    return player is not None and row.made_by_id == player.pk


def version_posted(request: HttpRequest) -> int:
    """The version that a posted form was drawn from; one that no skirmish has where it names none."""
    form = ActForm(request.POST)
    return int(form.cleaned_data["version"]) if form.is_valid() else NO_VERSION
