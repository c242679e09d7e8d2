"""``companion deck teach`` as a player types it, the camera being a film of cards laid down one by one."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.cli.printed import Say, document
from tests.vision.table_pictures import Lying, table_picture

TEACH = ("deck", "teach", "--name", "ours", "--source")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three cards, each lying still for a second and a half, a bare cloth between them."""
    path = tmp_path_factory.mktemp("lesson") / "lesson.avi"
    pictures = [table_picture([Lying(code, 480, 360, 400)] if code else []) for code in ("4MS", "", "7WY", "", "9LK")]
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (width, height))
    for picture in pictures:
        for _ in range(12):
            writer.write(picture)
    writer.release()
    return path


def test_a_deck_is_taught_by_showing_its_cards(say: Say, film: Path) -> None:
    status, out, err = say(*TEACH, str(film), "--cards", "4MS,7WY,9LK", "--json")
    assert (status, json.loads(out)["cards"], json.loads(out)["missing"]) == (0, 3, [])
    assert "Show: The Mountain (4MS) (3 left)" in err
    assert "ours" in {deck["name"] for deck in document(say, "deck", "list")}


def test_what_was_not_shown_is_reported(say: Say, film: Path) -> None:
    status, out, _ = say(*TEACH, str(film), "--cards", "4MS,7WY,9LK,AM")
    assert status == 1 and "not shown: AM" in out
