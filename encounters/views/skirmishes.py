"""The game's own page, a new skirmish, the tables of the rules; and what is done to a skirmish as a whole."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from encounters.hitchance.fight_file import FightFile
from encounters.hitchance.rule_tables import read_rulings, rule_tables
from encounters.models import SkirmishFight
from encounters.services import skirmish_drafts as drafts
from encounters.skirmish_forms import FileForm
from encounters.skirmish_selectors import content_of, file_of, hit_rules, ready_made, skirmishes_of
from encounters.views.pit_access import looker, only_posted, unkept
from encounters.views.skirmish_access import for_skirmish, version_posted
from mordheim.rules.plainfile import write_yaml
from warbands.roster.refusals import OutOfDate, Refused
from warbands.services.guests import player_for
from warbands.views.access import player_of, signed_in


@require_safe
def skirmishes(request: HttpRequest) -> HttpResponse:
    """My skirmishes, those that go on first; or what the game is."""
    player = looker(request)
    rows = skirmishes_of(player) if player else []
    context = {
        "going_on": [row for row in rows if row.is_under_way],
        "drafts": [row for row in rows if row.is_gathering],
        "ended": [row for row in rows if row.is_over],
    }
    return unkept(render(request, "encounters/skirmish/index.html", context))


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The tables, each marked as printed or house."""
    context = {"tables": rule_tables(hit_rules()), "rulings": read_rulings(settings.RULES_DIR / "hit_chance")}
    return render(request, "encounters/skirmish/tables.html", context)


# --- a new one --------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def skirmish_new(request: HttpRequest) -> HttpResponse:
    """Ready-made sides, to be fought at once or changed first; a file; or sides of one's own."""
    if request.method != "POST":
        return _draw_new(request, FileForm())
    form = FileForm(request.POST, request.FILES)
    try:
        row = _made(request, form)
    except Refused as refused:
        return _draw_new(request, form, trouble=refused.message)
    return redirect(row)


def _made(request: HttpRequest, form: FileForm) -> SkirmishFight:
    do, key = request.POST.get("do", ""), request.POST.get("ready", "")
    ready = next((one for one in ready_made() if one.key == key), None)
    if ready is not None:
        row = drafts.draw_up(by=player_for(request), name=ready.name, file=ready.file)
        if do != "change":
            row = drafts.begin_skirmish(row, by=player_of(request), version=row.version)
        return row
    if do == "own":
        return drafts.draw_up(by=player_for(request))
    file = _file_brought(form)
    return drafts.draw_up(by=player_for(request), file=file)


def _file_brought(form: FileForm) -> FightFile:
    if not form.is_valid():
        raise Refused(" ".join(str(error) for errors in form.errors.values() for error in errors), code="file")
    raw, name = form.brought
    if not raw.strip():
        raise Refused("Choose a file, or paste its text.", code="file")
    return drafts.file_read(raw, name=name)


def _draw_new(request: HttpRequest, form: FileForm, trouble: str = "") -> HttpResponse:
    rules = hit_rules()
    context = {"form": form, "trouble": trouble, "ready": [(one, _told(one.file, rules)) for one in ready_made()]}
    return unkept(render(request, "encounters/skirmish/new.html", context))


def _told(file: FightFile, rules: Any) -> list[tuple[str, list[str]]]:
    """Who stands on each side, in a line each."""
    return [("Members", _in_words(file.members, rules)), ("Monsters", _in_words(file.monsters, rules))]


def _in_words(side: Any, rules: Any) -> list[str]:
    return [
        f"{one.name}, level {one.level}: "
        f"{', '.join(rules.name_of(key).lower() for key in (*one.held, *one.armour)) or 'bare hands'}"
        for one in side
    ]


# --- the whole of it --------------------------------------------------------------------------------------------------


@for_skirmish
@only_posted
@signed_in
def skirmish_again(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """The same sides once more, kept by whoever asks."""
    try:
        return redirect(drafts.draw_up(by=player_of(request), name=row.name, file=file_of(row)))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(row)


@for_skirmish
@only_posted
@signed_in
def skirmish_throw_away(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    try:
        drafts.throw_away(row, by=player_of(request), version=version_posted(request))
    except (OutOfDate, Refused) as refused:
        messages.error(request, refused.message)
        return redirect(row)
    messages.success(request, "The skirmish is thrown away.")
    return redirect("hit-chance")


@for_skirmish
@require_safe
def skirmish_file(request: HttpRequest, row: SkirmishFight) -> HttpResponse:
    """Its ground and sides as a file for the command, or for another skirmish."""
    answer = HttpResponse(write_yaml(content_of(file_of(row))), content_type="application/yaml; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="skirmish.yaml"'
    return answer
