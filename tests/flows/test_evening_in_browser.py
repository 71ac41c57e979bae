"""A whole evening on two phones: one battle, both nights after it, a night and the battle taken back and gone through
again, and the report of the evening as a PDF that a worker prints."""

from __future__ import annotations

import io
import os
import re
import signal
from collections.abc import Callable, Iterator
from itertools import count
from subprocess import Popen
from typing import NamedTuple

import pytest
import yaml
from django.urls import reverse
from pypdf import PdfReader

from campaigns.models import Battle, Campaign, CampaignDocument
from campaigns.services import battles, undoing
from tests import acts, books
from tests.campaigns import seasons
from tests.flows.phones import Phone, number
from tests.people import PASSWORD
from warbands.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Look = Callable[[Phone], None]
MOB, EXILES = "Da Snikkaz", "Karak Brynn Exiles"
# They have fought before: an old wound asks for a roll before the battle, and two heroes explore.
DWARFS = f"""
format: mordheim-warband/1
name: {EXILES}
type: dwarf_treasure_hunters
battles: 4
treasury: 37
wyrdstone: 1
heroes:
- {{name: Thrain, type: dwarf_noble, experience: 28, equipment: [axe], injuries: [old_battle_wound]}}
- {{name: Garagrim, type: troll_slayer, experience: 9, equipment: [axe]}}
henchmen:
- {{name: The Third Watch, type: dwarf_thunderer, size: 2, experience: 5, equipment: [handgun]}}
- {{name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}}
"""
# What fell at the table where it matters: Garagrim is hardened.
AT_THE_TABLE = {"Serious injury of Garagrim": (6, 2)}
PRICE_OF_A_HELMET = 10


class Both(NamedTuple):
    """The host, who arbitrates and leads the Orcs, and his guest, who leads the Dwarfs."""

    host: Phone
    guest: Phone


class Ended(NamedTuple):
    """A warband after its night: what the closing record told, and its file."""

    figures: dict[str, tuple[int, int]]
    file: bytes


@pytest.fixture(autouse=True)
def rules_are_there(transactional_db: None) -> None:
    books.into_the_database()


@pytest.fixture(autouse=True)
def the_same_seeds(monkeypatch) -> None:
    """The app's dice fall the same each time."""
    numbers = count(1)
    for module in (battles, undoing):
        monkeypatch.setattr(module, "new_seed", lambda: f"{next(numbers):064x}")


@pytest.fixture
def both(browser, live_server, rules_are_there: None) -> Iterator[Both]:
    """Two players of one campaign, each with a founded warband that is not enrolled yet."""
    host, guest = (Player.objects.create_user(one, f"{one}@example.org", PASSWORD) for one in ("host", "guest"))
    seasons.join(seasons.begin(host), guest)
    acts.founded_mob(host)
    acts.warband_of(guest, DWARFS)
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


# --- places ---------------------------------------------------------------------------------------------------------


def to_the_campaign(phone: Phone) -> None:
    """All of it, with the chart that comes by itself."""
    phone.open(Campaign.objects.get().get_absolute_url())
    phone.page.get_by_text("The chart of all ratings stands on").wait_for(state="detached")


def to_the_battle(phone: Phone) -> None:
    phone.open(Battle.objects.get().get_absolute_url())


def by_turn(phone: Phone) -> None:
    """From the campaign's page to what one is waited for."""
    to_the_campaign(phone)
    phone.page.locator(".your-turn a.turn").first.tap()


def file_of(phone: Phone, warband: str) -> bytes:
    """The warband as its player saves it."""
    phone.open(reverse("warband-list"))
    phone.page.locator("a.warband-card", has_text=warband).tap()
    phone.sees_heading(warband)
    name, file = phone.saved("Save as a file")
    assert name.endswith(".yaml")
    return file


def files_of(both: Both) -> tuple[bytes, bytes]:
    return file_of(both.host, MOB), file_of(both.guest, EXILES)


# --- the evening ----------------------------------------------------------------------------------------------------


def enrol(both: Both) -> None:
    """The arbitrator enrols both: the Dwarfs have fought before, which needs a reason."""
    for warband, reason in ((MOB, ""), (EXILES, "They come from another season.")):
        to_the_campaign(both.host)
        both.host.follow(re.compile("Enrol"))
        both.host.tick(warband)
        both.host.page.get_by_label("Reason").fill(reason)
        both.host.press("Enrol it")
        both.host.sees(f"{warband} is in the campaign.")


def begin(both: Both) -> None:
    """The battle is announced and begun, and an old wound is rolled for."""
    to_the_campaign(both.host)
    both.host.press("New battle")
    both.host.tick(EXILES)
    both.host.page.get_by_label("Scenario").select_option(label="Wyrdstone Hunt")
    both.host.press("Announce this battle")
    both.host.press("Begin")
    both.host.sees("Under way")
    by_turn(both.guest)
    both.guest.press("Roll")
    both.guest.sees_heading("Before the first blow")
    both.guest.page.locator('label:has([name="face_1"][value="4"])').tap()
    both.guest.page.get_by_role("button", name="Enter this roll").tap()
    both.guest.sees(re.compile("Old Battle Wound.*fights"))


def report(both: Both) -> None:
    """The Orcs won: the Slayer and a Thunderer fell to their Boss, and one of the Ladz to the Noble."""
    phone = both.host
    by_turn(phone)
    phone.press("Report")
    phone.sees_heading("What happened?")
    phone.tick("Won", "#side-0")
    phone.tick("Lost", "#side-1")
    phone.tick("Garagrim", "#side-1")
    phone.page.locator('[name="s1-by-1-0"]').select_option(label="Grubnash")
    phone.more("s1-out-2-0")
    phone.page.locator('[name="s1-by-2-0"]').select_option(label="Grubnash")
    phone.more("s0-out-1-0")
    phone.page.locator('[name="s0-by-1-0"]').select_option(label="Thrain")
    phone.more("s0-award-wyrdstone_counter-0")
    phone.more("s0-carried-shards")
    phone.press("Report this")
    phone.sees("Your report is in")


def confirm(both: Both, shards: int) -> None:
    """The other one looks at what was told, and stands by it."""
    by_turn(both.guest)
    both.guest.press("Look and confirm")
    both.guest.sees("yes, by Grubnash of Da Snikkaz")
    assert both.guest.fact("carried home, shards") == str(shards)
    both.guest.page.get_by_role("button", name="So it was").tap()
    both.guest.sees("Confirmed")


def the_hosts_night(both: Both) -> Ended:
    """By the app's dice."""
    begin_the_night(both.host)
    both.host.sleep()
    return ended(both.host, MOB)


def the_guests_night(both: Both) -> Ended:
    """By dice that fell at the table. Thrain has a helmet from what was found."""
    begin_the_night(both.guest)
    both.guest.sleep(AT_THE_TABLE, until="Recruits and trading")
    before, after = both.guest.buy("helmet", "Thrain")
    assert before - after == PRICE_OF_A_HELMET
    both.guest.sleep(AT_THE_TABLE)
    end = ended(both.guest, EXILES)
    assert end.figures["Treasury"][1] == after
    return end


def begin_the_night(phone: Phone) -> None:
    to_the_battle(phone)
    phone.press("Go on")
    phone.sees_heading("Injuries")


def ended(phone: Phone, warband: str) -> Ended:
    """What a night came to is told alike by its closing record, the roster and the file."""
    figures = phone.figures()
    file = file_of(phone, warband)
    told = [number(one) for one in phone.page.locator("#builder dl.figures dd").all_inner_texts()]
    assert told == [after for _, after in figures.values()]
    stored = yaml.safe_load(file)
    assert (stored["treasury"], stored.get("wyrdstone", 0)) == (figures["Treasury"][1], figures["Wyrdstone"][1])
    return Ended(figures, file)


def take_my_night_back(phone: Phone, end: Ended) -> None:
    """What it was and what it will be stands there first."""
    to_the_battle(phone)
    phone.follow("Take my night back")
    phone.sees_heading("What is undone")
    assert phone.figures() == {name: (after, before) for name, (before, after) in end.figures.items()}
    phone.press("Take it back")
    phone.sees("is taken back and begins anew")


def take_the_battle_back(both: Both) -> None:
    """Only whoever arbitrates may, and says why."""
    to_the_battle(both.guest)
    assert not both.guest.offers("Report it anew")
    to_the_battle(both.host)
    both.host.follow("Report it anew")
    both.host.page.get_by_label("Reason").fill("A shard was forgotten.")
    both.host.press("Take it back")
    both.host.sees("It waits for another report.")


def report_another_shard(both: Both) -> None:
    """It is under way again, and the report begins with what was told before."""
    phone = both.host
    to_the_battle(phone)
    phone.press("Report")
    phone.sees("This begins with what was reported before.")
    assert phone.page.locator('[name="s1-by-1-0"]').input_value() == "0-0"
    phone.more("s0-carried-shards")
    phone.press("Report this")
    phone.sees("Your report is in")


def seeds_are_shown(phone: Phone, seeds: int) -> None:
    """Each roll of the app can be worked out by whoever played with it."""
    to_the_battle(phone)
    phone.follow("Every roll")
    phone.sees("The seed is shown, and every roll of the app is what it says.")
    assert phone.page.get_by_text(re.compile("^0{63}[1-9]$")).count() == seeds


# --- the report as PDF ----------------------------------------------------------------------------------------------


def ask_for_the_report(phone: Phone) -> None:
    to_the_campaign(phone)
    phone.follow("Print the last evening")
    phone.press("Make the PDF")
    phone.sees("Waiting for a printer")
    phone.page.get_by_role("progressbar").wait_for()


def look_at_the_bar(phone: Phone, process: Popen[bytes], wait_until: Callable[..., None], sound: Look) -> None:
    """The worker is held still within its work, so that the bar can be looked at for as long as that takes."""
    wait_until(lambda: CampaignDocument.objects.get().done >= 1, "the first part of the report", seconds=60)
    os.killpg(process.pid, signal.SIGSTOP)
    try:
        bar = phone.page.locator("progress[value]:not([value='0'])")
        bar.wait_for()
        phone.sees(re.compile("^Setting the |^Writing the PDF"))
        assert 1 <= int(bar.get_attribute("value") or 0) < int(bar.get_attribute("max") or 0)
        sound(phone)
    finally:
        os.killpg(process.pid, signal.SIGCONT)


def fetch(phone: Phone) -> str:
    """The report as the browser has saved it, without the spaces that a page's layout puts between its words."""
    phone.page.get_by_text("Ready", exact=True).wait_for(timeout=60_000)
    name, pdf = phone.saved("Save it")
    assert re.fullmatch(r"winter-in-the-ruins-\d{4}-\d\d-\d\d\.pdf", name)
    return flat("".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


def flat(told: str) -> str:
    return re.sub(r"\s", "", told)


def tells(part: str, end: Ended) -> None:
    """The figures of a night stand in the report as its closing record had them."""
    for name, (before, after) in end.figures.items():
        label = "Gold crowns" if name == "Treasury" else name
        assert flat(f"{label} {before}" + (f" → {after}" if after != before else "")) in part, label


def tells_the_evening(report: str, hosts: Ended, guests: Ended) -> None:
    """The battle, and the night of each with its figures, its dice and those that were taken back."""
    battle, of_the_mob, of_the_exiles = report.split(flat("The night after battle 1"))
    for words in ("Winter in the Ruins", "Battle 1 Wyrdstone Hunt", "Took home 2 shards", "Garagrim, by Grubnash"):
        assert flat(words) in battle, words
    for name, end, result in ((MOB, hosts, "won"), (EXILES, guests, "lost")):
        before, after = end.figures["Rating"]
        assert re.search(flat(name) + f".*?{before}→{after}.*?{result}", battle), name
    tells(of_the_mob, hosts)
    tells(of_the_exiles, guests)
    assert flat("app, injury of Da Ladz") in of_the_mob
    assert "table" not in of_the_mob
    injury = flat("⚅⚁ 62 table, serious injury of Garagrim: Hardened.")
    taken_back = flat("⚅⚁ table, serious injury of Garagrim: taken back.")
    assert (of_the_exiles.count(injury), of_the_exiles.count(taken_back)) == (1, 2)
    assert flat("Axe, Helmet") in of_the_exiles


def it_is_over(phone: Phone, *ends: Ended) -> None:
    """Nobody is waited for, and the standings have what the nights came to."""
    to_the_campaign(phone)
    phone.sees("Nobody else.")
    assert phone.page.locator(".your-turn").count() == 0
    for warband, end in zip((MOB, EXILES), ends, strict=True):
        standing = phone.page.locator(".standings tbody tr", has_text=warband).locator("td.number").all_inner_texts()
        assert (number(standing[2]), number(standing[-1])) == (end.figures["Rating"][1], end.figures["Treasury"][1])


def test_a_whole_evening_on_two_phones(both, sound, start_worker, wait_until) -> None:
    enrol(both)
    begin(both)
    to_the_battle(both.host)
    sound(both.host)
    report(both)
    confirm(both, shards=1)

    before = files_of(both)
    by_turn(both.guest)
    both.guest.sees_heading("Injuries")
    sound(both.guest)
    hosts, guests = the_hosts_night(both), the_guests_night(both)
    seeds_are_shown(both.guest, 1)

    take_my_night_back(both.guest, guests)
    assert files_of(both) == (hosts.file, before[1])
    assert the_guests_night(both) == guests

    take_the_battle_back(both)
    assert files_of(both) == before
    report_another_shard(both)
    confirm(both, shards=2)
    hosts = the_hosts_night(both)
    assert the_guests_night(both) == guests
    seeds_are_shown(both.guest, 3)
    for phone in both:
        it_is_over(phone, hosts, guests)
        sound(phone)

    ask_for_the_report(both.guest)
    look_at_the_bar(both.guest, start_worker(), wait_until, sound)
    told = fetch(both.guest)
    sound(both.guest)
    tells_the_evening(told, hosts, guests)
    assert both.host.said == both.guest.said == []
