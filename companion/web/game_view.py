"""What the page needs of a game to show it and to let a seat play it; in words where the game has no face."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.games.board import Board, Rows
from companion.games.forms import Form
from companion.locale import Message
from companion.pieces import Card, Die
from companion.web.html import cell_html, die_html, said


@dataclass(frozen=True, slots=True)
class Clock:
    """How near the end is: a number, what it counts, and whether everybody should know by now."""

    count: int
    text: Message
    rings: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """A board as HTML: what lies there, and what each seat has, by seat; ``far``: the seats drawn above it."""

    lies: str
    seats: tuple[str, ...]
    far: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Can:
    """What a card could do now: as a sentence, and as the move where it can be made at once."""

    text: Message
    move: Any = None


Draws = Callable[[Any, Board, Sequence[str], NullTranslations], Lying]


def in_words(_state: Any, board: Board, _names: Sequence[str], spoken: NullTranslations) -> Lying:
    """Any game's board: its rows as a table, and each seat's counters."""
    lies = f'<div class="rows">{rows_html(board.rows, spoken)}</div>' if board.rows.rows else ""
    return Lying(lies, tuple(counted(board, seat, spoken) for seat in range(len(board.counters.seats))))


def rows_html(rows: Rows, spoken: NullTranslations) -> str:
    """What stands in rows, under its headings."""
    heads = "".join(f"<th>{said(head, spoken)}</th>" for head in rows.headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell_html(one, spoken)}</td>' for one in row)}</tr>" for row in rows.rows)
    return f"<table><tr>{heads}</tr>{body}</table>"


def counted(board: Board, seat: int, spoken: NullTranslations) -> str:
    """What a seat has, by name."""
    pairs = zip(board.counters.names, board.counters.seats[seat].counts, strict=True)
    return "".join(
        f'<div class="count"><span class="what">{said(name, spoken)}</span> <b>{cell_html(cell, spoken)}</b></div>'
        for name, cell in pairs
    )


def _no_clock(_state: Any) -> Clock | None:
    return None


def _no_forms(_state: Any, _names: Sequence[str], _seat: int) -> Iterable[Form[Any]]:
    return ()


def _plain_die(die: Die, _spoken: NullTranslations) -> str:
    return die_html(die)


@dataclass(frozen=True, slots=True)
class PageFace:
    """How one game is shown and played on the page."""

    draws: Draws = in_words
    clock: Callable[[Any], Clock | None] = _no_clock
    die: Callable[[Die, NullTranslations], str] = _plain_die
    forms: Callable[[Any, Sequence[str], int], Iterable[Form[Any]]] = _no_forms
    """Moves that a seat may make and the game itself has no forms for."""
    deck: Callable[[Any], Sequence[Card]] | None = None
    """The cards that a player may have in hand, where a game lets them note these and foresees what each could do."""
    can: Callable[[Any, Sequence[str], int, Card], Iterable[Can]] | None = None
    """What such a card could do, were it this seat's turn."""


def seat_html(seat: int, name: str, inside: str, *, turn: bool) -> str:
    """A seat's panel."""
    marked = " turn" if turn else ""
    return f'<section class="seat seat{seat}{marked}"><h2>{escape(name)}</h2>{inside}</section>'
