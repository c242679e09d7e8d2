"""Three players' districts make a Y (F7), and every player's columns run towards that player."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.games.magnate.options import preset
from companion.games.magnate.scoring import score
from companion.games.magnate.setup import default_borders
from companion.table.magnate.arrangement import NoMagnateTable
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.sightings import CardSighting, Edge, Sightings
from tests.cases import each
from tests.rolls.watched_dice import offered
from tests.table.magnate.laid import HEIGHT, WIDTH, Camera, camera, sighting, table, without
from tests.table.magnate.test_layout import columns

DISTRICTS = ("PMSL", "PMYK", "PSWK", "X", "PWLY", "PMSL", "PMYK")
"""As a reading lists them: the left arm from its end, the far arm, the Excuse among it, the right arm outwards."""
CROWNS = (("CM", "CK"), ("CS", "CW"), ("CL", "CY"))
COLUMNS: Mapping[tuple[int, int], Sequence[str]] = {
    (0, 0): ("4MS", "7SK"),
    (0, 1): ("5ML", "9LK/"),
    (1, 1): ("8YK",),
    (2, 2): ("5SW", "6SY"),
    (3, 0): ("AM", "2MK", "9MS"),
    (3, 1): ("7ML",),
    (3, 2): ("9WY", "5YK/"),
    (4, 1): ("8WL",),
    (5, 2): ("2SY/",),
    (6, 0): ("6MW", "4WL"),
}
INNER, OUTER, STEP = 106.0, 190.0, 34.0
PLACES = ((150, OUTER), (150, INNER), (270, INNER), (0, 0), (270, OUTER), (30, INNER), (30, OUTER))
"""Each district's arm, degrees clockwise from the right of player 0, and how far out, millimetres."""


def towards(seat: int) -> float:
    """Where a player sits, degrees clockwise from the right of player 0."""
    return 90.0 + 120.0 * seat


def y_table(
    columns: Mapping[tuple[int, int], Sequence[str]] = COLUMNS,
    see: Camera | None = None,
    districts: Sequence[str] = DISTRICTS,
    along_arms: bool = False,
    places: Sequence[tuple[float, float]] = PLACES,
    extra: Sequence[CardSighting] = (),
) -> Sightings:
    """Columns by (district, player), outwards; ``/`` turns a card. ``along_arms``: how district cards are turned.

    ``places``: where each district lies, as :data:`PLACES` has it.
    """
    see = see or camera()
    cards: list[CardSighting] = []
    for code, (arm, out) in zip(districts, places, strict=True):
        cards.append(sighting(code, *at(arm, out), arm - 90 if along_arms else 0, see))
    for (district, player), column in columns.items():
        x, y = at(*places[district])
        out = 98.0
        for code in column:
            turned = code.endswith("/")
            if turned:
                out += 15 if code != column[0] else (WIDTH - HEIGHT) / 2
            dx, dy = at(towards(player), out)
            turn = towards(player) - 90 + (90 if turned else 0)
            cards.append(sighting(code.rstrip("/"), x + dx, y + dy, turn, see))
            out += STEP
    for player, held in enumerate(CROWNS):
        for place, code in enumerate(held):
            x, y = at(towards(player), 420)
            dx, dy = at(towards(player) - 90, (place - 0.5) * 45)
            cards.append(sighting(code, x + dx, y + dy, towards(player) - 90, see))
    return Sightings(1600, 1600, (*cards, *extra))


def at(degrees: float, out: float) -> tuple[float, float]:
    """That far from the middle of the table, millimetres right and towards player 0."""
    return out * math.cos(math.radians(degrees)), out * math.sin(math.radians(degrees))


THREE = preset("three-players")


def read(sightings: Sightings, near: Edge = Edge.BOTTOM) -> TableReading:
    return read_layout(sightings, THREE, near, PhotoAnswers())


def as_laid(reading: TableReading) -> bool:
    row = tuple(str(district.card) for district in reading.layout.districts)
    crowns = tuple(tuple(str(card) for card in held) for held in reading.layout.crowns)
    return (row, columns(reading), crowns) == (DISTRICTS, COLUMNS, CROWNS)


@each("along_arms", [False, True])
@each("tilt", [0.0, 0.5])
@each(("turn", "near"), [(0, "bottom"), (-90, "right"), (90, "left"), (180, "top"), (25, "bottom")])
def test_the_table_of_three_is_read_from_every_side(turn: float, near: str, tilt: float, along_arms: bool) -> None:
    reading = read(y_table(see=camera(turn, tilt), along_arms=along_arms), Edge(near))
    assert reading.questions == ()
    assert as_laid(reading)


