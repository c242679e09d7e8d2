"""Players who know nothing but their page, and tap what it offers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

MOMENT = 3000
"""Milliseconds that something to be tapped may take to lie still."""
WAIT = 30.0
"""Seconds that a page may take on a loaded machine."""


class Player:
    """One device with its page. ``faults`` are what its console said went wrong."""

    def __init__(
        self,
        browser: Browser,
        size: tuple[int, int],
        address: str,
        *,
        language: str = "en",
        scheme: Literal["light", "dark"] = "light",
        bypass_csp: bool = False,
    ) -> None:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            locale=language,
            reduced_motion="reduce",
            color_scheme=scheme,
            bypass_csp=bypass_csp,
        )
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.taps = 0
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        self.page.goto(address)
        self.page.wait_for_selector("#main > *")

    def tap(self, target: Locator) -> None:
        """Tap, and wait until the page has answered."""
        target.tap(timeout=WAIT * 1000)
        self.taps += 1
        self.settle()

    def settle(self) -> None:
        """Wait until no answer is awaited."""
        self.page.wait_for_selector("html:not([data-busy])", state="attached", timeout=WAIT * 1000)

    def until(self, reached: Callable[[], Any]) -> None:
        end = time.monotonic() + WAIT
        while not reached():
            assert time.monotonic() < end, self.page.locator("#main").inner_text()[:500]
            time.sleep(0.01)

    def find(self, selector: str) -> list[Locator]:
        """What is on the page and can be tapped."""
        return [one for one in self.page.locator(selector).all() if one.is_visible()]

    def text(self, selector: str) -> str:
        return "\n".join(self.page.locator(selector).all_inner_texts())

    def act(self, chance: random.Random) -> bool:
        """Tap one thing that goes on with the game, if this page offers any."""
        if self.page.evaluate(CHOOSE, [NEXT, chance.random()]):
            with suppress(TimeoutError_):  # the table went on meanwhile, and it is gone
                self.page.locator("[data-chosen]").tap(timeout=MOMENT)
                self.taps += 1
            self.settle()
            return True
        for form in self.find(f"{TASK} form.ticks"):
            return self._tick(form, chance)
        for form in self.find(f"{TASK} form.amount:not(.answered *)"):
            self.tap(form.locator("button"))
            return True
        return False

    def _tick(self, form: Locator, chance: random.Random) -> bool:
        """Tick so many cards that the form is taken; it says no before."""
        boxes = form.locator("input[type=checkbox]").all()
        exact = form.get_attribute("data-exact")
        if exact:  # the last card sends them
            for box in chance.sample(boxes, int(exact)):
                self.tap(box)
            return True
        for number in range(1, len(boxes) + 1):
            for box in boxes:
                box.set_checked(False)
            for box in chance.sample(boxes, number):
                box.set_checked(True)
            self.tap(form.locator("button.main"))
            if not self.find(".notice[role=alert]"):
                return True
        return False


try:
    from playwright.sync_api import TimeoutError as TimeoutError_
except ImportError:  # the tests that need it are skipped
    TimeoutError_ = TimeoutError  # type: ignore[misc,assignment]

TASK = ":is(.task, .cover)"
NEXT = (
    f"{TASK} .question:not(.answered) form.picks button",
    ".glow button, button.glow, .target button, button.target",
    f"{TASK} .inplay form.picks button",
    f"{TASK} .inplay a.back",
    f"{TASK} form.deck:not(.ticks) button:not(:has(.pale))",
    f"{TASK} form.numbers:not(.answered *) button",
    f"{TASK} form.picks:not(.answered *) button",
    f"{TASK} form.deck:not(.ticks) button",
    f"{TASK} button.main:not(.ticks *, .answered *)",
    f"{TASK} a.main",
    ".cover a.main, .cover .picks button",
)
"""What goes on with a game, the most urgent first."""


CHOOSE = """([selectors, chance]) => {
  for (const one of document.querySelectorAll("[data-chosen]")) one.removeAttribute("data-chosen");
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
    if (!found.length) continue;
    found[Math.floor(chance * found.length)].setAttribute("data-chosen", "");
    return true;
  }
  return false;
}"""
"""Marks one of what can be tapped, by the first selector that finds any."""


def play_out(players: list[Player], chance: random.Random, most: int) -> int:
    """Tap on whatever page offers something until the game is over; the number of taps."""
    taps = 0
    while taps < most:
        for player in players:
            if player.page.locator(".ending").count():
                return taps
            if player.act(chance):
                taps += 1
                break
        else:
            players[0].page.wait_for_timeout(100)
            taps += 1
    raise AssertionError(f"not over after {most} taps: {players[0].text('#main')[:400]}")
