"""A person who knows nothing of the app plays on the tablet, and a referee compares what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.person.tablet.driver import opened  # isort: skip - it settles Kivy first
from tests.person.referee import start
from tests.person.tablet.magnate import MagnatePeople


def test_magnate(app: Any, window: Any, tmp_path: Path) -> None:
    with opened(app, window, tmp_path, "tablet", "en"):
        people = MagnatePeople("magnate", "en", 2)
        table = start("magnate", 2, 7)
        people.begin()
        people.lay(table)
        people.play(table, 25)
        people.picture("end")
        print(*people.steps, sep="\n")
