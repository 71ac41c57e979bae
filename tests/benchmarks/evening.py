"""The report of an evening of 12 warbands, from the click to the file: a worker of its own prints it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from celery import Celery
from django.conf import settings
from django.db import connection

from campaigns.evening_selectors import last_evening
from campaigns.models import CampaignDocument
from campaigns.services.documents import request_evening
from mordheim.broker import private_broker
from mordheim.celery import app
from mordheim.processes import start, stop
from tests.benchmarks.figures import Figure, milliseconds
from tests.campaigns import evenings, seasons
from warbands.models import Player

WARBANDS = 12
PATIENCE = 120


def measure() -> Iterator[Figure]:
    host = Player.objects.create_user("evening-host", "evening@example.org", "a-long-passphrase")
    campaign = seasons.begin(host, "An evening")
    evenings.evening(evenings.club(campaign, WARBANDS))
    day = last_evening(campaign)
    assert day
    with private_broker(durable=False) as url, _worker(url):
        for told in ("with a fresh worker", "with one that has printed before"):
            document, seconds = _printed(lambda: request_evening(campaign, by=host, day=day))
            against = f"{document.pages} pages, {document.file.size // 1000} kB; aim: under 20 s"
            yield Figure(f"report of {WARBANDS} warbands, {told}", f"{seconds:.1f} s", against)
            document.delete()
        document, _ = _printed(lambda: request_evening(campaign, by=host, day=day))
        taken = milliseconds(lambda: request_evening(campaign, by=host, day=day), times=9)
        yield Figure("asking for it, gathered and found printed already", f"{taken:.0f} ms", "")


def _printed(ask: Callable[[], CampaignDocument]) -> tuple[CampaignDocument, float]:
    begun = time.perf_counter()
    document = ask()
    while not document.is_finished:
        if time.perf_counter() - begun > PATIENCE:
            raise RuntimeError(f"the report was not printed: {document.status}, {document.told}")
        time.sleep(0.05)
        document.refresh_from_db()
    if document.status != CampaignDocument.Status.READY:
        raise RuntimeError(document.told)
    return document, time.perf_counter() - begun


@contextmanager
def _worker(url: str) -> Iterator[None]:
    """A worker on this run's database; tasks sent meanwhile go to it."""
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "mordheim.settings_test",
        "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
        "TEST_REDIS_URL": url,
        "TEST_RUN_DIR": str(settings.TEST_RUN_DIR),
    }
    command = [sys.executable, "-m", "celery", "-A", "mordheim.celery", "worker", "-c", "1", "--loglevel", "ERROR"]
    process = start(command, env=env)
    before = app.conf.broker_url
    _send_to(app, url)
    try:
        yield
    finally:
        _send_to(app, before)
        stop(process)


def _send_to(celery: Celery, url: str) -> None:
    celery.conf.broker_url = url
    # Both keep connections to the broker that was there before.
    celery._pool = None
    celery.amqp._producer_pool = None
