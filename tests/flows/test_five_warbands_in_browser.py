"""A game of five warbands on two phones: the table is set, the game played turn by turn, its report confirmed, and what
it has brought is settled in the night after it.

The Greycoats and the Exiles ally, an ogre comes to the weakest, the mob is cut down, the rats run, and in the end the
allies search the mansion together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from typing import NamedTuple

import pytest

from campaigns.models import Battle, Campaign
from campaigns.services import battles
from encounters.models import TableRoll
from tests import acts, books
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.flows.phones import HARMLESS, Phone
from tests.people import PASSWORD
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Look = Callable[[Phone], None]
MEN, DWARFS, ORCS, RATS, WITCHES = (
    "Altdorf Greycoats",
    "Karak Brynn Exiles",
    "Da Snikkaz",
    "The Quiet Claw",
    "Hammer and Pyre",
)
HEAD = "format: mordheim-warband/1\nbattles: 1\n"
# The weakest are the Greycoats, to whom an ogre comes; the strongest are the Witch Hunters, who defend.
FILES = {
    MEN: """type: reikland
treasury: 200
heroes:
- {name: Karl, type: captain, equipment: [sword]}
henchmen:
- {name: Lads, type: warrior, size: 2, equipment: [sword]}
""",
    DWARFS: """type: dwarf_treasure_hunters
treasury: 20
heroes:
- {name: Borek, type: dwarf_noble, experience: 24, equipment: [axe]}
henchmen:
- {name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}
""",
    ORCS: """type: orc_mob
treasury: 20
heroes:
- {name: Grubnash, type: orc_boss, experience: 24, equipment: [sword]}
henchmen:
- {name: Da Ladz, type: orc_boy, size: 2, equipment: [battle_axe]}
""",
    RATS: """type: skaven
treasury: 20
heroes:
- {name: Skrit, type: assassin_adept, experience: 24, equipment: [sword]}
henchmen:
- {name: Clawers, type: verminkin, size: 3, equipment: [club]}
""",
    WITCHES: """type: witch_hunters
treasury: 20
heroes:
- {name: Magnus, type: captain, experience: 60, equipment: [sword]}
henchmen:
- {name: The Penitents, type: flagellant, size: 2, equipment: [flail]}
""",
}
# What falls at the table, by the heading under which it is asked.
FACES = {
    "Scenarios for many warbands": (1, 3),
    "Random happening on a 1": (1,),
    "happening": (1, 1),
    "Rout test": (6, 6),
}


class Both(NamedTuple):
    """The host, who arbitrates and leads the Greycoats, and his guest, who leads the Exiles."""

    host: Phone
    guest: Phone


@pytest.fixture(autouse=True)
def rules_are_there(transactional_db: None) -> None:
    books.into_the_database()


@pytest.fixture(autouse=True)
def the_same_seeds(monkeypatch) -> None:
    """The app's dice fall the same each time."""
    numbers = count(1)
    monkeypatch.setattr(battles, "new_seed", lambda: f"{next(numbers):064x}")


@pytest.fixture
def both(browser, live_server, rules_are_there: None) -> Iterator[Both]:
    """Five players of a campaign with random happenings, whose battle has begun; two of them have their phones out."""
    people = [Player.objects.create_user(f"player-{n}", f"{n}@example.org", PASSWORD) for n in range(5)]
    host, guest, *_ = people
    season = seasons.begin(host)
    Campaign.objects.update(random_happenings=True, confirmation=Campaign.Confirmation.ARBITRATOR)
    season.refresh_from_db()
    sides = []
    for player, (name, file) in zip(people, FILES.items(), strict=True):
        if player != host:
            seasons.join(season, player)
        warband = acts.warband_of(player, f"{HEAD}name: {name}\n{file}")
        sides.append(seasons.enrol(season, warband, by=host, reason="They come from another season."))
    fights.begun(*sides, by=host, scenario="")
    phones = Both(Phone(browser, live_server.url, host), Phone(browser, live_server.url, guest))
    yield phones
    for phone in phones:
        phone.context.close()


@pytest.fixture
def sound(axe: Callable[..., list]) -> Look:
    """The page is no wider than the phone and breaks no rule of accessibility."""

    def look(phone: Phone) -> None:
        assert phone.fits(), phone.page.url
        assert axe(phone.page) == [], phone.page.url

    return look


