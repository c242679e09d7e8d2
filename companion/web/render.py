"""What one viewer is shown of a game, as HTML: made of what that viewer may see, and of nothing else."""

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
from companion.web.game_view import PageFace, rows_html, seat_html
from companion.web.html import said
from companion.web.registry import page_face

LINES = 12
"""Of the log, the latest."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stands, taken from a play on its own thread; nothing in it changes any more."""

    number: int
    """Counts what was published."""
    course: Course[Any, Any]
    covered: tuple[Covered, ...]
    waiting: frozenset[str]
    """Ids of entries that are not kept yet."""
    told: Mapping[int, Message] = field(default_factory=dict)
    """By seat: that what its page proposed waits for the table's answer, or what became of it."""

    @classmethod
    def of(cls, play: AnyPlay, number: int, told: Mapping[int, Message] | None = None) -> Moment:
        """How a play stands now."""
        waiting = frozenset(entry.id for entry in play.waiting)
        proposers = [play.proposer(question.key) for question in play.questions()]
        asked = {
            one.seat: Message("Asked at the table.")
            for one in proposers
            if one is not None and one.source is Source.PAGE and one.seat is not None
        }
        return cls(number, play.course, play.sealed(), waiting, {**(told or {}), **asked})

    def told_to(self, seat: int) -> Message | None:
        """What a seat's page says of what was proposed there, or of everything while a club's server is away."""
        away = Message("Not kept yet: the club’s server cannot be reached.") if self.waiting else None
        return self.told.get(seat, away)

    def board(self, viewer: int | None) -> Board:
        """What lies there as a viewer may see it."""
        rules = self.course.rules
        return rules.board(rules.seen_by(self.course.state, viewer), self.course.game.names)

    def log(self, viewer: int | None) -> tuple[HistoryLine, ...]:
        """What happened, as a viewer may hear it."""
        return tuple(
            replace(line, message=Message("not kept yet: {what}", {"what": line.message}))
            if line.entry.id in self.waiting
            else line
            for line in self.course.history(viewer)
        )

    def asked(self) -> Iterator[tuple[int, Message]]:
        """Who is to answer what; of what is answered under cover, whether it was."""
        for one in self.course.rules.waiting_for(self.course.state):
            yield one.owner, one.text
        for covered in self.covered:
            yield covered.seat, Message("has answered") if covered.answered else covered.text


def html(moment: Moment, viewer: int | None, spoken: NullTranslations) -> str:
    """The board, who is asked what, the last roll, the pile's clock and the log, for a seat or for everybody (None)."""
    course, names = moment.course, moment.course.game.names
    face, log = page_face(course.rules.name), moment.log(viewer)
    # A seat's own things come before the board, in what is its alone.
    state, board = course.rules.seen_by(course.state, viewer), moment.board(None)
    lying = face.draws(state, board, names, spoken)

    def seats(which: Iterable[int]) -> str:
        marked = board.counters.seats
        return "".join(seat_html(seat, names[seat], lying.seats[seat], turn=marked[seat].at_turn) for seat in which)

    # How the end is explained takes more room than how the game stands.
    first, explained = (
        (board.remarks[:1], board.remarks[1:]) if course.rules.over(course.state) else (board.remarks, ())
    )
    told = "".join(f"<p>{said(line, spoken)}</p>" for line in explained)
    near = [seat for seat in range(len(names)) if seat not in lying.far and seat != viewer]
    parts = [
        f'<div class="stage {escape(course.rules.name)}{" over" if course.rules.over(course.state) else ""}">',
        f'<header class="now">{_now(moment, first, spoken)}{_facts(face, state, log, spoken)}</header>',
        f'<section class="seats far">{seats(seat for seat in lying.far if seat != viewer)}</section>',
        f'<section class="lies">{lying.lies}<div class="explained">{told}</div></section>',
        f'<section class="seats near">{seats(near)}</section>',
        f'<ol class="log" reversed>{_log(log, spoken)}</ol>',
        "</div>",
    ]
    return "\n".join(parts)


def own_html(moment: Moment, seat: int, spoken: NullTranslations) -> str:
    """What a seat has, what it noted, and what may come as far as it may know."""
    rules, names = moment.course.rules, moment.course.game.names
    state, board, shared = rules.seen_by(moment.course.state, seat), moment.board(seat), moment.board(None)
    lying = page_face(rules.name).draws(state, board, names, spoken)
    parts = [seat_html(seat, names[seat], lying.seats[seat], turn=board.counters.seats[seat].at_turn)]
    parts += [f'<p class="noted">{said(line, spoken)}</p>' for line in board.remarks if line not in shared.remarks]
    if rules.forecast is not None and not rules.over(state):
        summary = f"<summary>{said(Message('What may come'), spoken)}</summary>"
        parts.append(f"<details>{summary}{rows_html(rules.forecast(state, names), spoken)}</details>")
    return "".join(parts)


def _now(moment: Moment, says: Sequence[Message], spoken: NullTranslations) -> str:
    names = moment.course.game.names
    lines = [f"<h1>{escape(moment.course.game.name)}</h1>"]
    asked = list(moment.asked())
    several = " several" if len(asked) > 1 else ""
    for seat, text in asked:
        # As the tablet says it.
        line = Message("{name}: {text}", {"name": names[seat], "text": text})
        lines.append(f'<p class="asked seat{seat}{several}">{said(line, spoken)}</p>')
    lines += [f'<p class="says">{said(line, spoken)}</p>' for line in says]
    return "".join(lines)


def _facts(face: PageFace, state: Any, log: Sequence[HistoryLine], spoken: NullTranslations) -> str:
    thrown = next((line for line in reversed(log) if line.dice and line.stands), None)
    roll = "" if thrown is None else " ".join(face.die(die, spoken) for die in thrown.dice)
    clock, told = face.clock(state), ""
    if clock is not None:
        rings = " rings" if clock.rings else ""
        told = f'<p class="clock{rings}"><b>{clock.count}</b> {said(clock.text, spoken)}</p>'
    return f'<div class="facts"><p class="roll">{roll}</p>{told}</div>'


def _log(log: Sequence[HistoryLine], spoken: NullTranslations) -> str:
    return "".join(
        f'<li value="{line.entry.seq}"{"" if line.stands else " class=undone"}>{said(line.message, spoken)}</li>'
        for line in reversed(log[-LINES:])
    )
