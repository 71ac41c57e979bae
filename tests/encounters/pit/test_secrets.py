"""Nothing that is secret can be told from what others are shown: whatever somebody seals, their pages are the same to
the letter."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from encounters.models import PitFight
from encounters.pit_selectors import the_fight
from encounters.pitfight.engine import legal_orders
from encounters.pitfight.orders import Order
from encounters.pitfight.players import player
from tests.encounters.pit.fighting import begun, order
from warbands.models import Player

pytestmark = pytest.mark.django_db

PAGES = ("pit-fight", "pit-replay", "pit-account", "pit-dice")
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=|"x-csrftoken": )"[^"]+"')


def until(row: PitFight, question: str, *, seated: int = 2) -> PitFight:
    """The fight where that is asked of all of them, played sensibly so far."""
    for _ in range(400):
        fight = the_fight(row)
        if fight.question == question and len(fight.asked) == seated and fight.turn > 1:
            return row
        for place in fight.open_to:
            row = order(row, place, player("seasoned", Random(fight.version))(fight, place))
    raise AssertionError(f"{question} is never asked")


def seen_by(viewer: Player | None, row: PitFight) -> list[str]:
    """Everything that he can open, as text; what is random in each page left out."""
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    addresses = [reverse(name, args=[row.code]) for name in PAGES]
    addresses += [reverse("pit-since", args=[row.code, 0]), reverse("pit-call", args=[row.code, row.question])]
    addresses += [reverse("pit"), f"{addresses[0]}?as=0"]
    answers = [client.get(address) for address in addresses]
    answers += [client.get(addresses[0], headers={"HX-Request": "true"})]
    assert all(answer.status_code == 200 for answer in answers)
    return [TOKEN.sub("", answer.content.decode()) for answer in answers]


def seen_whatever(row: PitFight, place: int, see: Callable[[PitFight], list[str]]) -> list[list[str]]:
    """What is seen for several orders that the fighter at that place could seal, the first and the last among them."""
    found, legal = [], legal_orders(the_fight(row), place)
    for said in (legal[0], legal[len(legal) // 2], legal[-1]):
        with transaction.atomic():
            found.append(see(sealed(row, place, said)))
            transaction.set_rollback(True)
    return found


def sealed(row: PitFight, place: int, said: Order) -> PitFight:
    return order(PitFight.objects.get(pk=row.pk), place, said)


@pytest.fixture(params=["pick", "aim"])
def asked(request: pytest.FixtureRequest, alice: Player, bob: Player) -> PitFight:
    return until(begun(alice, ("Grokka", alice), ("Albrecht", bob)), request.param)


@pytest.mark.parametrize("whose", ["another fighter's player", "a spectator"])
def test_what_is_sealed_cannot_be_told_from_any_page(asked: PitFight, bob: Player, whose: str) -> None:
    other = bob if whose == "another fighter's player" else None
    pages = seen_whatever(asked, 0, lambda row: seen_by(other, row))
    assert len(pages) == 3
    assert all(page == pages[0] for page in pages)


def test_whoever_has_sealed_sees_his_own(asked: PitFight, alice: Player) -> None:
    fight = the_fight(asked)
    said = legal_orders(fight, 0)[-1]
    pages = seen_by(alice, sealed(asked, 0, said))
    assert "Has sealed" in pages[0]


def test_on_one_phone_the_other_fighter_of_a_player_is_behind_a_curtain(alice: Player) -> None:
    row = until(begun(alice, ("Grokka", alice), ("Otto", alice)), "pick")
    client = Client()
    client.force_login(alice)
    pages = seen_whatever(row, 0, lambda now: [client.get(f"{now.get_absolute_url()}?as=1").content.decode()])
    masked = {TOKEN.sub("", page) for (page,) in pages}
    assert len(masked) == 1
    assert "Hand over the phone" in client.get(row.get_absolute_url()).content.decode()
