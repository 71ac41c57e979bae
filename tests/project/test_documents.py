"""What the kinds of documents must have for the press to print them."""

from __future__ import annotations

import pytest
from django.apps import apps

from campaigns.services import documents as of_campaigns
from encounters.services import pit_documents as of_the_pit
from encounters.services import skirmish_documents as of_skirmishes
from encounters.services import table_documents as of_encounters
from mordheim.documents.rows import Document
from warbands.services import documents as of_warbands

KINDS = [model for model in apps.get_models() if issubclass(model, Document)]


def test_every_kind_is_printed_by_a_press_of_its_own():
    assert len(KINDS) >= 2
    presses = (of_campaigns.PRESS, of_encounters.PRESS, of_skirmishes.PRESS, of_the_pit.PRESS, of_warbands.PRESS)
    assert {press.model for press in presses} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_the_states_that_the_press_knows(kind):
    assert {kind.PENDING, kind.AT_WORK, kind.READY, kind.FAILED} <= set(kind.Status.values)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_came_to_its_end_without_a_file_is_of_no_use_and_what_waits_is_none_of_that(kind):
    ends = set(kind.Status.values) - {kind.PENDING, kind.AT_WORK}
    assert {status for status in kind.Status.values if kind(status=status).is_of_no_use} == ends
