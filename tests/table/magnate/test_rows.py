"""What makes a row of districts, and from where it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.table.edge import Edge
from companion.table.magnate.layout import NoMagnateTable
from companion.table.sightings import CardSighting, Sightings
from tests.table.magnate.laid import SPACING, camera, put, sighting, table
from tests.table.magnate.test_layout import as_laid, columns, read, row

NO_COLUMNS: Mapping[tuple[int, int], tuple[str, ...]] = {}


def kinds(sightings: Sightings) -> list[str]:
    return [question.kind for question in read(sightings).questions]


def only(*cards: CardSighting) -> Sightings:
    return Sightings(1600, 1600, cards)


def test_a_district_pushed_out_of_line_still_belongs_to_the_row() -> None:
    pushed = read(put(table(), "PWLY", 2 * SPACING, 36))
    assert (as_laid(pushed), pushed.questions) == (True, ())


def test_a_doubtful_card_half_a_card_beside_the_row_is_no_district() -> None:
    stray = sighting("9MS", 2 * SPACING, 44, candidates={"9MS": 0.5, "PWLY": 0.3}, sure=False)
    sightings = table(NO_COLUMNS)
    four = replace(sightings, cards=(*(card for card in sightings.cards if str(card.card) != "PWLY"), stray))
    assert "district" in kinds(four)


def test_three_districts_in_a_line_are_a_row_though_others_lie_about() -> None:
    scattered = put(put(table(NO_COLUMNS), "PSWK", 130, 150), "PWLY", 170, -180)
    assert row(read(scattered)) == ("PMSL", "PMYK", "X")
    with pytest.raises(NoMagnateTable):
        read(only(sighting("PMSL", 0, 0), sighting("PMYK", 90, 110), sighting("X", 200, -60)))


def test_a_row_a_little_aslant_of_pointing_at_a_player_asks_where_that_player_sits() -> None:
    assert kinds(table(see=camera(-70))) == ["near"]


def test_a_row_well_aslant_of_it_asks_nothing() -> None:
    reading = read(table(see=camera(-60)), Edge.BOTTOM)
    assert (as_laid(reading), reading.questions) == (True, ())


def test_columns_that_fan_out_towards_a_near_player_are_told_apart() -> None:
    assert as_laid(read(table(see=camera(tilt=1.5))))


def test_columns_of_cards_that_mostly_lie_crooked_are_told_apart() -> None:
    lying = {(3, 0): ("4WL", "2MK"), (4, 0): ("8YK", "3SK", "8WL")}
    crooked = table(lying, turns=dict.fromkeys(("2MK", "8YK", "3SK", "8WL"), 22.0))
    cards = tuple(card for card in crooked.cards if not str(card.card).startswith("C"))
    assert columns(read(replace(crooked, cards=cards))) == lying
