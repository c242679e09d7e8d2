"""What one viewer is shown of a game, as HTML: made of what that viewer may see, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from html import escape
from typing import Any

from companion.games.board import Board, Cell, Counters, Rows
from companion.journal.course import Course, Telling
from companion.locale import Message
from companion.pieces import Card, Cast
from companion.pieces.cards import UnknownCard
from companion.play import AnyPlay, Covered

LINES = 12
"""Of the log, the latest."""

_CODE = re.compile(r"\b[A-Z0-9]{1,5}(?:#\d)?\b")


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stands, taken from a play on its own thread; nothing in it changes any more."""

    number: int
    """Counts what was published."""
    course: Course[Any, Any]
    covered: tuple[Covered, ...]
    waiting: frozenset[str]
    """Ids of entries that are not kept yet."""

    @classmethod
    def of(cls, play: AnyPlay, number: int) -> Moment:
        """How a play stands now."""
        return cls(number, play.course, play.sealed(), frozenset(entry.id for entry in play.waiting))

    def board(self, viewer: int | None) -> Board:
        """What lies there as a viewer may see it."""
        rules = self.course.rules
        return rules.board(rules.seen_by(self.course.state, viewer), self.course.game.players)

    def log(self, viewer: int | None) -> tuple[Telling, ...]:
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
    """The board, who is asked what, the last roll and the log, for a seat or for everybody (None)."""
    board, names, log = moment.board(viewer), moment.course.game.players, moment.log(viewer)

    def say(message: Message) -> str:
        return escape(message.text(spoken))

    parts = [f"<h1>{escape(moment.course.game.name)}</h1>"]
    parts += [f'<p class="says">{say(line)}</p>' for line in board.says]
    parts += [f'<p class="asked"><b>{escape(names[seat])}</b> {say(text)}</p>' for seat, text in moment.asked()]
    thrown = next((line for line in reversed(log) if line.dice and line.stands), None)
    if thrown is not None:
        parts.append(f'<p class="roll">{_dice(thrown.dice)}</p>')
    parts.append(_rows(board.rows, spoken))
    parts.append(_counters(board.counters, spoken))
    lines = "".join(
        f'<li value="{line.entry.seq}"{"" if line.stands else " class=undone"}>{say(line.message)}</li>'
        for line in reversed(log[-LINES:])
    )
    parts.append(f'<ol class="log" reversed>{lines}</ol>')
    return "\n".join(parts)


def _rows(rows: Rows, spoken: NullTranslations) -> str:
    if not rows.rows:
        return ""
    heads = "".join(f"<th>{escape(head.text(spoken))}</th>" for head in rows.headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell_html(cell, spoken)}</td>' for cell in row)}</tr>" for row in rows.rows)
    return f'<table class="rows"><tr>{heads}</tr>{body}</table>'


def _counters(counters: Counters, spoken: NullTranslations) -> str:
    heads = "".join(f"<th>{escape(name.text(spoken))}</th>" for name in counters.names)
    body = "".join(
        f'<tr class="seat{number}{" turn" if seat.at_turn else ""}"><th>{escape(seat.name)}</th>'
        + "".join(f"<td>{cell_html(count, spoken)}</td>" for count in seat.counts)
        + "</tr>"
        for number, seat in enumerate(counters.seats)
    )
    return f'<table class="counters"><tr><th></th>{heads}</tr>{body}</table>'


def cell_html(cell: Cell, spoken: NullTranslations) -> str:
    """What lies at a place: cards are drawn, also where a text names them by their codes."""
    if isinstance(cell, tuple):
        return "".join(map(card_html, cell)) or "–"
    text, drawn, end = cell.text(spoken), list[str](), 0
    for found in _CODE.finditer(text):
        card = _card(found[0])
        if card is not None:
            drawn += [escape(text[end : found.start()]), card_html(card)]
            end = found.end()
    return "".join(drawn) + escape(text[end:])


def card_html(card: Card) -> str:
    """A card's picture, with its code for whoever cannot see it."""
    code = str(card).partition("#")[0]
    return f'<img class="card" src="/art/{code}.svg" alt="{code}">'


def _card(code: str) -> Card | None:
    if code.isdigit() or (len(code) < 2 and code != "X"):
        return None
    try:
        return Card.parse(code)
    except UnknownCard:
        return None


def _dice(cast: Cast | Sequence[Any]) -> str:
    return " ".join(f'<span class="die {die.kind}">{die.value}</span>' for die in cast)
