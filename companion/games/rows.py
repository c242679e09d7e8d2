"""Rows of texts and cards, which any front end prints: a forecast, a score, what a roll brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces import Card

Cell = Message | tuple[Card, ...]
"""A text, or the cards at a place."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[Message, ...] = ()
    """Sentences below them."""


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
    """Return :func:`verbatim` of each text."""
    return tuple(verbatim(text) for text in texts)
