"""What every document of a game is asked in the same way, whatever it is of: how far it is, its file, stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from campaigns.views.documents import file_of
from encounters.models.papers import GameDocument
from encounters.services.papers import cancel_document
from warbands.roster.paper import PageSize
from warbands.views.access import is_htmx, player_of, signed_in

View = Callable[..., HttpResponseBase]
LEAST_OF_A_NAME = 3


def paper_posted(request: HttpRequest) -> PageSize:
    """What was asked for, A4 where nothing else was."""
    return "letter" if request.POST.get("page") == "letter" else "a4"


@dataclass(frozen=True)
class Papers:
    """Documents of one kind.

    ``own`` finds whose document a code means and raises Http404 for anybody else's, ``addresses`` is how the names of
    their addresses begin, ``template`` the page and ``part`` what of it changes, ``otherwise`` the name of a file whose
    title leaves nothing.
    """

    own: Callable[[HttpRequest, str], GameDocument]
    addresses: str
    template: str
    part: str
    otherwise: str

    @property
    def document(self) -> View:
        """How far the printing is, and then the file. htmx asks again for the part that changes."""

        @signed_in
        @require_safe
        def document(request: HttpRequest, code: str) -> HttpResponse:
            found = self.own(request, code)
            context = {
                "document": found,
                "file_url": reverse(f"{self.addresses}-file", args=[found.code, self._filename(found)]),
                "cancel_url": reverse(f"{self.addresses}-cancel", args=[found.code]),
            }
            answer = render(request, self.part if is_htmx(request) else self.template, context)
            answer["Cache-Control"] = "no-store"
            return answer

        return document

    @property
    def file(self) -> View:
        """The PDF itself. Its address ends in a readable name, which is for the reader only."""

        @signed_in
        @require_safe
        def document_file(request: HttpRequest, code: str, name: str) -> HttpResponseBase:
            found = self.own(request, code)
            return file_of(request, found, filename=self._filename(found))

        return document_file

    @property
    def stop(self) -> View:
        @signed_in
        @require_POST
        def document_cancel(request: HttpRequest, code: str) -> HttpResponseBase:
            found = self.own(request, code)
            cancel_document(found, by=player_of(request))
            messages.success(request, "The printing was cancelled.")
            return redirect(found)

        return document_cancel

    def _filename(self, found: GameDocument) -> str:
        """A title of another script, or of signs, leaves next to nothing that a file could be found by."""
        name = slugify(found.title)[:60]
        return name if sum(sign.isalnum() for sign in name) >= LEAST_OF_A_NAME else self.otherwise
