"""A printed sheet of a warband: a document (`mordheim.documents.rows`) that keeps the warband as it was then."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from mordheim.documents.rows import Document
from warbands.models.roster import Warband

SHEETS = {"roster": "Roster sheet", "cards": "Warrior cards", "reference": "Quick reference", "all": "All sheets"}


def document_path(document: RosterDocument, filename: str) -> str:
    return f"documents/{document.warband_id}/{filename}"


class RosterDocument(Document):
    """One PDF of one warband with one set of options."""

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for a printer"
        RENDERING = "rendering", "being printed"
        READY = "ready", "ready"
        FAILED = "failed", "failed"

    AT_WORK = Status.RENDERING

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="documents")
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    content = models.JSONField(default=dict, help_text="the warband as it was when this was asked for")
    context = models.JSONField(default=dict, help_text="whose it is, and the address of its public page")
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    done = models.PositiveSmallIntegerField(default=0, help_text="per cent")
    file = models.FileField(upload_to=document_path, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at"]
        constraints = [models.UniqueConstraint(fields=["warband", "digest"], name="one_document_of_a_digest")]
        indexes = [models.Index(fields=["status", "asked_at"])]

    def __str__(self) -> str:
        return f"{self.warband} ({self.status})"

    def get_absolute_url(self) -> str:
        return reverse("document-detail", args=[self.pk])

    @property
    def told_in_short(self) -> str:
        """What was asked for, such as ``Warrior cards, Letter, ink-saving``."""
        told = ["Blank roster sheet" if self.options.get("blank") else SHEETS.get(self.options.get("sheet"), "Sheet")]
        told += ["Letter"] if self.options.get("page") == "letter" else []
        told += ["ink-saving"] if self.options.get("ink_saving") else []
        return ", ".join(told)

    def begin(self) -> None:
        super().begin()
        self.done, self.told = 5, "laying out"
