"""A fighter on paper: asking for it, waiting, fetching the file."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.views.documents import file_of
from encounters.models import PitDocument, PitRoster
from encounters.pit_roster_forms import PrintFighterForm
from encounters.services import pit_documents
from encounters.views.pit_rosters import for_keeper
from warbands.roster.refusals import Refused
from warbands.views.access import is_htmx, player_of, signed_in


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


@signed_in
@require_safe
def document(request: HttpRequest, code: str) -> HttpResponse:
    """How far the printing is, and then the file. htmx asks again for the part that changes."""
    found = _own(request, code)
    context = {
        "document": found,
        "file_url": reverse("pit-document-file", args=[found.code, _filename(found)]),
        "cancel_url": reverse("pit-document-cancel", args=[found.code]),
    }
    template = "_roster_document" if is_htmx(request) else "roster_document"
    answer = render(request, f"encounters/pit/{template}.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@signed_in
@require_safe
def document_file(request: HttpRequest, code: str, name: str) -> FileResponse:
    """The PDF itself. Its address ends in a readable name, which is for the reader only."""
    found = _own(request, code)
    return file_of(request, found, filename=_filename(found))


@signed_in
@require_POST
def document_cancel(request: HttpRequest, code: str) -> HttpResponseBase:
    found = _own(request, code)
    pit_documents.cancel_document(found, by=player_of(request))
    messages.success(request, "The printing was cancelled.")
    return redirect(found)


def _filename(found: PitDocument) -> str:
    return slugify(found.title)[:60] or "pit-fighter"
