"""Printing documents: telling a worker, taking one, putting its file away, and sweeping up what was left lying.

Sending the task is a mere hint: with the broker dead the row waits, and the sweep sends it again. Printing may happen
twice without harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic, TypeVar

from celery import current_app
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from mordheim.documents.rows import Document

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
MOST_AT_A_SWEEP = 100
SEND_AGAIN_AFTER = timedelta(seconds=20)
GIVEN_UP_AFTER = timedelta(seconds=40)
D = TypeVar("D", bound=Document)


class Cancelled(Exception):
    """Nobody waits for it any more."""


class Unprintable(Exception):
    """It cannot be printed, for a reason that whoever asked for it is told."""


@dataclass(frozen=True)
class Press(Generic[D]):
    """What prints the documents of one kind.

    Attributes:
        model: their rows.
        task: the name by which a worker knows the printing of one, which is given its id.
        thing: what one is called in a sentence, such as ``sheet``.
        too_long: what is told when printing takes too long.
        render: sets one; answers with the file and its number of pages. It may raise Cancelled, and Unprintable.
    """

    model: type[D]
    task: str
    thing: str
    too_long: str
    render: Callable[[D], tuple[bytes, int]]

    @property
    def rows(self) -> QuerySet[D]:
        return self.model._default_manager.all()

    def requested(
        self, rows: QuerySet[D], *, digest: str, keep: int, make: Callable[[], D], again: Callable[[D], None]
    ) -> D:
        """The document of that digest, which a worker is told of once the transaction is over.

        Args:
            rows: those of whatever is printed, which the caller has locked; the latest first.
            digest: what stands for all that is drawn and how.
            keep: how many of the rows stay; the oldest go when one is made.
            make: stores a new one, where there is none of that digest.
            again: makes one wait again that came to nothing, or whose file is lost.
        """
        document = rows.filter(digest=digest).first()
        if document is None:
            document = make()
            for oldest in rows[keep:]:
                delete_document(oldest)
        elif document.is_of_no_use:
            again(document)
            document.save()
        if document.status == document.PENDING:
            transaction.on_commit(partial(self.send, document))
        return document

    def send(self, document: D) -> bool:
        """Tell a worker. ``False`` when the broker cannot be reached: the row then waits for the sweep."""
        try:
            # By name: the task calls whoever calls this.
            current_app.send_task(self.task, [document.pk])
        except OperationalError:
            logger.warning("%s %s waits: the broker cannot be reached", self._kind, document.pk)
            return False
        self.rows.filter(pk=document.pk).update(sent_at=timezone.now())
        return True

    def print_now(self, document_id: int) -> None:
        """Print one document, in a worker. Safe to run twice and for one that is gone or has come to its end."""
        document = self._claim(document_id)
        if document is None:
            return
        pdf, pages, failure = b"", 0, ""
        try:
            pdf, pages = self.render(document)
        except Cancelled:
            return
        except Exception as error:
            logger.exception("%s %s could not be printed", self._kind, document_id)
            failure = self._why(error)
        with transaction.atomic():
            # None when it was cancelled or thrown away meanwhile, or when another worker was faster.
            row = self._open(document_id)
            if row is not None:
                _put_away(row, pdf, pages, failure)

    def sweep(self) -> int:
        """Send again what waits or was left half done; returns how many."""
        now = timezone.now()
        waiting = Q(status=self.model.PENDING) & (Q(sent_at=None) | Q(sent_at__lt=now - SEND_AGAIN_AFTER))
        stuck = Q(status=self.model.AT_WORK, sent_at__lt=now - GIVEN_UP_AFTER)
        count = 0
        for document in self.rows.filter(waiting | stuck).order_by("asked_at")[:MOST_AT_A_SWEEP]:
            if not self.send(document):
                break
            count += 1
        return count

    @property
    def _kind(self) -> str:
        return str(self.model._meta.verbose_name)

    def _open(self, document_id: int) -> D | None:
        """The row under lock, unless it is gone or has come to its end."""
        row = self.rows.select_for_update().filter(pk=document_id).first()
        return None if row is None or row.is_finished else row

    def _claim(self, document_id: int) -> D | None:
        with transaction.atomic():
            document = self._open(document_id)
            if document is None:
                return None
            document.attempts += 1
            if document.attempts > MOST_ATTEMPTS:
                told = f"The printer stopped several times over this {self.thing}. Please tell whoever runs this site."
                document.finish(document.FAILED, told=told)
            else:
                document.begin()
            document.save()
        return None if document.is_finished else document

    def _why(self, error: Exception) -> str:
        if type(error).__name__ == "SoftTimeLimitExceeded":
            return self.too_long
        if isinstance(error, Unprintable):
            return str(error)
        return "Something went wrong while printing. Try again; if it fails again, tell whoever runs this site."


def _put_away(row: Document, pdf: bytes, pages: int, failure: str) -> None:
    if failure:
        row.finish(row.FAILED, told=failure)
    else:
        name = f"{row.digest}.pdf"
        # What an earlier attempt left there would make the storage choose another name.
        row.file.storage.delete(row.file.field.generate_filename(row, name))
        row.file.save(name, ContentFile(pdf), save=False)
        row.pages = pages
        row.finish(row.READY)
    row.save()


def still_wanted(document: D, **progress: Any) -> bool:
    """Write down how far it is; ``False`` when it is not to be printed any more."""
    rows = type(document)._default_manager.filter(pk=document.pk, status=document.AT_WORK)
    # The time is a sign of life: without one the sweep takes the worker for dead.
    return bool(rows.update(**progress, sent_at=timezone.now()))


def delete_document(document: Document) -> None:
    """Take a document away, its file after the transaction; one that is gone already is gone."""
    with transaction.atomic():
        # Read again under the lock: a worker may just have given it its file.
        row = type(document)._default_manager.select_for_update().filter(pk=document.pk).first()
        if row is None:
            return
        row.delete()
        if row.file:
            transaction.on_commit(partial(row.file.delete, save=False))
