"""A skirmish on paper: asking for its fight sheet, waiting, fetching the file."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from encounters.models import SkirmishDocument, SkirmishFight
from encounters.services import skirmish_documents
from encounters.views.papers import Papers, paper_posted
from encounters.views.pit_access import only_posted
from encounters.views.skirmish_access import for_skirmish
from warbands.roster.refusals import Refused
from warbands.views.access import player_of, signed_in


@for_skirmish
@only_posted
@signed_in
def skirmish_print(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Its fight sheet: the one that there is, or a new one."""
    try:
        return redirect(skirmish_documents.request_sheet(row, by=player_of(request), paper=paper_posted(request)))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(row)


def _own(request: HttpRequest, code: str) -> SkirmishDocument:
    rows = SkirmishDocument.objects.select_related("fight")
    return get_object_or_404(rows, code=code, fight__made_by=player_of(request))


papers = Papers(
    own=_own,
    addresses="skirmish-document",
    template="encounters/skirmish/document.html",
    part="encounters/skirmish/_document.html",
    otherwise="fight-sheet",
)
document, document_file, document_cancel = papers.document, papers.file, papers.stop
