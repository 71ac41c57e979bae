"""Every page of a campaign of 60 warbands and 500 battles, beside one of 6 and 50; the dashboard beside a bare view."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import roster_page
from tests.benchmarks.figures import Figure, alternating, milliseconds
from tests.campaigns import seasons
from tests.campaigns.long_seasons import LongSeason, long_season
from warbands.models import Player

SHORT, LONG = (6, 50), (60, 500)


def measure() -> Iterator[Figure]:
    with override_settings(ROOT_URLCONF=roster_page.__name__):
        yield from _measured()


def _measured() -> Iterator[Figure]:
    host = Player.objects.create_user("arbitrator", "arbitrator@example.org", "a-long-passphrase")
    client = seasons.signed_in(host)
    short, long = (_season(host, *size) for size in (SHORT, LONG))
    few, addresses = short.addresses(), long.addresses()
    counts = {name: (_queries(client, few[name]), _queries(client, address)) for name, address in addresses.items()}
    against = f"{LONG[0]} warbands, {LONG[1]} battles"
    for name, address in addresses.items():
        before, after = counts[name]
        taken = milliseconds(lambda address=address: client.get(address), times=15)
        grown = "GROWS" if after > before else ""
        yield Figure(name, f"{taken:.1f} ms", f"{after} queries; {before} with {SHORT[0]} and {SHORT[1]}", grown)
    dearest = max(counts, key=lambda name: counts[name][1])
    yield Figure("most queries of a campaign's page", str(counts[dearest][1]), f"{dearest}; aim: 15", against)
    yield from _dashboard(client, addresses["campaign-detail"])


def _season(host: Player, warbands: int, battles: int) -> LongSeason:
    return long_season(host, warbands=warbands, battles=battles, name=f"A season of {battles} battles")


def _queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    if answer.status_code not in (200, 302):
        raise RuntimeError(f"{address} answered {answer.status_code}")
    return len(captured)


def _dashboard(client: Client, address: str) -> Iterator[Figure]:
    roster_page.take_shape(client.get(address).text)
    ours, theirs = alternating(lambda: client.get(address), lambda: client.get("/bare/"), times=60)
    yield Figure(
        "server time of the dashboard",
        f"{ours:.1f} ms",
        f"bare view, {roster_page.shape_told()}: {theirs:.1f} ms",
        f"{ours / theirs:.2f} times, aim: 3",
    )
    yield Figure("its size", f"{len(client.get(address).content) / 1000:.0f} kB", "aim: under 150 kB without pictures")
