"""A look at tables, the pit and skirmishes, for whoever runs the site: written by `encounters.services` alone.

Shown is what everybody at the table may see: no sealed order, no seed before it is shown to all, and no code, which
opens a fight to whoever has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin

from encounters.models import (
    Encounter,
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitOddsPart,
    PitRoster,
    PitRosterEntry,
    PitSeat,
    PitStep,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
    SkirmishStep,
    TableDocument,
    TableRoll,
)
from mordheim.reading_admin import KEY, PLAYED, PRINTED, PRIVATE, SEALED, SEED, Column, ReadOnlyAdmin, inline_of

# Names fighters by codes.
CODES = "names other fighters by codes, which are keys"
CHOSEN = "what others have chosen to bring"
BUILT: Mapping[str, str] = {"levels": CHOSEN, "past": CODES, "age": PRIVATE}
PRINTS: Mapping[str, str] = {"code": KEY, "content": PRINTED, "digest": PRINTED, "file": PRINTED}
PRINTS_SHOWN: tuple[Column, ...] = (
    *("title", "options", "status", "told", "done", "pages", "attempts", "asked_by", "asked_at", "sent_at"),
    "finished_at",
)


# --- the table of a battle --------------------------------------------------------------------------------------------


@admin.register(Encounter)
class EncounterAdmin(ReadOnlyAdmin):
    list_display = ("battle", "campaign_told", "phase", "begun_by", "begun_at", "set_up_closed_at", "game_closed_at")
    list_filter = (
        ("set_up_closed_at", admin.EmptyFieldListFilter),
        ("game_closed_at", admin.EmptyFieldListFilter),
    )
    ordering = ("-begun_at", "-pk")
    search_fields = ("battle__campaign__name",)
    shown = ("battle", "phase", "version", "options", "begun_by", "begun_at", "set_up_closed_at", "game_closed_at")
    never_shown: ClassVar[Mapping[str, str]] = {
        "map_seed": "counters and finds are laid out by it",
        "came": PLAYED,
        "moves": PLAYED,
        "set_up_acts": PLAYED,
        "set_up_log": PLAYED,
        "game_acts": PLAYED,
        "game_log": PLAYED,
    }
    related = ("battle__campaign", "begun_by")
    inlines = (
        inline_of(
            TableRoll,
            ("phase", "place", "step", "what_for", "die", "faces", "source", "by", "rolled_at", "taken_back_at"),
            ordering=("-pk",),
            related=("by",),
        ),
    )

    @admin.display(description="campaign")
    def campaign_told(self, encounter: Encounter) -> str:
        return encounter.battle.campaign.name


@admin.register(TableRoll)
class TableRollAdmin(ReadOnlyAdmin):
    list_display = ("what_for", "encounter", "phase", "die", "faces", "source", "by", "rolled_at", "taken_back_at")
    list_filter = ("phase", "source", ("taken_back_at", admin.EmptyFieldListFilter))
    ordering = ("-rolled_at", "-pk")
    search_fields = ("what_for", "encounter__battle__campaign__name")
    shown = (
        *("encounter", "phase", "place", "step", "first_die", "what_for", "die", "faces", "source", "seed_hash"),
        *("by", "rolled_at", "taken_back_at"),
    )
    related = ("encounter", "by")
    unread = tuple(f"encounter__{name}" for name in EncounterAdmin.never_shown)


@admin.register(TableDocument)
class TableDocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "encounter", "status", "told", "pages", "asked_by", "asked_at")
    list_filter = ("status",)
    search_fields = ("title",)
    shown = ("encounter", *PRINTS_SHOWN)
    never_shown: ClassVar[Mapping[str, str]] = {"content": PLAYED, "digest": PRINTED, "file": PRINTED}
    related = ("encounter", "asked_by")
    unread = TableRollAdmin.unread


# --- pit fighters -----------------------------------------------------------------------------------------------------


@admin.register(PitRoster)
class PitRosterAdmin(ReadOnlyAdmin):
    list_display = ("name", "owner", "version", "made_at")
    ordering = ("-made_at", "-pk")
    search_fields = ("name", "owner__username")
    shown = ("name", "owner", "version", "made_at")
    never_shown: ClassVar[Mapping[str, str]] = {
        "code": KEY,
        "scroll": CHOSEN,
        "levels": CHOSEN,
        "notes": PRIVATE,
    }
    related = ("owner",)
    inlines = (
        inline_of(
            PitRosterEntry,
            ("kind", "sentence", "fight", "by", "made_at", "taken_back_at"),
            ordering=("-pk",),
            related=("fight", "by"),
            unread=("content", "fight__seed", "fight__opening", "fight__notation"),
        ),
    )


@admin.register(PitRosterEntry)
class PitRosterEntryAdmin(ReadOnlyAdmin):
    list_display = ("roster", "kind", "sentence", "fight", "by", "made_at", "taken_back_at")
    list_filter = ("kind", ("taken_back_at", admin.EmptyFieldListFilter))
    ordering = ("-made_at", "-pk")
    search_fields = ("sentence", "roster__name")
    shown = ("roster", "kind", "fight", "sentence", "by", "made_at", "taken_back_at")
    never_shown: ClassVar[Mapping[str, str]] = {"content": CODES}
    related = ("roster", "fight", "by")
    unread = ("fight__seed", "fight__opening", "fight__notation")


# --- fights and tournaments -------------------------------------------------------------------------------------------


@admin.display(description="seed")
def seed_told(row: Any) -> str:
    """Nothing before there is one."""
    if not row.seed_hash:
        return ""
    return row.seed_shown or SEALED


@admin.display(description="type")
def scroll_told(seat: PitSeat) -> str:
    return SEALED if seat.fight.is_gathering else seat.scroll


@admin.display(description="type")
def entered_scroll_told(entrant: PitEntrant) -> str:
    return SEALED if entrant.tournament.is_gathering else entrant.scroll


UNTIL_IT_IS_OVER: Mapping[str, str] = {"seed": SEED}
OF_FIGHT = ("fight__seed", "fight__opening", "fight__notation")


@admin.register(PitFight)
class PitFightAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "state", "turn", "made_by", "made_at", "begun_at", "ended_at", "tournament")
    list_filter = ("state", ("tournament", admin.EmptyFieldListFilter))
    search_fields = ("name", "made_by__username", "seats__name", "hero")
    shown = (
        *("name", "state", "version", "terms", "minutes", "seed_hash", seed_told, "made_by", "made_at", "begun_at"),
        *("ended_at", "question", "turn", "waits_for", "asked_at", "result", "tournament", "round", "slot", "night"),
        *("hero", "brought_home_at", "again"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {"code": KEY, "opening": PLAYED, "notation": PLAYED}
    sealed: ClassVar[Mapping[str, str]] = UNTIL_IT_IS_OVER
    related = ("made_by", "tournament")
    unread = ("tournament__seed", "tournament__rounds")
    inlines = (
        inline_of(
            PitSeat,
            ("place", "name", scroll_told, "roster", "player", "computer", "called_off"),
            ordering=("place",),
            related=("fight", "roster", "player"),
            unread=(*OF_FIGHT, "levels", "past"),
        ),
        inline_of(
            PitStep, ("number", "turn", "orders", "faces", "late", "at"), ordering=("-number",), unread=("events",)
        ),
    )


@admin.register(PitSeat)
class PitSeatAdmin(ReadOnlyAdmin):
    list_display = ("name", "fight", scroll_told, "place", "player", "computer", "roster")
    list_filter = (("player", admin.EmptyFieldListFilter), "called_off")
    ordering = ("-fight__made_at", "-fight", "place")
    search_fields = ("name", "player__username", "fight__name")
    shown = ("fight", "place", "name", scroll_told, "roster", "player", "computer", "nudged_at", "called_off")
    never_shown: ClassVar[Mapping[str, str]] = BUILT
    sealed: ClassVar[Mapping[str, str]] = {"scroll": CHOSEN}
    related = ("fight", "roster", "player")
    unread = OF_FIGHT


@admin.register(PitStep)
class PitStepAdmin(ReadOnlyAdmin):
    list_display = ("number", "fight", "turn", "orders", "at")
    ordering = ("-at", "-pk")
    search_fields = ("fight__name",)
    shown = ("fight", "number", "turn", "orders", "faces", "late", "at")
    never_shown: ClassVar[Mapping[str, str]] = {"events": "follows from orders and faces, and is long"}
    related = ("fight",)
    unread = OF_FIGHT


@admin.register(PitTournament)
class PitTournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "kind", "state", "purse", "made_by", "made_at", "begun_at", "ended_at")
    list_filter = ("state", "kind")
    search_fields = ("name", "made_by__username", "entrants__name")
    shown = (
        *("name", "kind", "state", "version", "terms", "minutes", "purse", "seed_hash", seed_told, "made_by"),
        *("made_at", "begun_at", "ended_at", "rounds", "winner"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {"code": KEY}
    sealed: ClassVar[Mapping[str, str]] = UNTIL_IT_IS_OVER
    related = ("made_by",)
    inlines = (
        inline_of(
            PitEntrant,
            ("number", "name", entered_scroll_told, "drawn", "roster", "player", "computer"),
            ordering=("number",),
            related=("tournament", "roster", "player"),
            unread=("levels", "past", "tournament__seed"),
        ),
        inline_of(
            PitFight,
            ("round", "slot", "name", "state", "turn", "begun_at", "ended_at"),
            ordering=("-round", "slot"),
            unread=("seed", "opening", "notation"),
        ),
    )


@admin.register(PitEntrant)
class PitEntrantAdmin(ReadOnlyAdmin):
    list_display = ("name", "tournament", "number", entered_scroll_told, "drawn", "player", "computer", "roster")
    list_filter = (("player", admin.EmptyFieldListFilter),)
    ordering = ("-tournament__made_at", "-tournament", "number")
    search_fields = ("name", "player__username", "tournament__name")
    shown = ("tournament", "number", "name", entered_scroll_told, "drawn", "roster", "player", "computer", "kept")
    never_shown: ClassVar[Mapping[str, str]] = BUILT
    sealed: ClassVar[Mapping[str, str]] = {"scroll": CHOSEN}
    related = ("tournament", "roster", "player")
    unread = ("tournament__seed", "tournament__rounds")


@admin.register(PitOdds)
class PitOddsAdmin(ReadOnlyAdmin):
    list_display = ("title", "bouts", "status", "told", "bet_on", "asked_by", "asked_at", "finished_at")
    list_filter = ("status",)
    search_fields = ("title", "asked_by__username")
    shown = ("title", "bouts", "status", "tally", "told", "bet_on", "asked_by", "asked_at", "begun_at", "finished_at")
    never_shown: ClassVar[Mapping[str, str]] = {"code": KEY, "seed": SEED, "content": CODES}
    related = ("bet_on", "asked_by")
    unread = ("bet_on__seed", "bet_on__opening", "bet_on__notation")
    inlines = (inline_of(PitOddsPart, ("number", "first", "count", "attempts", "sent_at"), unread=("tally",)),)


@admin.register(PitDocument)
class PitDocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "roster", "status", "told", "pages", "asked_by", "asked_at")
    list_filter = ("status",)
    search_fields = ("title", "roster__name")
    shown = ("roster", *PRINTS_SHOWN)
    never_shown: ClassVar[Mapping[str, str]] = PRINTS
    related = ("roster", "asked_by")


# --- skirmishes -------------------------------------------------------------------------------------------------------


@admin.register(SkirmishFight)
class SkirmishFightAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "state", "round", "made_by", "made_at", "begun_at", "ended_at")
    list_filter = ("state",)
    search_fields = ("name", "made_by__username")
    shown = (
        *("name", "state", "version", "round", "minutes", "seed_hash", seed_told, "made_by", "made_at", "begun_at"),
        *("ended_at", "result"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {
        "code": KEY,
        "terms": PLAYED,
        "opening": PLAYED,
        "notation": PLAYED,
        "pending": PLAYED,
        "fallen": PLAYED,
    }
    sealed: ClassVar[Mapping[str, str]] = UNTIL_IT_IS_OVER
    related = ("made_by",)
    inlines = (
        inline_of(
            SkirmishStep,
            ("number", "line", "faces", "by", "at", "taken_back_at"),
            ordering=("-pk",),
            related=("by",),
            unread=("events",),
        ),
    )


@admin.register(SkirmishStep)
class SkirmishStepAdmin(ReadOnlyAdmin):
    list_display = ("line", "fight", "number", "by", "at", "taken_back_at")
    list_filter = (("taken_back_at", admin.EmptyFieldListFilter),)
    ordering = ("-at", "-pk")
    search_fields = ("line", "fight__name")
    shown = ("fight", "number", "line", "faces", "by", "at", "taken_back_at")
    never_shown: ClassVar[Mapping[str, str]] = {"events": "follows from orders and faces, and is long"}
    related = ("fight", "by")
    unread = (*OF_FIGHT, "fight__terms", "fight__fallen")


@admin.register(SkirmishDocument)
class SkirmishDocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "fight", "status", "told", "pages", "asked_by", "asked_at")
    list_filter = ("status",)
    search_fields = ("title", "fight__name")
    shown = ("fight", *PRINTS_SHOWN)
    never_shown: ClassVar[Mapping[str, str]] = PRINTS
    related = ("fight", "asked_by")
    unread = (*OF_FIGHT, "fight__terms", "fight__fallen")
