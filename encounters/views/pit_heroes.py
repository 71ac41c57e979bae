"""The page of a hero who was sold to the pits: as what he fights, and against whom."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.views.postbattle import Night, for_night_that_counts
from encounters.pit_forms import HeroForm
from encounters.pit_selectors import pit_rules
from encounters.services.pit_heroes import fight_for, hero_asked_for, open_heros_fight
from encounters.views.pit_access import unkept
from warbands.roster.refusals import Refused


@for_night_that_counts
@require_http_methods(["GET", "HEAD", "POST"])
def hero(request: HttpRequest, night: Night) -> HttpResponse:
    """Leads to the fight, where it has been opened, and to the night, where it waits for none."""
    name = hero_asked_for(night.post) if night.takes else ""
    if not name:
        return redirect(night.post)
    if known := fight_for(night.post, hero=name):
        return redirect(known)
    arbitrates = night.here.membership.is_arbitrator
    form = HeroForm(request.POST if request.method == "POST" else None, arbitrates=arbitrates)
    if request.method != "POST" or not form.is_valid() or form.asks:
        return _draw(request, night, name, form, form.first_error)
    said = form.cleaned_data
    try:
        fight = open_heros_fight(
            night.post,
            by=night.here.player,
            scroll=said["scroll"],
            levels=form.enlisting.levels,
            strength=said["computer"],
            minutes=said["minutes"] or 0,
        )
    except Refused as refused:
        return _draw(request, night, name, form, refused.message)
    return redirect(fight)


def _draw(request: HttpRequest, night: Night, name: str, form: HeroForm, trouble: str = "") -> HttpResponse:
    context = {"form": form, "rules": pit_rules(), "night": night, "hero": name, "trouble": trouble}
    return unkept(render(request, "encounters/pit/hero.html", context))
