"""The chronicle and the notes that players add."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns import selectors
from campaigns.forms.campaigns import NoteForm
from campaigns.models import ChronicleEntry
from campaigns.roles import Right
from campaigns.services.notes import add_note, withdraw_note
from campaigns.views.access import Here, done, for_member, posted
from warbands.roster.refusals import Refused

LINES_ON_A_PAGE = 40


@for_member()
@require_safe
def campaign_chronicle(request: HttpRequest, here: Here) -> HttpResponse:
    return _page(request, here, NoteForm())


def _page(request: HttpRequest, here: Here, form: NoteForm) -> HttpResponse:
    page = Paginator(selectors.chronicle_of(here.campaign), LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"here": here, "at": "chronicle", "page": page, "form": form}
    return render(request, "campaigns/chronicle.html", context)


@for_member(Right.NOTE)
@posted
def chronicle_note(request: HttpRequest, here: Here) -> HttpResponse:
    form = NoteForm(request.POST)
    if form.is_valid():
        try:
            add_note(here.campaign, by=here.player, text=form.cleaned_data["text"])
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, "Your note stands in the chronicle.")
            return redirect("campaign-chronicle", here.campaign.pk)
    return _page(request, here, form)


@for_member(Right.NOTE)
@posted
def chronicle_withdraw(request: HttpRequest, here: Here, entry_id: int) -> HttpResponse:
    """Take one's own note back."""
    entry = get_object_or_404(ChronicleEntry, pk=entry_id, campaign=here.campaign)
    return done(
        request,
        lambda: withdraw_note(entry, by=here.player),
        said="Your note was taken back.",
        to=reverse("campaign-chronicle", args=[here.campaign.pk]),
    )
