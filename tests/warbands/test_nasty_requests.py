"""Whatever stands in an address, a query or a form is answered, refused or not found: no request ends in an error.

Every address is found by reflection, so a new page is tried as soon as it has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from http.cookies import SimpleCookie
from urllib.parse import unquote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, URLPattern, get_resolver, resolve
from django.urls.resolvers import RoutePattern

from tests import acts, people
from tests.warbands import web
from warbands.models import CarriedItem, Player, RosterDocument, RulesState, Warband, Warrior
from warbands.printing import PrintOptions
from warbands.services import founding
from warbands.services.documents import request_roster_document

pytestmark = pytest.mark.usefixtures("rules")

PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
NUMBERS = ("int", "id")
ODD_NUMBERS = ("0", "9" * 20, "9" * 5000)
ODD_WORDS = ("%00", "%FF%FE", "..%2Fetc", "a%27%22%3E%3Cb")
ODD_QUERIES = (
    f"q=%00&sheet=%00&view=%FF&next=%00&p=%00&o=%00&kind=%00&page={'9' * 5000}&joined={'9' * 19}&section=%00",
    "q=%FF%FE&page=-1&type=orc_boss&section=hired_sword&joined=%D9%A3&download&next=//evil.example&p=-1&o=9.9",
)
ODD_TEXTS = ("", "\x00", "9" * 30, "-" + "9" * 5000, "\u202e\U0010ffff\ud7ff<b>'\"{{x}}%s", "٣", "orc_boss:gromril")
# What forms call their fields; a form takes its own and leaves the rest.
FIELDS = (
    *(
        "name",
        "notes",
        "item",
        "material",
        "quantity",
        "steps",
        "count",
        "size",
        "gear",
        "spell_by",
        "face_1",
        "face_2",
    ),
    *("spell_1", "old", "new", "at", "type", "text", "sheet", "page", "rules_text", "blank", "username", "email"),
    *("password", "password1", "password2", "old_password", "new_password1", "new_password2", "next", "key"),
    *("of_summary", "of_price", "action", "_selected_action", "index", "post"),
)


def routes() -> Iterator[str]:
    """Every route of the site, such as ``warbands/<int:pk>/``."""

    def walk(patterns: list, before: str) -> Iterator[str]:
        for one in patterns:
            if not isinstance(one.pattern, RoutePattern):
                continue
            if isinstance(one, URLPattern):
                yield before + str(one.pattern)
            else:
                yield from walk(one.url_patterns, before + str(one.pattern))

    # The outermost resolver's own pattern is the slash that every address begins with.
    return walk(get_resolver().url_patterns, "/")


class Visitor:
    """Somebody's browser, which forgets after each request, as the database does."""

    def __init__(self, client: Client, warband: Warband, document: RosterDocument | None = None) -> None:
        self.client, self.warband = client, warband
        client.raise_request_exception = False
        self.cookies = client.cookies.output()
        self.known = {
            "warbands": {"pk": warband.pk, "warrior_id": warband.warriors.earliest("pk").pk},
            "documents": {"pk": document.pk if document else 0, "name": "sheet"},
            "w": {"token": warband.share_token},
            "rules": {"kind": "items", "key": "dagger"},
        }

    def address(self, route: str, odd: str | None = None) -> str:
        known = self._known(route)
        return PLACE.sub(lambda place: odd or str(known.get(place[2], "1")), route)

    def finds_something(self, route: str) -> bool:
        """Whether what the route names is there."""
        return {place[2] for place in PLACE.finditer(route)} <= set(self._known(route))

    def _known(self, route: str) -> dict[str, object]:
        return self.known.get(route.split("/")[1], {})

    def asks(self, method: str, address: str, data: dict[str, object] | None = None) -> str:
        """What went wrong, or nothing."""
        self.client.cookies = SimpleCookie(self.cookies.replace("Set-Cookie: ", ""))
        with transaction.atomic():
            answer = getattr(self.client, method)(address, data)
            transaction.set_rollback(True)
        error = answer.exc_info[1] if getattr(answer, "exc_info", None) else None
        return "" if answer.status_code < 500 else f"{method} {address[:120]} {answer.status_code} {error!r} {data}"


def tried(visitor: Visitor, route: str, *, texts: Sequence[str], everywhere: bool) -> Iterator[str]:
    """What went wrong with each request. Where there is nothing it is the same to everybody and to every text:
    ``everywhere`` is for the one who goes there."""
    address, found = visitor.address(route), visitor.finds_something(route)
    yield visitor.asks("get", f"{address}?{ODD_QUERIES[0]}")
    if everywhere or found:
        yield from (visitor.asks("get", f"{address}?{query}") for query in ODD_QUERIES[1:])
        for text in texts if found else texts[-1:]:
            yield visitor.asks("post", address, {**dict.fromkeys(FIELDS, text), "version": visitor.warband.version})
    for odd in odd_addresses(visitor, route):
        if everywhere or leads_somewhere(odd):
            yield visitor.asks("get", odd)
    if everywhere and "<" in route:
        yield visitor.asks("post", visitor.address(route, "9" * 20), {"version": "9" * 5000})


