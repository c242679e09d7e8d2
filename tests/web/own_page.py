"""A seat's own page in a real browser, and what its player taps there in Sorcerous Futures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from companion.games.sorcerous_futures.moves import Bid, Deal, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


def opened(browser: Browser, size: tuple[int, int], invitation: str, **how: Any) -> Page:
    """The page in a browser of its own."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how).new_page()
    page.goto(invitation)
    page.wait_for_selector(".stage, .playing")
    return page


class Phone:
    """A player's own page, and what is tapped on it."""

    def __init__(self, browser: Browser, invitation: str, size: tuple[int, int]) -> None:
        self.page = opened(browser, size, invitation, has_touch=True, locale="en")

    def tap(self, name: str) -> None:
        """Taps a button or a link with this text; a text may be a regular expression."""
        self._named(name).first.tap()
        self._settle()

    def opens(self, name: str) -> None:
        """Opens the form of this name, if it is not the only one, which is open."""
        if self._named(name).count():
            self.tap(name)

    def _named(self, name: str) -> Locator:
        return self.page.locator(":is(.task button, .task a)", has_text=re.compile(rf"^\s*(?:{name})\s*$"))

    def cards(self, *codes: str) -> None:
        """Ticks cards and sends them, or taps the one that is asked for."""
        if self.page.locator(".task form.ticks").count() == 0:
            self.page.locator(f'.task button[value="{codes[0]}"]').tap()
        else:
            for code in codes:
                self.page.locator(f'.task form.ticks input[value="{code}"]').check()
            if self.page.locator(".task form.ticks:not([data-exact])").count():
                self.page.locator(".task form.ticks button.main").tap()
        self._settle()

    def amount(self, gold: int) -> None:
        buttons = self.page.locator(f'.task button[value="{gold}"]')
        if buttons.count():
            buttons.first.tap()
        else:
            self.page.locator(".task input[type=number]").fill(str(gold))
            self.page.locator(".task form.amount button").tap()
        self._settle()

    def makes(self, move: Any, before: State) -> None:
        """Says a move of this player's, part by part."""
        match move:
            case Deal():
                self.opens("Lay five cards open")
                self.cards(*map(str, move.cards))
            case TurnUp():
                self.opens("Turn it up")
                self.cards(str(move.card))
            case Offer():
                self.opens("Closed auction" if move.closed else "Open auction")
                self.cards(str(move.card))
            case Bid():
                self.opens("Bid higher")
                self.amount(move.gold)
            case Pass():
                self.tap("Pass|.* passes;.*|.* passes")
            case Show():
                self.opens("Show them")
                for one in move.valuations:
                    self.cards(str(one.card))
                self.cards(str(move.crown))

    def notes(self, *codes: str) -> None:
        """What this player saw: a card for each question, in their order."""
        self.tap("Note what I saw")
        for code in codes:
            self.cards(code)

    def hears(self, text: str) -> None:
        """Waits for what the page says of what was proposed."""
        self.page.locator(".notice", has_text=text).wait_for()

    def says(self) -> str:
        return self.page.locator("body").inner_text()

    def _settle(self) -> None:
        self.page.wait_for_selector("html:not([data-busy])", state="attached")
