"""The demonstration shows the main job and tells the truth."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.demo import bundled, film
from tests.cli.printed import Say


def test_the_demo_reads_the_bundled_photo_unasked_and_plays_the_bundled_game(say: Say, data: Path) -> None:
    status, out, _ = say("demo", "--no-roller", "--json")
    document = json.loads(out)
    truth = json.loads(bundled.photo().with_suffix(".json").read_text(encoding="utf-8"))["score"]
    assert status == 0 and document["photo"]["sure"]
    assert document["photo"]["districts"] == truth["districts"]
    assert document["photo"]["winner"] == truth["winner"]
    assert document["game"]["rolls"] == "record"
    assert document["game"]["decided_by"] in ("districts", "total", "tokens", "draw")
    assert not data.exists(), "a demonstration keeps nothing"


def test_the_film_is_followed_with_its_game_and_the_mistake_in_it_is_caught(
    say: Say, data: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "film.png"
    status, out, err = say("demo", "--film", "--picture", str(picture))
    assert status == 0 and "The table differs from the game: this turn's card is already played." in out
    assert "Remove The Sailor from Ben's side of The Watchman." in out
    assert out.endswith("The mistake in the video was found. No wrong move was recorded.\n")
    assert str(picture) in err
    drawn, before = cv2.imread(str(picture)), cv2.VideoCapture(str(film.film_path())).read()[1]
    assert drawn is not None and drawn.shape == before.shape and (drawn != before).any()
    assert not data.exists(), "a demonstration keeps nothing"


def test_the_demo_ends_with_a_picture_and_without_a_screen_says_what_one_would_bring(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    picture = tmp_path / "demo.png"
    status, _, err = say("demo", "--no-roller", "--picture", str(picture), "--open")
    *_, where, screen = err.splitlines()
    assert status == 0 and where.endswith(str(picture)) and picture.read_bytes().startswith(b"\x89PNG")
    assert screen.startswith("No screen found")
