"""People come to the table: a game is begun by its form, with names that are typed, on one device or on several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.person.referee import FuturesSetup, FuturesTable, MagnateSetup, MagnateTable, RomeSetup, RomeTable, start
from tests.person.web.evening import Player, Seats, Words
from tests.person.web.futures import FuturesPlayer
from tests.person.web.magnate import MagnatePlayer
from tests.person.web.person import Person, device
from tests.person.web.rome import RomePlayer
from tests.person.web.screen import Screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Size = tuple[int, int]
NAMES = ("Ann", "Ben", "Cleo", "Dora")
TITLES = {"magnate": "Magnate", "sorcerous-futures": "Sorcerous Futures", "magistratvm": "Magistratvm"}
SEATS = {"magnate": 2, "sorcerous-futures": 3, "magistratvm": 3}
SETUPS: Mapping[str, MagnateSetup | FuturesSetup | RomeSetup] = {
    "magnate": MagnateSetup((("CM", "CS", "CW"), ("CL", "CY", "CK")), 0),
    "sorcerous-futures": FuturesSetup((("AM", "AS"), ("AW", "AL"), ("AY", "AK"))),
    "magistratvm": RomeSetup(("TS0", "TS1", "TS2", "TS3", "TS4", "TS5"), ("S", "M", "C")),
}
"""What each form of a new game proposes, and what people lay on their table then."""
SEEDS = {"magnate": (1,), "sorcerous-futures": (6,), "magistratvm": (31, 126, 6)}
"""Games that are not long. In that of Magnate 13 tokens of a suit lie before somebody; in those of Magistratvm every
Office is used, Dictator and the recall of a Governor included."""


@dataclass
class Device:
    """How a device comes in."""

    browser: Browser
    size: Size
    language: str = "en"
    more: Mapping[str, object] = field(default_factory=dict)

    def opens(self, address: str, seed: int = 0) -> Person:
        """Somebody opens an address on a device of their own."""
        return Person(device(self.browser, self.size, self.language, **self.more), address, seed)


def begin(host: Person, game: str, say: Words, names: Sequence[str] = NAMES) -> None:
    """Begin a game from the first page: its kind, the names, and *Start*."""
    host.tap(say("new game"))
    host.tap(TITLES[game])
    if game == "magistratvm":
        host.tap(say("three players"))
    for seat in range(SEATS[game]):
        usual = say("player", n=seat + 1)
        host.write(host.find(lambda screen, usual=usual: screen.named(usual), usual), names[seat])  # type: ignore[misc]
    host.tap(say("start"))
    begun(host, names[0])


def begun(host: Person, name: str) -> None:
    """The players of the new game are named; if the form was refused, they are not."""

    def named(screen: Screen) -> bool:
        return any(
            one.text in (name, f"▶ {name}") and one.button is None and one.kind == "text" for one in screen.things
        )

    host.until(named, f"the page on which {name} plays: the form was not taken as it stands")


def sit_down(
    host: Person, game: str, say: Words, guests: Callable[[int], Person] | None, *, admits: bool = True
) -> Seats:
    """Everybody has the page from which they play: their own, or the one on the table.

    Args:
        host: Who began the game.
        game: Its kind.
        say: The language.
        guests: Opens the page of another seat; None if one device lies on the table.
        admits: Whether the page after the start is the one about the players' phones.
    """
    number = SEATS[game]
    if guests is not None:
        host.tap(say("play as", name=NAMES[0]))
        people = [host, *(guests(seat) for seat in range(1, number))]
        return Seats(people, NAMES[:number], say, list(range(number)))
    if admits:
        host.tap(say("table"))
    return Seats([host] * number, NAMES[:number], say, [0] * number, shared=True)


def player(game: str, seats: Seats, seed: int | None = None) -> Player:
    """Who plays it, beside a referee's table of the same game."""
    table = start(game, SEATS[game], SEEDS[game][0] if seed is None else seed, SETUPS[game])
    if isinstance(table, MagnateTable):
        return MagnatePlayer(seats, table)
    if isinstance(table, FuturesTable):
        return FuturesPlayer(seats, table)
    assert isinstance(table, RomeTable)
    return RomePlayer(seats, table)
