"""The record of a battle's dice, and how anybody works the app's out again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.battle.verifying import sides_of_die
from campaigns.dice_selectors import dice_of
from campaigns.views.battle_access import AtBattle, for_looker


@for_looker
@require_safe
def battle_dice(request: HttpRequest, there: AtBattle) -> HttpResponse:
    record = dice_of(there.battle)
    example = next((one for one in record.rolls if one.state == "agrees" and sides_of_die(one.rolled.die) == 6), None)
    context = {"here": there.here, "at": "battles", "battle": there.battle, "record": record, "example": example}
    return render(request, "campaigns/battle_dice.html", context)
