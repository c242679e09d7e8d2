"""A game of Magnate on a terminal: what happened, the board, the tokens, who is asked what."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.games.magnate import State, score
from companion.games.magnate.paying import price
from companion.games.magnate.state import Column
from companion.journal.course import Course
from companion.locale import Message
from companion.pieces import Suit


def show_history(console: Console, course: Course[Any, Any], spoken: NullTranslations) -> None:
    """Prints what happened, a line an entry; what was taken back is struck through."""
    for line in course.history():
        style = None if line.stands else "dim strike"
        console.print(f"{line.entry.seq:4}  {line.message.text(spoken)}", style=style, soft_wrap=True)


def show_board(console: Console, state: State, names: Sequence[str], spoken: NullTranslations) -> None:
    """Prints both tables and what play waits for."""
    console.print(_districts(state, names, spoken))
    console.print(_tokens(state, names, spoken))
    for waiting in state.waiting_for:
        console.print(f"{names[waiting.owner]}: {waiting.text.text(spoken)}")
    if state.over:
        console.print(score(state).why(names).text(spoken))


def _districts(state: State, names: Sequence[str], spoken: NullTranslations) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("#", Message("district").text(spoken), *names):
        table.add_column(heading, overflow="fold")
    for place, district in enumerate(state.districts):
        sides = ("–" if column is None else _side(column, state) for column in district.columns)
        table.add_row(str(place), str(district.card), *sides)
    return table


def _side(column: Column, state: State) -> str:
    cards = [str(card) for card in column.properties]
    if column.deed is not None:
        held, needed = column.deed.tokens, price(column.deed.card, state.options)
        cards.append(f"({column.deed.card} {held.total}/{needed}: {held})")
    return " ".join(cards)


def _tokens(state: State, names: Sequence[str], spoken: NullTranslations) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("", *(suit.wording().text(spoken) for suit in Suit), Message("Crowns").text(spoken)):
        table.add_column(heading, justify="left" if not heading else "right")
    for seat, held in enumerate(state.tokens):
        name = f"▸ {names[seat]}" if seat == state.player and not state.over else f"  {names[seat]}"
        table.add_row(name, *map(str, held), " ".join(map(str, state.crowns[seat])))
    return table
