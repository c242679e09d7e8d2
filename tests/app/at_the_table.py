"""A game at the table screen, and what players tap in it."""

from __future__ import annotations

from typing import Any

from companion.games.magnate import preset
from companion.pieces import Card
from tests.app.tablet import Tablet

STANDARD = preset("standard")
DISTRICTS = tuple(Card.parse(code) for code in ["PMSL", "PMYK", "X", "PSWK", "PWLY"])
NEAR, FAR = 0, 1


def crowns(letters: str) -> tuple[Card, ...]:
    return tuple(Card.parse("C" + letter) for letter in letters)


def act(tablet: Tablet, name: str) -> None:
    """Taps what the player at turn can do."""
    tablet.settle()
    tablet.tap(tablet.screen.panels[tablet.state.player].actions[name])


def roll(tablet: Tablet, first: int, second: int, tax: int | None = None) -> None:
    act(tablet, "roll")
    entry = tablet.screen.sheet.ids.entry
    for value in (first, second):
        tablet.tap(next(target for target in entry.numbers.children if target.value == value))
    if tax is not None:
        tablet.tap(next(target for target in entry.taxes.children if target.value == tax))


def pick(tablet: Tablet, code: str) -> Any:
    """Picks a card from the deck; the sheet that it opens."""
    act(tablet, "play")
    tablet.tap(tablet.screen.sheet.ids.grid.targets[Card.parse(code)])
    return tablet.screen.sheet


def sell(tablet: Tablet, code: str) -> None:
    tablet.tap(pick(tablet, code).ids.sell)
