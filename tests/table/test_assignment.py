from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.table.assignment import best_assignment


@st.composite
def worths(draw: st.DrawFn) -> list[list[float]]:
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    number = st.integers(-20, 20).map(float)
    return draw(st.lists(st.lists(number, min_size=columns, max_size=columns), min_size=rows, max_size=rows))


@given(worths())
def test_no_other_assignment_is_worth_more(worth: list[list[float]]) -> None:
    chosen = best_assignment(worth)
    assert len(set(chosen)) == len(worth)
    chosen_worth = sum(row[column] for row, column in zip(worth, chosen, strict=True))
    columns = range(len(worth[0]))
    assert chosen_worth == max(
        sum(row[column] for row, column in zip(worth, order, strict=True))
        for order in itertools.permutations(columns, len(worth))
    )


def test_nothing_is_assigned_to_nothing() -> None:
    assert best_assignment([]) == []
