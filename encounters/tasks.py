"""The doors that workers come in by: each takes an id at most, and calls one service."""

from __future__ import annotations

from celery import shared_task

from encounters.services import pit_documents, pit_fights, pit_odds, skirmish_documents, table_documents


@shared_task
def print_sheet(document_id: int) -> None:
    table_documents.PRESS.print_now(document_id)


@shared_task
def sweep_documents() -> None:
    table_documents.PRESS.sweep()


@shared_task
def print_pit_sheet(document_id: int) -> None:
    pit_documents.PRESS.print_now(document_id)


@shared_task
def sweep_pit_documents() -> None:
    pit_documents.PRESS.sweep()


@shared_task
def print_skirmish_sheet(document_id: int) -> None:
    skirmish_documents.PRESS.print_now(document_id)


@shared_task
def sweep_skirmish_documents() -> None:
    skirmish_documents.PRESS.sweep()


@shared_task
def play_pit_bouts(part_id: int) -> None:
    pit_odds.play_part(part_id)


@shared_task
def sweep_pit_bouts() -> None:
    pit_odds.sweep()


@shared_task
def pass_over_the_late() -> None:
    pit_fights.pass_over_all_late()
