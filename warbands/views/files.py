"""Warband files: out, in, and what they look like."""

from __future__ import annotations

from typing import Literal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from warbands.forms.warbands import ImportForm
from warbands.models import Warband
from warbands.roster.interchange import warband_schema, write_warband
from warbands.roster.problems import Problem
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.founding import import_warband
from warbands.services.quotas import room_for
from warbands.views.access import for_owner, player_of, signed_in

TYPES = {"yaml": "application/yaml; charset=utf-8", "json": "application/json; charset=utf-8"}


@for_owner
@require_safe
def warband_export(request: HttpRequest, warband: Warband, ending: Literal["yaml", "json"]) -> HttpResponse:
    """The canonical file, named after the warband in letters that every disk can hold."""
    content = write_warband(snapshot_of(warband), current_rulebook(), as_json=ending == "json")
    name = slugify(warband.name)[:60].strip("-") or f"warband-{warband.pk}"
    response = HttpResponse(content, content_type=TYPES[ending])
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    response["Cache-Control"] = "no-store"
    return response


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def warband_import(request: HttpRequest) -> HttpResponse:
    """A warband from a file: founded where it is legal, a draft where only numbers are wrong."""
    rulebook = current_rulebook()
    if request.method != "POST":
        return _import_page(request, ImportForm(rulebook=rulebook))
    form = ImportForm(request.POST, request.FILES, rulebook=rulebook)
    if not form.is_valid():
        return _import_page(request, form)
    player = player_of(request)
    try:
        with room_for(player, "warbands"):
            imported = import_warband(form.cleaned_data["snapshot"], owner=player)
    except Refused as refused:
        form.add_error(None, refused.message)
        return _import_page(request, form)
    if imported.warband is None:
        return _import_page(request, form, imported.problems)
    if imported.legal:
        messages.success(request, f"{imported.warband.name} came from the file.")
    else:
        messages.warning(
            request,
            f"{imported.warband.name} came from the file as a draft: it cannot be founded until the problems below "
            "are mended.",
        )
    return redirect(imported.warband)


def _import_page(request: HttpRequest, form: ImportForm, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    return render(request, "warbands/import.html", {"form": form, "problems": problems})


@require_safe
def schema(request: HttpRequest) -> JsonResponse:
    """The JSON Schema of the warband file."""
    return JsonResponse(warband_schema(), json_dumps_params={"indent": 2})
