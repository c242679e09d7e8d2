"""A game's state laid out as the cards that a perfect eye would see, without a pixel."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate.state import State
from companion.pieces import Card
from companion.table.sightings import CardSighting, Sightings
from tests.table.magnate.laid import HEIGHT, SPACING, STEP, WIDTH, Camera, camera, sighting


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
