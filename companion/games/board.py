"""A game's board in neutral words: what lies in rows, and what each seat counts. One function prints any game's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Rows:
    """What lies on the table, place by place: a heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatCounters:
    """One seat's counters, in the order of their names; ``at_turn`` marks whose turn it is."""

    name: str
    counts: tuple[Message, ...]
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


def written(text: object) -> Message:
    """Something that reads the same in every language: a number, a card's code, a player's name.

    >>> str(written(7))
    '7'
    """
    return Message("{said}", {"said": str(text)})


def written_each(texts: Sequence[object]) -> tuple[Message, ...]:
    """The same for several."""
    return tuple(written(text) for text in texts)
