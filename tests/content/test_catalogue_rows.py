"""The rulebook made of rows is the one made of files."""

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import KINDS
from tests import books
from warbands.models import RuleEntry, RulesState, Source
from warbands.selectors import rulebook_from_rows
from warbands.services.catalogue import load_rulebook

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files() -> Rulebook:
    return books.rulebook()


@pytest.fixture
def rows(files) -> Rulebook:
    load_rulebook(files)
    return rulebook_from_rows()


def test_every_kind_comes_back_as_it_was(files, rows):
    assert rows == files
    for kind in KINDS:
        assert rows.of_kind(kind), f"no {kind} at all"
        assert rows.of_kind(kind) == files.of_kind(kind), kind


def test_the_digest_is_the_same_and_stored(files, rows):
    assert rows.digest == files.digest == RulesState.objects.get().digest


def test_every_entry_is_a_row_that_would_pass_the_admins_check(files, rows):
    assert RuleEntry.objects.count() == len(list(files.entries()))
    for row in RuleEntry.objects.all():
        row.full_clean(validate_unique=False, validate_constraints=False)
        assert files.of_kind(row.kind)[row.key] == row.as_entry()


def test_every_book_is_a_row(files, rows):
    assert {source.key: source.as_record() for source in Source.objects.all()} == dict(files.sources)
