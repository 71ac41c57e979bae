"""The doors that workers come in by: each takes an id at most, and calls one service."""

from __future__ import annotations

from celery import shared_task

from encounters.services import documents


@shared_task
def print_sheet(document_id: int) -> None:
    documents.PRESS.print_now(document_id)


@shared_task
def sweep_documents() -> None:
    documents.PRESS.sweep()
