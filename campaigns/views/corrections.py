"""What arbitrators set right: which warband, which thing, the form, and all that was corrected so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors
from campaigns.forms import corrections as forms
from campaigns.models import Enrolment
from campaigns.roles import Right
from campaigns.services import corrections
from campaigns.views.access import Here, for_member
from warbands.models import Warband
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, roster_of
from warbands.services.acts import Done

CORRECTIONS_ON_A_PAGE = 20


@dataclass(frozen=True)
class Correction:
    """A thing that can be set right: its form and the act that does it."""

    form: type[forms.CorrectionForm]
    act: Callable[..., Done]


CORRECTIONS = {
    "gold": Correction(forms.GoldForm, corrections.correct_gold),
    "wyrdstone": Correction(forms.WyrdstoneForm, corrections.correct_wyrdstone),
    "experience": Correction(forms.ExperienceForm, corrections.correct_experience),
    "advances": Correction(forms.AdvancesForm, corrections.correct_advances_due),
    "games-to-miss": Correction(forms.GamesForm, corrections.correct_games_to_miss),
    "add-injury": Correction(forms.AddInjuryForm, corrections.add_injury),
    "remove-injury": Correction(forms.RemoveInjuryForm, corrections.remove_injury),
    "add-skill": Correction(forms.AddSkillForm, corrections.add_skill),
    "remove-skill": Correction(forms.RemoveSkillForm, corrections.remove_skill),
    "add-item": Correction(forms.AddItemForm, corrections.add_item),
    "remove-item": Correction(forms.RemoveItemForm, corrections.remove_item),
    "warrior-name": Correction(forms.RenameWarriorForm, corrections.rename_warrior),
    "warband-name": Correction(forms.RenameWarbandForm, corrections.rename_warband),
}


@for_member(Right.CORRECT)
@require_safe
def campaign_corrections(request: HttpRequest, here: Here) -> HttpResponse:
    """Choose a warband; below, what was corrected."""
    page = Paginator(selectors.corrections_of(here.campaign), CORRECTIONS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"here": here, "at": "corrections", "warbands": selectors.present_of(here.campaign), "page": page}
    return render(request, "campaigns/corrections.html", context)


@for_member(Right.CORRECT)
@require_safe
def correction_choose(request: HttpRequest, here: Here, enrolment_id: int) -> HttpResponse:
    """Choose what to set right in a warband."""
    enrolment, warband = _warband(here, enrolment_id)
    roster = roster_in(warband)
    offers = [(what, one.form.title, one.form(roster=roster).possible) for what, one in CORRECTIONS.items()]
    context = {"here": here, "at": "corrections", "enrolment": enrolment, "warband": warband, "offers": offers}
    return render(request, "campaigns/correct.html", context)


@for_member(Right.CORRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def correction_make(request: HttpRequest, here: Here, enrolment_id: int, what: str) -> HttpResponse:
    enrolment, warband = _warband(here, enrolment_id)
    if what not in CORRECTIONS:
        raise Http404("There is no such correction.")
    correction, roster = CORRECTIONS[what], roster_in(warband)
    form = correction.form(
        request.POST if request.method == "POST" else None, roster=roster, initial={"version": warband.version}
    )
    if form.is_bound and form.is_valid():
        try:
            done = correction.act(enrolment, by=here.player, **form.asked)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, done.event.sentence)
            return redirect("correction-choose", here.campaign.pk, enrolment.pk)
    context = {
        "here": here,
        "at": "corrections",
        "enrolment": enrolment,
        "warband": Warband.objects.filter(pk=warband.pk).first() or warband,
        "form": form,
        "possible": form.possible,
    }
    return render(request, "campaigns/correction.html", context)


def _warband(here: Here, enrolment_id: int) -> tuple[Enrolment, Warband]:
    """An active warband of the campaign. Raises Http404 for others."""
    rows = Enrolment.objects.active().select_related("warband", "player")
    enrolment = get_object_or_404(rows, pk=enrolment_id, campaign=here.campaign)
    if enrolment.warband is None:
        raise Http404("This warband is gone.")
    return enrolment, enrolment.warband


def roster_in(warband: Warband) -> Roster:
    """The warband read against the rules. Raises Http404 where they have no such kind any more."""
    try:
        return roster_of(warband, current_rulebook())
    except KeyError:
        raise Http404("The rules have no such kind of warband any more.") from None