# --- a page that goes on ----------------------------------------------------------------------------------------------


def go_on(phone: Phone, doing: Callable[[], object]) -> None:
    """Do it, and wait until the page is drawn from a later state."""
    before = phone.page.locator('[name="version"]').first.input_value()
    doing()
    phone.page.locator(f'[name="version"]:not([value="{before}"])').first.wait_for(state="attached")


def due(phone: Phone) -> str:
    """What is asked for, a roll or a question; empty where the players do as they like, or nothing is due."""
    asked = phone.page.locator("#faces, #asked").count()
    return phone.page.locator("#due-title").inner_text() if asked else ""


def enter(phone: Phone) -> None:
    """The dice as they fell: those that matter by their heading, all others harmlessly."""
    told = due(phone)
    dice = phone.page.locator("#faces .die-input").count()
    sides = phone.page.locator("#faces .die-input").first.locator("input").count()
    fallen = next((faces for name, faces in FACES.items() if name in told), ())
    fallen = fallen if len(fallen) == dice else tuple(min(face, sides) for face in islice(cycle(HARMLESS), dice))
    if dice > 2:
        phone.page.locator("#row").fill("".join(map(str, fallen)))
    else:
        for die, face in enumerate(fallen, start=1):
            phone.page.locator(f'#faces label:has([name="face_{die}"][value="{face}"])').tap()
    go_on(phone, lambda: phone.press("Enter these dice"))


def answer(phone: Phone, label: str = "") -> None:
    """The answer of that name, or what the page suggests."""
    buttons = phone.page.locator("#asked button.act")
    if buttons.count():
        wanted = buttons.filter(has_text=label) if label else phone.page.locator("#asked .btn-primary").or_(buttons)
        go_on(phone, wanted.first.tap)
        return
    if label:
        phone.tick(label, "#asked")
    go_on(phone, lambda: phone.press("So it is"))


def to_the_acts(phone: Phone) -> None:
    """Whatever is rolled and asked before somebody may act, or until all is over."""
    while told := due(phone):
        if phone.page.locator("#faces").count():
            enter(phone)
        else:
            answer(phone, "Yes" if "share the victory" in told else "")


# --- the table --------------------------------------------------------------------------------------------------------


def set_the_table(both: Both, sound: Look) -> None:
    """The scenario by dice that fell at the table, everything else by the app's."""
    phone = both.host
    phone.open(Battle.objects.get().get_absolute_url())
    phone.follow("Set the table")
    phone.press("Set the table")
    phone.sees_heading("What is played?")
    sound(phone)
    phone.tick("Roll for it")
    go_on(phone, lambda: phone.press("So it is"))
    enter(phone)
    phone.sees("The Wizard's Mansion")
    while due(phone):
        go_on(phone, lambda: phone.press("Roll on" if phone.page.locator("#rolling").count() else "So it is"))
    sound(phone)
    phone.press("Start the game")
    phone.sees("Let the game begin.")


# --- the game ---------------------------------------------------------------------------------------------------------


def whose(phone: Phone) -> str:
    return phone.page.locator(".game-head h1").inner_text().strip()


def act(phone: Phone, panel: str) -> None:
    """Open a panel."""
    phone.page.locator(".game-acts").get_by_role("link", name=panel).tap()
    phone.page.locator(".game-panel").wait_for()


def out(phone: Phone, warband: str, name: str, *, times: int = 1, by: str = "") -> None:
    """Somebody is out of action."""
    act(phone, "Out of action")
    group = phone.page.locator(".game-who", has_text=warband)
    if group.get_attribute("open") is None:
        group.locator("summary").tap()
    row = group.locator(".game-one", has_text=name)
    row.locator("label").tap()
    for _ in range(times - 1):
        row.locator('[data-step="1"]').tap()
    phone.page.get_by_label("By whom").select_option(label=by or "Nobody knows")
    go_on(phone, lambda: phone.press("Out of action"))


def stands(phone: Phone, warband: str) -> bool:
    return "Standing" in phone.page.locator(".game-card", has_text=warband).first.inner_text()


