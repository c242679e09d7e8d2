"""The pictures that the pages show are what the program draws today; `make pictures` draws them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.loading import load_picture
from companion.table.sightings import Sightings
from companion.vision.overlay import UNCERTAIN, draw_overlay
from companion.vision.recognise import recognise
from docs.tools.illustrations import draw_illustration
from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
CHANGED = 0.01
"""The largest share of pixels that may differ: outlines are a pixel aside on another processor."""
OTHERWISE = 30
"""From which difference of a colour channel, of 255, a pixel differs."""
OF_THE_README = ("table", "seen_move", "end", "sorcerous_futures", "magistratvm")
"""Screens and sheets of the app, by their names in the gallery."""
OF_THE_APP = [
    *(f"{view}.png" for view in OF_THE_README),
    "fr/table.png",
    *(f"first-card-{number}.png" for number in (1, 2, 5, 6, 8, 9)),
]


def differing(kept: Any, now: Any) -> float:
    """The share of pixels that are otherwise in one picture than in the other."""
    if kept.shape != now.shape:
        return 1.0
    return float((np.abs(kept.astype(int) - now).max(axis=2) > OTHERWISE).mean())


def picture(path: Path) -> Any:
    found = cv2.imread(str(path))
    assert found is not None, path
    return found


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Sightings]:
    """The bundled photo with what is read in it drawn over it, and what that is."""
    photo = load_picture(bundled.photo())
    sightings = recognise(photo.pixels).sightings
    return draw_overlay(photo.pixels, sightings), sightings


def test_the_photo_with_what_was_read_is_what_is_read_today(read: tuple[Any, Sightings]) -> None:
    assert differing(picture(PICTURES / "overlay.jpg"), read[0]) < CHANGED, "run: make generated"


def test_the_photo_shows_a_doubt_only_where_the_text_says_so(read: tuple[Any, Sightings]) -> None:
    sightings = read[1]
    assert "In the bundled picture every reading is certain." in (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(card.sure for card in sightings.cards) and all(die.sure for die in sightings.dice)
    for shown in (read[0], picture(PICTURES / "overlay.jpg")):
        assert not (np.abs(shown.astype(int) - np.array(UNCERTAIN)).max(axis=2) <= 2).any()


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app's pictures, drawn now."""
    folder = tmp_path_factory.mktemp("screens")
    (folder / "pictures").mkdir()
    views = [word for view in OF_THE_README for word in ("--view", view)]
    runs: list[tuple[str, Path, list[str]]] = [
        ("screenshots", folder, views),
        ("screenshots", folder / "fr", ["--language", "fr"]),
        ("first_card", folder, []),
    ]
    for module, out, more in runs:
        words = [sys.executable, "-m", f"docs.tools.{module}", "-o", str(out), *more]
        asked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        if asked.returncode == 2:
            pytest.skip(asked.stderr.strip().splitlines()[-1])
        assert asked.returncode == 0, asked.stderr
    for number in folder.glob("pictures/*.png"):
        number.rename(folder / number.name)
    return folder


@pytest.mark.prove("documentation")
@pytest.mark.parametrize("name", ["new_game", "magistratvm", "camera"])
def test_an_illustration_in_the_app_shows_the_cards_as_they_are_printed_today(name: str, tmp_path: Path) -> None:
    draw_illustration(name, tmp_path)
    kept = ROOT / "companion" / "app" / "illustrations" / f"{name}.png"
    assert differing(picture(kept), picture(tmp_path / kept.name)) < CHANGED, "run: make generated"


@pytest.mark.prove("pictures")
@each("name", OF_THE_APP)
def test_a_picture_of_the_app_is_what_it_shows_today(name: str, screens: Path) -> None:
    """Of the page's sheet, whose code is another each time, no picture can be the same."""
    assert differing(picture(PICTURES / name), picture(screens / name)) < CHANGED / 10, "run: make generated"
