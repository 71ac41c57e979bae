"""What a campaign prints: documents (`mordheim.documents.rows`) of evenings and of nights.

``content`` is the whole report as plain values, as it was when it was asked for; a worker that comes late prints what
was asked. Whose gold is told is kept beside it, since a treasury that was hidden later is nobody else's business in an
old file either.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from campaigns.models.campaigns import Campaign
from campaigns.models.postbattle import PostBattle
from campaigns.times import local
from mordheim.documents.rows import Document
from warbands.models import Player

A = TypeVar("A", bound="AskedDocument")
# What a part takes, where no part of this document has been laid out yet.
SECONDS_A_PART = 1.5


def kept_at(document: AskedDocument, filename: str) -> str:
    return f"documents/{document.folder}/{filename}"


class AskedDocumentQuerySet(models.QuerySet[A]):
    def unfinished(self) -> Self:
        return self.filter(status__in=(AskedDocument.Status.PENDING, AskedDocument.AT_WORK))


class AskedDocument(Document):
    """A PDF that a member of a campaign has asked for, and that he or an arbitrator may cancel. ``content`` is what is
    printed as plain values, as it was when it was asked for."""

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for a printer"
        PRINTING = "printing", "being printed"
        READY = "ready", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    AT_WORK = Status.PRINTING

    title = models.CharField(max_length=300)
    content: Any = models.JSONField(default=dict, help_text="what is printed, as it was when it was asked for")
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    done = models.PositiveSmallIntegerField(default=0)
    file = models.FileField(upload_to=kept_at, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True, default=None)
    finished_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        abstract = True
        ordering = ["-asked_at", "-pk"]
        indexes = [models.Index(fields=["status", "asked_at"])]

    def __str__(self) -> str:
        return f"{self.title} ({self.status})"

    @property
    def folder(self) -> str:
        """Where its file is kept."""
        raise NotImplementedError

    @property
    def its_campaign(self) -> Campaign:
        """Whose members may see it. May read rows."""
        raise NotImplementedError

    def may_cancel(self, player: Player, *, arbitrates: bool) -> bool:
        return not self.is_finished and (arbitrates or self.asked_by_id == player.pk)


class CampaignDocument(AskedDocument):
    """One PDF: of an evening, or of one warband's night. ``day`` is the evening by the campaign's clocks; ``done`` of
    ``total`` parts are laid out; ``gold_of`` are the enrolments whose gold is told."""

    class Kind(models.TextChoices):
        EVENING = "evening", "report of an evening"
        NIGHT = "night", "record of a night"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=10, choices=Kind)
    day = models.DateField()
    night = models.ForeignKey(
        PostBattle, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="documents"
    )
    gold_of: Any = models.JSONField(default=list)
    total = models.PositiveSmallIntegerField(default=1)
    begun_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = AskedDocumentQuerySet["CampaignDocument"].as_manager()

    class Meta(AskedDocument.Meta):
        constraints = [
            models.UniqueConstraint(fields=["campaign", "digest"], name="one_campaign_document_of_a_digest"),
            models.CheckConstraint(condition=~Q(status="ready") | ~Q(file=""), name="a_ready_document_has_its_file"),
        ]

    @property
    def folder(self) -> str:
        return f"campaigns/{self.campaign_id}"

    @property
    def its_campaign(self) -> Campaign:
        return self.campaign

    def get_absolute_url(self) -> str:
        return reverse("campaign-document", args=[self.campaign_id, self.pk])

    @property
    def asked_again_at(self) -> str:
        """The page on which it is asked for. Reads the night's row."""
        if self.night is not None:
            return reverse("night-print", args=[self.campaign_id, self.night.side_id])
        return reverse("evening-print", args=[self.campaign_id, self.day])

    def by_the_clock(self, moment: datetime) -> datetime:
        """By the campaign's clocks. Reads its row."""
        return local(self.campaign, moment)

    @property
    def whole(self) -> int:
        return self.total

    def begin(self) -> None:
        super().begin()
        self.done, self.told, self.begun_at = 0, "Beginning", self.sent_at

    def begin_again(self) -> None:
        super().begin_again()
        self.begun_at = None

    @property
    def time_told(self) -> str:
        left = self.seconds_left
        return (
            f"About {left} {'second' if left == 1 else 'seconds'} more."
            if left < 60
            else f"About {-(-left // 60)} minutes more."
        )

    @property
    def seconds_left(self) -> int:
        """How long it may still take, by what the parts so far have taken."""
        left = self.total - self.done
        if self.begun_at is None or not self.done:
            return max(1, round(left * SECONDS_A_PART))
        so_far = max(timezone.now() - self.begun_at, timedelta())
        return max(1, round(so_far.total_seconds() / self.done * left))
