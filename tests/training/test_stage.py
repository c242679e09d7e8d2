from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.common.decks import own_deck
from models.training.stage import StagedFilm, stage
from models.training.stage.filming import FilmCamera
from models.training.stage.timeline import HandMove

SIZE = (640, 360)


@pytest.fixture(scope="module")
def staged() -> StagedFilm:
    return stage(7, 2, SIZE, fps=5)


@pytest.fixture(scope="module")
def camera(staged: StagedFilm) -> FilmCamera:
    return FilmCamera(staged.film, own_deck(), SIZE)


def moving_and_still(staged: StagedFilm) -> tuple[float, float]:
    """A moment at which a hand is over the table, and one at which nothing moves."""
    acts = staged.film.script.acts
    hand = next(act for act in acts[3:] if any(isinstance(mover, HandMove) for mover in act.movers))
    still = next(act for act in acts if not act.movers)
    return hand.ends - 0.05, (still.starts + still.ends) / 2


@pytest.mark.prove("renders")
def test_a_seed_gives_the_same_video_every_time(staged: StagedFilm) -> None:
    again = stage(7, 2, SIZE, fps=5)
    assert again.truth == staged.truth
    for one, other in islice(zip(staged.frames(), again.frames(), strict=True), 25):
        assert one.at == other.at == one.number / 5
        assert np.array_equal(one.pixels, other.pixels)


def test_frames_are_pictures_of_the_size_asked_for(camera: FilmCamera) -> None:
    pixels = camera.frame(0, 0.0).pixels
    assert pixels.shape == (360, 640, 3) and pixels.dtype == np.uint8


def test_two_frames_of_a_still_table_differ_by_noise_alone(staged: StagedFilm, camera: FilmCamera) -> None:
    _, still = moving_and_still(staged)
    one, other = (camera.frame(number, still).pixels.astype(int) for number in (1, 2))
    assert 0 < np.abs(one - other).mean() < 6


def test_a_hand_covers_a_good_part_of_the_picture(staged: StagedFilm, camera: FilmCamera) -> None:
    moving, still = moving_and_still(staged)
    away = camera.frame(3, still).pixels.astype(int)
    there = camera.frame(3, moving).pixels.astype(int)
    changed = (np.abs(there - away).max(axis=2) > 40).mean()
    assert 0.01 < changed < 0.6


@pytest.mark.prove("renders")
def test_the_command_writes_a_video_and_its_truth(tmp_path: Path) -> None:
    video = tmp_path / "clip.mp4"
    command = [sys.executable, "-m", "models.training.stage", "--seed", "3", "--turns", "1", "--fps", "3"]
    subprocess.run([*command, "--width", "640", "--height", "360", "-o", str(video)], check=True, capture_output=True)
    document = json.loads(video.with_suffix(".json").read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(video))
    assert document["seed"] == 3 and document["size"] == [640, 360]
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == document["frames"]
    assert capture.get(cv2.CAP_PROP_FPS) == pytest.approx(3)
