"""The doors that workers come in by: each takes an id at most, and calls one service."""

from __future__ import annotations

from celery import shared_task

from campaigns.services import documents, notice_mails, notices


@shared_task
def mail_notices() -> None:
    notice_mails.mail_due()


@shared_task
def forget_notices() -> None:
    notices.forget_old()


@shared_task
def print_evening(document_id: int) -> None:
    documents.PRESS.print_now(document_id)


@shared_task
def sweep_documents() -> None:
    documents.PRESS.sweep()
