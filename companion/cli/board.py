"""Any game on a terminal: its history, board, counters and questions."""

from typing import Any

from companion.cli.output import translate
from companion.cli.painters.table import paint_events, paint_table
from companion.cli.terminal import Console, Table, make_table
from companion.games.texts import Rows, cell_text
from companion.journal.course.course import Course
from companion.locale import Message


def show_history(console: Console, course: Course[Any, Any]) -> None:
    """Print one line for each entry; entries that were undone are struck through."""
    for line in course.history():
        style = None if line.stands else "dim strike"
        console.print(f"{line.entry.seq:4}  {translate(line.message)}", style=style, soft_wrap=True)


def show_changes(console: Console, course: Course[Any, Any], since: int) -> None:
    """Print what the moves after an entry changed on the table; nothing for undo and redo."""
    steps, names = [step for step in course.done if step.entry.seq > since], course.game.names
    if steps:
        before, after = (course.rules.view(state, names, None) for state in (steps[0].before, steps[-1].after))
        for line in paint_events(before, after):
            console.print(f"  {line}", soft_wrap=True)


def show_board(console: Console, course: Course[Any, Any]) -> None:
    """Print the board, the setup before the first move, and what play waits for."""
    names = course.game.names
    view = course.rules.view(course.state, names, None)
    paint_table(console, view)
    for number, line in enumerate(course.rules.setup_steps(course.state, names), 1):
        console.print(f"{number:2}  {translate(line.text)}", soft_wrap=True)
    for waiting in course.rules.waiting_for(course.state):
        console.print(Message("{name}: {text}", {"name": names[waiting.owner], "text": waiting.text}))
    for sealed in course.rules.sealed(course.state):
        console.print(Message("{name}, secretly: {text}", {"name": names[sealed.owner], "text": sealed.text}))
    if course.rules.over(course.state) and course.rules.final_count is not None:
        console.print(build_table(course.rules.final_count(course.state, names).rows(names)))
    for note in view.remarks:
        console.print(note)


def build_table(rows: Rows) -> Table:
    """Return rows of the board as a table to print."""
    return make_table((map(cell_text, row) for row in rows.rows), rows.headings)
