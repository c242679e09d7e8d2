"""What the app shows of a camera's address, and how a player trusts a camera's own certificate."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import cv2
import numpy as np
import pytest
from kivy.uix.widget import Widget

from companion.app.camera.camera_choice import make_choice_sheet
from companion.app.sheets.camera import CameraSheet
from companion.web.certificate import ensure_certificate
from tests.app.tablet import Tablet, until
from tests.app.test_camera import choose_camera, table
from tests.pictures.sources.pasted import PASTED
from tests.pictures.sources.quirky import OK, Asked, camera, part
from tests.pictures.sources.test_camera_certificates import own_fingerprint

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
