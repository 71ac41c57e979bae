"""A skirmish on paper: asking for its fight sheet, waiting, fetching the file."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from campaigns.views.documents import file_of
from encounters.models import SkirmishDocument, SkirmishFight
from encounters.services import skirmish_documents
from encounters.views.pit_access import only_posted
from encounters.views.skirmish_access import for_skirmish
from warbands.roster.refusals import Refused
from warbands.views.access import is_htmx, player_of, signed_in


@for_skirmish
@only_posted
@signed_in
def skirmish_print(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Its fight sheet: the one that there is, or a new one."""
    try:
        return redirect(skirmish_documents.request_sheet(row, by=player_of(request), paper=_paper(request)))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(row)


def _paper(request: HttpRequest) -> skirmish_documents.Paper:
    return "letter" if request.POST.get("page") == "letter" else "a4"


def _own(request: HttpRequest, code: str) -> SkirmishDocument:
    rows = SkirmishDocument.objects.select_related("fight")
    return get_object_or_404(rows, code=code, fight__made_by=player_of(request))


@signed_in
@require_safe
def document(request: HttpRequest, code: str) -> HttpResponse:
    """How far the printing is, and then the file. htmx asks again for the part that changes."""
    found = _own(request, code)
    context = {
        "document": found,
        "file_url": reverse("skirmish-document-file", args=[found.code, _filename(found)]),
        "cancel_url": reverse("skirmish-document-cancel", args=[found.code]),
    }
    template = "_document" if is_htmx(request) else "document"
    answer = render(request, f"encounters/skirmish/{template}.html", context)
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
    skirmish_documents.cancel_document(found, by=player_of(request))
    messages.success(request, "The printing was cancelled.")
    return redirect(found)


def _filename(found: SkirmishDocument) -> str:
    return slugify(found.title)[:60] or "fight-sheet"
