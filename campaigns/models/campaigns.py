"""The campaign, who takes part with which warband, and its chronicle.

Names of accounts stand in no sentence: a person is a foreign key and told when the page is drawn, so that nothing of
a deleted account is left. What a warband was called is kept, since battles outlive it.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from campaigns.roles import Right, Role, may
from campaigns.times import USUAL_ZONE
from warbands.models import Player, Warband
from warbands.models.accounts import shown_name_of

FORMER_PLAYER = "a former player"


def new_token() -> str:
    """What stands in a secret address: 128 random bits."""
    return secrets.token_urlsafe(16)


def name_of(player: Player | None) -> str:
    """How the campaign calls somebody, whose account may be gone."""
    return player.shown_name if player else FORMER_PLAYER


def name_told(username: str | None, guest_until: datetime | None, *, kept: str = FORMER_PLAYER) -> str:
    """The same from the columns of his account, or what was kept of a name where that is gone."""
    return shown_name_of(username, guest_until) if username is not None else kept


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def of_member(self, player: Player) -> CampaignQuerySet:
        return self.filter(memberships__player=player, memberships__left_at=None)

    def open(self) -> CampaignQuerySet:
        return self.filter(closed_at=None)


class Campaign(models.Model):
    """A season that a club plays, and how it wants it. Gold in gold crowns.

    ``starting_gold`` is what a warband begins with whose list begins with 500; a list that has more or less of its
    own has as much more or less here. ``late_gold`` comes on top once the first battle was fought.
    """

    class DicePolicy(models.TextChoices):
        EITHER = "either", "Rolled by the app or at the table"
        APP = "app", "Rolled by the app only"
        TABLE = "table", "Rolled at the table only"

    class Confirmation(models.TextChoices):
        ALL_SIDES = "all_sides", "Every side"
        ANY_OPPONENT = "any_opponent", "Any opponent"
        ARBITRATOR = "arbitrator", "An arbitrator"

    name = models.CharField(max_length=200)
    starting_gold = models.PositiveIntegerField(default=500)
    late_gold = models.PositiveIntegerField(default=0)
    time_zone = models.CharField(max_length=60, default=USUAL_ZONE)
    dice_policy = models.CharField(max_length=10, choices=DicePolicy, default=DicePolicy.EITHER)
    confirmation = models.CharField(max_length=14, choices=Confirmation, default=Confirmation.ALL_SIDES)
    battles_an_evening = models.PositiveSmallIntegerField(null=True, blank=True, default=None)
    warbands_a_player = models.PositiveSmallIntegerField(default=1)
    treasuries_hidden = models.BooleanField(default=False)
    random_happenings = models.BooleanField(default=False)
    criticals_by_weapon = models.BooleanField(default=False)
    mounts = models.BooleanField(default=False)
    house_rules = models.TextField(blank=True)
    feed_token = models.CharField(max_length=40, unique=True, default=new_token)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(warbands_a_player__gte=1), name="a_player_may_have_a_warband"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign-detail", args=[self.pk])

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class MembershipQuerySet(models.QuerySet["Membership"]):
    def active(self) -> MembershipQuerySet:
        return self.filter(left_at=None)

    def arbitrators(self) -> MembershipQuerySet:
        return self.active().filter(role=Role.ARBITRATOR)

    def mailed(self) -> MembershipQuerySet:
        """Who wants to be told by mail and can be."""
        return self.active().filter(mails_turns=True, player__is_active=True).exclude(player__email="")


class Membership(models.Model):
    """Somebody's part in a campaign; who left and came back has two. ``feed_token`` opens the feed of his turns;
    ``mails_turns`` says whether he is told of them by mail as well, where his account has an address."""

    ROLES = [(role.value, role.value) for role in Role]

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=ROLES, default=Role.PLAYER)
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True, default=None)
    feed_token = models.CharField(max_length=40, unique=True, default=new_token)
    mails_turns = models.BooleanField(default=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "player"], condition=Q(left_at=None), name="one_active_membership_of_a_player"
            ),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="a_member_has_one_of_the_roles"),
        ]

    def __str__(self) -> str:
        return f"{name_of(self.player)}, {self.role}"

    def may(self, right: Right) -> bool:
        return self.left_at is None and may(self.role, right)

    @property
    def is_arbitrator(self) -> bool:
        return self.role == Role.ARBITRATOR


class Invitation(models.Model):
    """A link by which others join. It works until it expires, is used up or taken back."""

    ROLES = [(role.value, role.value) for role in (Role.PLAYER, Role.SPECTATOR)]

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    role = models.CharField(max_length=12, choices=ROLES, default=Role.PLAYER)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(uses__lte=F("most_uses")), name="an_invitation_is_not_used_too_often"),
            models.CheckConstraint(
                condition=Q(role__in=[Role.PLAYER, Role.SPECTATOR]), name="nobody_is_made_arbitrator_by_a_link"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.campaign}"

    def get_absolute_url(self) -> str:
        return reverse("campaign-join", args=[self.token])

    @property
    def url(self) -> str:
        """The whole address, for messages and QR codes."""
        return f"{settings.SITE_URL}{self.get_absolute_url()}"

    @property
    def uses_left(self) -> int:
        return self.most_uses - self.uses

    def state(self, now: datetime | None = None) -> str:
        """``open``, or why it works no more: ``revoked``, ``used_up`` or ``expired``."""
        if self.revoked_at is not None:
            return "revoked"
        if self.uses >= self.most_uses:
            return "used_up"
        return "expired" if (now or timezone.now()) >= self.expires_at else "open"


class EnrolmentQuerySet(models.QuerySet["Enrolment"]):
    def active(self) -> EnrolmentQuerySet:
        return self.filter(retired_at=None)

    def of_player(self, player: Player) -> EnrolmentQuerySet:
        return self.filter(player=player)


class Enrolment(models.Model):
    """A warband in a campaign. The names are those it went by, and stay when warband or account are gone."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="enrolments")
    warband = models.ForeignKey(Warband, on_delete=models.SET_NULL, null=True, blank=True, related_name="enrolments")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="enrolments"
    )
    warband_name = models.CharField(max_length=200)
    player_name = models.CharField(max_length=150)
    type_key = models.CharField(max_length=60)
    enrolled_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True, blank=True, default=None)
    reason = models.TextField(blank=True)

    objects = EnrolmentQuerySet.as_manager()

    class Meta:
        ordering = ["enrolled_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["warband"],
                condition=Q(retired_at=None, warband__isnull=False),
                name="a_warband_is_in_one_campaign_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    def get_absolute_url(self) -> str:
        return reverse("enrolment-detail", args=[self.campaign_id, self.pk])

    @property
    def is_active(self) -> bool:
        return self.retired_at is None

    def retire(self, reason: str) -> None:
        """End its part in the campaign; what it was called last is kept. Within a service only."""
        self.retired_at, self.reason = timezone.now(), reason
        self.warband_name, self.player_name = self.shown_name, self.shown_player
        self.save(update_fields=["retired_at", "reason", "warband_name", "player_name"])

    @property
    def shown_name(self) -> str:
        """What the warband is called now, or was last. Reads the warband's row."""
        return self.warband.name if self.warband else self.warband_name

    @property
    def shown_player(self) -> str:
        """Who plays it, or played it. Reads the player's row."""
        return name_of(self.player) if self.player else self.player_name


class PairingQuerySet(models.QuerySet["Pairing"]):
    def upcoming(self) -> PairingQuerySet:
        return self.filter(battle=None, withdrawn_at=None)


class Pairing(models.Model):
    """Warbands that are to meet: announced for an evening, until their battle is begun or it is taken back."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pairings")
    enrolments = models.ManyToManyField(Enrolment, related_name="pairings")
    planned_for = models.DateField(help_text="the evening, by the campaign's clocks")
    battle = models.OneToOneField(
        "campaigns.Battle", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="pairing"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["planned_for", "pk"]

    def __str__(self) -> str:
        return f"pairing {self.pk} of {self.campaign_id}"


class ChronicleQuerySet(models.QuerySet["ChronicleEntry"]):
    def standing(self) -> ChronicleQuerySet:
        return self.filter(withdrawn_at=None)

    def told(self) -> ChronicleQuerySet:
        """What stands, and what happened and was taken back; only notes that their writers took back are told no
        more."""
        return self.exclude(withdrawn_at__isnull=False, kind__in=ChronicleEntry.WRITTEN)

    def deaths(self) -> ChronicleQuerySet:
        return self.standing().filter(kind=ChronicleEntry.Kind.DEATH)


def sentence_told(sentence: str, person: str) -> str:
    """A line of the chronicle, after the name that it begins with, if with any. A name is written as it is given."""
    if not person:
        return sentence
    begun = f"{person[:1].upper()}{person[1:]}" if person == FORMER_PLAYER else person
    return f"{begun} {sentence}"


class ChronicleEntry(models.Model):
    """One line of the chronicle, append-only: the events write the sentences, players add notes and reports.

    Where ``begins_with_person``, the sentence is told after the name of ``person``. ``withdrawn_at`` marks a note
    that its writer took back, and what happened in a battle that was undone; the row stays.
    """

    class Kind(models.TextChoices):
        BEGUN = "begun", "begun"
        JOINED = "joined", "joined"
        LEFT = "left", "left"
        ROLE = "role", "role"
        SETTINGS = "settings", "settings"
        ENROLLED = "enrolled", "enrolled"
        RETIRED = "retired", "retired"
        PAIRINGS = "pairings", "pairings"
        BATTLE = "battle", "battle"
        FOUGHT = "fought", "fought"
        AFTERMATH = "aftermath", "after the battle"
        DEATH = "death", "death"
        FEAT = "feat", "feat"
        UNDONE = "undone", "taken back"
        CORRECTION = "correction", "correction"
        NOTE = "note", "note"
        REPORT = "report", "report"

    # The kinds that players write; all others are written by what happens.
    WRITTEN = (Kind.NOTE, Kind.REPORT)
    # What a report that counts tells of a battle, and the nights after it: taken back with the battle.
    COME_OF_A_REPORT = (Kind.FOUGHT, Kind.AFTERMATH, Kind.DEATH, Kind.FEAT)

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="chronicle")
    battle = models.ForeignKey(
        "campaigns.Battle", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="chronicle"
    )
    enrolment = models.ForeignKey(
        Enrolment, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="chronicle"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    sentence = models.TextField(blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+"
    )
    begins_with_person = models.BooleanField(default=False)
    text = models.TextField(blank=True, help_text="what a player wrote")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+"
    )
    reason = models.TextField(blank=True, help_text="why the record was corrected")
    happened_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = ChronicleQuerySet.as_manager()

    class Meta:
        ordering = ["-happened_at", "-pk"]
        verbose_name_plural = "chronicle"
        indexes = [models.Index(fields=["campaign", "kind"]), models.Index(fields=["campaign", "-happened_at"])]

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """The whole sentence. Reads the person's row."""
        return sentence_told(self.sentence, name_of(self.person) if self.begins_with_person else "")

    @property
    def writer(self) -> str:
        """Who wrote it or did it. Reads his row."""
        return name_of(self.by)

    @property
    def is_written(self) -> bool:
        """Whether a player wrote it, and not an event."""
        return self.kind in self.WRITTEN

    @property
    def is_struck(self) -> bool:
        """Whether it counts no more."""
        return self.withdrawn_at is not None
