"""A look at campaigns and their battles, for whoever runs the site: written by `campaigns.services` alone.

Shown is what a member of the campaign may see: not the links that are keys, no seed before it is shown to everybody,
and nothing that tells gold, which opponents may not see in some campaigns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest

from campaigns.models import (
    Battle,
    BattleReport,
    Campaign,
    CampaignDocument,
    Captive,
    ChronicleEntry,
    DiceRoll,
    Enrolment,
    Invitation,
    Membership,
    Notice,
    Pairing,
    PostBattle,
    Side,
    SpentSeed,
)
from mordheim.reading_admin import GOLD, KEY, PLAYED, PRINTED, PRIVATE, SEALED, SEED, ReadOnlyAdmin, inline_of
from warbands.admin import hides_gold

IN_CAMPAIGN = ("campaign", admin.RelatedOnlyFieldListFilter)
# What sides know of their warbands beside the name: wide, and not read where a side is only named.
WIDE = ("before", "before_file", "muster", "joined")


@hides_gold
def hidden_by_a_campaign(warband: str) -> Combinable:
    """In any that it is or was in: there it stays hidden after the warband has left."""
    return Exists(Enrolment.objects.filter(warband=OuterRef(warband), campaign__treasuries_hidden=True))


def _wide(side: str) -> tuple[str, ...]:
    return tuple(f"{side}__{name}" for name in WIDE)


# --- the campaign and its people --------------------------------------------------------------------------------------


@admin.register(Campaign)
class CampaignAdmin(ReadOnlyAdmin):
    list_display = ("name", "created_at", "closed_at", "dice_policy", "confirmation", "treasuries_hidden")
    list_filter = ("dice_policy", "confirmation", "treasuries_hidden", ("closed_at", admin.EmptyFieldListFilter))
    ordering = ("-created_at", "-pk")
    search_fields = ("name",)
    shown = (
        *("name", "created_at", "closed_at", "starting_gold", "late_gold", "time_zone", "dice_policy", "confirmation"),
        *("battles_an_evening", "warbands_a_player", "treasuries_hidden", "random_happenings", "criticals_by_weapon"),
        *("mounts", "house_rules"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {"feed_token": KEY}
    inlines = (
        inline_of(
            Membership, ("player", "role", "joined_at", "left_at"), ordering=("-joined_at",), related=("player",)
        ),
        inline_of(
            Enrolment,
            ("warband", "player", "type_key", "enrolled_at", "retired_at"),
            ordering=("-enrolled_at",),
            related=("warband", "player"),
        ),
        inline_of(
            Battle,
            ("number", "scenario_key", "state", "fought_on", "made_by", "confirmed_at"),
            ordering=("-number",),
            related=("made_by",),
        ),
        inline_of(
            Invitation,
            ("role", "made_by", "made_at", "expires_at", "uses", "most_uses", "revoked_at"),
            ordering=("-made_at",),
            related=("made_by", "campaign"),
            unread=("token",),
        ),
    )


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("player", "campaign", "role", "joined_at", "left_at", "mails_turns")
    list_filter = ("role", ("left_at", admin.EmptyFieldListFilter), IN_CAMPAIGN)
    ordering = ("-joined_at", "-pk")
    search_fields = ("player__username", "campaign__name")
    shown = ("campaign", "player", "role", "joined_at", "left_at", "mails_turns")
    never_shown: ClassVar[Mapping[str, str]] = {"feed_token": KEY}
    related = ("player", "campaign")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "role", "made_by", "made_at", "expires_at", "uses", "most_uses", "revoked_at")
    list_filter = ("role", IN_CAMPAIGN)
    search_fields = ("campaign__name",)
    shown = ("campaign", "role", "made_by", "made_at", "expires_at", "most_uses", "uses", "revoked_at")
    never_shown: ClassVar[Mapping[str, str]] = {"token": KEY}
    related = ("campaign", "made_by")


@admin.register(Enrolment)
class EnrolmentAdmin(ReadOnlyAdmin):
    list_display = ("shown_name", "player", "campaign", "type_key", "enrolled_at", "retired_at")
    list_filter = (("retired_at", admin.EmptyFieldListFilter), "type_key", IN_CAMPAIGN)
    ordering = ("-enrolled_at", "-pk")
    search_fields = ("warband_name", "warband__name", "player__username", "campaign__name")
    shown = (
        *("campaign", "warband", "warband_name", "player", "player_name", "type_key", "enrolled_at", "retired_at"),
        "reason",
    )
    related = ("warband", "player", "campaign")


@admin.display(description="warbands")
def met_told(pairing: Pairing) -> str:
    return ", ".join(one.shown_name for one in pairing.enrolments.all())


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    list_display = (met_told, "campaign", "planned_for", "battle", "made_by", "made_at", "withdrawn_at")
    list_display_links = (met_told,)
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter), IN_CAMPAIGN)
    ordering = ("-planned_for", "-pk")
    search_fields = ("campaign__name",)
    shown = ("campaign", met_told, "planned_for", "battle", "made_by", "made_at", "withdrawn_at")
    related = ("campaign", "battle", "made_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("enrolments__warband")


@admin.register(ChronicleEntry)
class ChronicleEntryAdmin(ReadOnlyAdmin):
    list_display = ("told", "kind", "campaign", "by", "happened_at", "withdrawn_at")
    list_filter = ("kind", IN_CAMPAIGN)
    search_fields = ("sentence", "text", "campaign__name")
    shown = (
        *("campaign", "battle", "enrolment", "kind", "sentence", "person", "begins_with_person", "text", "by"),
        *("reason", "happened_at", "withdrawn_at"),
    )
    related = ("campaign", "battle", "enrolment__warband", "person", "by")


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ("kind", "player", "campaign", "made_at", "claimed_at", "mailed_at")
    list_filter = ("kind", ("mailed_at", admin.EmptyFieldListFilter), IN_CAMPAIGN)
    ordering = ("-made_at", "-pk")
    search_fields = ("player__username", "campaign__name")
    shown = ("campaign", "player", "kind", "made_at", "claimed_at", "mailed_at")
    never_shown: ClassVar[Mapping[str, str]] = {"text": PRIVATE, "path": PRIVATE}
    related = ("player", "campaign")


# --- battles ----------------------------------------------------------------------------------------------------------


@admin.display(description="seed")
def seed_told(battle: Battle) -> str:
    """Nothing before there is one."""
    if not battle.seed_hash:
        return ""
    return battle.seed if battle.seed_shown_at else SEALED


@admin.register(Battle)
class BattleAdmin(ReadOnlyAdmin):
    list_display = ("number", "campaign", "scenario_key", "state", "fought_on", "made_by", "made_at", "confirmed_at")
    list_filter = ("state", "dice_policy", "scenario_key", IN_CAMPAIGN)
    ordering = ("-made_at", "-pk")
    search_fields = ("campaign__name", "sides__warband_name")
    shown = (
        *("campaign", "number", "scenario_key", "state", "fought_on", "dice_policy", "notes", "seed_hash", seed_told),
        *("seed_shown_at", "ended_by_agreement", "report", "made_by", "made_at", "started_at", "confirmed_at"),
    )
    sealed: ClassVar[Mapping[str, str]] = {"seed": SEED}
    related = ("campaign", "made_by")
    inlines = (
        inline_of(
            Side,
            ("place", "warband_name", "player", "alliance", "rating_before", "underdog", "result", "kills", "losses"),
            ordering=("place",),
            related=("player", "warband", "battle"),
            unread=WIDE,
        ),
        inline_of(
            BattleReport,
            ("by", "made_at", "superseded"),
            ordering=("-made_at",),
            related=("by", "battle"),
            unread=("content", "digest"),
        ),
        inline_of(SpentSeed, ("seed", "seed_hash", "shown_at"), ordering=("-shown_at",)),
    )


@admin.register(Side)
class SideAdmin(ReadOnlyAdmin):
    list_display = ("shown_name", "battle", "campaign_told", "player", "rating_before", "result", "kills", "losses")
    list_filter = ("result", "routed", ("battle__campaign", admin.RelatedOnlyFieldListFilter))
    ordering = ("-pk",)
    search_fields = ("warband_name", "player__username", "battle__campaign__name")
    shown = (
        *("battle", "enrolment", "warband", "warband_name", "player", "alliance", "place", "rating_before"),
        *("warriors_before", "underdog", "rolls_due", "result", "shared", "routed", "kills", "losses"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {
        "agreed_to": GOLD,
        "before": GOLD,
        "before_file": GOLD,
        "muster": PLAYED,
        "joined": GOLD,
    }
    related = ("battle__campaign", "enrolment__warband", "warband", "player")

    @admin.display(description="campaign")
    def campaign_told(self, side: Side) -> str:
        return side.battle.campaign.name


@admin.register(BattleReport)
class BattleReportAdmin(ReadOnlyAdmin):
    list_display = ("battle", "campaign_told", "by", "made_at", "superseded")
    list_filter = ("superseded", ("battle__campaign", admin.RelatedOnlyFieldListFilter))
    ordering = ("-made_at", "-pk")
    search_fields = ("battle__campaign__name", "by__username")
    shown = ("battle", "by", "made_at", "superseded")
    never_shown: ClassVar[Mapping[str, str]] = {"content": GOLD, "digest": GOLD}
    related = ("battle__campaign", "by")

    @admin.display(description="campaign")
    def campaign_told(self, report: BattleReport) -> str:
        return report.battle.campaign.name


@admin.register(SpentSeed)
class SpentSeedAdmin(ReadOnlyAdmin):
    list_display = ("battle", "seed_hash", "shown_at")
    ordering = ("-shown_at", "-pk")
    search_fields = ("battle__campaign__name",)
    shown = ("battle", "seed", "seed_hash", "shown_at")
    related = ("battle",)


# --- the night after --------------------------------------------------------------------------------------------------


@admin.register(PostBattle)
class PostBattleAdmin(ReadOnlyAdmin):
    list_display = ("side", "step", "version", "opened_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "step")
    ordering = ("-opened_at", "-pk")
    search_fields = ("side__warband_name", "side__battle__campaign__name")
    shown = ("side", "step", "event_count", "version", "opened_at", "closed_at")
    never_shown: ClassVar[Mapping[str, str]] = {"report": GOLD, "log": PLAYED, "newcomers": PLAYED}
    related = ("side__battle", "side__warband")
    unread = _wide("side")
    inlines = (
        inline_of(
            DiceRoll,
            ("place", "step", "what_for", "warrior", "die", "faces", "source", "by", "rolled_at", "taken_back_at"),
            ordering=("place", "pk"),
            related=("by",),
        ),
        inline_of(
            Captive,
            ("warrior_name", "state", "captor", "taken_at", "settled_at"),
            ordering=("-taken_at",),
            related=("captor__warband", "captor__battle"),
            unread=("seed", "offer", "rolls", "settlement", *_wide("captor")),
        ),
    )


@admin.register(DiceRoll)
class DiceRollAdmin(ReadOnlyAdmin):
    list_display = ("what_for", "warrior", "die", "faces", "source", "by", "rolled_at", "taken_back_at")
    list_filter = ("source", "step", ("taken_back_at", admin.EmptyFieldListFilter))
    ordering = ("-rolled_at", "-pk")
    search_fields = ("what_for", "warrior", "post_battle__side__warband_name")
    shown = (
        *("post_battle", "place", "step", "first_die", "what_for", "warrior", "die", "faces", "source", "seed_hash"),
        *("by", "rolled_at", "taken_back_at", "replaced_by", "reason"),
    )
    related = ("by", "post_battle")
    unread = ("post_battle__report", "post_battle__log", "post_battle__newcomers")


@admin.register(Captive)
class CaptiveAdmin(ReadOnlyAdmin):
    list_display = ("warrior_name", "owner", "captor", "state", "fate", "taken_at", "settled_at")
    list_filter = ("state",)
    ordering = ("-taken_at", "-pk")
    search_fields = ("warrior_name", "owner__warband_name", "captor__warband_name")
    shown = ("post_battle", "owner", "captor", "warrior_name", "state", "fate", "taken_at", "settled_at")
    never_shown: ClassVar[Mapping[str, str]] = {
        "warrior_row": "a number of the app's own",
        "offer": GOLD,
        "seed": SEED,
        "settlement": GOLD,
        "rolls": "has the seed beside the faces",
    }
    related = ("owner__warband", "owner__battle", "captor__warband", "captor__battle")
    unread = (*_wide("owner"), *_wide("captor"))


# --- on paper ---------------------------------------------------------------------------------------------------------


@admin.register(CampaignDocument)
class CampaignDocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "campaign", "kind", "day", "status", "told", "pages", "asked_by", "asked_at")
    list_filter = ("status", "kind", IN_CAMPAIGN)
    search_fields = ("title", "campaign__name")
    shown = (
        *("campaign", "kind", "day", "night", "title", "options", "status", "told", "done", "total", "pages"),
        *("attempts", "asked_by", "asked_at", "sent_at", "begun_at", "finished_at"),
    )
    never_shown: ClassVar[Mapping[str, str]] = {"content": GOLD, "digest": GOLD, "gold_of": GOLD, "file": PRINTED}
    related = ("campaign", "asked_by")
