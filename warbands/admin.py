"""The admin: all rules content, which a club may add to and change; the players; and a look at what players own.

Whatever the club saves is marked as its own, so that the next load leaves it alone, and is taken up at once by every
process. What players own is changed by `warbands.services` alone, so it is shown here and never written; for the same
reason an account that owns warbands or takes part in campaigns is not deleted here but made inactive.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, ClassVar

import yaml
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db import models, transaction
from django.db.models import QuerySet, Value
from django.db.models.expressions import Combinable
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.html import format_html

from mordheim.reading_admin import GOLD, KEY, PRINTED, SEALED, ReadOnlyAdmin, ReadOnlyInline, inline_of
from mordheim.rules.rulebook import RulesError
from mordheim.rules.schema import KINDS
from warbands.forms.rule_entries import PREFIX, form_of, kind_name, kind_told, schema_fields
from warbands.models import (
    CarriedItem,
    Player,
    RosterDocument,
    RuleEntry,
    RulesState,
    Source,
    Warband,
    WarbandEvent,
    Warrior,
)
from warbands.services.catalogue import CLUB, club_book, objections_to_removing, refresh_rules_state

admin.site.site_header = admin.site.site_title = "Mordheim: the club's back room"
admin.site.index_title = "Rules, players and what they own"


# --- rules ------------------------------------------------------------------------------------------------------


class RulesAdmin(admin.ModelAdmin):
    """Rows of which the rulebook is made: each change is the club's own and is in force when it is saved."""

    actions = ["give_back"]

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except RulesError as error:
            # Somebody else has changed the rules since the form was judged; nothing of this one was kept.
            self.message_user(request, f"Nothing was saved. {error}", messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.is_club = True
        super().save_model(request, obj, form, change)
        refresh_rules_state()

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        super().delete_model(request, obj)
        refresh_rules_state()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        with transaction.atomic():
            super().delete_queryset(request, queryset)
            refresh_rules_state()

    @admin.action(description="Give back to the book: the next load restores it", permissions=["change"])
    def give_back(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        given = self.changed_by_club(queryset).update(is_club=False)
        self.message_user(
            request,
            f"{given} given back: run manage.py load_rules to have the book's own again."
            if given
            else "None of these is a book's that the club has changed.",
            messages.SUCCESS if given else messages.WARNING,
        )

    def changed_by_club(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those that a book has and the club has changed."""
        raise NotImplementedError


@admin.register(Source)
class SourceAdmin(RulesAdmin):
    list_display = ["name", "key", "short", "is_club"]
    list_filter = ["is_club"]
    fields = ["key", "name", "short", "edition", "notes"]

    def get_readonly_fields(self, request: HttpRequest, obj: Source | None = None) -> list[str]:
        return ["key"] if obj else []

    def changed_by_club(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(is_club=True).exclude(key=CLUB.key)


class KindFilter(admin.SimpleListFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, kind_name(kind)) for kind in KINDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(RuleEntry)
class RuleEntryAdmin(RulesAdmin):
    list_display = ["name", "kind", "key", "book", "is_club"]
    list_filter = [KindFilter, "book", "is_club"]
    list_select_related = ["book"]
    search_fields = ["name", "key"]
    list_per_page = 50
    delete_confirmation_template = "admin/warbands/ruleentry/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/warbands/ruleentry/delete_selected_confirmation.html"

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        if request.GET.get("kind") in KINDS or not self.has_add_permission(request):
            return super().add_view(request, form_url, extra_context)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "What kind of rule?",
            "kinds": [(kind, kind_name(kind), kind_told(kind)) for kind in KINDS],
        }
        return TemplateResponse(request, "admin/warbands/ruleentry/choose_kind.html", context)

    def kind_of(self, request: HttpRequest, obj: RuleEntry | None) -> str | None:
        kind = obj.kind if obj else request.GET.get("kind")
        return kind if kind in KINDS else None

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        kind = self.kind_of(request, obj)
        if kind is None or not self._may_write(request, obj):
            return super().get_form(request, obj, change, **{**kwargs, "fields": []})
        return form_of(kind)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        kind = self.kind_of(request, obj)
        if kind is None or not self._may_write(request, obj):
            return [(None, {"fields": ["kind", "key", "name", "book", "is_club", "as_yaml"]})]
        fields = ["key", "name", *(PREFIX + name for name in schema_fields(kind))]
        shown = ["book", "is_club"] if obj else []
        return [(kind_name(kind).capitalize(), {"fields": [*fields, *shown], "description": kind_told(kind)})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        if self.kind_of(request, obj) is None or not self._may_write(request, obj):
            return ["kind", "key", "name", "book", "is_club", "as_yaml"]
        return ["book", "is_club"] if obj else []

    def _may_write(self, request: HttpRequest, obj: Any) -> bool:
        return self.has_change_permission(request, obj) if obj else self.has_add_permission(request)

    @admin.display(description="what it says")
    def as_yaml(self, entry: RuleEntry) -> str:
        return format_html("<pre>{}</pre>", yaml.safe_dump(entry.data, sort_keys=False, allow_unicode=True))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if obj.book_id == CLUB.key:
            club_book()
        super().save_model(request, obj, form, change)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        rows, counts, missing_permissions, protected = super().get_deleted_objects(objs, request)
        return rows, counts, missing_permissions, [*protected, *objections_to_removing(objs)]

    def changed_by_club(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(is_club=True).exclude(book_id=CLUB.key)


# --- what players own -------------------------------------------------------------------------------------------

# Told, for the path to a warband, whether somebody hides its gold from others. Warbands know nothing of campaigns.
_hiding: list[Callable[[str], Combinable]] = []


def hides_gold(told: Callable[[str], Combinable]) -> Callable[[str], Combinable]:
    """Registers a function that makes a condition on the warband at a path, such as ``pk`` or ``warband``: that its
    gold is hidden."""
    _hiding.append(told)
    return told


def _with_gold_hidden(rows: QuerySet[Any], warband: str) -> QuerySet[Any]:
    """The rows with ``gold_hidden``."""
    conditions = (told(warband) for told in _hiding)
    return rows.annotate(gold_hidden=reduce(operator.or_, conditions, Value(False)))


@admin.display(description="gold crowns")
def treasury_told(warband: Any) -> str:
    return SEALED if warband.gold_hidden else str(warband.treasury)


@admin.display(description="gold")
def gold_told(event: Any) -> str:
    return SEALED if event.gold_hidden else str(event.gold)


@admin.display(description="sentence")
def sentence_told(event: Any) -> str:
    return SEALED if event.gold_hidden else event.sentence


@admin.display(description="rolls")
def rolls_told(event: Any) -> str:
    return SEALED if event.gold_hidden else json.dumps(event.rolls, ensure_ascii=False)


class _OfEvents:
    """Rows of events, each with whether its warband's gold is hidden."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]  # of the admin that it is mixed into
        return _with_gold_hidden(rows, "warband")


class WarbandEventInline(_OfEvents, ReadOnlyInline):
    model = WarbandEvent
    shown = ("number", "act", sentence_told, "by", gold_told, "rating", "happened_at")
    ordering = ("-number",)
    related = ("by",)


@admin.register(Warband)
class WarbandAdmin(ReadOnlyAdmin):
    list_display = ("name", "owner", "type_key", "founded", "battles", treasury_told, "rating", "changed_at")
    list_filter = ("type_key", "founded")
    search_fields = ("name", "owner__username")
    shown = (
        *("owner", "name", "type_key", "founded", "battles", "starting_gold", treasury_told, "wyrdstone", "rating"),
        *("warrior_count", "effects", "notes", "version", "held_for", "created_at", "changed_at"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {
        "share_token": KEY,
        "held_at": "the address of what holds it, which may be a key",
    }
    sealed: ClassVar[Mapping[str, str]] = {"treasury": GOLD}
    related = ("owner",)
    inlines = (
        inline_of(Warrior, ("name", "section", "type_key", "size", "experience"), ordering=("place",)),
        WarbandEventInline,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return _with_gold_hidden(super().get_queryset(request), "pk")


@admin.register(Warrior)
class WarriorAdmin(ReadOnlyAdmin):
    list_display = ("name", "warband", "section", "type_key", "size", "experience")
    list_filter = ("section", "type_key")
    search_fields = ("name", "warband__name")
    shown = (
        *("warband", "section", "type_key", "name", "place", "size", "leader", "promoted", "until", "experience"),
        *("games_to_miss", "captured_by", "advances_due", "skill_lists", "extra_skill_lists", "skills", "spells"),
        *("mutations", "increases", "injuries", "notes"),
    )
    related = ("warband",)
    inlines = (inline_of(CarriedItem, ("item_key", "material", "quantity"), ordering=("place",)),)


@admin.register(CarriedItem)
class CarriedItemAdmin(ReadOnlyAdmin):
    list_display = ("item_key", "material", "quantity", "warrior", "warband")
    search_fields = ("item_key", "warband__name")
    shown = ("warband", "warrior", "item_key", "material", "quantity", "place")
    related = ("warrior", "warband")


@admin.register(WarbandEvent)
class WarbandEventAdmin(_OfEvents, ReadOnlyAdmin):
    list_display = ("warband", "number", "act", sentence_told, "by", gold_told, "shards", "rating", "happened_at")
    list_filter = ("act",)
    ordering = ("-happened_at", "-number")
    # Not by the sentence: whether it is found tells what is in it.
    search_fields = ("warband__name", "warrior_name")
    shown = (
        *("warband", "number", "act", sentence_told, "by", "warrior_name", rolls_told, gold_told, "shards", "rating"),
        *("warriors", "happened_at"),
    )
    sealed: ClassVar[Mapping[str, str]] = {"sentence": GOLD, "rolls": GOLD, "gold": GOLD}
    related = ("warband", "by")


@admin.register(RosterDocument)
class RosterDocumentAdmin(ReadOnlyAdmin):
    list_display = ("warband", "status", "told", "pages", "asked_at", "finished_at")
    list_filter = ("status",)
    shown = (
        *("warband", "requested_by", "options", "status", "told", "done", "pages", "attempts", "asked_at", "sent_at"),
        "finished_at",
    )
    never_shown: ClassVar[Mapping[str, str]] = {
        "content": GOLD,
        "digest": GOLD,
        "file": PRINTED,
        "context": KEY,
    }
    related = ("warband", "requested_by")


@admin.register(RulesState)
class RulesStateAdmin(ReadOnlyAdmin):
    list_display = ("digest", "changed_at")
    shown = ("digest", "changed_at")


# --- players ----------------------------------------------------------------------------------------------------


class PlayerCreationForm(AdminUserCreationForm):
    class Meta(AdminUserCreationForm.Meta):
        model = Player


class PlayerChangeForm(UserChangeForm):
    class Meta(UserChangeForm.Meta):
        model = Player


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    form = PlayerChangeForm
    add_form = PlayerCreationForm
    list_display = ["username", "email", "is_staff", "is_active", "guest_until", "last_login"]
    list_filter = [*UserAdmin.list_filter, ("guest_until", admin.EmptyFieldListFilter)]
    readonly_fields = ["guest_until", "last_login", "date_joined"]
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Guest", {"fields": ["guest_until"]}))
