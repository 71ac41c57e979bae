"""Queries that are put into SQL once answer what they would have answered if they were put into SQL each time."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from campaigns import selectors, turn_selectors
from campaigns.models import Campaign, Enrolment
from mordheim.prepared import Prepared, prepared
from tests.campaigns.long_seasons import long_season
from warbands.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

KEPT = {
    name: found
    for module in (selectors, turn_selectors)
    for name, found in vars(module).items()
    if isinstance(found, Prepared)
}


@prepared
def active(campaign: int, player: int) -> QuerySet[Enrolment, tuple[object, ...]]:
    return (
        Enrolment.objects.active().filter(campaign=campaign, player=player).values_list("warband_name", "enrolled_at")
    )


def test_each_answers_as_its_query_does_and_for_one_campaign_after_another(host: Player, rules: object):
    seasons = [long_season(host, warbands=6, battles=8, name=name).campaign for name in ("Summer", "Winter")]
    assert {"_sides_of", "_remembered", "_figures"} <= set(KEPT)
    for name, kept in KEPT.items():
        for season in (*seasons, *reversed(seasons)):
            assert kept(season.pk) == list(kept.query(season.pk)), name
        assert kept(seasons[0].pk), f"{name} had nothing to answer"
        assert kept(0) == [], name


def test_only_the_first_question_is_put_into_sql(season: Campaign, owner: Player, monkeypatch: pytest.MonkeyPatch):
    first = active(season.pk, owner.pk)
    monkeypatch.setattr(active, "query", None)
    with CaptureQueriesContext(connection) as asked:
        assert active(season.pk, owner.pk) == first
    assert len(asked) == 1


def test_what_asks_for_rows_of_a_model_is_refused():
    with pytest.raises(ValueError, match="does not ask for tuples"):
        prepared(lambda campaign: Enrolment.objects.filter(campaign=campaign))(1)


def test_what_does_not_ask_by_an_id_is_refused():
    with pytest.raises(ValueError, match=r"by its ids \[1\]"):
        prepared(lambda campaign, player: Enrolment.objects.filter(campaign=campaign).values_list("pk"))(1, 2)


def test_a_number_of_the_query_itself_stays(season: Campaign):
    @prepared
    def late(campaign: int) -> QuerySet[Campaign, tuple[object, ...]]:
        return Campaign.objects.filter(pk=campaign, late_gold__lt=1_000_000).values_list("name", "created_at")

    assert late(season.pk) == [(season.name, season.created_at)]
