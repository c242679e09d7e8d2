"""A game's board in neutral words: what lies in rows, and what each seat counts. One function prints any game's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces import Card

Cell = Message | tuple[Card, ...]
"""What is said at a place, or the cards that lie there."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What lies on the table, place by place: a heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatCounters:
    """One seat's counters, in the order of their names; ``at_turn`` marks whose turn it is."""

    name: str
    counts: tuple[Cell, ...]
    at_turn: bool = False


@dataclass(frozen=True, slots=True)
class Counters:
    """What each seat has, by seat."""

    names: tuple[Message, ...]
    seats: tuple[SeatCounters, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Where a game stands, for people."""

    rows: Rows
    counters: Counters
    says: tuple[Message, ...] = ()
    """Whatever else is to be known: how it ended, what everybody must look out for."""


def in_words(cell: Cell) -> Message:
    """A cell where nothing can be drawn: cards as their codes, a dash for none."""
    return written(" ".join(map(str, cell)) or "–") if isinstance(cell, tuple) else cell


def written(text: object) -> Message:
    """Something that reads the same in every language: a number, a card's code, a player's name.

    >>> str(written(7))
    '7'
    """
    return Message("{said}", {"said": str(text)})


def written_each(texts: Sequence[object]) -> tuple[Message, ...]:
    """The same for several."""
    return tuple(written(text) for text in texts)
