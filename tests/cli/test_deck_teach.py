"""``companion deck teach`` as a player types it, the camera being a film of cards laid down one by one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from companion.cli.main import run
from tests.vision.table_pictures import Lying, table_picture


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


def taught(
    tmp_path: Path, film: Path, words: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    status = run(["--data", str(tmp_path), "deck", "teach", "--name", "ours", "--source", str(film), *words])
    output = capsys.readouterr()
    return status, output.out, output.err


def test_a_deck_is_taught_by_showing_its_cards(tmp_path: Path, film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = taught(tmp_path, film, ["--cards", "4MS,7WY,9LK", "--json"], capsys)
    assert (status, json.loads(out)["cards"], json.loads(out)["missing"]) == (0, 3, [])
    assert "Show: The Mountain (4MS) (3 left)" in err
    run(["--data", str(tmp_path), "deck", "list", "--json"])
    assert "ours" in {deck["name"] for deck in json.loads(capsys.readouterr().out)}


def test_what_was_not_shown_is_said(tmp_path: Path, film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = taught(tmp_path, film, ["--cards", "4MS,7WY,9LK,AM"], capsys)
    assert status == 1
    assert "not shown: AM" in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["--cards", "44Q"], "44Q"), (["--source", "no-such.mp4"], "no-such.mp4"), (["--name", ""], "name")],
)
def test_an_unusable_lesson_is_one_line(
    tmp_path: Path, film: Path, words: Sequence[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = taught(tmp_path, film, words, capsys)
    assert (status, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err
