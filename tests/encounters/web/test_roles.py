"""Every address of a table, for everybody: a new one without a row here fails.

The answers: 200 a page, 204 nothing new, 302 led on after the act, 403 a member without the right, 404 no such campaign
for him, "in" led to the sign-in.
"""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from encounters import urls_table
from encounters.models import Encounter, TableDocument, TableRoll
from tests.campaigns import seasons
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.kept import kept

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

# The owner of the first side, a player who is not in the battle, the arbitrator who is not either, a spectator,
# somebody who is no member, somebody who is signed out.
WHO = ("owner", "other", "host", "spectator", "stranger", "nobody")
ALL_MEMBERS = (200, 200, 200, 200, 404, "in")
ALL_DO = (302, 302, 302, 302, 404, "in")
FIGHTERS_DO = (302, 403, 302, 403, 404, "in")
PAGES: dict[str, tuple[int | str, ...]] = {
    "table": ALL_MEMBERS,
    "table-since": (204, 204, 204, 204, 404, "in"),
    "table-map-file": ALL_MEMBERS,
    "table-document": ALL_MEMBERS,
    "table-document-file": ALL_MEMBERS,
    "game": ALL_MEMBERS,
    "game-since": (204, 204, 204, 204, 404, "in"),
}
ACTS: dict[str, tuple[int | str, ...]] = {
    "table-begin": FIGHTERS_DO,
    # Nothing asks for what is posted here: the page comes back and says so.
    "table-take": (200, 403, 200, 403, 404, "in"),
    "table-back": FIGHTERS_DO,
    "table-over": FIGHTERS_DO,
    "table-map": FIGHTERS_DO,
    # Of two nobody has room for an ally.
    "table-alliances": FIGHTERS_DO,
    "table-close": FIGHTERS_DO,
    "table-print": ALL_DO,
    # Declined to who has not asked for it, with a sentence on the page that he is led to.
    "table-document-cancel": ALL_DO,
    # The table is not set: the page comes back and says so.
    "game-take": (200, 403, 200, 403, 404, "in"),
    "game-back": FIGHTERS_DO,
    "game-report": (200, 403, 200, 403, 404, "in"),
}


@pytest.fixture
@kept
def table(battle, owner):
    made = acts.set_table(battle)
    document = TableDocument(encounter=made, title="Setting up", digest="0" * 32, status="ready", asked_by=owner)
    document.file.save("sheet.pdf", ContentFile(b"%PDF-"))
    return made


@pytest.fixture
def address(table, season):
    document = table.documents.get()
    about = {
        "table-since": [table.version],
        "game-since": [table.version],
        "table-document": [document.pk],
        "table-document-cancel": [document.pk],
        "table-document-file": [document.pk, "sheet"],
    }
    return lambda name: reverse(name, args=[season.pk, table.battle_id, *about.get(name, [])])


@pytest.fixture
@kept
def other(season, stranger, django_user_model):
    player = django_user_model.objects.create_user("other", "other@example.org", "a-long-passphrase")
    seasons.join(season, player)
    return player


@pytest.fixture
@kept
def browsers(owner, other, host, spectator, stranger):
    people = {"owner": owner, "other": other, "host": host, "spectator": spectator, "stranger": stranger}
    return {**{name: seasons.signed_in(player) for name, player in people.items()}, "nobody": Client()}


def answered(answer) -> int | str:
    if answer.status_code == 302 and answer.url.startswith(reverse("login")):
        return "in"
    return answer.status_code


def stored() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Encounter, TableRoll, TableDocument)]


def test_the_table_has_every_address_and_no_other():
    assert {pattern.name for pattern in urls_table.urlpatterns} == {*PAGES, *ACTS}


@pytest.mark.parametrize("who", WHO)
def test_who_may_look(address, browsers, who):
    found = {name: answered(browsers[who].get(address(name))) for name in PAGES}
    assert found == {name: row[WHO.index(who)] for name, row in PAGES.items()}


@pytest.mark.parametrize("name", sorted(ACTS))
def test_who_may_act(address, browsers, table, name):
    before = stored()
    typed = {"version": table.version, "do": "redraw"}
    for who, expected in zip(WHO, ACTS[name], strict=True):
        with seasons.taken_back():
            assert answered(browsers[who].post(address(name), typed)) == expected, who
            if expected in (403, 404, "in"):
                assert stored() == before, who


def test_an_address_that_only_acts_shows_nothing_and_does_nothing(address, browsers):
    before = stored()
    for name in ACTS:
        assert browsers["host"].get(address(name)).status_code == 405, name
    assert stored() == before


def test_a_table_of_another_campaign_is_not_found_in_this_one(table, browsers, host):
    elsewhere = seasons.begin(host, "Elsewhere")
    document = table.documents.get()
    for name, more in (("table", []), ("table-map-file", []), ("table-document", [document.pk])):
        where = reverse(name, args=[elsewhere.pk, table.battle_id, *more])
        assert browsers["host"].get(where).status_code == 404, name
    assert browsers["host"].post(reverse("table-back", args=[elsewhere.pk, table.battle_id])).status_code == 404
    for name in ("table-since", "game-since"):
        since = reverse(name, args=[elsewhere.pk, table.battle_id, table.version])
        assert browsers["host"].get(since).status_code == 404, name
    assert browsers["host"].get(reverse("game", args=[elsewhere.pk, table.battle_id])).status_code == 404


def test_a_form_from_elsewhere_is_refused(address, host):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    for name in sorted(ACTS):
        assert strict.post(address(name), {}).status_code == 403, name


# The same once the game goes on: the owner and the arbitrator act, nobody else does.
IN_THE_GAME = {
    "game-take": FIGHTERS_DO,
    "game-back": FIGHTERS_DO,
    # It is not over: the page comes back and says so.
    "game-report": (200, 403, 200, 403, 404, "in"),
}


@pytest.mark.parametrize("name", sorted(IN_THE_GAME))
def test_who_may_act_in_a_game(address, browsers, table, name):
    acts.close(table)
    game.to_the_acts(table)
    before = stored()
    typed = {"version": acts.fresh(table).version, "do": "done"}
    for who, expected in zip(WHO, IN_THE_GAME[name], strict=True):
        with seasons.taken_back():
            assert answered(browsers[who].post(address(name), typed)) == expected, who
            if expected in (403, 404, "in"):
                assert stored() == before, who


@pytest.mark.parametrize("who", WHO)
def test_who_may_look_at_a_game(address, browsers, table, who):
    acts.close(table)
    expected = ALL_MEMBERS[WHO.index(who)]
    for act in ("", "out"):
        assert answered(browsers[who].get(address("game"), {"act": act})) == expected
