"""A fighter on paper: asking for it, waiting, fetching the file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from encounters.models import PitDocument, PitRoster
from encounters.pit_roster_forms import PrintFighterForm
from encounters.services import pit_documents
from encounters.views.papers import Papers
from encounters.views.pit_rosters import for_keeper
from warbands.roster.refusals import Refused
from warbands.views.access import player_of


@for_keeper
@require_http_methods(["GET", "HEAD", "POST"])
def roster_print(request: HttpRequest, roster: PitRoster) -> HttpResponse:
    """What to print, and what was printed before."""
    form = PrintFighterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            asked = pit_documents.request_fighter(
                roster, by=player_of(request), paper=said["page"], blank=said["blank"]
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect(asked)
    context = {"roster": roster, "form": form, "before": PitDocument.objects.filter(roster=roster)}
    return render(request, "encounters/pit/roster_print.html", context, status=400 if form.errors else 200)


def _own(request: HttpRequest, code: str) -> PitDocument:
    rows = PitDocument.objects.select_related("roster")
    return get_object_or_404(rows, code=code, roster__owner=player_of(request))


papers = Papers(
    own=_own,
    addresses="pit-document",
    template="encounters/pit/roster_document.html",
    part="encounters/pit/_roster_document.html",
    otherwise="pit-fighter",
)
document, document_file, document_cancel = papers.document, papers.file, papers.stop
