"""Pictures of a game's table, drawn with the project's own deck: frames as a camera would give them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from companion.games.magnate import State
from companion.pictures.arrays import Picture
from companion.pictures.sources import Frame
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.sightings import Point
from tests.table.magnate.laid_states import laid
from tests.vision.table_pictures import Lying, table_picture

SIZE = (1180, 620)
RATE = 15


def picture_of(state: State, discards: Sequence[Card] = ()) -> Picture:
    """The state's table from above, as a camera sees it; the cards farther out lie on top."""
    cards = []
    for sighting in laid(state, discards, _above).cards:
        outline = CardPose.of(sighting)
        turn = math.degrees(math.atan2(-outline.along[0], outline.along[1]))
        code = sighting.card.code if sighting.card is not None else None
        cards.append(Lying(code, *outline.centre, outline.height, turn))
    return table_picture(cards, SIZE)


def _above(x: float, y: float) -> Point:
    return 500 + 1.15 * x, 310 + 1.15 * y


def frames(pictures: Sequence[tuple[Picture, float]], seed: int = 0) -> Iterator[Frame]:
    """Each picture for so many seconds, every frame with its own noise."""
    chance, number = np.random.default_rng(seed), 0
    for picture, seconds in pictures:
        for _ in range(round(seconds * RATE)):
            noise = chance.integers(-6, 7, picture.shape, dtype=np.int16)
            pixels = np.asarray(np.clip(picture.astype(np.int16) + noise, 0, 255), np.uint8)
            yield Frame(pixels, number / RATE, number)
            number += 1
