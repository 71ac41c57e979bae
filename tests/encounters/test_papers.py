"""What holds for the document of every game: whose it is, how many one waits for, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from encounters.models.papers import GameDocument
from encounters.services.papers import cancel_document, go_on
from encounters.services.pit_documents import request_fighter
from encounters.services.skirmish_documents import request_sheet
from mordheim.documents.press import Cancelled
from tests.encounters.pit.conftest import player
from tests.encounters.pit.keeping import built
from tests.encounters.skirmish.conftest import drawn
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db
Asked = Callable[[Player], GameDocument]


@pytest.fixture
def alice(db: None) -> Player:
    return player("alice")


@pytest.fixture
def bob(db: None) -> Player:
    return player("bob")


def of_a_fighter(by: Player) -> GameDocument:
    return request_fighter(built(by), by=by)


def of_a_skirmish(by: Player) -> GameDocument:
    return request_sheet(drawn(by), by=by)


@pytest.fixture(params=[of_a_fighter, of_a_skirmish])
def asked(request) -> Asked:
    return request.param


def test_nobody_else_cancels_it(asked: Asked, alice: Player, bob: Player) -> None:
    document = asked(alice)
    with pytest.raises(Refused, match="not yours"):
        cancel_document(document, by=bob)
    document.refresh_from_db()
    assert document.status == document.PENDING


def test_its_printing_goes_on_until_it_is_cancelled(asked: Asked, alice: Player) -> None:
    document = asked(alice)
    document.begin()
    document.save()
    go_on(document, 40, "Drawing")
    document.refresh_from_db()
    assert (document.done, document.told) == (40, "Drawing")
    assert cancel_document(document, by=alice).told == "It was cancelled before it was ready."
    with pytest.raises(Cancelled):
        go_on(document, 60, "Drawing")


def test_what_is_ready_stays_so(asked: Asked, alice: Player) -> None:
    document = asked(alice)
    document.file.name = "x.pdf"
    document.finish(document.READY)
    document.save()
    assert cancel_document(document, by=alice).status == document.READY


def test_one_waits_for_three_at_most_and_asks_again_for_what_was_cancelled(alice: Player, bob: Player) -> None:
    roster = built(alice)
    first, *_ = [request_fighter(roster, by=alice, paper=page, blank=page == "letter") for page in ("a4", "letter")]
    request_fighter(roster, by=alice, blank=True)
    with pytest.raises(Refused, match="3 of your sheets"):
        request_fighter(roster, by=alice, paper="letter")
    cancel_document(first, by=alice)
    again = request_fighter(roster, by=alice)
    assert (again, again.status) == (first, first.PENDING)
