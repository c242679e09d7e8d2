"""What the web page needs of a game besides its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from html import escape
from typing import TYPE_CHECKING, Any

from companion.games.rows import Rows
from companion.pieces import Die
from companion.web.pages.html import format_message, render_cell, render_die

if TYPE_CHECKING:
    from companion.web.pages.context import GameContext


def render_rows(rows: Rows, translations: NullTranslations) -> str:
    """Return rows as a table with headings."""
    heads = "".join(f"<th>{format_message(head, translations)}</th>" for head in rows.headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{render_cell(one, translations)}</td>' for one in row)}</tr>" for row in rows.rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def _plain_die(die: Die, _translations: NullTranslations) -> str:
    return render_die(die)


@dataclass(frozen=True, slots=True)
class GameView:
    """How one game is shown and played on the web page."""

    render_die: Callable[[Die, NullTranslations], str] = _plain_die
    label_answer: Callable[[GameContext, Any], str] | None = None
    """Returns the short label of a move that answers a question of the rules, as HTML; empty for the usual label."""


def render_panel(seat: int, name: str, inside: str, *, turn: bool, mark: str = "") -> str:
    """Return a seat's panel.

    Args:
        seat: The seat.
        name: The player name.
        inside: The content, as HTML.
        turn: Whether it is this player's turn.
        mark: What stands next to the name then, as HTML.
    """
    marked = " turn" if turn else ""
    return f'<section class="seat seat{seat}{marked}"><h2>{escape(name)}{mark if turn else ""}</h2>{inside}</section>'
