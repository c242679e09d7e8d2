"""What the web page needs of a game; games without a view of their own are shown in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from html import escape
from typing import TYPE_CHECKING, Any

from companion.games.board import Board, Rows
from companion.locale import Message
from companion.pieces import Card, Die
from companion.web.pages.html import format_message, render_cell, render_die

if TYPE_CHECKING:
    from companion.web.pages.context import GameContext, SeatContext


@dataclass(frozen=True, slots=True)
class Clock:
    """How near the end is: a number, what it counts, and whether everybody should know."""

    count: int
    text: Message
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class BoardHtml:
    """A board as HTML: the table, and each seat's pieces; ``far`` are the seats drawn above the table."""

    table: str
    seats: tuple[str, ...]
    far: tuple[int, ...] = ()


Sheet = Callable[["SeatContext"], str]
"""Renders something that is shown in place of the usual actions of a seat."""

BoardRenderer = Callable[[Any, Board, Sequence[str], NullTranslations], BoardHtml]


def render_in_words(_state: Any, board: Board, _names: Sequence[str], translations: NullTranslations) -> BoardHtml:
    """Return any game's board: its rows as a table, and each seat's counters.

    Args:
        _state: The state.
        board: The board of the state.
        _names: The player names, by seat.
        translations: The language.

    Returns:
        The board as HTML.
    """
    table = f'<div class="rows">{render_rows(board.rows, translations)}</div>' if board.rows.rows else ""
    return BoardHtml(
        table, tuple(render_counters(board, seat, translations) for seat in range(len(board.counters.seats)))
    )


def render_rows(rows: Rows, translations: NullTranslations) -> str:
    """Return rows as a table with headings."""
    heads = "".join(f"<th>{format_message(head, translations)}</th>" for head in rows.headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{render_cell(one, translations)}</td>' for one in row)}</tr>" for row in rows.rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def render_counters(board: Board, seat: int, translations: NullTranslations) -> str:
    """Return a seat's counters with their names.

    Args:
        board: The board.
        seat: The seat.
        translations: The language.

    Returns:
        The counters as HTML.
    """
    pairs = zip(board.counters.names, board.counters.seats[seat].counts, strict=True)
    return "".join(
        f'<div class="count"><span class="what">{format_message(name, translations)}</span> '
        f"<b>{render_cell(cell, translations)}</b></div>"
        for name, cell in pairs
    )


def _no_clock(_state: Any) -> Clock | None:
    return None


def _plain_die(die: Die, _translations: NullTranslations) -> str:
    return render_die(die)


def _no_cards(_name: str, _options: Any) -> Sequence[Card]:
    return ()


@dataclass(frozen=True, slots=True)
class GameView:
    """How one game is shown and played on the web page."""

    render_board: BoardRenderer = render_in_words
    make_clock: Callable[[Any], Clock | None] = _no_clock
    render_die: Callable[[Die, NullTranslations], str] = _plain_die
    render_seat_board: Callable[[SeatContext], BoardHtml] | None = None
    """Renders the board on a page on which a seat acts, with what can be tapped; as for everybody if left out."""
    task: Sheet | None = None
    """Renders what a seat can do; the forms of the game if left out."""
    read_move: Callable[[SeatContext], Any] | None = None
    """Returns the move of fields that ``task`` and ``sheets`` send as ``do=move``."""
    label_answer: Callable[[GameContext, Any], str] | None = None
    """Returns the short label of a move that answers a question of the rules, as HTML; empty for the usual label."""
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    """What a page of a seat shows for ``show=NAME``."""
    render_end: Callable[[GameContext], str] | None = None
    """Renders how the game was decided."""
    house_rules: Callable[[Any], Mapping[str, Sequence[int]]] | None = None
    """Returns the options that the form of a new game offers for a preset's options, with the values of those that are
    numbers; those of the schema if left out.
    """
    labels: Mapping[str, Message] = field(default_factory=dict)
    """The labels of options and parts of the setup, besides those of the rules."""
    describe_presets: Mapping[str, Message] = field(default_factory=dict)
    """A line about each preset."""
    seat_names: Callable[[Any], Sequence[Message]] | None = None
    """Returns the usual names of players that are no numbers, from the options."""
    asked_setup: Sequence[str] = ()
    """The parts of the setup that the form asks; those that are required if left out."""
    laid: Callable[[str, Any], Sequence[Card]] = _no_cards
    """Returns the cards of a part of the setup in their usual order, from its name and the options; for ``NAME+`` those
    that may lie there instead.
    """


def render_panel(seat: int, name: str, inside: str, *, turn: bool) -> str:
    """Return a seat's panel.

    Args:
        seat: The seat.
        name: The player name.
        inside: The content, as HTML.
        turn: Whether it is this player's turn.

    Returns:
        The panel as HTML.
    """
    marked = " turn" if turn else ""
    return f'<section class="seat seat{seat}{marked}"><h2>{escape(name)}</h2>{inside}</section>'
