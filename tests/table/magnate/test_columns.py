"""Which cards make a column, and where one must lie that nobody saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.table.card_pose import CardPose, Row
from companion.table.magnate.column_gaps import PlacedCard, TypicalSteps, fill_gaps
from companion.table.magnate.layout import TableReading
from companion.table.sightings import CardSighting, Face, Sightings
from tests.cases import each
from tests.table.magnate.laid import HEIGHT, SPACING, WIDTH, put, sighting, table
from tests.table.magnate.test_layout import columns, read

ONE = {(0, 0): ("4MS", "7SK")}


def asked(reading: TableReading) -> list[str]:
    return [question.kind for question in reading.questions]


def with_first(x: float, y: float, turn: float = 0.0, spacing: float = SPACING) -> TableReading:
    """A table whose only card beside the districts lies there."""
    return read(put(table({}, spacing=spacing), "9MS", x, y, turn))


# where a column is


def test_a_card_aside_of_its_column_stands_in_it() -> None:
    assert columns(with_first(35, 98)) == {(2, 0): ("9MS",)}


def test_in_a_wide_row_a_card_between_two_columns_stands_in_neither() -> None:
    reading = with_first(55, 98, spacing=2 * WIDTH)
    assert (columns(reading), asked(reading)) == ({}, [])


def test_a_card_pushed_half_under_its_district_stands_in_the_column() -> None:
    assert columns(with_first(0, 48)) == {(2, 0): ("9MS",)}


def test_a_card_laid_upon_a_district_stands_in_no_column() -> None:
    assert columns(with_first(0, 31)) == {}


def test_a_first_card_away_from_its_district_is_asked_about() -> None:
    assert asked(with_first(0, 1.4 * HEIGHT)) == []
    assert asked(with_first(0, 2.1 * HEIGHT)) == ["belongs"]


@each(("step", "questions"), [(1.2, []), (1.9, ["belongs"]), (3.0, [])])
def test_a_card_away_from_the_one_before_is_asked_about_one_far_away_is_not(step: float, questions: list[str]) -> None:
    reading = read(table(ONE, step=step * HEIGHT))
    assert asked(reading) == questions
    assert columns(reading) == (ONE if step < 1.5 else {(0, 0): ("4MS",)})


# how its cards lie


@each(("step", "questions"), [(7.0, ["order"]), (10.5, [])])
def test_cards_that_hide_one_another_are_to_be_moved_apart(step: float, questions: list[str]) -> None:
    assert asked(read(table(ONE, step=step))) == questions


def test_a_deed_that_lies_across_the_last_card_is_not_on_top_of_it() -> None:
    across = table({(0, 0): ("4MS",)}, extra=[sighting("7SK", -2 * SPACING, 98 + 6, 90)])
    assert columns(read(across)) == {(0, 0): ("4MS", "7SK/")}
    assert asked(read(across)) == []


@each(("turn", "questions"), [(25, []), (38, ["deed"]), (52, ["deed"]), (65, [])])
def test_a_card_half_turned_is_asked_about_and_one_that_lies_crooked_is_not(turn: float, questions: list[str]) -> None:
    assert asked(with_first(0, 98, turn)) == questions


# what lies between two cards

LONG: Mapping[tuple[int, int], Sequence[str]] = {
    (0, 0): ("4MS", "7SK", "AS", "9MS"),
    (1, 0): ("2MK", "4YK"),
    (3, 0): ("5SW", "6SY"),
}


def stretched(step: float, last: float, lying: Mapping[tuple[int, int], Sequence[str]] = LONG) -> Sightings:
    """Columns of regular steps, but for one that ends with another step; millimetres."""
    end = lying[0, 0][-1]
    return put(table(lying, step=step), end, -2 * SPACING, 98 + step * (len(lying[0, 0]) - 2) + last)


def shown(sightings: Sightings, code: str, share: float) -> Sightings:
    return replace(
        sightings, cards=tuple(replace(c, shown=share) if str(c.card) == code else c for c in sightings.cards)
    )


@each(
    ("step", "last", "hidden"),
    [(24, 40, False), (24, 48, True), (35, 70, True), (50, 73, False), (50, 80, True), (35, 95, False)],
    ids=[
        "cards fanned closely, one a little further",
        "cards fanned closely, one step as long as two",
        "a step as long as two",
        "cards fanned widely, one a little further",
        "cards fanned widely, one so far that a card fits in",
        "cards that do not overlap",
    ],
)
def test_a_card_that_nobody_saw_is_asked_about_where_a_step_is_too_long(step: float, last: float, hidden: bool) -> None:
    questions = read(stretched(step, last)).questions
    assert [question.key for question in questions] == (["card-0-0-3"] if hidden else [])


@each(
    ("last", "inner", "outer", "hidden"),
    [(59, 0.48, 1.0, True), (59, 0.6, 1.0, False), (70, 1.0, 0.42, True), (70, 0.95, 0.76, False)],
    ids=["laid on it, one between", "laid on it", "tucked under it, one between", "tucked under it"],
)
def test_the_lower_card_tells_whether_it_is_covered(last: float, inner: float, outer: float, hidden: bool) -> None:
    lying = shown(shown(stretched(32, last), "AS", inner), "9MS", outer)
    assert [question.key for question in read(lying).questions] == (["card-0-0-3"] if hidden else [])


@each(("step", "hidden"), [(46, False), (62, True)])
def test_where_no_other_column_tells_the_usual_step_a_covered_card_may_hide_one(step: float, hidden: bool) -> None:
    covered = shown(table(ONE, step=step), "4MS", 0.2)
    assert asked(read(covered)) == (["card"] if hidden else [])


@each(("others", "hidden"), [(1, False), (2, True)])
def test_the_first_steps_of_three_columns_tell_that_a_card_is_missing(others: int, hidden: bool) -> None:
    lying = {(district, 0): (code,) for district, code in zip((1, 3), ("2MK", "5SW")[:others], strict=False)}
    sightings = put(table(lying), "4MS", -2 * SPACING, 98 + 50)
    assert asked(read(sightings)) == (["card"] if hidden else [])


def upright(out: float, height: float) -> PlacedCard:
    """A card of this height, as far below the row."""
    half, wide = height / 2, height * WIDTH / HEIGHT / 2
    corners = ((-wide, out - half), (wide, out - half), (wide, out + half), (-wide, out + half))
    return out, CardPose.of(CardSighting(corners, Face.UP, (), True))


def test_a_gap_on_the_far_side_of_a_tilted_table_is_measured_by_the_cards_there() -> None:
    row = Row((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), 100.0)
    near = [(50.0, [upright(110, 100), upright(145, 100)]) for _ in range(3)]
    # At 0.7 of the size the first card would lie at 77; the only one that was read is the second.
    far = [upright(101.5, 70)]
    steps = TypicalSteps.of(row, [*near, (35.0, far)])
    assert [out for out, _ in fill_gaps(row, 35.0, far, steps)] == [pytest.approx(101.5 - 35), 101.5]
    assert fill_gaps(row, 35.0, [upright(77, 70)], steps) == [upright(77, 70)]
