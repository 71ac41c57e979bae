"""Battles of a campaign: who meets whom, how each stood when it began, and what the sides have reported.

A battle is announced, begun, reported and confirmed. When it begins, each side's rating, underdog bonus and whole
warband are kept with it, and the warbands are held until the night after it is over. Names of accounts stand in no row:
who has deleted his account is a former player.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from campaigns.models.campaigns import Campaign, Enrolment, name_of
from warbands.models import Player, Warband

MOST_SIDES = 8


class BattleQuerySet(models.QuerySet["Battle"]):
    def planned(self) -> BattleQuerySet:
        return self.filter(state=Battle.State.PLANNED)

    def open(self) -> BattleQuerySet:
        """Begun and not confirmed."""
        return self.filter(state__in=Battle.OPEN)

    def fought(self) -> BattleQuerySet:
        """Those that count for the record."""
        return self.filter(state=Battle.State.CONFIRMED)


class Battle(models.Model):
    """One battle. ``number`` is its place in the campaign's sequence: given when it is announced, and anew when it
    begins after one that was announced later. ``seed`` is secret until ``seed_shown_at``; its hash never is.
    ``ended_by_agreement`` and ``report`` are what was confirmed."""

    class State(models.TextChoices):
        PLANNED = "planned", "announced"
        UNDER_WAY = "under_way", "under way"
        REPORTED = "reported", "reported"
        CONFIRMED = "confirmed", "confirmed"
        CALLED_OFF = "called_off", "called off"

    OPEN = (State.UNDER_WAY, State.REPORTED)

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    number = models.PositiveIntegerField()
    scenario_key = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.PLANNED)
    fought_on = models.DateTimeField()
    dice_policy = models.CharField(
        max_length=10,
        choices=Campaign.DicePolicy,
        default=Campaign.DicePolicy.EITHER,
        help_text="the campaign's, as it began",
    )
    notes = models.TextField(blank=True)
    seed = models.CharField(max_length=64, blank=True)
    seed_hash = models.CharField(max_length=64, blank=True)
    seed_shown_at = models.DateTimeField(null=True, blank=True, default=None)
    ended_by_agreement = models.BooleanField(default=False)
    report = models.ForeignKey(
        "campaigns.BattleReport", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+"
    )
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True, default=None)
    confirmed_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = BattleQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_battle_of_a_number_in_a_campaign"),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "called_off"]) | ~Q(seed=""), name="a_battle_begins_with_its_seed"
            ),
        ]
        indexes = [models.Index(fields=["campaign", "state"])]

    def __str__(self) -> str:
        return f"battle {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("battle-detail", args=[self.campaign_id, self.pk])

    @property
    def app_rolls(self) -> bool:
        """Whether the app may roll dice in it."""
        return self.dice_policy != Campaign.DicePolicy.TABLE

    @property
    def table_rolls(self) -> bool:
        """Whether dice may be rolled at the table."""
        return self.dice_policy != Campaign.DicePolicy.APP

    @property
    def is_planned(self) -> bool:
        return self.state == self.State.PLANNED

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN

    @property
    def is_under_way(self) -> bool:
        return self.state == self.State.UNDER_WAY

    @property
    def is_reported(self) -> bool:
        return self.state == self.State.REPORTED

    @property
    def is_confirmed(self) -> bool:
        return self.state == self.State.CONFIRMED

    @property
    def is_called_off(self) -> bool:
        return self.state == self.State.CALLED_OFF


class Side(models.Model):
    """A warband in a battle. Equal ``alliance`` numbers are allies; ``place`` is its order among the sides.

    ``before`` is the whole warband as the battle began, with the ids of its rows, and ``before_file`` the same as a
    warband file. ``muster`` holds the rolls before the battle and ``joined`` the hired swords who came in its course,
    each with what his coming did to the gold.
    ``agreed_to`` is the digest of the report that this side stands by.
    """

    RESULTS = [("won", "won"), ("lost", "lost"), ("drew", "drew")]

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="sides")
    enrolment = models.ForeignKey(Enrolment, on_delete=models.CASCADE, related_name="sides")
    warband = models.ForeignKey(Warband, on_delete=models.SET_NULL, null=True, blank=True, related_name="sides")
    warband_name = models.CharField(max_length=200)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="sides"
    )
    alliance = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    rating_before = models.PositiveIntegerField(default=0)
    warriors_before = models.PositiveIntegerField(default=0, help_text="who could take part, hired swords counted")
    underdog = models.PositiveSmallIntegerField(default=0, help_text="bonus experience of each survivor")
    rolls_due = models.PositiveSmallIntegerField(default=0, help_text="before the first blow, still to be made")
    agreed_to = models.CharField(max_length=64, blank=True)
    result = models.CharField(max_length=8, choices=RESULTS, blank=True)
    shared = models.BooleanField(default=False)
    routed = models.BooleanField(default=False)
    kills = models.PositiveIntegerField(default=0, help_text="enemies that it put out of action")
    losses = models.PositiveIntegerField(default=0, help_text="its own that were put out of action")
    # The wide ones last: what stands behind them costs a page of the database to reach.
    before: Any = models.JSONField(null=True, blank=True, default=None)
    before_file = models.TextField(blank=True)
    muster = models.JSONField(default=list, blank=True)
    joined = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["battle", "place"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "place"], name="one_side_of_a_place_in_a_battle"),
            models.UniqueConstraint(fields=["battle", "enrolment"], name="a_warband_is_one_side_of_a_battle"),
        ]
        # What the standings and the chart of a season read, without the wide columns.
        indexes = [models.Index(fields=["battle", "enrolment", "result", "kills", "losses", "rating_before"])]

    def __str__(self) -> str:
        return f"{self.shown_name} in {self.battle}"

    @property
    def shown_name(self) -> str:
        """What the warband was called when the battle began, and is called until then. Reads the warband's row."""
        return self.warband.name if self.warband and not self.warriors_before else self.warband_name

    @property
    def player_name(self) -> str:
        """Who played it. Reads the player's row."""
        return name_of(self.player)

    @property
    def missing(self) -> tuple[str, ...]:
        """Who was kept out of the battle by a roll before it."""
        return tuple(roll["warrior"] for roll in self.muster if roll["outcome"] == "misses")

    @property
    def foreseen(self) -> tuple[str, ...]:
        """Whose cards came true."""
        return tuple(roll["warrior"] for roll in self.muster if roll["outcome"] == "foreseen")


class BattleReportQuerySet(models.QuerySet["BattleReport"]):
    def standing(self) -> BattleReportQuerySet:
        return self.filter(superseded=False)


class BattleReport(models.Model):
    """What somebody tells of a whole battle, in the form of `campaigns.battle.told`. A later report of his own
    supersedes it; the row stays."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="battle_reports"
    )
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    superseded = models.BooleanField(default=False)
    content = models.JSONField()

    objects = BattleReportQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "by"],
                condition=Q(superseded=False, by__isnull=False),
                name="one_standing_report_of_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"report of {self.battle} by {self.by_name}"

    @property
    def by_name(self) -> str:
        """Who made it. Reads the player's row."""
        return name_of(self.by)

    def is_by(self, player: Player) -> bool:
        return self.by_id == player.pk
