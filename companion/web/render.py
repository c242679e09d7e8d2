"""Renders a game for one viewer as HTML, from nothing but what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.games.board import Board
from companion.journal.course import Course, HistoryLine
from companion.locale import Message
from companion.play import AnyPlay, Covered, Source
from companion.web.game_view import GameView, render_panel, render_rows
from companion.web.html import format_message
from companion.web.registry import find_game_view

LOG_LINES = 12
"""Number of the latest lines of the log that are shown."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An immutable game at one moment, taken from a play on its own thread."""

    number: int
    """The number of the publication."""
    course: Course[Any, Any]
    covered: tuple[Covered, ...]
    waiting: frozenset[str]
    """Ids of entries that are not stored yet."""
    notes: Mapping[int, Message] = field(default_factory=dict)
    """What became of the proposals of each seat's page, by seat."""

    @classmethod
    def of(cls, play: AnyPlay, number: int, notes: Mapping[int, Message] | None = None) -> Snapshot:
        """Return a play at this moment.

        Args:
            play: The play.
            number: The number of the publication.
            notes: What became of the proposals of each seat's page.

        Returns:
            The snapshot.
        """
        waiting = frozenset(entry.id for entry in play.waiting)
        proposers = [play.proposer(question.key) for question in play.questions()]
        asked = {
            one.seat: Message("Waiting for the table to confirm.")
            for one in proposers
            if one is not None and one.source is Source.PAGE and one.seat is not None
        }
        return cls(number, play.course, play.sealed(), waiting, {**(notes or {}), **asked})

    def find_note(self, seat: int) -> Message | None:
        """Return what a seat's page shows about its last proposal, or that a club's server is away."""
        away = Message("Not saved yet: the club server cannot be reached.") if self.waiting else None
        return self.notes.get(seat, away)

    def board(self, viewer: int | None) -> Board:
        """Return the board as a viewer may know it."""
        rules = self.course.rules
        return rules.board(rules.seen_by(self.course.state, viewer), self.course.game.names)

    def log(self, viewer: int | None) -> tuple[HistoryLine, ...]:
        """Return the log as a viewer may know it."""
        return tuple(
            replace(line, message=Message("not saved yet: {what}", {"what": line.message}))
            if line.entry.id in self.waiting
            else line
            for line in self.course.history(viewer)
        )

    def asked(self) -> Iterator[tuple[int, Message]]:
        """Yield each seat that is asked with its question; for sealed answers also whether it has answered."""
        for one in self.course.rules.waiting_for(self.course.state):
            yield one.owner, one.text
        for covered in self.covered:
            yield covered.seat, Message("has answered") if covered.answered else covered.text


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
