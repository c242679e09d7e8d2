"""The referee: holds a real table, with cards and dice of its own, and says what must be true on the screen.

    table = start("magnate", 2, seed=7)              # or sorcerous-futures, magistratvm with 3 or 4
    table.setup                                      # what lies there before the first move
    while not table.over:
        act = table.next_act()                       # what a player at the table does: see acts
        ...                                          # the same on the screen
        expected = table.expect()                    # what the screen must say now
    table.undo(); table.correct(0, "M", 4)           # a player takes a move back, or tells what really lies there

It imports nothing of the companion. ``start(…, setup=…)`` plays on a table laid as a form proposes.
"""

import random

from tests.person.referee.acts import Act
from tests.person.referee.futures import FuturesExpected, FuturesSetup, FuturesTable
from tests.person.referee.futures import deal as deal_futures
from tests.person.referee.magnate import MagnateExpected, MagnateSetup, MagnateTable
from tests.person.referee.magnate import deal as deal_magnate
from tests.person.referee.rome import RomeExpected, RomeSetup, RomeTable
from tests.person.referee.rome import deal as deal_rome
from tests.person.referee.table import Expected, Table

__all__ = [
    "Act",
    "Expected",
    "FuturesExpected",
    "FuturesSetup",
    "FuturesTable",
    "MagnateExpected",
    "MagnateSetup",
    "MagnateTable",
    "RomeExpected",
    "RomeSetup",
    "RomeTable",
    "Table",
    "start",
]


def start(
    game: str, seats: int, seed: int, setup: MagnateSetup | FuturesSetup | RomeSetup | None = None
) -> MagnateTable | FuturesTable | RomeTable:
    """Lay a table out and return it.

    Args:
        game: ``magnate`` (2 or 3 seats), ``sorcerous-futures`` or ``magistratvm`` (3 or 4).
        seats: The number of players.
        seed: Of everything that is shuffled, rolled and decided.
        setup: What lies open, where a form has proposed it; dealt from the seed without it.
    """
    dice = random.Random(f"{game} {seats} {seed}")
    if game == "magnate":
        dealt = deal_magnate(seats, dice)
        return MagnateTable(setup if isinstance(setup, MagnateSetup) else dealt, dice)
    if game == "sorcerous-futures":
        futures = deal_futures(seats, dice)
        return FuturesTable(setup if isinstance(setup, FuturesSetup) else futures, dice)
    rome = deal_rome(seats, dice)
    return RomeTable(setup if isinstance(setup, RomeSetup) else rome, dice)
