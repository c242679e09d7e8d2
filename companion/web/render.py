"""Renders a game for one viewer as HTML, from nothing but what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.journal.course import HistoryLine
from companion.locale import Message
from companion.web.pages.game_view import GameView, render_panel, render_rows
from companion.web.pages.html import format_message
from companion.web.pages.registry import find_game_view
from companion.web.pages.snapshot import Snapshot

LOG_LINES = 12
"""Number of the latest lines of the log that are shown."""


def render_board(snapshot: Snapshot, viewer: int | None, translations: NullTranslations) -> str:
    """Return the board, the questions, the last roll, the clock and the log.

    Args:
        snapshot: The game.
        viewer: The seat of the viewer; None for spectators.
        translations: The language.

    Returns:
        The page's content as HTML.
    """
    course, names = snapshot.course, snapshot.course.game.names
    view, log = find_game_view(course.rules.name), snapshot.log(viewer)
    # A seat's own pieces are shown before the board, in its own part of the page.
    state, board = course.rules.seen_by(course.state, viewer), snapshot.board(None)
    board_html = view.render_board(state, board, names, translations)

    def seats(which: Iterable[int]) -> str:
        marked = board.counters.seats
        return "".join(
            render_panel(seat, names[seat], board_html.seats[seat], turn=marked[seat].at_turn) for seat in which
        )

    # The explanation of the end needs more space than a standing.
    first, explained = (
        (board.remarks[:1], board.remarks[1:]) if course.rules.over(course.state) else (board.remarks, ())
    )
    remarks = "".join(f"<p>{format_message(line, translations)}</p>" for line in explained)
    near = [seat for seat in range(len(names)) if seat not in board_html.far and seat != viewer]
    parts = [
        f'<div class="stage {escape(course.rules.name)}{" over" if course.rules.over(course.state) else ""}">',
        f'<header class="now">{_now(snapshot, first, translations)}{_facts(view, state, log, translations)}</header>',
        f'<section class="seats far">{seats(seat for seat in board_html.far if seat != viewer)}</section>',
        f'<section class="lies">{board_html.table}<div class="explained">{remarks}</div></section>',
        f'<section class="seats near">{seats(near)}</section>',
        f'<ol class="log" reversed>{_log(log, translations)}</ol>',
        "</div>",
    ]
    return "\n".join(parts)


def render_seat(snapshot: Snapshot, seat: int, translations: NullTranslations) -> str:
    """Return a seat's pieces, its notes, and its forecast.

    Args:
        snapshot: The game.
        seat: The seat.
        translations: The language.

    Returns:
        The content as HTML.
    """
    rules, names = snapshot.course.rules, snapshot.course.game.names
    state, board, shared = rules.seen_by(snapshot.course.state, seat), snapshot.board(seat), snapshot.board(None)
    board_html = find_game_view(rules.name).render_board(state, board, names, translations)
    parts = [render_panel(seat, names[seat], board_html.seats[seat], turn=board.counters.seats[seat].at_turn)]
    parts += [
        f'<p class="noted">{format_message(line, translations)}</p>'
        for line in board.remarks
        if line not in shared.remarks
    ]
    if rules.forecast is not None and not rules.over(state):
        summary = f"<summary>{format_message(Message('Forecast'), translations)}</summary>"
        parts.append(f"<details>{summary}{render_rows(rules.forecast(state, names), translations)}</details>")
    return "".join(parts)


def _now(snapshot: Snapshot, says: Sequence[Message], translations: NullTranslations) -> str:
    names = snapshot.course.game.names
    lines = [f"<h1>{escape(snapshot.course.game.name)}</h1>"]
    asked = list(snapshot.asked())
    several = " several" if len(asked) > 1 else ""
    for seat, text in asked:
        # The same text as on the tablet.
        line = Message("{name}: {text}", {"name": names[seat], "text": text})
        lines.append(f'<p class="asked seat{seat}{several}">{format_message(line, translations)}</p>')
    lines += [f'<p class="says">{format_message(line, translations)}</p>' for line in says]
    return "".join(lines)


def _facts(view: GameView, state: Any, log: Sequence[HistoryLine], translations: NullTranslations) -> str:
    thrown = next((line for line in reversed(log) if line.dice and line.stands), None)
    roll = "" if thrown is None else " ".join(view.render_die(die, translations) for die in thrown.dice)
    clock, clock_html = view.make_clock(state), ""
    if clock is not None:
        rings = " rings" if clock.is_urgent else ""
        clock_html = f'<p class="clock{rings}"><b>{clock.count}</b> {format_message(clock.text, translations)}</p>'
    return f'<div class="facts"><p class="roll">{roll}</p>{clock_html}</div>'


def _log(log: Sequence[HistoryLine], translations: NullTranslations) -> str:
    return "".join(
        f'<li value="{line.entry.seq}"{"" if line.stands else " class=undone"}>'
        f"{format_message(line.message, translations)}</li>"
        for line in reversed(log[-LOG_LINES:])
    )
