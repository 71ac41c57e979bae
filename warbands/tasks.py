"""The doors that workers come in by: each takes an id at most, and calls one service."""

from __future__ import annotations

from celery import shared_task

from warbands.services import documents, guests


@shared_task
def print_document(document_id: int) -> None:
    documents.PRESS.print_now(document_id)


@shared_task
def sweep_documents() -> None:
    documents.PRESS.sweep()


@shared_task
def expire_guests() -> None:
    guests.expire_guests()
