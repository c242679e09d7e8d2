"""Three players' districts make a Y (F7), and every player's columns run towards that player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.magnate.presets import preset
from companion.games.magnate.scoring import score
from companion.games.magnate.setup import usual_borders
from companion.table.magnate.knowledge import PhotoAnswers
from companion.table.magnate.layout import NoMagnateTable, TableReading, read_layout
from companion.table.row import Edge
from companion.table.sightings import Sightings
from tests.table.magnate.laid import camera, table
from tests.table.magnate.laid_in_a_y import COLUMNS, CROWNS, DISTRICTS, y_table
from tests.table.offered import offered

THREE = preset("three-players")


def read(seen: Sightings, near: Edge = Edge.BOTTOM) -> TableReading:
    return read_layout(seen, THREE, near, PhotoAnswers())


def as_laid(reading: TableReading) -> bool:
    found = {}
    for index, district in enumerate(reading.layout.districts):
        for player, column in enumerate(district.columns):
            cards = [str(card) for card in column.properties] if column else []
            cards += [f"{column.deed.card}/"] if column and column.deed else []
            if cards:
                found[index, player] = tuple(cards)
    row = tuple(str(district.card) for district in reading.layout.districts)
    crowns = tuple(tuple(str(card) for card in held) for held in reading.layout.crowns)
    return (row, found, crowns) == (DISTRICTS, COLUMNS, CROWNS)


@pytest.mark.parametrize("along_arms", [False, True])
@pytest.mark.parametrize("tilt", [0.0, 0.5])
@pytest.mark.parametrize(("turn", "near"), [(0, "bottom"), (-90, "right"), (90, "left"), (180, "top"), (25, "bottom")])
def test_the_table_of_three_is_read_from_every_side(turn: float, near: str, tilt: float, along_arms: bool) -> None:
    reading = read(y_table(see=camera(turn, tilt), along_arms=along_arms), Edge(near))
    assert reading.questions == ()
    assert as_laid(reading)


def test_a_district_is_contested_by_the_neighbours_of_its_arm_and_the_excuse_by_all() -> None:
    districts = read(y_table()).layout.districts
    borders = tuple(tuple(seat for seat in range(3) if d.columns[seat] is not None) for d in districts)
    assert borders == usual_borders(THREE, tuple(d.card for d in districts))


def test_the_next_player_sits_to_the_left() -> None:
    """Turned by a third, seat 1 is the near one: everything moves one seat on."""
    reading = read(y_table(see=camera(-120)))
    assert [str(card) for card in reading.layout.crowns[0]] == list(CROWNS[1])


def test_an_arm_towards_the_near_edge_asks_where_player_0_sits() -> None:
    seen = y_table(see=camera(60))
    (asked,) = read(seen).questions
    assert (asked.kind, offered(asked)) == ("near", ("right", "left"))
    assert as_laid(read_layout(seen, THREE, Edge.BOTTOM, PhotoAnswers({"near": "left"})))


def test_a_missing_pawn_is_said() -> None:
    seen = y_table()
    cards = tuple(card for card in seen.cards if str(card.card) != "PWLY")
    assert [question.kind for question in read(replace(seen, cards=cards)).questions] == ["district"]


def test_the_same_pawn_lies_twice_but_not_three_times() -> None:
    thrice = (*DISTRICTS[:4], "PMSL", *DISTRICTS[5:])
    columns = {place: cards for place, cards in COLUMNS.items() if place[0] != 4}
    assert [question.kind for question in read(y_table(columns, districts=thrice)).questions] == ["card"]


def test_a_row_is_no_table_of_three() -> None:
    with pytest.raises(NoMagnateTable, match="no Y of districts"):
        read(table())


def test_the_table_of_three_is_scored_for_those_who_border_on_a_district() -> None:
    scored = score(read(y_table()).layout)
    assert [district.won_by for district in scored.districts] == [0, 1, 2, 0, 1, None, 0]
    assert scored.districts_won == (3, 2, 1)
