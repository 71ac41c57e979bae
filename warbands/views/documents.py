"""Pages of printed sheets: choosing, waiting, fetching the file."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from mordheim.documents.press import delete_document
from warbands.forms.documents import SHEETS, PrintForm
from warbands.models import RosterDocument, Warband
from warbands.roster.refusals import Refused
from warbands.services.documents import request_roster_document
from warbands.views.access import for_owner, is_htmx, player_of, posted, signed_in


@require_GET
@for_owner
def print_options(request: HttpRequest, warband: Warband) -> HttpResponse:
    """What to print, and what was printed before."""
    wanted = request.GET.get("sheet", "")
    sheet = wanted if wanted in dict(SHEETS) else "roster"
    return _options_page(request, warband, PrintForm(initial={"sheet": sheet}))


@for_owner
@posted
def document_request(request: HttpRequest, warband: Warband) -> HttpResponse:
    """Ask for a PDF; the same one again while nothing has changed."""
    form = PrintForm(request.POST)
    if not form.is_valid():
        return _options_page(request, warband, form)
    try:
        document = request_roster_document(warband, by=player_of(request), options=form.options())
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("print-options", pk=warband.pk)
    return redirect(document)


def _options_page(request: HttpRequest, warband: Warband, form: PrintForm) -> HttpResponse:
    documents = RosterDocument.objects.filter(warband=warband)
    context = {"warband": warband, "form": form, "documents": documents}
    return render(request, "warbands/print_options.html", context, status=400 if form.errors else 200)


def _own_document(request: HttpRequest, pk: int) -> RosterDocument:
    documents = RosterDocument.objects.select_related("warband")
    return get_object_or_404(documents, pk=pk, warband__owner=request.user)


@require_GET
@signed_in
def document_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """How far the printing is, and then the file. htmx asks again for the part that changes."""
    document = _own_document(request, pk)
    template = "warbands/_document.html" if is_htmx(request) else "warbands/document.html"
    context = {"document": document, "warband": document.warband, "filename": _filename(document)}
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@signed_in
def document_file(request: HttpRequest, pk: int, name: str) -> FileResponse:
    """The PDF itself. Its address ends in a readable name, which is for the reader only."""
    document = _own_document(request, pk)
    if document.status != RosterDocument.Status.READY or not document.file:
        raise Http404("This sheet has not been printed yet.")
    try:
        opened = document.file.open("rb")
    except FileNotFoundError:
        raise Http404("The file of this sheet is gone: ask for it again.") from None
    inline = "download" not in request.GET
    response = FileResponse(
        opened, filename=f"{_filename(document)}.pdf", as_attachment=not inline, content_type="application/pdf"
    )
    response["Cache-Control"] = "private, max-age=3600"
    return response


@require_POST
@signed_in
def document_delete(request: HttpRequest, pk: int) -> HttpResponse:
    document = _own_document(request, pk)
    delete_document(document)
    messages.success(request, "The sheet was thrown away.")
    return redirect("print-options", pk=document.warband_id)


def _filename(document: RosterDocument) -> str:
    sheet = {"roster": "roster", "cards": "cards", "reference": "reference"}.get(document.options["sheet"], "sheets")
    name = slugify(document.warband.name)[:60] or f"warband-{document.warband_id}"
    return f"{name}-{sheet}"
