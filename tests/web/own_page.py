"""A seat's own page in a real browser, and what its player taps there in Sorcerous Futures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from companion.games.sorcerous_futures.moves import Bid, Deal, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def opened(browser: Browser, size: tuple[int, int], invitation: str, **how: Any) -> Page:
    """The page in a browser of its own."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how).new_page()
    page.goto(invitation)
    page.wait_for_selector(".stage")
    return page


class Phone:
    """A player's own page, and what is tapped on it."""

    def __init__(self, browser: Browser, invitation: str, size: tuple[int, int]) -> None:
        self.page = opened(browser, size, invitation, has_touch=True, locale="en")

    def tap(self, name: str | re.Pattern[str]) -> None:
        exact = isinstance(name, str)
        self.page.locator("#own").get_by_role("button", name=name, exact=exact).first.tap()

    def cards(self, *codes: str) -> None:
        for code in codes:
            self.page.locator(f'.deck .pick:has(img[alt="{code}"])').tap()
        self.tap("Send")

    def amount(self, gold: int) -> None:
        self.page.locator("#own input[type=number]").fill(str(gold))
        self.tap("Send")

    def makes(self, move: Any, before: State) -> None:
        """Says a move of this player's, part by part."""
        match move:
            case Deal():
                self.tap("Lay five cards open")
                self.cards(*map(str, move.cards))
            case TurnUp():
                self.tap("Turn it up")
                self.cards(str(move.card))
            case Offer():
                self.tap("Closed auction" if move.closed else "Open auction")
                self.cards(str(move.card))
            case Bid():
                self.tap("Bid higher")
                self.amount(move.gold)
            case Pass():
                # Who cannot bid higher is asked; others may pass.
                auction = before.auction
                assert auction is not None
                self.tap("Pass" if before.gold[move.player] > auction.bid else re.compile(" passes"))
            case Show():
                self.tap("Show them")
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
        self.page.locator("#note", has_text=text).wait_for()

    def says(self) -> str:
        return self.page.locator("body").inner_text()
