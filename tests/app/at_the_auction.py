"""What players do at a table of Sorcerous Futures on the tablet."""

from __future__ import annotations

from typing import Any

from companion.app.texts.i18n import words
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from companion.pieces import Card
from tests.app.at_the_table import scroll_to
from tests.app.tablet import Tablet
from tests.games.sorcerous_futures.reference import Table
from tests.games.sorcerous_futures.reference_moves import cards

LANDSCAPE, PORTRAIT = (1280, 800), (800, 1280)


NAMES = ("Ann", "Ben", "Cleo", "Dan")


def begun(tablet: Tablet, table: Table) -> Tablet:
    """The table of the reference, on the tablet."""
    preset = PRESETS["three-players" if table.seats == 3 else "four-players"]
    setup = Setup(tuple(cards(*own) for own in table.aces))
    tablet.app.start_game(SORCEROUS_FUTURES, NAMES[: table.seats], preset, setup)
    tablet.settle()
    return tablet


def pads(tablet: Tablet) -> dict[str, Any]:
    """Every pad with which something is asked or offered, by what it says."""
    shown = [*tablet.screen.asked, *tablet.screen.others]
    return {pad.text: pad for view in shown for pad in (*view.pads, *getattr(view, "others", ()))}


def painted(tablet: Tablet) -> dict[str, Any]:
    """The spots of the table, by id."""
    return {view.spot.id: view for view in tablet.screen.table.spots()}


def form(tablet: Tablet) -> Any:
    """The decision in progress: behind a cover, or in the strip."""
    return tablet.screen.form if tablet.screen.sheet is None else tablet.screen.sheet.view


def pick(tablet: Tablet, *codes: str) -> None:
    view = form(tablet)
    for code in codes:
        scroll_to(tablet, view.pick.targets[Card.parse(code)])
        tablet.tap(view.pick.targets[Card.parse(code)])
    if view.done is not None and view.done.parent is not None:
        scroll_to(tablet, view.done)
        tablet.tap(view.done)


def type_in(tablet: Tablet, amount_pad: Any, amount: int) -> None:
    if amount_pad.few:
        tablet.tap(amount_pad.digits[amount])
        return
    for digit in str(amount):
        tablet.tap(amount_pad.digits[int(digit)])
    tablet.tap(amount_pad.done)


def say(tablet: Tablet, text: str, *codes: str) -> None:
    """Taps the pad, if the decision is not open yet, and then the cards that it asks for."""
    tablet.settle()
    if words._(text) in pads(tablet):
        tablet.tap(pads(tablet)[words._(text)])
    for code in codes:
        pick(tablet, code)


def lay_five(tablet: Tablet, table: Table) -> None:
    tablet.settle()
    pick(tablet, *table.deal_five())


def seal(tablet: Tablet, seat: int, gold: int) -> None:
    """As a player does who is alone with the tablet."""
    tablet.settle()
    tablet.tap(tablet.screen.asked[seat].pads[0])
    tablet.tap(tablet.screen.sheet.ids.cover)
    type_in(tablet, tablet.screen.sheet.pad, gold)


def texts(tablet: Tablet) -> list[str]:
    return [widget.text for widget in tablet.screen.walk() if isinstance(getattr(widget, "text", None), str)]
