"""The second studio's dice as lessons for the networks that learnt from the first renderer's alone."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.dice.crops import CLOSE, CROP
from models.evaluation.labelled_dice import LabelledPhoto
from models.training.dice.in_the_studio import InTheStudio
from models.training.dice.lessons import lesson_crops
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import What
from models.training.studio.mistaken import mistaken
from models.training.studio.shards import Shots
from models.training.upright.photos import clutter

SIDE, ACROSS = 352, 80.0
TILT = math.radians(35)


def shot(what: What, value: int, up: float, leans: bool = False) -> Shots:
    """One grey disc on a dark table, a white spot in the middle of its top and a red one that way above it."""
    picture = np.full((SIDE, SIDE, 3), 40, np.uint8)
    middle = np.array([170.0, 190.0])
    away = np.array([math.cos(up), math.sin(up)])
    cv2.circle(picture, (170, 190), int(ACROSS / 2), (150, 150, 150), -1)
    cv2.circle(picture, (170, 190), 4, (255, 255, 255), -1)
    red = middle + 20 * away
    cv2.circle(picture, (round(red[0]), round(red[1])), 5, (0, 0, 255), -1)
    right = np.array([-away[1], away[0]])
    one = {
        "what": np.array([what], np.int64),
        "digit": np.array([value if what is What.D10 else -1], np.int64),
        "pips": np.array([value if what is What.D6 else -1], np.int64),
        "leans": np.array([leans]),
        "legible": np.array([True]),
        "frame": np.array([[middle, middle + 12 * right, middle + 12 * away]], np.float32),
        "neighbours": np.full((1, 4), np.nan, np.float32),
        "middle": middle[None].astype(np.float32),
        "across": np.array([ACROSS], np.float32),
        "box": np.array([[130, 150, 210, 230]], np.float32),
        "tilt": np.array([TILT], np.float32),
        "up": away[None].astype(np.float32),
        "picture": np.zeros(1, np.int64),
    }
    return Shots(pictures=picture[None], **one)


@pytest.mark.parametrize("up", [0.3, 2.0, 4.4])
def test_a_die_of_the_studio_is_a_lesson_whose_digit_stands_upright(up: float) -> None:
    studio = InTheStudio(shot(What.D10, 7, up), (0, 1, 0, 0))
    for seed in range(6):
        rng = np.random.default_rng(seed)
        crops = lesson_crops(studio.draw(rng), CLOSE, np.zeros(1), rng)
        assert crops.kinds.tolist() == [What.D10] and crops.values.tolist() == [7]
        x, y = (crops.places[0, :2] + 1) * CROP / 2
        # Whatever colour the red spot was given in another light: all else is grey.
        coloured = np.ptp(cv2.GaussianBlur(crops.pictures[0].transpose(1, 2, 0), (0, 0), 2), axis=2)
        row, column = np.unravel_index(np.argmax(coloured), coloured.shape)
        assert row < y and abs(column - x) < 0.6 * (y - row)


def test_a_cocked_die_is_asked_for_no_value() -> None:
    rng = np.random.default_rng(1)
    example = InTheStudio(shot(What.OTHER, 5, 0.0, leans=True), (0, 0, 1, 0)).draw(rng)
    assert example.laid.specimen.what == What.OTHER and example.laid.specimen.digit == -1
    assert lesson_crops(example, CLOSE, np.zeros(1), rng).values.tolist() == [-100]


def test_how_far_it_leans_is_told_about_as_it_is() -> None:
    rng = np.random.default_rng(2)
    studio = InTheStudio(shot(What.D6, 3, 1.0), (1, 0, 0, 0))
    leans = [studio.draw(rng).aspect.lean for _ in range(30)]
    tilts = [lean.tilt for lean in leans if lean is not None]
    assert len(tilts) == 30  # one that leans so far is read only where that is known
    assert np.median(tilts) == pytest.approx(TILT, rel=0.2) and np.std(tilts) > 0.02


def test_other_decks_lie_among_the_second_half_of_the_clutter(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "red"
    deck.mkdir(parents=True)
    cv2.imwrite(str(deck / "ace.png"), np.full((336, 240, 3), (20, 20, 220), np.uint8))

    def reddest(photo: LabelledPhoto) -> float:
        picture = np.asarray(cv2.imread(str(photo.path)), np.int64)
        return float(((picture[..., 2] - picture[..., 0]) > 90).mean())

    bare, strewn = (clutter(tmp_path / name, 2, decks) for name, decks in (("a", None), ("b", tmp_path / "decks")))
    assert reddest(strewn[0]) == reddest(bare[0])
    assert reddest(strewn[1]) > reddest(bare[1]) + 0.01


def test_what_the_finder_takes_for_a_die_there_is_a_lesson_about_none() -> None:
    """Dice of the studio lie on printed cards: what is printed there is learnt too, or it would soon be dice."""
    coin = FalseDice(np.zeros(1, np.int64), np.array([[60.0, 60.0]], np.float32), np.array([50.0], np.float32))
    studio = InTheStudio(shot(What.D10, 7, 1.0), (0, 1, 0, 0), coin)
    drawn = [studio.draw(np.random.default_rng(seed)).laid.specimen.what for seed in range(200)]
    assert 4 < drawn.count(What.NOTHING) < 40 and drawn.count(What.D10) + drawn.count(What.NOTHING) == 200


def test_a_die_and_its_own_marks_are_no_mistakes_of_the_finder_s() -> None:
    example = shot(What.D10, 7, 1.0)

    def finder(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sees something 40 pixels wide in every cell, in the picture's corner and on the die as well."""
        return np.full((1, 6, pictures.shape[2] // 8, pictures.shape[3] // 8), 2.0, np.float32) * LIKELY

    found = mistaken(example, finder)
    away = np.linalg.norm(found.middle - example.middle[0], axis=1)
    assert len(away) > 10 and (away > 0.5 * ACROSS).all()


LIKELY = np.array([1, 0, 0, 0, 0, 0.46], np.float32).reshape(1, 6, 1, 1)
"""A cell that is sure of a die about its own middle, about 40 pixels wide."""
