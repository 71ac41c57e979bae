"""The table of a battle: how it was set up, and how the game on it goes.

What is stored of a phase is its log (`campaigns.postbattle.log`): the warbands as they began the battle, the map's seed
and the log make the table as it is. Rolls are kept apart as well, those that were taken back too, so that the record of
dice is whole.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Battle, Campaign
from campaigns.models.documents import AskedDocument, AskedDocumentQuerySet
from campaigns.models.rolls import KeptRoll

LABEL = "table"


class Phase(models.TextChoices):
    SET_UP = "set_up", "setting up"
    GAME = "game", "the game"


class Encounter(models.Model):
    """One battle's table. ``version`` rises with every change and is what a form answers.

    ``map_seed`` and ``moves``, the shifts by hand in their order, draw the map. ``came`` is what the warbands were as
    the table was begun, where that may change later: the bonus on the scenario's roll, and for each side who was
    missing, how many had joined and with whom it was allied. ``options`` is what the players agree on for the game.
    Beside each log stand its acts: where in it each began, by whom it was brought and when.
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="encounter")
    version = models.PositiveIntegerField(default=1)
    map_seed = models.PositiveIntegerField()
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    begun_at = models.DateTimeField(default=timezone.now)
    set_up_closed_at = models.DateTimeField(null=True, blank=True, default=None)
    game_closed_at = models.DateTimeField(null=True, blank=True, default=None)
    # What is long comes last.
    options: Any = models.JSONField(default=dict, blank=True)
    came: Any = models.JSONField(default=dict)
    moves: Any = models.JSONField(default=list, blank=True)
    set_up_acts: Any = models.JSONField(default=list, blank=True)
    set_up_log: Any = models.JSONField(default=list, blank=True)
    game_acts: Any = models.JSONField(default=list, blank=True)
    game_log: Any = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"the table of battle {self.battle_id}"

    def get_absolute_url(self) -> str:
        """Reads the battle's row."""
        return reverse("table", args=[self.battle.campaign_id, self.battle_id])

    @property
    def phase(self) -> str:
        """What goes on: the set-up until it is closed, then the game."""
        return Phase.GAME if self.set_up_closed_at else Phase.SET_UP

    @property
    def is_set_up(self) -> bool:
        return self.set_up_closed_at is not None

    def log_of(self, phase: str) -> list[dict[str, Any]]:
        log: list[dict[str, Any]] = getattr(self, f"{phase}_log")
        return log

    def acts_of(self, phase: str) -> list[dict[str, Any]]:
        acts: list[dict[str, Any]] = getattr(self, f"{phase}_acts")
        return acts

    def keep(self, phase: str, log: list[dict[str, Any]], acts: list[dict[str, Any]]) -> None:
        """That phase has this log, brought by these acts, from now on. Not saved yet."""
        setattr(self, f"{phase}_log", log)
        setattr(self, f"{phase}_acts", acts)


class TableRoll(KeptRoll):
    """One roll of the set-up or of the game. ``taken_back_at`` tells that it counts no more."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="rolls")
    phase = models.CharField(max_length=10, choices=Phase)

    class Meta(KeptRoll.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "phase", "place"],
                condition=models.Q(taken_back_at=None),
                name="one_standing_table_roll_of_a_place",
            ),
        ]

    @property
    def label(self) -> str:
        """What its dice are derived for."""
        return label_of(self.step)


def label_of(step: str) -> str:
    """What the app's dice of a step at the table are derived for."""
    return f"{LABEL}/{step}"


class TableDocument(AskedDocument):
    """The set-up sheet of a table as a PDF. ``content`` is the table as it was when it was asked for."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="documents")

    objects = AskedDocumentQuerySet["TableDocument"].as_manager()

    class Meta(AskedDocument.Meta):
        constraints = [
            models.UniqueConstraint(fields=["encounter", "digest"], name="one_table_document_of_a_digest"),
            models.CheckConstraint(
                condition=~models.Q(status="ready") | ~models.Q(file=""), name="a_ready_table_document_has_its_file"
            ),
        ]

    @property
    def folder(self) -> str:
        return f"tables/{self.encounter_id}"

    @property
    def its_campaign(self) -> Campaign:
        """Reads the rows of the encounter and its battle."""
        return self.encounter.battle.campaign

    def get_absolute_url(self) -> str:
        """Reads the rows of the encounter and its battle."""
        battle = self.encounter.battle
        return reverse("table-document", args=[battle.campaign_id, battle.pk, self.pk])

    @property
    def asked_again_at(self) -> str:
        """The page on which it is asked for. Reads the rows of the encounter and its battle."""
        return self.encounter.get_absolute_url()

    @property
    def total(self) -> int:
        return self.whole

    @property
    def time_told(self) -> str:
        return "It takes a few seconds."