def odd_addresses(visitor: Visitor, route: str) -> list[str]:
    kinds = sorted({place[1] in NUMBERS for place in PLACE.finditer(route)})
    return [visitor.address(route, odd) for number in kinds for odd in (ODD_NUMBERS if number else ODD_WORDS)]


def leads_somewhere(address: str) -> bool:
    try:
        resolve(unquote(address))
    except Resolver404:
        return False
    return True


def sent_everywhere(route: str) -> str:
    """The visitor who is sent where there is nothing as well: one who comes through the door before it."""
    return "arbitrator" if route.startswith("/admin/") else "owner"


@pytest.fixture
def visitors(owner: Player, rival: Player, arbitrator: Player) -> dict[str, Visitor]:
    warband = founding.share_warband(acts.founded_mob(owner), by=owner)
    document = request_roster_document(warband, by=owner, options=PrintOptions())
    browsers = {"signed out": Client(), "guest": Client(), "owner": Client(), "rival": Client(), "arbitrator": Client()}
    people.guest_with(browsers["guest"])
    for player in (owner, rival, arbitrator):
        browsers[player.username].force_login(player)
    return {who: Visitor(browser, warband, document) for who, browser in browsers.items()}


def test_the_routes_are_found() -> None:
    assert {"/warbands/<int:pk>/", "/rules/<slug:kind>/<slug:key>/", "/accounts/login/", "/healthz"} <= set(routes())


@pytest.mark.parametrize("who", ["signed out", "guest", "owner", "rival", "arbitrator"])
def test_no_request_ends_in_an_error(visitors: dict[str, Visitor], who: str, settings) -> None:
    settings.SIGN_UPS_PER_HOUR = settings.PASSWORD_RESETS_PER_HOUR = settings.PASSWORD_CHECKS_PER_HOUR = 10**6
    # Everybody but the arbitrator stands before the admin as before one closed door.
    asked = [route for route in routes() if who == "arbitrator" or not route.startswith("/admin/w")]
    texts = ODD_TEXTS if who == "owner" else ODD_TEXTS[1:2]
    found = (tried(visitors[who], route, texts=texts, everywhere=who == sent_everywhere(route)) for route in asked)
    assert [wrong for requests in found for wrong in requests if wrong] == []


def test_a_link_that_was_never_given_is_not_found_whatever_it_is_made_of(client: Client) -> None:
    """PostgreSQL takes no text with a NUL in it, so none may reach a query."""
    for odd in ODD_WORDS:
        assert client.get(f"/w/{odd}/").status_code == 404
        with pytest.raises(Resolver404):
            resolve(f"/w/{unquote(odd)}/")


@pytest.mark.parametrize("route", ["/warbands/", "/warbands/new/", "/warbands/import/", "/rules/"])
def test_a_page_that_needs_rules_says_so_while_there_are_none(client: Client, owner: Player, route: str) -> None:
    client.force_login(owner)
    RulesState.objects.all().delete()
    page = client.get(route)
    assert page.status_code == 503
    assert "There are no rules yet" in page.content.decode()


# Each thing that a stored warband names, and where: a club may have taken any of them out of its rules.
NAMED = [
    (Warband, {"type_key": "gone"}),
    (Warrior, {"type_key": "gone"}),
    (Warrior, {"skills": ["gone"], "skill_lists": ["gone"], "extra_skill_lists": ["gone"]}),
    (Warrior, {"spells": [{"spell": "gone"}], "mutations": ["gone"], "injuries": [{"injury": "gone"}]}),
    (CarriedItem, {"item_key": "gone"}),
    (CarriedItem, {"material": "gone"}),
]
OF_A_WARBAND = [route for route in routes() if "<int:pk>" in route and route.startswith("/warbands/")]


@pytest.mark.parametrize("battles", [0, 4])
@pytest.mark.parametrize(("model", "gone"), NAMED, ids=str)
def test_a_warband_may_name_what_the_rules_have_no_longer(client: Client, owner: Player, battles, model, gone) -> None:
    warband = acts.exiles(owner, stash="sword, helmet") if battles else acts.founded_mob(owner)
    warband = founding.share_warband(warband, by=owner)
    client.force_login(owner)
    visitor = Visitor(client, warband)
    # Rows are written past the door on purpose: it would let nobody do this.
    rows = model.objects.filter(pk=warband.pk) if model is Warband else warband.warriors if model is Warrior else None
    if rows is not None:
        rows.update(**gone)
    else:
        firsts = {item.warrior_id: item.pk for item in warband.items.order_by("-pk")}
        warband.items.filter(pk__in=firsts.values()).update(**gone)
    typed = web.TYPED | {"item": "gone", "old": "gone", "sheet": "all", "page": "a4", "version": warband.version}
    wrong = []
    for route in [*OF_A_WARBAND, "/warbands/", "/w/<slug:token>/", "/w/<slug:token>.json", "/accounts/export/"]:
        for who in warband.warriors.all()[: None if "warrior_id" in route else 1]:
            visitor.known["warbands"]["warrior_id"] = who.pk
            wrong.append(visitor.asks("get", visitor.address(route)))
            wrong += [
                visitor.asks("post", visitor.address(route), {**typed, "item": item}) for item in ("gone", "sword")
            ]
    assert [one for one in wrong if one] == []
