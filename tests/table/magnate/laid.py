"""Tables laid without a pixel, by hand or from a game's state, seen by a camera that may be turned."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.games.magnate.state import State
from companion.pieces import Card
from companion.table.sightings import CardSighting, Face, Point, Sightings

WIDTH, HEIGHT = 63.0, 88.0
SPACING, STEP = 80.0, 35.0

Camera = Callable[[float, float], Point]
"""Millimetres on the table, right and towards player 0 of its middle, to picture pixels."""


def camera(turn: float = 0.0, tilt: float = 0.0) -> Camera:
    """Turned by degrees clockwise, and tilted: things far from player 0 look smaller."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def project(x: float, y: float) -> Point:
        away = 1.0 - tilt * y / 1000
        x, y = 1.6 * x / away, 1.6 * y / away
        return 800 + c * x - s * y, 800 + s * x + c * y

    return project


def sighting(
    code: str | None, x: float, y: float, turn: float = 0.0, see: Camera | None = None, **doubt: object
) -> CardSighting:
    """A card with its centre there, turned clockwise; ``candidates`` and ``sure`` say how it was read."""
    see = see or camera()
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    outline = [(-WIDTH / 2, -HEIGHT / 2), (WIDTH / 2, -HEIGHT / 2), (WIDTH / 2, HEIGHT / 2), (-WIDTH / 2, HEIGHT / 2)]
    a, b, d, e = (see(x + c * px - s * py, y + s * px + c * py) for px, py in outline)
    if code is None:
        return CardSighting((a, b, d, e), Face.DOWN, sure=True)
    shares = doubt.get("candidates", {code: 1.0})
    assert isinstance(shares, Mapping)
    candidates = tuple((Card.parse(name), float(share)) for name, share in shares.items())
    return CardSighting((a, b, d, e), Face.UP, candidates, bool(doubt.get("sure", True)))


ROW = ("PMSL", "PMYK", "X", "PSWK", "PWLY")
CROWNS = (("CM", "CK", "CS"), ("CW", "CL", "CY"))
COLUMNS: Mapping[tuple[int, int], Sequence[str]] = {
    (0, 0): ("4MS", "7SK", "9LK/"),
    (1, 0): ("2MK",),
    (1, 1): ("8YK", "AY", "7WY"),
    (3, 0): ("5SW",),
    (3, 1): ("3SK/",),
    (4, 1): ("8WL", "6LK"),
}


def table(
    columns: Mapping[tuple[int, int], Sequence[str]] = COLUMNS,
    see: Camera | None = None,
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    row: Sequence[str] = ROW,
    extra: Sequence[CardSighting] = (),
    spacing: float = SPACING,
    step: float = STEP,
    turns: Mapping[str, float] | None = None,
) -> Sightings:
    """Columns by (district, player), outwards; ``/`` after a code turns the card. ``doubts``: how a code was read.

    ``spacing`` and ``step``: millimetres from column to column, and along one. ``turns``: degrees more by code.
    """
    see = see or camera()
    cards = []

    def add(code: str, x: float, y: float, turn: float) -> None:
        known = {"candidates": doubts[code], "sure": False} if doubts and code in doubts else {}
        cards.append(sighting(code, x, y, turn + (turns or {}).get(code, 0.0), see, **known))

    for index, code in enumerate(row):
        add(code, spacing * (index - 2), 0, 0)
    for (district, player), column in columns.items():
        side, out = (1, -1)[player], 98.0
        for code in column:
            turned = code.endswith("/")
            if turned:
                out += 15 if code != column[0] else (WIDTH - HEIGHT) / 2
            add(code.rstrip("/"), spacing * (district - 2), side * out, (0, 180)[player] + (90 if turned else 0))
            out += step
    for player, crowns in enumerate(CROWNS):
        for place, code in enumerate(crowns):
            add(code, spacing * 3 + 70 * place, (60, -60)[player], (0, 180)[player])
    return Sightings(1600, 1600, (*cards, *extra))


def without(sightings: Sightings, *codes: str) -> Sightings:
    """The same table without these cards."""
    return replace(sightings, cards=tuple(card for card in sightings.cards if str(card.card) not in codes))


def put(sightings: Sightings, code: str, x: float, y: float, turn: float = 0.0, see: Camera | None = None) -> Sightings:
    """The same table, that card lying there instead of where it lay, if it did: millimetres from the middle."""
    others = without(sightings, code)
    return replace(others, cards=(*others.cards, sighting(code, x, y, turn, see)))


def laid(state: State, discards: Sequence[Card] = (), see: Camera | None = None) -> Sightings:
    """Districts in a row, columns outwards, deeds as the table's options turn them, Crowns at the right end.

    The draw pile lies face down at the left end, the last of the ``discards`` beside it; every card is sure.
    """
    see = see or camera()
    middle = (len(state.districts) - 1) / 2
    cards: list[CardSighting] = []
    for index, district in enumerate(state.districts):
        x = SPACING * (index - middle)
        cards.append(sighting(district.card.code, x, 0, 0, see))
        for player, column in enumerate(district.columns):
            if column is not None:
                codes = [(card.code, False) for card in column.properties]
                codes += [(column.deed.card.code, True)] if column.deed else []
                cards += _column(codes, x, player, state.options.deeds_turned, see)
    for player, crowns in enumerate(state.crowns):
        for place, crown in enumerate(crowns):
            x = SPACING * (middle + 1) + 70 * place
            cards.append(sighting(crown.code, x, (60, -60)[player], (0, 180)[player], see))
    left = -SPACING * (middle + 1.5)
    cards.append(sighting(None, left, 0, 0, see))
    if discards:
        cards.append(sighting(discards[-1].code, left, 110, 0, see))
    return Sightings(1600, 1600, tuple(cards))


def _column(
    codes: Sequence[tuple[str, bool]], x: float, player: int, deeds_turned: bool, see: Camera
) -> list[CardSighting]:
    side, edge, found = (1, -1)[player], HEIGHT / 2 + 10, []
    for code, deed in codes:
        across = deed == deeds_turned
        half = (WIDTH if across else HEIGHT) / 2
        found.append(sighting(code, x, side * (edge + half), (0, 180)[player] + 90 * across, see))
        edge += STEP
    return found
