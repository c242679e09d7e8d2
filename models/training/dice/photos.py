"""Whether what was learnt from rendered dice survives reality: digits read off photos of real ones."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import FROM_ABOVE
from companion.vision.dice.eyes import DiceEyes

CERTAIN = 0.56
"""The lead, by both readers, from which a digit is certain."""


def photo_figures(eyes: DiceEyes, folder: Path) -> dict[str, int]:
    """Counts over photos in folders named by the digit on top, ``1`` to ``9``, whatever die carries it.

    A d20 is none of our dice, so its kind is not asked: the digit alone counts.
    """
    counts = {"photos": 0, "found": 0, "right": 0, "right and sure": 0, "sure but wrong": 0}
    for path in sorted(folder.glob("[1-9]/*.jpg")):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        counts["photos"] += 1
        if picture is None:
            raise FileNotFoundError(f"{path} is no picture")
        pixels = np.asarray(picture, np.uint8)
        # One die a photo: the largest of the likely places.
        places = [place for place in eyes.find(pixels) if place.across > 0.12 * max(pixels.shape[:2])]
        if not places:
            continue
        counts["found"] += 1
        evidence = eyes.evidence(pixels, places[0], FROM_ABOVE, least=0.0)
        if evidence is None:
            continue
        seen = np.sqrt(evidence.close.ten * evidence.wide.ten)
        certain = min(_lead(one.ten, int(seen.argmax())) for one in (evidence.close, evidence.wide)) >= CERTAIN
        right = int(seen.argmax()) == int(path.parent.name)
        counts["right"] += right
        counts["right and sure"] += right and certain
        counts["sure but wrong"] += certain and not right
    return counts


def _lead(seen: NDArray[np.float32], best: int) -> float:
    """How far a digit leads the next; below 0 where another leads."""
    return float(seen[best] - np.delete(seen, best).max())
