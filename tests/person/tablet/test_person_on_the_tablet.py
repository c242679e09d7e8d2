"""A person who knows nothing of the app plays on the tablet, and a referee compares what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.demo.bundled import photo as bundled_photo

from tests.person.tablet.driver import opened  # isort: skip - it settles Kivy first
from tests.person.referee import start
from tests.person.tablet.magnate import MagnatePeople
from tests.person.tablet.photo import PhotoPeople


def test_magnate(app: Any, window: Any, tmp_path: Path) -> None:
    with opened(app, window, tmp_path, "tablet", "en"):
        people = MagnatePeople("magnate", "en", 2)
        table = start("magnate", 2, 7)
        people.begin()
        people.lay(table)
        people.play(table, 25)
        people.picture("end")
        print(*people.steps, sep="\n")


def test_photo(app: Any, window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = tmp_path / "Pictures"
    pictures.mkdir()
    monkeypatch.setenv("XDG_PICTURES_DIR", str(pictures))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "none"))
    photo = pictures / "table.jpg"
    photo.write_bytes(bundled_photo().read_bytes())
    with opened(app, window, tmp_path, "tablet", "en"):
        people = PhotoPeople("photo")
        people.score(photo, "en")
        people.picture("end")
        print(*people.steps, sep="\n")
