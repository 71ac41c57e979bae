"""Whatever is posted to the pit, to a skirmish or to the odds, and whatever stands in their addresses, is answered,
refused or not found: no request ends in an error.

Addresses and the names of fields are found by reflection. What is posted is drawn from a seed: mostly what a player
could have sent, with something odd in it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

import encounters
from encounters.models import SkirmishFight
from encounters.pitfight.state import Terms
from encounters.services import pit_documents, pit_odds, pit_tournaments, skirmish_documents
from tests.campaigns.conftest import _rules_loaded, rulebook_of_files, rules  # noqa: F401  (fixtures by their names)
from tests.encounters.pit import fighting
from tests.encounters.pit.conftest import alice, bob  # noqa: F401
from tests.encounters.pit.keeping import built
from tests.encounters.skirmish.conftest import Table, drawn
from tests.warbands.test_nasty_requests import NUMBERS, ODD_TEXTS, PLACE, Visitor, routes
from warbands.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("rules")]

BEFORE = ("/pit/", "/hit-chance/", "/odds/")
ODD = (*ODD_TEXTS, "9" * 5000, "999", "fight:\0:0", "entrant:x:" + "9" * 5000, "²", "1 attack 1 bow\0", "a" * 5000)
LIKELY = ("", "0", "1", "2", "roll", "faces", "add", "orc", "seasoned", "members", "monsters", "5,4=2", "0 done", "on")
# What views read without a form, and the addresses' own questions.
MORE = ("do", "fighters", "face_1", "face_2", "order", "as", "page", "ready", "held", "pack", "weapon_skill", "wounds")
DO = ("add", "double", "change", "own", "end", "roll", "faces", "drop-0", "drop-" + "9" * 5000, "drop-\0", "\0")
ASKED = (
    *("fight=%00", "tournament=%00&entrants=1", "fighter=%00", "shared=%00&add=%00", "who=%C2%B2&since=%00"),
    *(f"{name}={'9' * 5000}" for name in ("at", "as", "who", "mine", "inches")),
    *(f"edit=members-{told}" for told in ("9" * 5000, "%00", "%D9%A3", "1")),
)


def names_of_fields() -> list[str]:
    """Every field of every form of these pages, those of the odds' several fighters too."""
    modules = [one.name for one in pkgutil.iter_modules(encounters.__path__) if one.name.endswith("forms")]
    found = [vars(importlib.import_module(f"encounters.{name}")).values() for name in modules]
    kinds = [one for ones in found for one in ones if isinstance(one, type) and issubclass(one, forms.Form)]
    plain = {name for kind in kinds for name in kind.base_fields} | set(MORE)
    return sorted(plain | {f"{number}-{name}" for name in plain for number in range(2)})


NAMES = names_of_fields()


class Somebody(Visitor):
    """One who comes to these pages; ``codes`` say what there is below each beginning of a route."""

    def __init__(self, player: Player | None, codes: dict[str, list[str]]) -> None:
        self.client, self.codes = Client(raise_request_exception=False), codes
        if player is not None:
            self.client.force_login(player)
        self.cookies = self.client.cookies.output()

    def addresses(self, route: str) -> list[str]:
        """Of each thing that stands below such a route, or of nothing that is there."""
        below = max((begins for begins in self.codes if route.startswith(begins)), key=len, default="")
        found = self.codes.get(below, ["x"]) if "code" in route else ["x"]
        return [filled(route, code) for code in found]


def filled(route: str, code: str) -> str:
    return PLACE.sub(lambda place: "1" if place[1] in NUMBERS else code if place[2] == "code" else "x", route)


def posted(chance: Random) -> dict[str, Any]:
    said = {name: chance.choice(LIKELY) for name in NAMES if chance.random() < 0.6}
    said |= {name: chance.choice(ODD) for name in chance.sample(NAMES, chance.choice((1, 4, 40)))}
    return said | {"version": chance.choice(("1", "2", "3", *ODD)), "do": chance.choice(DO)}


def wrong_with(who: Somebody, route: str) -> Iterator[str]:
    chance = Random(route)
    for address in who.addresses(route):
        yield who.asks("post", address, posted(chance))
        yield who.asks("get", f"{address}?{'&'.join(chance.sample(ASKED, 6))}")


