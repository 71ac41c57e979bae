"""Whoever has a fight's address may watch it; what is done in it needs a player, who may be a guest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from encounters.models import PitFight
from encounters.pit_selectors import fight_with_seats
from warbands.models import Player

View = Callable[..., HttpResponseBase]


def looker(request: HttpRequest) -> Player | None:
    """Whoever is signed in, if anybody is."""
    return request.user if isinstance(request.user, Player) else None


def fight_of_code(code: str) -> PitFight:
    """The fight of that address, with its seats; two queries. Raises Http404 where there is none."""
    row = fight_with_seats(code)
    if row is None:
        raise Http404("There is no such fight.")
    return row


def for_fight(view: View) -> View:
    """Gives the view the fight in place of its code."""

    @wraps(view)
    def asked(request: HttpRequest, code: str, **rest: Any) -> HttpResponseBase:
        return view(request, fight_of_code(code), **rest)

    return asked


def only_posted(view: View) -> View:
    """For addresses that only do things, below `for_fight`: whoever comes to look is led to the fight."""

    @wraps(view)
    def asked(request: HttpRequest, row: PitFight, **rest: Any) -> HttpResponseBase:
        return view(request, row, **rest) if request.method == "POST" else redirect(row)

    return asked


def unkept(answer: HttpResponse) -> HttpResponse:
    """No browser and no proxy keeps the page: it is one viewer's, and what is secret in it is soon none."""
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer
