"""An evening on the phone: a guest builds a mob, founds it and shows it to others; and the same without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse

from tests import books
from warbands.models import Warband

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(autouse=True)
def rules_are_there(transactional_db: None) -> None:
    books.into_the_database()


@pytest.fixture(autouse=True)
def impatient(context) -> None:
    context.set_default_timeout(8000)


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def recruit(page, key: str, name: str, section: str = "hero", size: int | None = None) -> None:
    """From the roster: the section's button, the type, the form."""
    page.locator(f'a[href$="recruit/?section={section}"]').last.click()
    page.locator(f"#choose-{key}").click()
    card = page.locator(f"#offer-{key}")
    card.get_by_label("Name").fill(name)
    if size:
        card.locator(f'.size-faces label:has([value="{size}"])').click()
    card.locator("#join").click()
    page.get_by_text(f"joined as {name}").first.wait_for()
    page.locator("#action-bar").get_by_role("link", name="Roster").click()


def buy(page, name: str, *items: str) -> None:
    page.get_by_role("link", name=f"Equip {name}").click()
    for item in items:
        page.locator(f"#buy-{item}-").click()
        page.locator(f"#take-{item}-").wait_for()
    page.locator("#action-bar").get_by_role("link", name="Done").click()


def build_a_mob(page, address: str) -> Warband:
    page.goto(f"{address}{reverse('warband-new')}")
    page.get_by_label("Orc Mob").check()
    page.get_by_label("Name of the warband").fill("Da Snikkaz")
    page.get_by_role("button", name="Begin this warband").click()
    page.get_by_role("heading", name="Da Snikkaz", level=1).wait_for()
    recruit(page, "orc_boss", "Grubnash")
    recruit(page, "orc_boy", "Da Ladz", "henchman", 3)
    buy(page, "Grubnash", "battle_axe", "helmet")
    buy(page, "Da Ladz", "bow")
    warband = Warband.objects.get()
    assert warband.treasury == 500 - 80 - 5 - 10 - 3 * (25 + 10)
    page.locator("#action-bar").get_by_role("button", name="Found it").click()
    page.get_by_text("was founded with a rating of").first.wait_for()
    warband.refresh_from_db()
    assert warband.founded
    page.get_by_role("button", name="Share by a public page").click()
    field = page.get_by_label("Whoever has this address may look")
    field.wait_for()
    public = field.input_value()
    page.goto(public)
    page.get_by_role("heading", name="Grubnash").wait_for()
    assert page.get_by_role("link", name="Equip").count() == 0
    return warband


def test_a_guest_builds_founds_and_shares_a_mob_on_a_phone(live_server, page, axe: Callable[..., list]) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size(PHONE)
    warband = build_a_mob(page, live_server.url)
    boss = warband.warriors.get(name="Grubnash")
    for address in (
        reverse("warband-list"),
        reverse("warband-new"),
        warband.get_absolute_url(),
        warband.get_absolute_url() + "?view=table",
        reverse("warband-recruit", args=[warband.pk]),
        reverse("warband-recruit", args=[warband.pk]) + "?type=orc_shaman",
        reverse("warband-recruit", args=[warband.pk]) + "?section=hired_sword&type=ogre_bodyguard",
        reverse("warrior-detail", args=[warband.pk, boss.pk]),
        reverse("warrior-dismiss", args=[warband.pk, boss.pk]),
        reverse("warband-import"),
        reverse("warband-history", args=[warband.pk]),
        Warband.objects.get().public_path,
    ):
        page.goto(f"{live_server.url}{address}")
        assert axe(page) == [], address
        assert fits(page), address
    assert said == []


def test_an_act_swaps_the_page_in_place(live_server, page) -> None:
    page.set_viewport_size(PHONE)
    build_a_mob(page, live_server.url)
    warband = Warband.objects.get()
    page.goto(f"{live_server.url}{warband.get_absolute_url()}")
    page.evaluate("window.untouched = true")
    page.get_by_role("button", name="One more of Da Ladz").click()
    page.get_by_text("Da Ladz grew to 4.").first.wait_for()
    assert page.evaluate("window.untouched") is True
    ladz = warband.warriors.get(name="Da Ladz")
    page.wait_for_function(f"() => document.activeElement.id === 'more-{ladz.pk}'")
    assert ladz.size == 4


def test_a_double_click_buys_once(live_server, page) -> None:
    page.set_viewport_size(PHONE)
    build_a_mob(page, live_server.url)
    warband = Warband.objects.get()
    boss = warband.warriors.get(name="Grubnash")
    page.goto(f"{live_server.url}{reverse('warrior-detail', args=[warband.pk, boss.pk])}")
    page.locator("#buy-dagger-").dblclick()
    page.locator("#take-dagger-").wait_for()
    page.wait_for_timeout(300)
    assert boss.items.get(item_key="dagger").quantity == 1


def test_a_shaman_whose_die_has_no_row_rolls_again(live_server, page) -> None:
    page.set_viewport_size(PHONE)
    build_a_mob(page, live_server.url)
    warband = Warband.objects.get()
    page.goto(f"{live_server.url}{reverse('warband-recruit', args=[warband.pk])}?type=orc_shaman")
    page.get_by_label("I rolled at the table").check()
    page.get_by_role("group", name="D6 for the spell").get_by_label("6").check()
    page.locator("#join").click()
    page.get_by_text(re.compile("a row that our source does not have")).first.wait_for()
    page.get_by_role("group", name="D6, roll 2").get_by_label("3").check()
    page.locator("#join").click()
    page.get_by_text("Orc Shaman joined and knows").first.wait_for()
    assert warband.warriors.get(type_key="orc_shaman").spells == [{"spell": "zzap"}]


def test_all_of_it_works_without_scripts(live_server, browser) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    context.set_default_timeout(8000)
    page = context.new_page()
    build_a_mob(page, live_server.url)
    context.close()
