"""What is to be told to a player by mail: one row for each thing, from the act that it came of until it is mailed.

A row is told once. ``claimed_at`` is when a worker took it up, which is set before the mail is sent and ``mailed_at``
after; a worker that dies between the two leaves a row that another takes up later. The rows taken up are also what
the limits count, so they are kept for some days.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from campaigns.models.campaigns import Campaign, Membership


class NoticeQuerySet(models.QuerySet["Notice"]):
    def waiting(self) -> NoticeQuerySet:
        return self.filter(mailed_at=None)

    def untouched(self) -> NoticeQuerySet:
        """What no worker has taken up yet."""
        return self.filter(mailed_at=None, claimed_at=None)

    def wanted(self, *, since: datetime) -> NoticeQuerySet:
        """Made after that moment, of a campaign that goes on, and the player is in it, has an address and wants
        mails."""
        parts = Membership.objects.mailed().filter(campaign=OuterRef("campaign"), player=OuterRef("player"))
        return self.filter(Exists(parts), campaign__closed_at=None, made_at__gt=since)


class Notice(models.Model):
    """One thing to be told to one player. ``text`` is a sentence that names warbands and warriors and never an
    account; ``path`` is where it goes on, without the site's address."""

    class Kind(models.TextChoices):
        ANNOUNCED = "announced", "a battle was announced"
        REPORTED = "reported", "a report waits for his word"
        DIFFERS = "differs", "a report differs from his"
        NIGHT = "night", "his night is open"
        OFFER = "offer", "an offer for a captive waits"
        OFFER_TAKEN = "offer_taken", "his offer was taken"
        DECLINED = "declined", "his offer was declined"
        CORRECTED = "corrected", "his warband was corrected"
        TAKEN_BACK = "taken_back", "a battle was taken back"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="notices")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    text = models.TextField()
    path = models.CharField(max_length=300)
    made_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True, default=None)
    mailed_at = models.DateTimeField(null=True, blank=True, default=None)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(mailed_at=None) | Q(claimed_at__isnull=False),
                name="a_notice_is_taken_up_before_it_is_mailed",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "claimed_at"]),
            models.Index(fields=["made_at"], condition=Q(mailed_at=None), name="notices_that_wait"),
        ]

    def __str__(self) -> str:
        """Not the text, which is for the player alone."""
        return self.get_kind_display()

    @property
    def url(self) -> str:
        """The whole address of where it goes on."""
        return f"{settings.SITE_URL}{self.path}"