def ally(both: Both) -> None:
    """Offered on one phone, agreed to on the other."""
    act(both.host, "Alliances")
    both.host.tick(DWARFS, ".game-panel")
    go_on(both.host, lambda: both.host.press("Offer it"))
    both.guest.sees("offers Karak Brynn Exiles an alliance")
    answer(both.guest, "Yes")
    both.host.sees(re.compile("Altdorf Greycoats and Karak Brynn Exiles are allies"))


def turn(both: Both) -> None:
    """One player's turn; the Greycoats do what there is to be done."""
    phone = both.host
    to_the_acts(phone)
    if whose(phone) == MEN:
        the_greycoats(both)
        to_the_acts(phone)
    if phone.page.locator(".game-acts").count():
        go_on(phone, lambda: phone.press("End the turn"))


def the_greycoats(both: Both) -> None:
    phone = both.host
    if "Allied with" not in phone.page.locator(".game-side").inner_text():
        ally(both)
        out(phone, ORCS, "Grubnash", by="Karl")
        out(phone, ORCS, "Da Ladz", times=2)
        phone.sees("Da Snikkaz has nobody on the table any more.")
        out(phone, RATS, "Clawers", by="Lads")
    elif not stands(phone, RATS):
        out(phone, WITCHES, "Magnus", by="Karl")
        out(phone, WITCHES, "The Penitents", times=2)


def the_first_turn(both: Both, sound: Look) -> None:
    """Something happens: an ogre offers his help."""
    phone = both.host
    phone.sees("Something happens on a 1, once in a game.")
    sound(phone)
    enter(phone)
    enter(phone)
    to_the_acts(phone)
    phone.sees_heading("Ogre Mercenary")
    sound(phone)
    both.guest.open(phone.page.url)
    both.guest.sees_heading("Ogre Mercenary")


def play(both: Both, sound: Look) -> None:
    the_first_turn(both, sound)
    for panel in ("Out of action", "Off the table"):
        act(both.host, panel)
        sound(both.host)
        both.host.press("Back")
        both.host.page.locator(".game-acts").wait_for()
    for _ in range(14):
        if both.host.page.locator("#report-title").count():
            return
        turn(both)
    raise AssertionError("the game does not end")


def look_at_the_end(phone: Phone) -> None:
    phone.sees(re.compile("(Altdorf Greycoats|Karak Brynn Exiles) and (Altdorf Greycoats|Karak Brynn Exiles) have won"))
    told = phone.page.locator("main").inner_text()
    for words in ("won, shared", "yes, by Karl of Altdorf Greycoats", "asks for", "The Quiet Claw"):
        assert words in told, words
    for words in ("routed", "the winners found, gold", "share of what was found, gold"):
        assert words in told.lower(), words


# --- after it ---------------------------------------------------------------------------------------------------------


def report(both: Both, sound: Look) -> None:
    """The guest reports what the table knows, and the arbitrator confirms it."""
    both.guest.page.reload()
    both.guest.press("Report this")
    both.guest.sees("The battle is reported as the table knows it.")
    both.host.open(Battle.objects.get().get_absolute_url())
    both.host.press("Look and decide")
    both.host.sees("won, shared")
    sound(both.host)
    both.host.page.get_by_role("button", name=re.compile("Decide as arbitrator")).tap()
    both.host.sees("Confirmed")


def settle_the_fee(phone: Phone) -> None:
    """The ogre asks for his gold first thing in the Greycoats' night."""
    phone.press("Go on")
    phone.sees_heading("Injuries")
    phone.sees(re.compile("asks for .* hire and upkeep"))
    phone.tick("Pay him", "#asked")
    phone.press("That is my choice")
    phone.sees(re.compile(r"is paid \d+ gc, hire and upkeep, and stays with Altdorf Greycoats", re.IGNORECASE))


def test_five_warbands_on_two_phones(both, sound) -> None:
    set_the_table(both, sound)
    play(both, sound)
    look_at_the_end(both.host)
    sound(both.host)
    rolled = list(TableRoll.objects.filter(phase="game", taken_back_at=None))
    assert {roll.source for roll in rolled} == {"table"}
    report(both, sound)
    settle_the_fee(both.host)
    both.host.open(f"{Battle.objects.get().get_absolute_url()}game/")
    both.host.sees("reported and confirmed")
    assert both.host.said == both.guest.said == []
