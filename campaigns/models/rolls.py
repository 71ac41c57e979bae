"""A roll as a record of dice keeps it, whatever it was rolled for."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.campaigns import name_of


class KeptRoll(models.Model):
    """One roll as it fell. ``place`` is its entry in the log that it belongs to, ``first_die`` the number of its first
    die in the step, which with the seed gives its faces where the app rolled."""

    SOURCES = [("app", "rolled by the app"), ("table", "rolled at the table")]

    place = models.PositiveIntegerField(help_text="its entry in the log")
    step = models.CharField(max_length=40)
    first_die = models.PositiveIntegerField()
    what_for = models.CharField(max_length=500)
    die = models.CharField(max_length=20)
    faces: Any = models.JSONField()
    source = models.CharField(max_length=8, choices=SOURCES)
    seed_hash = models.CharField(max_length=64, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    rolled_at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.what_for}: {self.faces}"

    @property
    def by_name(self) -> str:
        """Who made it. Reads the player's row."""
        return name_of(self.by)
