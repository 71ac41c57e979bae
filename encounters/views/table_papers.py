"""What a table gives away: its map as a file, and the set-up sheet that a worker prints."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.postbattle.log import Diverged
from campaigns.services.documents import cancel_document
from campaigns.views.access import done
from campaigns.views.battle_access import AtBattle, for_looker, only_posted
from campaigns.views.documents import file_of, how_far
from encounters.map_svg import to_svg
from encounters.models import TableDocument
from encounters.services.table_documents import request_sheet
from encounters.setup.page import overlay_of
from encounters.views.papers import paper_posted
from encounters.views.tables import begun
from warbands.roster.refusals import Refused


@for_looker
@require_safe
def table_map_file(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """The map as it is by now, in paper's ink."""
    try:
        run = begun(there)[0].run
    except Diverged:
        run = None
    on_it = overlay_of(run) if run else None
    if run is None or run.board is None or on_it is None:
        raise Http404("There is no map yet.")
    answer = HttpResponse(to_svg(run.board.drawn, run.board.table, on_it, ink="paper"), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{_filename(there)}.svg"'
    answer["Cache-Control"] = "no-store"
    return answer


@for_looker
@only_posted
def table_print(request: HttpRequest, there: AtBattle) -> HttpResponse:
    """Have the sheet printed."""
    table, encounter = begun(there)
    try:
        return redirect(request_sheet(encounter, by=there.here.player, page=paper_posted(request)))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(table.url)


def _document(there: AtBattle, document_id: int) -> TableDocument:
    rows = TableDocument.objects.select_related("encounter")
    document = get_object_or_404(rows, pk=document_id, encounter__battle=there.battle.pk)
    document.encounter.battle = there.battle
    return document


@for_looker
@require_safe
def table_document(request: HttpRequest, there: AtBattle, document_id: int) -> HttpResponse:
    """How far the printing is, and then the file."""
    document = _document(there, document_id)
    ids = [there.here.campaign.pk, there.battle.pk, document.pk]
    return how_far(
        request,
        there.here,
        document,
        file_url=reverse("table-document-file", args=[*ids, _filename(there)]),
        cancel_url=reverse("table-document-cancel", args=ids),
        kept_under="the table's page",
    )


@for_looker
@require_safe
def table_document_file(request: HttpRequest, there: AtBattle, document_id: int, name: str) -> FileResponse:
    """The PDF itself. Its address ends in a readable name, which is for the reader only."""
    return file_of(request, _document(there, document_id), filename=_filename(there))


@for_looker
@only_posted
def table_document_cancel(request: HttpRequest, there: AtBattle, document_id: int) -> HttpResponseBase:
    document = _document(there, document_id)
    return done(
        request,
        lambda: cancel_document(document, by=there.here.player),
        said="The printing was cancelled.",
        to=document.get_absolute_url(),
    )


def _filename(there: AtBattle) -> str:
    name = slugify(there.here.campaign.name)[:50] or f"campaign-{there.here.campaign.pk}"
    return f"{name}-battle-{there.battle.number}-table"
