"""The whole table is compared with the game at any time: every difference with its two cures, and none invented."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.games.magnate import State
from companion.games.magnate.state import Column
from companion.live.events import Proposed
from companion.play import Source
from companion.table.camera_events import Changed
from tests.live.watched_game import Watched, after, card


def with_column(state: State, place: int, seat: int, *codes: str) -> State:
    """The state with finished properties in one column."""
    columns = list(state.districts[place].columns)
    columns[seat] = Column(tuple(map(card, codes)))
    districts = list(state.districts)
    districts[place] = replace(districts[place], columns=tuple(columns))
    return replace(state, districts=tuple(districts))


def texts(table: Watched) -> list[str]:
    return [" ".join(map(str, one.texts)) for one in table.live.check().differences]


def test_a_table_that_lies_as_the_game_has_it_has_no_difference(table: Watched) -> None:
    checked = table.live.check()
    assert not checked.differences and str(checked.sentence()) == "The table matches the game."


def test_a_card_that_a_move_would_explain_is_listed_too(table: Watched) -> None:
    table.show(after(table.state, "4MS@0"))
    assert texts(table) == ["The Mountain lies on Ann's side of The Harvest; the game does not have it there."]


def test_a_card_moved_between_columns_is_one_difference_that_either_cure_ends(table: Watched) -> None:
    table.show(with_column(table.state, 0, 0, "4MS"))
    table.live.check()
    table.live.adopt_difference("difference-1")
    table.show(with_column(with_column(table.state, 0, 0), 2, 0, "4MS"))
    [found] = table.live.check().differences
    assert [str(step) for step in found.put_back] == [
        "Move The Mountain from Ann's side of The Excuse to Ann's side of The Harvest."
    ]
    table.live.adopt_difference(found.key)
    assert texts(table) == [] and table.state.districts[2].columns[0] == Column((card("4MS"),))


def test_two_differences_are_cured_one_by_one(table: Watched) -> None:
    laid = with_column(with_column(table.state, 0, 0, "4MS"), 3, 1, "5SW")
    table.show(laid)
    checked = table.live.check()
    assert len(checked.differences) == 2 and all(one.region is not None for one in checked.differences)
    table.live.adopt_difference("difference-2")
    assert texts(table) == ["The Mountain lies on Ann's side of The Harvest; the game does not have it there."]


def test_nothing_is_compared_while_a_hand_moves(table: Watched) -> None:
    table.receive(Changed((0.0, 0.0, 9.0, 9.0)))
    assert str(table.live.check().unread) == "Wait until nothing moves on the table."
    assert not table.all(Proposed)


def check_changed_tables(table: Watched, tables: int) -> None:
    """Cards exchanged, moved or taken away; the columns of all differences are those that were changed."""
    chance = random.Random(50)
    codes = ["4MS", "5SW", "9LK", "2SY", "6LK", "7ML"]
    places = [(place, seat) for place in range(5) for seat in range(2)]
    laid = table.state
    for (place, seat), code in zip(places, codes, strict=False):
        laid = with_column(laid, place, seat, code)
    table.show(laid)
    adopted: list[Any] = [found.move for found in table.live.check().differences]
    for move in adopted:
        table.play.propose(move, source=Source.TOUCH)
    begun = table.state
    for _ in range(tables):
        [one, other] = chance.sample(range(6), 2)
        empty = chance.choice(places[6:])
        kind = chance.choice(("exchanged", "moved", "taken"))
        now: dict[tuple[int, int], tuple[str, ...]] = {places[one]: ()}
        if kind == "exchanged":
            now = {places[one]: (codes[other],), places[other]: (codes[one],)}
        elif kind == "moved":
            now = {places[one]: (), empty: (codes[one],)}
        laid = begun
        for (place, seat), cards in now.items():
            laid = with_column(laid, place, seat, *cards)
        table.show(laid)
        moves: list[Any] = [found.move for found in table.live.check().differences]
        assert {(fact.district, fact.player) for move in moves for fact in move.facts} == set(now)


def test_what_was_exchanged_moved_or_taken_away_is_listed_and_nothing_else(table: Watched) -> None:
    check_changed_tables(table, 6)


@pytest.mark.prove("readings")
def test_two_hundred_changed_tables_are_listed_rightly(table: Watched) -> None:
    check_changed_tables(table, 200)
