"""A person who knows nothing of the app plays on the tablet, and a referee compares what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.demo.bundled import photo as bundled_photo

from tests.person.tablet.driver import PLACES, opened  # isort: skip - it settles Kivy first
from tests.person.referee import MagnateTable, start
from tests.person.tablet.magnate import MagnatePeople
from tests.person.tablet.photo import PhotoPeople

TAPS_TO_FIRST_ROLL = 9
"""Most taps besides letters from the first screen to the first roll of a game with two typed names."""


def magnate(seats: int, seed: int) -> MagnateTable:
    table = start("magnate", seats, seed)
    assert isinstance(table, MagnateTable)
    return table


def test_two_who_type_their_names_roll_after_nine_taps(app: Any, window: Any, tmp_path: Path) -> None:
    with opened(app, window, tmp_path, "tablet", "en"):
        people = MagnatePeople("first evening", "en", 2)
        people.begin(("Ann", "Ben"))
        people.tap("Deal for me")
        people.tap("Start")
        people.roll((6, 8), None)
        people.find("6·8", exact=False)
        assert people.hands.taps <= TAPS_TO_FIRST_ROLL, people.steps


@pytest.mark.prove("person-tablet")
@pytest.mark.parametrize("place", PLACES)
def test_a_photo_is_seen_beside_its_score(
    app: Any, window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    pictures = tmp_path / "Pictures"
    pictures.mkdir()
    monkeypatch.setenv("XDG_PICTURES_DIR", str(pictures))
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "none"))
    photo = pictures / "table.jpg"
    photo.write_bytes(bundled_photo().read_bytes())
    with opened(app, window, tmp_path, place, "en"):
        PhotoPeople(f"photo {place}").score(photo, "en")


@pytest.mark.prove("person-tablet")
@pytest.mark.timeout(2400)
@pytest.mark.parametrize(
    ("place", "seats", "language"), [("tablet", 2, "en"), ("large", 2, "fr"), ("dense", 3, "fr"), ("upright", 3, "en")]
)
def test_a_game_of_magnate_shows_what_is_true_after_each_act(
    app: Any, window: Any, tmp_path: Path, place: str, seats: int, language: str
) -> None:
    with opened(app, window, tmp_path, place, language):
        people = MagnatePeople(f"magnate {place} {seats} {language}", language, seats)
        table = magnate(seats, 7)
        people.begin()
        people.lay(table)
        people.play(table)
