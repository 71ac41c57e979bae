"""Pages of the site as a whole: the first page, and the gallery of parts that designers and builders look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mordheim.rules.rulebook import Rulebook, read_rulebook
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from mordheim.shown_pit import QUESTIONS, shown_pit
from warbands.roster.interchange import read_warband
from warbands.roster.sheet import WarbandSheet, WarriorBlock, build_sheet

# Warband files that show the parts with real content: two that are in order, two that are not.
_SHOWN_FILES = ("gutsniks_greenskins", "karak_brynn_exiles", "too_many_gobbos", "thirteen_dwarfs")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"shown": _shown_warrior()})


@lru_cache(maxsize=1)
def _shown_warrior() -> WarriorBlock | None:
    """A warrior to show a visitor; the files are the source, so that it needs no database. None where the books
    that are there have no such warband."""
    snapshot = WarbandSnapshot(
        name="Gutsnik's Greenskins",
        type="orc_mob",
        warriors=(
            WarriorSnapshot(
                section="hero",
                name="Gutsnik",
                type="orc_boss",
                experience=20,
                equipment=(Piece("battle_axe"), Piece("light_armour"), Piece("shield"), Piece("helmet")),
            ),
        ),
    )
    try:
        sheet = build_sheet(snapshot, read_rulebook(settings.RULES_DIR))
    except (KeyError, ValueError):
        return None
    return sheet.blocks[0] if sheet.blocks else None


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every part of the pages, drawn from real warbands."""
    if not settings.DEBUG:
        raise Http404("The gallery of parts is for development.")
    rulebook = read_rulebook(settings.RULES_DIR)
    context = {
        "sheets": list(_shown_sheets(rulebook)),
        "busy": build_sheet(_busy_warband(rulebook), rulebook),
        "empty": build_sheet(WarbandSnapshot(name="An Empty Page", type="orc_mob"), rulebook),
        "chart": rulebook.charts["injury"],
        "faces": range(1, 7),
        "steps": [
            {"name": "Injuries", "state": "done", "url": "#steps"},
            {"name": "Experience", "state": "done", "url": "#steps"},
            {"name": "Exploration", "state": "current"},
            {"name": "Trading", "state": "to do"},
        ],
        "page": Paginator(range(50), 10).page(2),
        "crumbs": [("Rules", "/rules/"), ("Skills", "/rules/skills/")],
        "pit": _pit_asked_for(request),
    }
    return render(request, "styleguide.html", context)


def _pit_asked_for(request: HttpRequest) -> dict[str, Any]:
    """A moment of a pit fight: ``?pit=aim&fighters=8&radius=6``."""
    question = request.GET.get("pit", "")
    fighters, radius = (request.GET.get(name, "") for name in ("fighters", "radius"))
    return shown_pit(
        question if question in QUESTIONS else "pick",
        int(fighters) if fighters in map(str, range(2, 9)) else 2,
        int(radius) if radius in map(str, range(3, 21)) else 6,
    )


def _shown_sheets(rulebook: Rulebook) -> Iterator[WarbandSheet]:
    for name in _SHOWN_FILES:
        path = settings.BASE_DIR / "tests" / "warbands" / "files" / f"{name}.yaml"
        if path.exists():
            yield build_sheet(read_warband(path.read_bytes(), rulebook, name=path.name), rulebook)


def _busy_warband(rulebook: Rulebook) -> WarbandSnapshot:
    """Everything at once: long names, a text from right to left, broken limits, many changes."""
    file = b"""
format: mordheim-warband/1
name: "The Extraordinarily Long-Named and Much Travelled Company of the Gilded Hammer
  of Karak Azul, Late of the Worlds Edge Mountains"
type: dwarf_treasure_hunters
battles: 11
treasury: 1250
wyrdstone: 7
notes: Owes the surgeon.
stash: [helmet, {item: crossbow, quantity: 2}]
heroes:
- name: "Ungrim-Thorgrim Ironbeard-Stonehammer-Goldseeker-of-the-Seventh-Deep-who-walked-to-Mordheim-and-back-twice"
  type: dwarf_noble
  experience: 57
  equipment: [{item: dwarf_axe, material: gromril}, sword, gromril_armour, shield, helmet]
  skills: [strike_to_injure, step_aside, combat_master]
  increases: {ws: 2, a: 1}
  injuries: [leg_wound, nervous_condition, {injury: bitter_enmity, hates: {kind: warband, name: Da Snikkaz}}]
  games_to_miss: 1
  advances_due: 2
  notes: Never again a bridge without a railing.
- name: "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d <b>Bolli</b> \xf0\x9f\xaa\x93"
  type: dwarf_troll_slayer
  experience: 8
  equipment: [axe, axe, heavy_armour]
henchmen:
- name: The Third Watch
  type: dwarf_thunderer
  size: 5
  experience: 5
  equipment: [handgun, helmet]
  increases: {bs: 1}
  advances_due: 1
"""
    return read_warband(file, rulebook, name="busy.yaml")
