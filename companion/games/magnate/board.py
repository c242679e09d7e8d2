"""Magnate's board in neutral terms: districts in a row, tokens and Crowns by seat."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.board import Board, Counters, Rows, SeatCounters, verbatim, verbatim_each
from companion.games.magnate.paying import price
from companion.games.magnate.scoring import score
from companion.games.magnate.state import Column, State
from companion.locale import Message
from companion.pieces import Suit


def board(state: State, names: Sequence[str]) -> Board:
    """Return the board: each district's columns, deeds with their tokens in parentheses, and the final result."""
    return Board(
        Rows((verbatim("#"), Message("district"), *verbatim_each(names)), _districts(state)),
        Counters((*(suit.wording() for suit in Suit), Message("Crowns")), _seats(state, names)),
        (score(state).why(names),) if state.over else (),
    )


def _districts(state: State) -> tuple[tuple[Message, ...], ...]:
    return tuple(
        verbatim_each(
            (place, district.card, *("–" if one is None else _column(one, state) for one in district.columns))
        )
        for place, district in enumerate(state.districts)
    )


def _column(column: Column, state: State) -> str:
    cards = [str(card) for card in column.properties]
    if column.deed is not None:
        held, needed = column.deed.tokens, price(column.deed.card, state.options)
        cards.append(f"({column.deed.card} {held.total}/{needed}: {held})")
    return " ".join(cards)


def _seats(state: State, names: Sequence[str]) -> tuple[SeatCounters, ...]:
    return tuple(
        SeatCounters(
            names[seat],
            verbatim_each((*held, " ".join(map(str, state.crowns[seat])))),
            at_turn=seat == state.player and not state.over,
        )
        for seat, held in enumerate(state.tokens)
    )