@pytest.fixture
def codes(alice: Player, bob: Player) -> dict[str, list[str]]:  # noqa: F811
    """What alice has in the pit and of skirmishes: things that are gathered, under way and printed."""
    kept = built(alice)
    fights = [
        fighting.gathered(alice, ("A", alice), ("B", "novice")),
        fighting.begun(alice, ("A", alice), ("B", bob)),
    ]
    tournament = pit_tournaments.open_tournament(by=alice, name="Sand")
    pit_tournaments.enter(tournament, by=alice, enlisting=fighting.enlisting("A"))
    said = [pit_odds.Fighter(name, "orc", fighting.EVEN, {}, "novice") for name in "AB"]
    odds = pit_odds.request_odds(pit_odds.fight_file(said, Terms()), by=alice, bouts=pit_odds.BOUTS[0])
    table = Table(alice).throw(1, 1).say("0 attack 2 sword")
    sheet = pit_documents.request_fighter(kept, by=alice)
    page = skirmish_documents.request_sheet(table.row, by=alice)
    return {
        "/pit/fights/": [one.code for one in fights],
        "/pit/tournaments/": [tournament.code],
        "/pit/odds/": [odds.code],
        "/pit/fighters/": [kept.code],
        "/pit/fighters/sheets/": [sheet.code],
        "/hit-chance/fights/": [drawn(alice).code, table.row.code],
        "/hit-chance/sheets/": [page.code],
    }


def ours() -> list[str]:
    return [route for route in routes() if route.startswith(BEFORE)]


@pytest.mark.parametrize("signed_in", [True, False])
def test_no_request_ends_in_an_error(codes: dict[str, list[str]], alice: Player, signed_in: bool) -> None:  # noqa: F811
    who = Somebody(alice if signed_in else None, codes)
    assert {"/odds/", "/pit/odds/", "/pit/fights/<slug:code>/order/", "/hit-chance/fights/<slug:code>/"} <= set(ours())
    wrong = [one for route in ours() for one in wrong_with(who, route) if one]
    assert wrong == []


LONG, NUL = "9" * 5000, "\0"
FIGHTS, SKIRMISHES, TOURNAMENTS = "/pit/fights/", "/hit-chance/fights/", "/pit/tournaments/"
LOOKED_AT = [
    ("pit-odds-new", "", f"fight={NUL}", 404),
    ("pit-odds-new", "", f"tournament={NUL}&entrants=1", 404),
    ("pit-odds-new", "", "fight=a b", 404),
    ("duel", "", f"shared={NUL}", 200),
    ("duel-warbands", "", f"shared={NUL}&add={NUL}", 200),
    ("pit-replay", FIGHTS, f"at={LONG}", 200),
    ("pit-fight", FIGHTS, f"as={LONG}", 200),
    ("skirmish", SKIRMISHES, f"edit=members-{LONG}", 404),
    ("skirmish", SKIRMISHES, "edit=members-²", 404),
]
NOT_DRAWN = {"fighters": "2", "0-computer": "novice", "1-computer": "novice", "bouts": "1000"}
POSTED = [
    ("pit-odds-new", "", {"do": f"drop-{LONG}", "fighters": "3"}, 200),
    ("pit-odds-new", "", {"0-of": f"fight:{NUL}:0", **NOT_DRAWN}, 200),
    ("pit-odds-new", "", {"0-of": f"entrant:x:{LONG}", **NOT_DRAWN}, 200),
    *(
        (name, FIGHTS, {"place": place}, 302)
        for name in ("pit-leave", "pit-take-over", "pit-nudge")
        for place in (LONG, NUL)
    ),
    *(("pit-tournament-withdraw", TOURNAMENTS, {"number": number}, 302) for number in (LONG, NUL)),
    *(("skirmish-begin", SKIRMISHES, {"version": version}, 302) for version in (LONG, NUL)),
    ("skirmish-throw", SKIRMISHES, {"do": "faces", "face_1": LONG, "version": "1"}, 302),
    ("skirmish-new", "", {"text": NUL}, 200),
]


def address_of(name: str, codes: dict[str, list[str]], below: str) -> str:
    return reverse(name, args=codes[below][:1] if below else [])


def test_an_odd_question_is_not_found_or_not_heard(codes, client: Client, alice: Player) -> None:  # noqa: F811
    client.force_login(alice)
    found = [client.get(address_of(name, codes, of), QueryDict(query)).status_code for name, of, query, _ in LOOKED_AT]
    assert found == [status for *_, status in LOOKED_AT]


def test_an_odd_answer_is_refused(codes, client: Client, alice: Player) -> None:  # noqa: F811
    client.force_login(alice)
    found = [client.post(address_of(name, codes, of), said).status_code for name, of, said, _ in POSTED]
    assert found == [status for *_, status in POSTED]
    assert SkirmishFight.objects.filter(state="gathering").count() == 1, "and nothing has begun"
