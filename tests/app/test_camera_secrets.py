"""What is drawn over the camera's picture, and what is shown of its address and its own certificate."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import cv2
import numpy as np
import pytest
from kivy.clock import Clock
from kivy.graphics import Rectangle
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.camera.camera_choice import make_choice_sheet
from companion.app.camera.camera_state import CameraState
from companion.app.sheets.camera import CameraSheet
from companion.app.widgets.live_picture import LivePicture, throwing_area
from companion.app.window.textures import suit_mask
from companion.live.events import DISAGREEMENT
from companion.locale import Message
from companion.pieces import Card, Suit
from companion.table.sightings import Sightings
from companion.web.certificate import ensure_certificate
from models.training.scenes.camera import aim_camera
from tests.app.tablet import Tablet, until
from tests.app.test_camera import choose_camera, table
from tests.pictures.sources.test_camera_certificates import own_fingerprint
from tests.pictures.sources.test_quirky_cameras import OK, Asked, camera, part
from tests.pictures.sources.test_secret_addresses import PASTED
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


__all__ = ["table"]  # a fixture


def words_on(widget: Widget) -> str:
    """Everything that is written on a part of the screen."""
    texts = (getattr(each, name, "") for each in widget.walk() for name in ("text", "notice", "title", "doing"))
    return " ".join(text for text in texts if isinstance(text, str))


def test_no_sheet_shows_the_secret_of_the_address_that_was_used_last(tablet: Tablet) -> None:
    for pasted in PASTED:
        sheet = make_choice_sheet(pasted.text, lambda source: None)
        for secret in filter(None, pasted.secrets):
            assert secret not in words_on(sheet), pasted.text
            assert secret not in repr(replace(tablet.app.settings, camera=pasted.text))


def test_the_address_that_was_used_last_is_used_whole_though_its_secret_is_not_shown(tablet: Tablet) -> None:
    taken: list[str] = []
    whole = "http://zita:p@ss/w0rd@phone:8080/video"
    sheet = make_choice_sheet(whole, taken.append)
    assert sheet.ids.address.value == "http://phone:8080/video"
    sheet.use_address()
    sheet.ids.address.text = "http://phone:8080/other"
    sheet.use_address()
    assert taken == [whole, "http://phone:8080/other"]


def test_an_error_on_a_camera_sheet_shows_no_secret(table: Tablet) -> None:
    for pasted in (one for one in PASTED if not one.host):
        table.screen.camera.choose()
        table.settle()
        table.screen.sheet.ids.address.text = pasted.text
        table.screen.sheet.use_address()
        notice = table.screen.sheet.notice
        assert notice and not any(secret in notice for secret in filter(None, pasted.secrets)), pasted.text
        table.press_back()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return ensure_certificate("127.0.0.1", tmp_path / "camera").file


def test_a_cameras_own_certificate_is_trusted_by_one_tap(table: Tablet, certificate: Path) -> None:
    picture = cv2.imencode(".jpg", np.full((72, 128, 3), 80, np.uint8))[1].tobytes()

    def says(_: Asked) -> chain[bytes]:
        return chain([OK], repeat(part(len(picture), picture)))

    with camera(says, certificate) as phone:
        choose_camera(table, phone.at(scheme="https", login="zita:p@ss/w0rd@"))
        sheet = table.screen.sheet
        assert isinstance(sheet, CameraSheet)
        until(table, lambda: sheet.may_trust)
        assert own_fingerprint(certificate) in sheet.doing
        assert "w0rd" not in words_on(table.screen) and not phone.asked
        table.tap(sheet.ids.trust)
        until(table, lambda: sheet.ids.picture.has_picture and not sheet.may_trust)
        assert sheet.ids.picture.has_picture and not sheet.may_trust and sheet.ids.trust.height == 0
        table.screen.camera.stop()