def test_a_district_is_contested_by_the_neighbours_of_its_arm_and_the_excuse_by_all() -> None:
    districts = read(y_table()).layout.districts
    borders = tuple(tuple(seat for seat in range(3) if d.columns[seat] is not None) for d in districts)
    assert borders == default_borders(THREE, tuple(d.card for d in districts))


def test_the_next_player_sits_to_the_left() -> None:
    """Turned by a third, seat 1 is the near one: everything moves one seat on."""
    reading = read(y_table(see=camera(-120)))
    assert [str(card) for card in reading.layout.crowns[0]] == list(CROWNS[1])


def test_an_arm_towards_the_near_edge_asks_where_player_0_sits() -> None:
    sightings = y_table(see=camera(60))
    (asked,) = read(sightings).questions
    assert (asked.kind, offered(asked)) == ("near", ("right", "left"))
    assert as_laid(read_layout(sightings, THREE, Edge.BOTTOM, PhotoAnswers({"near": "left"})))
    for near in asked.choices:
        answered = read_layout(sightings, THREE, Edge.BOTTOM, PhotoAnswers({"near": near.answer}))
        assert answered.layout == read(sightings, Edge(near.answer)).layout


@each(("turn", "questions"), [(48, []), (52, ["near"])])
def test_of_two_players_about_as_near_to_the_edge_either_may_be_meant(turn: float, questions: list[str]) -> None:
    assert [question.kind for question in read(y_table(see=camera(turn))).questions] == questions


def test_a_missing_pawn_is_said() -> None:
    sightings = without(y_table(), "PWLY")
    assert [question.kind for question in read(sightings).questions] == ["district"]


def laid_at(**places: tuple[float, float]) -> Sightings:
    """Only the districts, some by their place in the list elsewhere: degrees around the Excuse, millimetres from it."""
    lie = [places.get(f"district_{number}", usual) for number, usual in enumerate(PLACES)]
    return y_table({}, places=lie)


def found(sightings: Sightings) -> tuple[str, ...]:
    """The districts as they were read, none of them in doubt."""
    reading = read(sightings)
    return () if reading.questions else tuple(str(district.card) for district in reading.layout.districts)


def test_a_pawn_beside_its_arm_belongs_to_it() -> None:
    assert found(laid_at(district_6=(30 + 20, OUTER))) == DISTRICTS


def test_long_arms_are_arms() -> None:
    assert found(laid_at(district_0=(150, 300), district_4=(270, 300), district_6=(30, 300))) == DISTRICTS


@each("there", [(270 + 29, OUTER), (270, 475)], ids=["beside the arm", "beyond its end"])
def test_a_doubtful_card_off_the_arms_is_no_district(there: tuple[float, float]) -> None:
    doubtful = sighting("9MS", *at(*there), candidates={"9MS": 0.5, "PWLY": 0.3}, sure=False)
    sightings = without(y_table({}, extra=[doubtful]), "PWLY")
    assert [question.kind for question in read(sightings).questions] == ["district"]


def test_three_pawns_make_a_y_and_two_do_not() -> None:
    three = only_pawns(0, 4, 6)
    assert [question.kind for question in read(three).questions if question.kind != "crowns"] == ["district"]
    with pytest.raises(NoMagnateTable):
        read(only_pawns(0, 6))


def only_pawns(*numbers: int) -> Sightings:
    """The Excuse and these districts, by their place in the list."""
    sightings = y_table({})
    return replace(sightings, cards=tuple(sightings.cards[number] for number in sorted({*numbers, 3})))


def fanned(by: float) -> Sightings:
    """The Pawns of each arm so many degrees beside it, one to the left and one to the right."""
    sides = {0: -1, 1: 1, 2: -1, 4: 1, 5: -1, 6: 1}
    lie = {f"district_{number}": (PLACES[number][0] + side * by, PLACES[number][1]) for number, side in sides.items()}
    return laid_at(**lie)


def test_arms_whose_pawns_lie_well_apart_are_told_and_pawns_all_around_are_none() -> None:
    assert len(found(fanned(17.5))) == len(DISTRICTS)
    with pytest.raises(NoMagnateTable):
        read(fanned(21.5))


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
