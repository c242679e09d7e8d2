"""Any game on a terminal: what happened, what lies there, what each seat has, who is asked what."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

from companion.cli.terminal import Console, Table
from companion.games.board import Counters, Rows, cell_text
from companion.journal.course import Course
from companion.locale import Message, Wording


def show_history(console: Console, course: Course[Any, Any], spoken: NullTranslations) -> None:
    """Prints what happened, a line an entry; what was taken back is struck through."""
    for line in course.history():
        style = None if line.stands else "dim strike"
        console.print(f"{line.entry.seq:4}  {line.message.text(spoken)}", style=style, soft_wrap=True)


def show_board(console: Console, course: Course[Any, Any], spoken: NullTranslations) -> None:
    """Prints where it stands, how the table is set up where nothing was played yet, and what play waits for."""
    names = course.game.names
    board = course.rules.board(course.rules.seen_by(course.state, None), names)
    console.print(rows_of(board.rows, spoken))
    console.print(_counters(board.counters, spoken))
    for number, line in enumerate(course.rules.setup_steps(course.state, names), 1):
        console.print(f"{number:2}  {line.text.text(spoken)}", soft_wrap=True)
    for waiting in course.rules.waiting_for(course.state):
        asked: Wording = {"name": names[waiting.owner], "text": waiting.text}
        console.print(Message("{name}: {text}", asked).text(spoken))
    for sealed in course.rules.sealed(course.state):
        asked = {"name": names[sealed.owner], "text": sealed.text}
        console.print(Message("{name}, under cover: {text}", asked).text(spoken))
    for said in board.remarks:
        console.print(said.text(spoken))


def rows_of(rows: Rows, spoken: NullTranslations) -> Table:
    """What lies in rows, to be printed."""
    table = Table(box=None, pad_edge=False)
    for heading in rows.headings:
        table.add_column(heading.text(spoken), overflow="fold")
    for row in rows.rows:
        table.add_row(*(cell_text(cell).text(spoken) for cell in row))
    return table


def _counters(counters: Counters, spoken: NullTranslations) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="left")
    for name in counters.names:
        table.add_column(name.text(spoken), justify="right")
    for seat in counters.seats:
        marked = f"▸ {seat.name}" if seat.at_turn else f"  {seat.name}"
        table.add_row(marked, *(cell_text(count).text(spoken) for count in seat.counts))
    return table
