"""Around every page: what is said where the site is there and its rules are not."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from warbands.selectors import RulesNotLoaded


class RulesNotLoadedMiddleware:
    """Answers for every page that needs the rulebook before one was loaded: 503, with what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, RulesNotLoaded):
            return render(request, "rules/not_loaded.html", status=503)
        return None
