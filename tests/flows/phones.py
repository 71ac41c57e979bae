"""What a player does with one thumb on his phone, and what he reads there: pages only, never a row.

A night is led by what its page asks for: dice are rolled on by the app or typed in, a question gets the answer that
is suggested or the first one, a stretch in which one may do what one likes is done with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from tests.campaigns import seasons
from warbands.models import Player

WIDTH, HEIGHT = 390, 844
PATIENCE = 15_000  # milliseconds, for a machine that does something else as well
# No part of the page is asked for, put in place or taken away.
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')"
# Dice that hurt nobody much and find no place.
HARMLESS = (4, 3, 2, 1, 5, 6)
Faces = Mapping[str, Sequence[int]]


class Phone:
    """A phone with a touch screen, signed in as somebody. ``said`` are the errors that its browser told."""

    def __init__(self, browser: Browser, address: str, player: Player) -> None:
        self.context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True, base_url=address
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script("window.quietFor = 0")
        cookie = seasons.signed_in(player).cookies["sessionid"].value
        self.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda told: self.said.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    # --- going about ------------------------------------------------------------------------------------------------

    def open(self, address: str) -> None:
        self.page.goto(address)

    def follow(self, name: str | re.Pattern[str], *, within: str = "main") -> None:
        """Tap a link."""
        self.settles()
        self.page.locator(within).get_by_role("link", name=name).first.tap()

    def press(self, name: str) -> None:
        """Tap what the bar under the thumb offers."""
        self.settles()
        bar = self.page.locator("#action-bar")
        bar.get_by_role("button", name=name).or_(bar.get_by_role("link", name=name)).tap()

    def tick(self, label: str, within: str = "main") -> None:
        """Tap a label."""
        self.settles()
        self.page.locator(f"{within} label", has_text=label).first.tap()

    def more(self, name: str, times: int = 1) -> None:
        """Tap the plus of a number."""
        for _ in range(times):
            self.settles()
            self.page.locator(f'.stepper:has([name="{name}"]) [data-step="1"]').tap()

    def settles(self) -> None:
        """Nobody taps what is being replaced under his thumb: what an earlier tap asked for is there first."""
        self.page.wait_for_function(SETTLED)

    # --- looking ----------------------------------------------------------------------------------------------------

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Waits until it stands on the page, and the rest of the page with it."""
        self.page.get_by_text(text).first.wait_for()
        self.page.wait_for_load_state()

    def sees_heading(self, name: str) -> None:
        self.page.get_by_role("heading", name=name).first.wait_for()
        self.page.wait_for_load_state()

    def fact(self, about: str) -> str:
        """What stands beside a term."""
        return self.page.locator("dl > div", has=self.page.get_by_text(about)).locator("dd").inner_text()

    def offers(self, name: str) -> bool:
        """Whether the page has a link or a button of that name."""
        main = self.page.locator("main, #action-bar")
        found: Locator = main.get_by_role("link", name=name).or_(main.get_by_role("button", name=name))
        return found.count() > 0

    def fits(self) -> bool:
        """Nothing of the page is wider than the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth") <= WIDTH

    def saved(self, name: str) -> tuple[str, bytes]:
        """Tap a link that saves a file: its name and its bytes."""
        with self.page.expect_download() as download:
            self.follow(name)
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()

    # --- a night ----------------------------------------------------------------------------------------------------

    def sleep(self, faces: Faces | None = None, *, until: str = "Before and after") -> None:
        """Lead a night from where it is to its end, or to the step of that name: by the app's dice, or by ``faces``,
        those that fell at the table by what they were rolled for; what is not named there falls harmlessly."""
        heading = self.page.get_by_role("heading", name=until)
        while not (heading.count() or self._is("closing")):
            self.go_on(faces)
        heading.first.wait_for()

    def buy(self, item: str, warrior: str) -> tuple[int, int]:
        """Buy something for a warrior in the trading of a night; answers with the gold told before and after it."""
        gold = self.page.locator(".night-figures dd.gold")
        before = number(gold.inner_text())
        self.page.get_by_label("For whom").select_option(warrior)
        self.page.locator(f'#night [name="whom"][value="{warrior}"]').first.wait_for(state="attached")
        self._act(self.page.locator(f"#buy-{item}").tap)
        return before, number(gold.inner_text())

    def go_on(self, faces: Faces | None = None) -> None:
        """The next thing that the page asks for."""
        if self._is("roll") and faces is not None:
            self._act(lambda: self._enter(faces))
        elif self._is("roll"):
            self._act(lambda: self.press("Roll on"))
        elif self._is("question"):
            self._act(self._answer)
        else:
            self._act(self.page.locator("#action-bar button[form=done]").tap)

    def _is(self, what: str) -> bool:
        found = {"closing": ".night-before", "roll": "form#faces", "question": "form#asked"}
        return self.page.locator(f"#night {found[what]}").count() > 0

    def _act(self, doing: Callable[[], object]) -> None:
        """Do it, and wait until the page has gone on."""
        before = self.page.locator('[name="version"]').first.input_value()
        doing()
        gone_on = f'[name="version"]:not([value="{before}"]), #night .night-before'
        self.page.locator(gone_on).first.wait_for(state="attached")

    def _enter(self, faces: Faces) -> None:
        due = self.page.locator("#due-title").inner_text()
        fallen = faces.get(due) or self._harmless()
        if len(fallen) > 2:
            self.page.locator("#row").fill("".join(map(str, fallen)))
        else:
            for die, face in enumerate(fallen, start=1):
                self.page.locator(f'#faces label:has([name="face_{die}"][value="{face}"])').tap()
        self.press("Enter these dice")

    def _harmless(self) -> list[int]:
        dice = self.page.locator("#faces .die-input").all()
        sides = dice[0].locator("input").count()
        return [min(face, sides) for face, _ in zip(cycle(HARMLESS), dice, strict=False)]

    def _answer(self) -> None:
        asked = self.page.locator('.night-answer:has([type="radio"])')
        if asked.count() and not asked.locator(":checked").count():
            asked.first.tap()
        self.page.locator("#action-bar button").first.tap()

    # --- a night that is over ---------------------------------------------------------------------------------------

    def figures(self) -> dict[str, tuple[int, int]]:
        """The closing record's figures before and after the night."""
        rows = self.page.locator(".night-before tbody tr").all()
        told = {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}
        return {name: (number(before), number(after)) for name, (before, after) in told.items()}


def number(told: str) -> int:
    """``37 gc`` and ``2 shards`` as a number."""
    found = re.match(r"[−-]?\d+", told.strip())
    assert found, told
    return int(found[0].replace("−", "-"))
