"""A table of three laid by hand: the Excuse in the middle, two Pawns on each of three arms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from companion.table.sightings import CardSighting, Sightings
from tests.table.magnate.laid import HEIGHT, WIDTH, Camera, camera, sighting

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
