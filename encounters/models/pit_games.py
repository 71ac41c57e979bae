"""What is played with many fights of the pit: tournaments, and odds worked out from ten thousand bouts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from encounters.models.papers import new_code
from encounters.models.pit import LONGEST_NAME, Enlisted, Gathered


class PitTournament(Gathered):
    """Fighters who meet by a draw, for a purse in gold crowns. ``seed`` decides the draw and every lot.

    ``rounds`` are those that have begun, each a list of `encounters.pit_games_selectors.Slot` as plain values;
    a fight of the tournament belongs to the slot of its ``round``, counted from 1, and ``slot``, counted from 0.
    """

    class Kind(models.TextChoices):
        BRACKET = "bracket", "knock-out"
        ROUND_ROBIN = "round_robin", "everybody against everybody"

    name = models.CharField(max_length=LONGEST_NAME)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.BRACKET)
    purse = models.PositiveIntegerField(default=0, help_text="gold crowns")
    rounds: Any = models.JSONField(default=list, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True, default=None, help_text="the place he drew")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("pit-tournament", args=[self.code])


class PitEntrant(Enlisted):
    """A fighter in a tournament. ``number`` is his in the order of entry, ``drawn`` the place that he drew. ``kept``
    says that a player keeps him, so that one whose roster is gone is told from one who was made up."""

    tournament = models.ForeignKey(PitTournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField(null=True, blank=True, default=None)
    kept = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_pit_entrant_of_a_number"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_pit_entrant_of_a_name"),
        ]


class PitOdds(models.Model):
    """Many bouts of one fight, played by the workers in parts. ``content`` is the fight as a file
    (`encounters.pitfight.fight_file`); ``tally`` adds up what the parts have brought once all are there. Odds that
    are laid on a fight of a tournament name it in ``bet_on``."""

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for a worker"
        PLAYING = "playing", "being played"
        READY = "ready", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=300)
    content: Any = models.JSONField()
    bouts = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    tally: Any = models.JSONField(default=dict, blank=True)
    told = models.CharField(max_length=200, blank=True, help_text="why it failed")
    bet_on = models.OneToOneField(
        "encounters.PitFight", on_delete=models.CASCADE, null=True, blank=True, default=None, related_name="betting"
    )
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True, default=None)
    finished_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        ordering = ["-asked_at", "-pk"]
        indexes = [models.Index(fields=["status", "asked_at"])]
        verbose_name_plural = "pit odds"

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("pit-odds", args=[self.code])

    @property
    def is_finished(self) -> bool:
        return self.status not in (self.Status.PENDING, self.Status.PLAYING)


class PitOddsPart(models.Model):
    """``count`` bouts from number ``first`` on: what one task plays. ``sent_at`` is when it was sent or last showed
    life. The parts go once the whole is finished."""

    odds = models.ForeignKey(PitOdds, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True, default=None)
    tally: Any = models.JSONField(null=True, blank=True, default=None)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["odds", "number"], name="one_pit_odds_part_of_a_number")]

    def __str__(self) -> str:
        return f"bouts {self.first} to {self.first + self.count - 1}"
