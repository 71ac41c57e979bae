"""Every page of a campaign costs few queries, and no more the longer the season and the larger the club."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.campaigns import seasons
from tests.campaigns.long_seasons import ONLY_ACTS, LongSeason, long_season, names_of_pages
from warbands.models import Player

MOST_QUERIES = 15


def queries(client: Client, address: str) -> list[str]:
    """What a page asks of the database, once it has been looked at before."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    assert answer.status_code in (200, 302), f"{address}: {answer.status_code}"
    return [query["sql"][:160] for query in captured]


def counted(client: Client, season: LongSeason) -> dict[str, list[str]]:
    return {name: queries(client, address) for name, address in season.addresses().items()}


def test_the_pages_are_found():
    found = names_of_pages()
    assert {"campaign-detail", "battle-detail", "post-battle-step", "evening-print"} <= set(found)
    assert not ONLY_ACTS & set(found)


@pytest.mark.django_db
def test_every_page_costs_few_queries_and_no_more_in_a_long_season(host: Player, rules: object):
    client = seasons.signed_in(host)
    short = counted(client, long_season(host, warbands=6, battles=8, name="A Short Winter"))
    long = counted(client, long_season(host, warbands=18, battles=40))
    dear = {name: "\n".join(asked) for name, asked in long.items() if len(asked) > MOST_QUERIES}
    grown = {name: (short[name], long[name]) for name in long if len(long[name]) > len(short[name])}
    assert dear == {}, "\n\n".join(f"{name}\n{told}" for name, told in dear.items())
    assert grown == {}, "\n\n".join(f"{name}: {len(few)} to {len(many)}" for name, (few, many) in grown.items())
