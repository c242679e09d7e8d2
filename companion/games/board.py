"""A game's board in neutral terms, rows and counters, so that one function prints any game's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces import Card

Cell = Message | tuple[Card, ...]
"""A text, or the cards at a place."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The table, place by place: a heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatCounters:
    """One seat's counters, in the order of their names; ``at_turn`` marks the current player."""

    name: str
    counts: tuple[Cell, ...]
    at_turn: bool = False


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of every seat."""

    names: tuple[Message, ...]
    seats: tuple[SeatCounters, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a game, for people."""

    rows: Rows
    counters: Counters
    remarks: tuple[Message, ...] = ()
    """Further sentences: the result, what all players must watch for."""


def cell_text(cell: Cell) -> Message:
    """Return a cell as text: the codes of its cards, a dash for none."""
    return verbatim(" ".join(map(str, cell)) or "–") if isinstance(cell, tuple) else cell


def verbatim(text: object) -> Message:
    """Return a text that is the same in every language: a number, a card's code, a player's name.

    >>> str(verbatim(7))
    '7'
    """
    return Message("{said}", {"said": str(text)})


def verbatim_each(texts: Sequence[object]) -> tuple[Message, ...]:
    """Return :func:`written` of each text."""
    return tuple(verbatim(text) for text in texts)
