"""The night after a battle: one warband's way through the sequence, every roll of it, and who is held captive.

What is stored of the sequence is its log (`campaigns.postbattle.log`): the warband as it went into the battle, the
report and the log make the warband as it is. Rolls are kept apart as well, those that were taken back or replaced
too, so that the record of dice is whole.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from campaigns.battle.seeds import hash_of, new_seed
from campaigns.models.battles import Battle, Side
from campaigns.models.rolls import KeptRoll


class PostBattleQuerySet(models.QuerySet["PostBattle"]):
    def open(self) -> PostBattleQuerySet:
        return self.filter(closed_at=None)


class PostBattle(models.Model):
    """``version`` rises with every change and is what a form answers. ``event_count`` is how many events of the
    sequence stand in the warband's history. ``newcomers`` leads from the sequence's numbers to rows."""

    side = models.OneToOneField(Side, on_delete=models.CASCADE, related_name="post_battle")
    step = models.CharField(max_length=30, blank=True)
    event_count = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True, default=None)
    # What is long comes last: SQLite reads through it to get at what stands behind.
    report = models.JSONField(help_text="what happened to this warband, as a battle report")
    log: Any = models.JSONField(default=list, blank=True)
    newcomers: Any = models.JSONField(default=dict, blank=True)

    objects = PostBattleQuerySet.as_manager()

    class Meta:
        ordering = ["side"]
        indexes = [models.Index(fields=["side"], condition=Q(closed_at=None), name="nights_that_are_open")]

    def __str__(self) -> str:
        return f"the night of {self.side_id}"

    def get_absolute_url(self) -> str:
        """Where it goes on. Reads the side's row."""
        return reverse("post-battle", args=[self.side.battle.campaign_id, self.side.battle_id, self.side_id])

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class DiceRoll(KeptRoll):
    """One roll of the sequence. ``replaced_by`` and ``taken_back_at`` tell why it counts no more."""

    post_battle = models.ForeignKey(PostBattle, on_delete=models.CASCADE, related_name="rolls")
    warrior = models.CharField(max_length=200, blank=True)
    replaced_by = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replaces"
    )
    reason = models.TextField(blank=True, help_text="why it replaces another")

    class Meta(KeptRoll.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["post_battle", "place"],
                condition=Q(taken_back_at=None, replaced_by=None),
                name="one_standing_roll_of_a_place",
            ),
        ]

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None and self.replaced_by_id is None


class SpentSeed(models.Model):
    """A seed of a battle that was shown, and whose dice therefore counted no more when the battle was taken up
    again."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="spent_seeds")
    seed = models.CharField(max_length=64)
    seed_hash = models.CharField(max_length=64)
    shown_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.seed_hash


class CaptiveQuerySet(models.QuerySet["Captive"]):
    def held(self) -> CaptiveQuerySet:
        return self.filter(state=Captive.State.HELD)


class Captive(models.Model):
    """A hero in another warband's hands. ``offer`` is what the captor asks: ``{"ransom": 30}`` in gold crowns or
    ``{"exchange": id}``; ``fate`` what became of him for good.

    ``warrior_row`` is his row's number, whatever he is called by now. ``settlement`` holds the effects that settled it,
    as they are undone. ``seed`` is what the app's dice about him come from, secret until they are rolled; ``rolls`` is
    their record, those that were taken back too.
    """

    class State(models.TextChoices):
        HELD = "held", "held"
        RANSOMED = "ransomed", "ransomed"
        EXCHANGED = "exchanged", "exchanged"
        LOST = "lost", "lost"
        HOME = "home", "home again"
        TAKEN_BACK = "taken_back", "taken back"

    post_battle = models.ForeignKey(PostBattle, on_delete=models.CASCADE, related_name="captives")
    owner = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="captives_lost")
    captor = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="captives_held")
    warrior_name = models.CharField(max_length=200)
    warrior_row = models.PositiveBigIntegerField(null=True, blank=True, default=None)
    state = models.CharField(max_length=12, choices=State, default=State.HELD)
    offer = models.JSONField(null=True, blank=True, default=None)
    fate = models.CharField(max_length=60, blank=True)
    seed = models.CharField(max_length=64, default=new_seed)
    taken_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True, default=None)
    settlement: Any = models.JSONField(null=True, blank=True, default=None)
    rolls: Any = models.JSONField(default=list, blank=True)

    objects = CaptiveQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["post_battle", "warrior_name"],
                condition=~Q(state="taken_back"),
                name="a_warrior_is_taken_once_a_night",
            ),
        ]

    def __str__(self) -> str:
        return self.warrior_name

    def get_absolute_url(self) -> str:
        """Reads the side's row and the battle's."""
        return reverse("captive-detail", args=[self.owner.battle.campaign_id, self.pk])

    @property
    def is_held(self) -> bool:
        return self.state == self.State.HELD

    @property
    def is_settled(self) -> bool:
        """Whether what became of him can be undone."""
        return self.settlement is not None

    @property
    def both_are_there(self) -> bool:
        """Whether his warband and his captor's are. Reads the sides' rows."""
        return self.owner.warband_id is not None and self.captor.warband_id is not None

    @property
    def seed_hash(self) -> str:
        return hash_of(self.seed)
