"""The night after a battle on the page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from campaigns.views.access import Here, for_member


@for_member()
def post_battle(request: HttpRequest, here: Here, battle_id: int, side_id: int) -> HttpResponse:
    raise Http404


@for_member()
def post_battle_step(request: HttpRequest, here: Here, battle_id: int, side_id: int, step: str) -> HttpResponse:
    raise Http404


@for_member()
def post_battle_take(request: HttpRequest, here: Here, battle_id: int, side_id: int) -> HttpResponse:
    raise Http404
