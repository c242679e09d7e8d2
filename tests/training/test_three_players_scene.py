"""A rendered table of three is read as it was laid."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.magnate.presets import preset
from companion.table.edge import Edge
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.vision.recognise import recognise
from models.evaluation.card_measurement import true_layout
from models.training.common.decks import own_deck
from models.training.scenes.magnate import magnate_scene


@pytest.mark.prove("renders")
def test_a_photo_of_three_players_y_is_read_as_it_lies() -> None:
    scene = magnate_scene(1, own_deck(), players=3)
    pixels = cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_COLOR)
    reading = read_layout(recognise(np.asarray(pixels)).sightings, preset("three-players"), Edge.BOTTOM, PhotoAnswers())
    row, columns = true_layout(scene.labels)
    assert reading.questions == ()
    assert tuple(str(district.card) for district in reading.layout.districts) == row
    for index, district in enumerate(reading.layout.districts):
        for seat, column in enumerate(district.columns):
            codes = tuple(map(str, column.properties)) if column else ()
            deed = str(column.deed.card) if column and column.deed else None
            assert (codes, deed) == columns.get((index, seat), ((), None))
