"""Skirmishes of Hit Chance that are fought at a table: the two sides, what was done and rolled, sheets of them.

A skirmish is played again from its sides and its steps (`encounters.hitchance.throwing`); its row keeps the state that
comes of them. What is taken back stays among the steps, marked, and counts for nothing.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from encounters.models.papers import GameDocument
from encounters.models.pit import LONGEST_NAME, Gathered


class SkirmishFight(Gathered):
    """One skirmish, from the drawing up of its sides on. Whoever made it keeps it: he acts for both sides; everybody
    else who has its address watches.

    ``terms`` is the file of its ground and sides (`encounters.hitchance.fight_file`), ``opening`` and ``notation`` the
    skirmish at its beginning and as it stands. ``pending`` is an order whose dice have not all fallen, ``fallen`` those
    that have, as in a step.
    """

    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    opening = models.TextField(blank=True)
    notation = models.TextField(blank=True)
    pending = models.CharField(max_length=120, blank=True)
    fallen: Any = models.JSONField(default=list, blank=True)
    result: Any = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return self.name or "a skirmish"

    def get_absolute_url(self) -> str:
        return reverse("skirmish", args=[self.code])


class StepQuerySet(models.QuerySet["SkirmishStep"]):
    def standing(self) -> StepQuerySet:
        return self.filter(taken_back_at=None)


class SkirmishStep(models.Model):
    """One order, or what was done after the fight, as notation (``line``), with the faces that fell (``die``, ``face``,
    ``for``, and ``by``: app or table) and the events that came of it. ``number`` is its place among those that
    stand."""

    fight = models.ForeignKey(SkirmishFight, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    line = models.CharField(max_length=120)
    faces: Any = models.JSONField(default=list)
    events: Any = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = StepQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["fight", "number"],
                condition=Q(taken_back_at=None),
                name="one_standing_skirmish_step_of_a_number",
            ),
        ]

    def __str__(self) -> str:
        return self.line


class SkirmishDocument(GameDocument):
    """A fight sheet as PDF."""

    fight = models.ForeignKey(SkirmishFight, on_delete=models.CASCADE, related_name="documents")
    file = models.FileField(upload_to="documents/skirmishes", blank=True)

    class Meta(GameDocument.Meta):
        indexes = [models.Index(fields=["status", "asked_at"])]
        constraints = [
            models.UniqueConstraint(fields=["fight", "digest"], name="one_skirmish_document_of_a_digest"),
            models.CheckConstraint(
                condition=~Q(status="ready") | ~Q(file=""), name="a_ready_skirmish_document_has_its_file"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("skirmish-document", args=[self.code])

    @property
    def keeper_id(self) -> int | None:
        return self.fight.made_by_id
