"""The table before the first turn (I1–I5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from companion.games.errors import UnplayableSetup
from companion.games.field_types import Bounds
from companion.games.magistratvm.options import Options, check_options
from companion.games.magistratvm.state import HIGHEST, PROVINCES, Phase, Province, State
from companion.locale import Message
from companion.pieces.piecepack import Suit, Tile


@dataclass(frozen=True, slots=True)
class Setup:
    """The six open tiles, and the players' suits."""

    circuit: Annotated[tuple[Tile, ...], Bounds(6, 6)]
    """Clockwise from the upper left: down the right column, and up the left one."""
    suits: Annotated[tuple[Suit, ...], Bounds(3, 4)]
    """By seat, clockwise."""


def start(options: Options, setup: Setup) -> State:
    """Return the state before the roll for the first Prefect.

    Raises :class:`UnplayableSetup` with the rule that is broken.
    """
    check_options(options)
    for rule, reason in _faults(options, setup):
        raise UnplayableSetup(rule, reason)
    seats = options.players
    return State(
        options=options,
        suits=setup.suits,
        circuit=tuple(Province(tile, (0,) * seats) for tile in setup.circuit),
        phase=Phase.ROLL,
        gold=(0,) * seats,
        dice=(HIGHEST,) * seats,
        decided=((),) * seats,
        rolling=tuple(range(seats)),
    )


def _faults(options: Options, setup: Setup) -> Iterator[tuple[str, Message]]:
    if len(setup.circuit) != PROVINCES:
        yield "I2", Message("needs 6 tiles, there are {n}", {"n": len(setup.circuit)})
    for tile in setup.circuit:
        if setup.circuit.count(tile) > 1:
            yield "I2", Message("{tile} lies there twice", {"tile": tile.wording()})
    if len(setup.suits) != options.players:
        yield (
            "I3",
            Message(
                "needs a suit for {n} players, there are {given}", {"n": options.players, "given": len(setup.suits)}
            ),
        )
    for suit in setup.suits:
        if setup.suits.count(suit) > 1:
            yield "I3", Message("two players have {suit}", {"suit": suit.wording()})
