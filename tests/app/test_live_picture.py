"""What is drawn over the camera's picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.graphics import Rectangle
from kivy.uix.relativelayout import RelativeLayout

from companion.app.camera.camera_state import CameraState
from companion.app.widgets.live_picture import LivePicture, throwing_area
from companion.app.window.textures import suit_mask
from companion.live.events import DISAGREEMENT
from companion.locale import Message
from companion.pieces import Card, Suit
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


def test_a_picture_is_reduced_once_for_a_size_and_place() -> None:
    picture = LivePicture(size=(333, 222))
    RelativeLayout(pos=(10.3, 7.7)).add_widget(picture)
    picture.show(np.zeros((480, 640, 3), np.uint8))
    Clock.tick_draw()
    assert not picture._upload_soon.is_triggered


def test_no_name_covers_another() -> None:
    picture = LivePicture(size=(320, 240))
    _marks(picture, 30)
    boxes = picture._labels
    assert len(boxes) >= 10
    for number, (x, y, width, height) in enumerate(boxes):
        for left, low, wide, high in boxes[number + 1 :]:
            assert abs(x - left) >= (width + wide) / 2 - 0.01 or abs(y - low) >= (height + high) / 2 - 0.01


def test_the_suits_of_every_card_are_drawn_next_to_its_rank() -> None:
    picture, drawn = LivePicture(size=(960, 720)), [suit_mask(suit) for suit in Suit]
    lying = sightings_at(30)
    picture.show(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    picture.mark(
        replace(lying, cards=tuple(replace(one, candidates=((Card.parse("4MS"), 1.0),)) for one in lying.cards))
    )
    textures = [one.texture for one in picture._outlines.children if isinstance(one, Rectangle)]
    assert sum(one in drawn for one in textures) == 2 * len(lying.cards)


def test_a_disagreement_that_is_withdrawn_is_no_longer_stated() -> None:
    state = CameraState(doing=Message("The table differs from the game: {why}.", {"why": "…"}))
    state.withdraw("payment-1")
    assert str(state.doing).startswith("The table differs")
    state.withdraw(DISAGREEMENT)
    assert str(state.doing) == "The table matches the game." and state.agrees


def _marks(picture: LivePicture, tilt: float) -> list[object]:
    picture.show(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    picture.mark(sightings_at(tilt))
    return list(picture._outlines.children)
