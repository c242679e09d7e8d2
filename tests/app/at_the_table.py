"""A game at the table screen, and what players tap in it."""

from typing import Any

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.painters.columns import ColumnsPlace
from companion.app.sheets.cards import CardSheet
from companion.app.sheets.decision import DecisionTray
from companion.games.magnate import preset
from companion.games.magnate.facts import ColumnFact, TokensFact
from companion.games.magnate.moves import Correct
from companion.games.magnate.state import Column
from companion.pieces import Card, Suit, Tokens

STANDARD = preset("standard")
DISTRICTS = tuple(Card.parse(code) for code in ["PMSL", "PMYK", "X", "PSWK", "PWLY"])
NEAR, FAR = 0, 1


def crowns(letters: str) -> tuple[Card, ...]:
    return tuple(Card.parse("C" + letter) for letter in letters)


def act(tablet: Tablet, name: str) -> None:
    """Taps what the player at turn can do."""
    tablet.settle()
    tablet.tap(tablet.screen.table.seats[tablet.state.player].actions[name])


def counter(tablet: Tablet, seat: int, suit: Suit) -> Any:
    """The counter of the tokens of a seat."""
    return tablet.screen.place_of(f"token-{seat}-{suit}")


def notice_text(tablet: Tablet) -> str:
    """The calm word about what cannot be, or went wrong: at the open tray, or over the middle."""
    screen = tablet.screen
    return str(screen.sheet.notice if screen.sheet is not None else screen.notice.text if screen.notice else "")


def undo(tablet: Tablet) -> None:
    """Takes back the last move, at the edge of who is at turn."""
    tablet.settle()
    tablet.tap(tablet.screen.table.seats[tablet.state.player].ids.undo)


def menu(tablet: Tablet) -> None:
    """Opens the menu, which the log has at both edges."""
    log(tablet)
    tablet.tap(tablet.screen.sheet.ids.menu)


def log(tablet: Tablet) -> None:
    """Opens what happened, at the near edge."""
    tablet.tap(tablet.screen.table.seats[NEAR].ids.log)


def awaits_roll(tablet: Tablet) -> bool:
    """Whether the tray for the dice lies open."""
    sheet = tablet.screen.sheet
    return isinstance(sheet, DecisionTray) and sheet.view.decision.name == "roll"


def plays_card(sheet: Any) -> bool:
    """Whether a sheet is the tray for the use of a card."""
    return isinstance(sheet, DecisionTray) and sheet.view.decision.name == "play-card"


def tap_die(tablet: Tablet, face: int) -> None:
    """Taps what the next die shows, in the open decision on dice."""
    view = tablet.screen.sheet.view if tablet.screen.sheet is not None else tablet.screen.view
    scroll_to(tablet, view.dice.targets[face])
    tablet.tap(view.dice.targets[face])


def roll(tablet: Tablet, first: int, second: int, tax: int | None = None) -> None:
    """Taps in what the dice show; they lie open wherever nobody closed them."""
    if not awaits_roll(tablet):
        act(tablet, "roll")
    for face in (first, second, *((tax,) if tax is not None else ())):
        tap_die(tablet, face)


def pick(tablet: Tablet, code: str) -> Any:
    """Picks a card from the deck, which lies open after a roll; the tray that it opens."""
    if not isinstance(tablet.screen.sheet, CardSheet):
        act(tablet, "play")
    tablet.settle(8)
    tablet.tap(tablet.screen.sheet.targets[Card.parse(code)])
    return tablet.screen.sheet


def use(tray: Any, name: str) -> Any:
    """The pad of a use of the chosen card: ``develop``, ``deed`` or ``sell``."""
    return tray.view.values[name].ids.pad.__self__


def scroll_to(tablet: Tablet, widget: Any) -> None:
    """Brings what can be scrolled to into view."""
    around = widget.parent
    while around is not None and around is not around.parent:
        if hasattr(around, "scroll_to"):
            around.scroll_to(widget, animate=False)
            tablet.settle()
        around = around.parent


def pick_in_tray(tablet: Tablet, card: Card) -> None:
    """Picks a card that the open decision asks for, dragged into view where the tray is low."""
    tablet.settle()
    target = tablet.screen.sheet.view.pick.targets[card]
    scroll_to(tablet, target)
    tablet.tap(target)


def hold(tablet: Tablet, seat: int, suit: Suit, count: int) -> None:
    """The players find that a seat has so many tokens of a suit."""
    was = tablet.state.tokens[seat]
    tablet.screen.propose(
        Correct((TokensFact(seat, was, Tokens.from_counts({**dict(was.items()), suit: count})),)), seat=seat
    )


def lay(tablet: Tablet, place: int, seat: int, column: Column) -> None:
    """The players find that this is what lies at a side of a district."""
    was = tablet.state.column(seat, place) or Column()
    tablet.screen.propose(Correct((ColumnFact(place, seat, was, column),)), seat=seat)
    tablet.screen.overlay.close()


def district(tablet: Tablet, place: int) -> Any:
    """The district of this number, as it is seen on the board."""
    tablet.settle()
    return next(view for view in districts(tablet) if view.spot.id == f"district-{place}")


def districts(tablet: Tablet) -> list[ColumnsPlace]:
    """The districts, as they are seen on the board."""
    return [view for view in tablet.screen.table.spots() if isinstance(view, ColumnsPlace)]


def tap_district(tablet: Tablet, place: int) -> None:
    """Taps the strip of a district, which no tray covers."""
    tablet.settle()
    tablet.tap(district(tablet, place).ids.strip)


def sell(tablet: Tablet, code: str) -> None:
    tablet.tap(use(pick(tablet, code), "sell"))


def develop_two(table: Tablet) -> None:
    """A roll of 10 and 4, and the 2MK developed in the district in the middle."""
    roll(table, 10, 4)
    pick(table, "2MK")
    tap_district(table, 2)


def open_new_game(tablet: Tablet) -> Any:
    """The form of a new game."""
    tablet.app.go("new_game")
    tablet.settle()
    return tablet.screen


def start_with_crowns(tablet: Tablet) -> None:
    """Deals crowns in the form that is open, and starts its game."""
    for crown in crowns("MWK"):
        tablet.tap(tablet.screen.parts["crowns"].deal.targets[crown])
    tablet.tap(tablet.screen.ids.start)
