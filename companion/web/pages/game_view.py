"""What the web page needs of a game besides its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from html import escape
from typing import TYPE_CHECKING, Any

from companion.games.board import Rows
from companion.locale import Message
from companion.pieces import Card, Die
from companion.web.pages.html import format_message, render_cell, render_die

if TYPE_CHECKING:
    from companion.web.pages.context import GameContext, SeatContext


Sheet = Callable[["SeatContext"], str]
"""Renders something that is shown in place of the usual actions of a seat."""


def render_rows(rows: Rows, translations: NullTranslations) -> str:
    """Return rows as a table with headings."""
    heads = "".join(f"<th>{format_message(head, translations)}</th>" for head in rows.headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{render_cell(one, translations)}</td>' for one in row)}</tr>" for row in rows.rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def _plain_die(die: Die, _translations: NullTranslations) -> str:
    return render_die(die)


def _no_cards(_name: str, _options: Any) -> Sequence[Card]:
    return ()


@dataclass(frozen=True, slots=True)
class GameView:
    """How one game is shown and played on the web page."""

    render_die: Callable[[Die, NullTranslations], str] = _plain_die
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
    """
    marked = " turn" if turn else ""
    return f'<section class="seat seat{seat}{marked}"><h2>{escape(name)}</h2>{inside}</section>'
