"""What a document of a game is that players look after by themselves, whatever it shows."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from mordheim.documents.rows import Document


def new_code() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(9)


class GameDocument(Document):
    """A PDF for whoever keeps what it shows. ``content`` is what is printed as plain values, as it was when it was
    asked for."""

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for a printer"
        PRINTING = "printing", "being printed"
        READY = "ready", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    AT_WORK = Status.PRINTING

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=300)
    content: Any = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    done = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True, default=None)
    finished_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        abstract = True
        ordering = ["-asked_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.title} ({self.status})"

    def get_absolute_url(self) -> str:
        raise NotImplementedError

    @property
    def keeper_id(self) -> int | None:
        """Whose is what it shows: he alone asks for it, reads it and cancels it."""
        raise NotImplementedError

    @property
    def time_told(self) -> str:
        return "It takes a few seconds."
