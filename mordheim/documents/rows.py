"""A document: a row that caches a file.

The digest stands for all that is drawn and how; the same thing is not rendered twice. A row waits as pending until a
worker takes it, whatever becomes of broker and worker meanwhile. How it is printed is `mordheim.documents.press`.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils import timezone


class Document(models.Model):
    """One PDF: asked for, printed by a worker, and offered from then on.

    Each kind adds what it is about, the fields that are only declared here, and its states: these three, `AT_WORK`
    while a worker has it, and whatever else it may end in.
    """

    PENDING, READY, FAILED = "pending", "ready", "failed"
    AT_WORK: ClassVar[str]

    options = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    told = models.CharField(max_length=200, blank=True, help_text="what is being done, or why it failed")
    pages = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)

    status: models.CharField[str, str]
    done: models.PositiveSmallIntegerField[int, int]
    file: models.FileField
    asked_at: models.DateTimeField[datetime, datetime]
    sent_at: models.DateTimeField[datetime | None, datetime | None]
    finished_at: models.DateTimeField[datetime | None, datetime | None]

    class Meta:
        abstract = True

    @property
    def whole(self) -> int:
        """What ``done`` is at the end: per cent, unless a kind counts otherwise."""
        return 100

    @property
    def is_finished(self) -> bool:
        return self.status not in (self.PENDING, self.AT_WORK)

    @property
    def is_of_no_use(self) -> bool:
        """Whether it came to its end and there is nothing to offer: no file, or one that is lost."""
        if self.status == self.READY:
            return not (self.file.name and self.file.storage.exists(self.file.name))
        return self.is_finished

    @property
    def ready_told(self) -> str:
        """How long it is and when it was printed, such as ``2 pages, printed on 3 May 2026 at 20:15.``"""
        pages = "1 page" if self.pages == 1 else f"{self.pages} pages"
        if self.finished_at is None:
            return f"{pages}."
        return f"{pages}, printed on {self.by_the_clock(self.finished_at):%-d %B %Y at %H:%M}."

    def by_the_clock(self, moment: datetime) -> datetime:
        """A moment in the time zone of its readers."""
        return timezone.localtime(moment)

    def begin(self) -> None:
        """A worker has taken it."""
        self.status, self.sent_at = self.AT_WORK, timezone.now()

    def begin_again(self) -> None:
        """It waits as if it were new."""
        self.status, self.done, self.told, self.attempts = self.PENDING, 0, "", 0
        self.sent_at = self.finished_at = None

    def finish(self, status: str, *, told: str = "") -> None:
        """It came to its end; ``told`` says why where there is no file."""
        self.status, self.told, self.finished_at = status, told, timezone.now()
        if status == self.READY:
            self.done = self.whole
