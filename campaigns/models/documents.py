"""What a campaign prints: a row that caches a file, as a warband's sheets are (`warbands.models.documents`).

``content`` is the whole report as plain values, as it was when it was asked for; a worker that comes late prints what
was asked. The digest stands for all that is drawn and how. Whose gold is told is kept beside it, since a treasury that
was hidden later is nobody else's business in an old file either.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from campaigns.models.campaigns import Campaign
from campaigns.models.postbattle import PostBattle
from campaigns.times import local
from warbands.models import Player

# What a part takes, where no part of this document has been laid out yet.
SECONDS_A_PART = 1.5


def document_path(document: CampaignDocument, filename: str) -> str:
    return f"documents/campaigns/{document.campaign_id}/{filename}"


class CampaignDocumentQuerySet(models.QuerySet["CampaignDocument"]):
    def unfinished(self) -> CampaignDocumentQuerySet:
        return self.filter(status__in=CampaignDocument.UNFINISHED)


class CampaignDocument(models.Model):
    """One PDF: of an evening, or of one warband's night. ``day`` is the evening by the campaign's clocks; ``done`` of
    ``total`` parts are laid out; ``gold_of`` are the enrolments whose gold is told."""

    class Kind(models.TextChoices):
        EVENING = "evening", "report of an evening"
        NIGHT = "night", "record of a night"

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for a printer"
        PRINTING = "printing", "being printed"
        READY = "ready", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    UNFINISHED = (Status.PENDING, Status.PRINTING)

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=10, choices=Kind)
    day = models.DateField()
    night = models.ForeignKey(
        PostBattle, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="documents"
    )
    title = models.CharField(max_length=300)
    options = models.JSONField(default=dict)
    content: Any = models.JSONField(default=dict, help_text="the report as it was when this was asked for")
    gold_of: Any = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=1)
    told = models.CharField(max_length=200, blank=True, help_text="what is being done, or why it failed")
    pages = models.PositiveSmallIntegerField(default=0)
    file = models.FileField(upload_to=document_path, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True, default=None)
    begun_at = models.DateTimeField(null=True, blank=True, default=None)
    finished_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = CampaignDocumentQuerySet.as_manager()

    class Meta:
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "digest"], name="one_campaign_document_of_a_digest"),
            models.CheckConstraint(condition=~Q(status="ready") | ~Q(file=""), name="a_ready_document_has_its_file"),
        ]
        indexes = [models.Index(fields=["status", "asked_at"])]

    def __str__(self) -> str:
        return f"{self.title} ({self.status})"

    def get_absolute_url(self) -> str:
        return reverse("campaign-document", args=[self.campaign_id, self.pk])

    @property
    def asked_again_at(self) -> str:
        """The page on which it is asked for. Reads the night's row."""
        if self.night is not None:
            return reverse("night-print", args=[self.campaign_id, self.night.side_id])
        return reverse("evening-print", args=[self.campaign_id, self.day])

    @property
    def is_finished(self) -> bool:
        return self.status not in self.UNFINISHED

    def may_cancel(self, player: Player, *, arbitrates: bool) -> bool:
        return not self.is_finished and (arbitrates or self.asked_by_id == player.pk)

    @property
    def ready_told(self) -> str:
        """Reads the campaign's row."""
        pages = "1 page" if self.pages == 1 else f"{self.pages} pages"
        if self.finished_at is None:
            return f"{pages}."
        return f"{pages}, printed on {local(self.campaign, self.finished_at):%-d %B %Y at %H:%M}."

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
