"""What the first page of a phone leads to: each page is found by its words, and is as wide as the phone."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cli.known_decks import known_decks
from companion.folders import Folders
from companion.web.phone_camera import PhoneCamera
from tests.person.web.places import SIZES, at_home, site
from tests.person.web.table import Device, begin
from tests.person.web.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.prove("person-web")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES[:2])
def test_photo_camera_and_moving_are_found_on_a_phone_and_no_wider_than_it(
    browser: Browser, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    say = Words(language)
    with (
        closing(PhoneCamera("127.0.0.1", tmp_path)) as camera,
        site(tmp_path, phone=camera, decks=partial(known_decks, Folders(tmp_path))) as server,
    ):
        host = Device(browser, size, language).opens(at_home(server.invitation(host=True)))
        begin(host, "magnate", say)  # so that there is a game to move
        host.tap(say("first page"))
        for way in ("photo", "camera", "move"):
            host.tap(say(way))
            assert not host.screen().named(say("new game")), "the first page is still there"
            host.read_through()
            host.tap(say("first page"))
        assert host.faults == []
