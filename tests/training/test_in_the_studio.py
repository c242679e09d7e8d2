"""Clutter and mistakes of the detector that the die reader learns from."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluation.labelled_dice import LabelledPhoto
from models.training.dice.specimens import What
from models.training.reader.photographs import clutter
from models.training.studio.mistaken import mistaken
from models.training.studio.shards import Shots

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
