"""What is drawn over the camera's picture."""

from __future__ import annotations

import cv2
import numpy as np

from companion.app.widgets.live_picture import LivePicture, throwing_area
from companion.table.sightings import Sightings
from models.training.scenes.camera import aim_camera
from tests.vision.table_pictures import cards_under

SIZE = (1280, 960)


def sightings_at(tilt: float) -> Sightings:
    camera = aim_camera((-200, -150, 200, 150), SIZE, tilt, 80, 0.0)
    return Sightings(*SIZE, tuple(cards_under(camera, 14, np.random.default_rng(3))))


def test_a_camera_far_aside_shows_where_dice_are_to_be_thrown() -> None:
    place = throwing_area(sightings_at(30))
    assert 0.1 < cv2.contourArea(np.array(place, np.float32)) / (SIZE[0] * SIZE[1]) < 0.9
    picture = LivePicture(size=(960, 720), named=False)
    plain = len(_marks(picture, 30))
    picture.named = True
    assert len(_marks(picture, 30)) > plain


def test_a_camera_above_the_table_leaves_the_throw_to_the_players() -> None:
    assert throwing_area(sightings_at(5)) == ()
    assert throwing_area(Sightings(*SIZE)) == ()


def _marks(picture: LivePicture, tilt: float) -> list[object]:
    picture.show(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    picture.mark(sightings_at(tilt))
    return list(picture._outlines.children)
