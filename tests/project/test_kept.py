"""What is written down of a fixture and put back is the same, and where it might not be it is built."""

from __future__ import annotations

import pytest
from django.db import connection

from tests import acts, books, kept
from tests.campaigns import seasons
from tests.campaigns.conftest import (  # noqa: F401  (fixtures are found by their names here)
    _rules_loaded,
    campaign,
    host,
    owner,
    rulebook_of_files,
    rules,
)
from warbands.models import Player, RuleEntry, RulesState, Source
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db


def story_of(**told: object) -> kept.Story:
    return kept.Story(kept._written(), {(name,): thing for name, thing in told.items()})


def test_rows_and_objects_are_as_they_were(campaign, owner):  # noqa: F811  (the fixtures)
    story, before = story_of(campaign=campaign, owner=owner), kept._everything()
    point = connection.savepoint()
    seasons.join(campaign, owner)
    mob = seasons.mob_in(campaign, owner)
    campaign.name, owner.email = "Changed on the way", "new@example.org"
    owner.save()
    client = seasons.signed_in(owner)
    after, memory = kept._everything(), kept._written_down(before, story, (mob, client, campaign))
    connection.savepoint_rollback(point)
    assert kept._everything() == before != after
    campaign.name = owner.email = "as before"

    again, browser, the_same = kept._put_back(memory, story)
    assert kept._everything() == after
    assert (again.pk, again.campaign) == (mob.pk, campaign)
    assert the_same is campaign
    assert (campaign.name, owner.email) == ("Changed on the way", "new@example.org")
    assert browser.get("/warbands/").context["user"] == owner
    assert acts.exported(again.warband) == acts.exported(mob.warband)


def test_what_is_taken_away_stays_away(owner):  # noqa: F811  (the fixture)
    before = kept._everything()
    point = connection.savepoint()
    owner.delete()
    after, memory = kept._everything(), kept._written_down(before, story_of(), None)
    connection.savepoint_rollback(point)
    assert Player.objects.filter(username="owner").exists()
    kept._put_back(memory, story_of())
    assert kept._everything() == after


def test_whoever_else_has_written_makes_it_be_built(request, owner):  # noqa: F811  (the fixture)
    story = request.node.stash[kept.STORY]
    sqlite = connection.vendor == "sqlite"
    assert kept._can_be_kept(request, story_of(owner=owner), {"owner": owner}) == sqlite
    assert not kept._can_be_kept(request, story_of(), {"owner": owner})
    Player.objects.update(email="new@example.org")
    assert not kept._can_be_kept(request, story, {})


def test_rules_that_were_taken_away_are_put_back_row_by_row(rules):  # noqa: F811  (the fixture)
    before = kept._everything()
    for model in (RulesState, RuleEntry, Source):
        model.objects.all().delete()
    books.into_the_database()
    if connection.vendor == "sqlite":
        assert kept._everything() == before
    assert current_rulebook() == rules == books.rulebook()
