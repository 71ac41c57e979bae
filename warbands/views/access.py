"""Whose warband an address means, and how an act is answered.

Somebody else's warband is not found: its existence is nobody's business. Who is signed out is led to the sign-in.

An act is posted to an address of its own and answered by the page it was done from. Done or refused, with htmx or
without, that page is drawn by the same function, so the four answers cannot differ: without htmx what was done is
told by the message after a redirect; a refusal draws the page as it is now with all that was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from warbands.forms.fields import ActForm
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused
from warbands.services.acts import Done

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def own_warband(request: HttpRequest, pk: int) -> Warband:
    """The signed-in player's warband of that id. Raises Http404 for anybody else's."""
    return get_object_or_404(Warband, pk=pk, owner=request.user)


def signed_in(view: View[P]) -> View[P]:
    """For whoever is signed in, guests too. htmx is told to load the sign-in page, not to swap it in."""

    @wraps(view)
    def asked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        came_from = request.get_full_path() if request.method == "GET" else reverse("warband-list")
        answer = redirect_to_login(came_from)
        if is_htmx(request):
            return HttpResponse(headers={"HX-Redirect": answer.url})
        return answer

    return asked


def for_owner(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Gives the view the player's own warband in place of its id."""

    @signed_in
    @wraps(view)
    def asked(request: HttpRequest, pk: int, **rest: Any) -> HttpResponseBase:
        return view(request, own_warband(request, pk), **rest)

    return asked


def posted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For addresses that only do things, below `for_owner`: whoever comes to look is led back to the warband."""

    @wraps(view)
    def asked(request: HttpRequest, warband: Warband, **rest: Any) -> HttpResponseBase:
        if request.method == "POST":
            return view(request, warband, **rest)
        answer = render(request, "405.html", {"warband": warband}, status=405)
        answer["Allow"] = "POST"
        return answer

    return asked


def player_of(request: HttpRequest) -> Player:
    """Whoever is signed in. Only below `signed_in`."""
    assert isinstance(request.user, Player)  # noqa: S101  (what the decorator has made sure of)
    return request.user


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def wants_a_part(request: HttpRequest) -> bool:
    """Whether only the part of the page that changes is asked for.

    Going back in the browser asks with htmx's header too, and wants the whole page.
    """
    return is_htmx(request) and not request.htmx.history_restore_request  # type: ignore[attr-defined]


class Page(Protocol):
    """A page of a warband that acts are done from."""

    def address(self, warband: Warband) -> str: ...

    def draw(
        self, request: HttpRequest, warband: Warband, *, said: str = "", trouble: str = "", form: Any = None
    ) -> HttpResponse: ...


def perform(
    request: HttpRequest,
    warband: Warband,
    form: ActForm,
    service: Callable[..., Done],
    page: Page,
    then: Callable[[Done], Page] | None = None,
    **about: Any,
) -> HttpResponse:
    """Do what a form asks from a page, and answer with it or with the page that follows it.

    ``about`` are arguments of the service that the address gives, such as the warrior.

    Raises:
        Http404: when the warrior meant is not of this warband, or the warband is gone meanwhile.
    """
    if not form.is_valid():
        return page.draw(request, warband, trouble=form.first_error, form=form)
    try:
        done = service(warband, by=player_of(request), **about, **form.asked)
    except Refused as refused:
        if refused.code in ("no_such_warrior", "no_such_warband"):
            raise Http404(refused.message) from None
        if refused.code == "dice":
            form.dice_do_not_do(refused.message)
        return page.draw(request, fresh(warband), trouble=form.first_error or refused.message, form=form)
    following = then(done) if then else page
    if is_htmx(request):
        answer = following.draw(request, done.warband, said=done.event.sentence)
        answer["HX-Push-Url"] = following.address(done.warband)
        if following != page:
            answer["HX-Reswap"] = "outerHTML show:#builder:top"
        return answer
    messages.success(request, done.event.sentence)
    return redirect(following.address(done.warband))


def fresh(warband: Warband) -> Warband:
    """The warband as it is now. Raises Http404 when it is gone."""
    return get_object_or_404(Warband, pk=warband.pk)


def typed(form: Any, kind: type[ActForm], initial: dict[str, Any]) -> ActForm:
    """The form that was just posted, with all that was typed, where it is of that kind; else a new one."""
    return form if type(form) is kind else kind(initial=initial)


def draw_panel(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """A page made of a panel and an action bar: whole, or only these two for htmx."""
    context = {**context, "panel": f"warbands/_{name}.html", "bar": f"warbands/_{name}_bar.html"}
    answer = render(request, "warbands/_swapped.html" if wants_a_part(request) else "warbands/panel.html", context)
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "HX-Request, Cookie"
    return answer
