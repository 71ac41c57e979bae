"""Pages of what a campaign prints: asking for it, waiting, fetching the file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.document_selectors import documents_of, latest_for, may_have, printed_of, printed_of_night
from campaigns.evening_selectors import fought_on, last_evening, night_of_side
from campaigns.forms.documents import PaperForm
from campaigns.models import CampaignDocument
from campaigns.roles import Right
from campaigns.services.documents import cancel_document, request_evening, request_night
from campaigns.views.access import Here, done, for_member, posted
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused
from warbands.views.access import is_htmx

Ask = Callable[[PageSize], CampaignDocument]


@for_member(Right.SEE)
@require_safe
def evening_last(request: HttpRequest, here: Here) -> HttpResponse:
    """Leads to the last evening on which something was fought."""
    day = last_evening(here.campaign)
    if day is None:
        messages.info(request, "No battle has been fought yet, so there is nothing to print.")
        return redirect("battle-list", here.campaign.pk)
    return redirect("evening-print", here.campaign.pk, day)


@for_member(Right.SEE)
@require_http_methods(["GET", "HEAD", "POST"])
def evening_print(request: HttpRequest, here: Here, day: date) -> HttpResponse:
    """Ask for the report of an evening, and what was printed of it before."""
    context = {
        "title": f"The evening of {day.day} {day:%B %Y}",
        "battles": fought_on(here.campaign, day),
        "before": lambda: latest_for(printed_of(here.campaign, day=day), here.membership),
        "at": "battles",
    }
    return _asked(
        request, here, context, lambda page: request_evening(here.campaign, by=here.player, day=day, page=page)
    )


@for_member(Right.SEE)
@require_http_methods(["GET", "HEAD", "POST"])
def night_print(request: HttpRequest, here: Here, side_id: int) -> HttpResponse:
    """Ask for the record of one warband's night."""
    post = night_of_side(here.campaign, side_id)
    if post is None:
        raise Http404("There is no such night in this campaign.")
    context = {
        "title": f"The night of {post.side.warband_name} after {post.side.battle}",
        "night": post,
        "before": lambda: latest_for(printed_of_night(here.campaign, night=post), here.membership),
        "at": "battles",
    }
    return _asked(request, here, context, lambda page: request_night(post, by=here.player, page=page))


def _asked(request: HttpRequest, here: Here, context: dict[str, Any], ask: Ask) -> HttpResponse:
    form = PaperForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(ask(form.cleaned_data["page"]))
        except Refused as refused:
            form.add_error(None, refused.message)
    status = 400 if form.errors else 200
    return render(request, "campaigns/print.html", {**context, "here": here, "form": form}, status=status)


def _document(here: Here, document_id: int) -> CampaignDocument:
    """A document of this campaign that tells nothing which its reader may not see. Raises Http404."""
    document = get_object_or_404(documents_of(here.campaign), pk=document_id)
    document.campaign = here.campaign
    if not may_have(document, here.membership):
        raise Http404("There is no such document for you.")
    return document


@for_member(Right.SEE)
@require_safe
def campaign_document(request: HttpRequest, here: Here, document_id: int) -> HttpResponse:
    """How far the printing is, and then the file. htmx asks again for the part that changes."""
    document = _document(here, document_id)
    ids = [here.campaign.pk, document.pk]
    return how_far(
        request,
        here,
        document,
        file_url=reverse("campaign-document-file", args=[*ids, _filename(document)]),
        cancel_url=reverse("campaign-document-cancel", args=ids),
    )


def how_far(
    request: HttpRequest,
    here: Here,
    document: Any,
    *,
    file_url: str,
    cancel_url: str,
    kept_under: str = "Printed before",
) -> HttpResponse:
    """The page of a document, whichever it is, of something in a campaign."""
    may_cancel = document.may_cancel(here.player, arbitrates=here.arbitrates)
    context = {
        "here": here,
        "at": "battles",
        "document": document,
        "file_url": file_url,
        "cancel_url": cancel_url if may_cancel else "",
        "kept_under": kept_under,
    }
    template = "campaigns/_document.html" if is_htmx(request) else "campaigns/document.html"
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"
    return response


@for_member(Right.SEE)
@require_safe
def campaign_document_file(request: HttpRequest, here: Here, document_id: int, name: str) -> FileResponse:
    """The PDF itself. Its address ends in a readable name, which is for the reader only."""
    document = _document(here, document_id)
    return file_of(request, document, filename=_filename(document))


def file_of(request: HttpRequest, document: Any, *, filename: str) -> FileResponse:
    """The PDF of a document. Raises Http404 for one that is not ready, or whose file is lost."""
    if document.status != document.READY:
        raise Http404("This has not been printed yet.")
    try:
        opened = document.file.open("rb")
    except FileNotFoundError:
        raise Http404("The file is gone: ask for it again.") from None
    response = FileResponse(
        opened,
        filename=f"{filename}.pdf",
        as_attachment="download" in request.GET,
        content_type="application/pdf",
    )
    response["Cache-Control"] = "private, max-age=3600"
    return response


@for_member(Right.SEE)
@posted
def campaign_document_cancel(request: HttpRequest, here: Here, document_id: int) -> HttpResponse:
    document = _document(here, document_id)
    return done(
        request,
        lambda: cancel_document(document, by=here.player),
        said="The printing was cancelled.",
        to=document.get_absolute_url(),
    )


def _filename(document: CampaignDocument) -> str:
    name = slugify(document.campaign.name)[:50] or f"campaign-{document.campaign_id}"
    if document.kind == CampaignDocument.Kind.EVENING:
        return f"{name}-{document.day.isoformat()}"
    return f"{slugify(document.title)[:80] or 'night'}-{document.day.isoformat()}"
