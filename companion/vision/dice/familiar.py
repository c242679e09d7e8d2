"""Templates of dice whose values players have confirmed, and their correlation with other dice.

The same dice are thrown all evening. When a roll is confirmed, a small rectified picture of each top face is kept.
A later die is compared with each of these at every turn. So a face is recognised by how this very die is printed, which
no network knows. The correlation is one feature of the calibration: nothing is certain by it alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.arrays import Floats
from companion.vision.camera_pose.aspect import Aspect
from companion.vision.dice.finding import Candidate
from companion.vision.dice.readings import NONE, READINGS

Picture = NDArray[np.uint8]

VIEWS = (0.75, 1.15)
"""Diameters of a die that are compared: little more than the mark, and the face with what lies around it."""
SEARCHED, FACE = 32, 21
"""Pixels of the side of the patch that is searched, and of the face that is searched for."""
FINE = 42.0
"""Pixels to a diameter of the rectified picture that is kept."""
AROUND = 1.7
"""Diameters that it shows: the larger view at every turn."""
TURNS = 30
SOFT = 0.1
"""Share of a patch by which it is blurred; the blurred patch is subtracted, with shadows and the die's colour."""
KEPT = 3
"""Faces that are kept of each reading, the latest."""
TURNED_OVER = [READINGS.index((DieKind.D10, digit)) for digit in (6, 9)]
"""Digits that are alike upside down: a template distinguishes them from all others, but not from each other. One of
another die is less like this one than this one's own, turned over."""


class Portrait:
    """A template: a die's top face and what lies around it, rectified, in greys (side × side)."""

    def __init__(self, greys: Floats) -> None:
        self._greys = greys

    @classmethod
    def of(cls, picture: Picture, place: Candidate, aspect: Aspect) -> Portrait:
        """Return the template of the top face at a place in a picture (height × width × 3, BGR)."""
        side = round(AROUND * FINE)
        matrix = aspect.level * (FINE / place.across)
        moved = np.array([side / 2, side / 2]) - matrix @ np.asarray(place.top)
        smooth = cv2.INTER_AREA if place.across > FINE else cv2.INTER_LINEAR
        cut = cv2.warpAffine(
            picture, np.hstack([matrix, moved[:, None]]), (side, side), flags=smooth, borderMode=cv2.BORDER_REPLICATE
        )
        return cls(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32))

    @cached_property
    def faces(self) -> tuple[Floats, ...]:
        """What to search for: for each of :data:`VIEWS` its middle, less its mean, of length 1 (face²)."""
        edge = (SEARCHED - FACE) // 2
        return tuple(
            _compared(self._turned(view, 0.0)[edge : edge + FACE, edge : edge + FACE].reshape(1, -1))[0]
            for view in VIEWS
        )

    def patches(self, view: float) -> Floats:
        """Return where to search: that view at every turn and place, each less its mean, of length 1 (n × face²)."""
        turned = np.stack([self._turned(view, math.tau * turn / TURNS) for turn in range(TURNS)])
        places = np.lib.stride_tricks.sliding_window_view(turned, (FACE, FACE), axis=(1, 2))
        return _compared(places.reshape(-1, FACE * FACE))

    def _turned(self, view: float, turn: float) -> Floats:
        zoom, middle = SEARCHED / (view * FINE), len(self._greys) / 2
        around = cv2.getRotationMatrix2D((middle, middle), math.degrees(turn), zoom)
        matrix = np.asarray(around) + np.array([[0, 0, SEARCHED / 2 - middle]])
        size = (SEARCHED, SEARCHED)
        patch = cv2.warpAffine(self._greys, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(patch - cv2.GaussianBlur(patch, (0, 0), SOFT * SEARCHED), np.float32)


def _compared(pictures: Floats) -> Floats:
    """Return pictures (n × pixels) scaled so that their products are correlations."""
    centred = pictures - pictures.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6), np.float32)


@dataclass(frozen=True, slots=True)
class FamiliarDice:
    """The confirmed faces: the number of the reading in :data:`READINGS`, and the template."""

    faces: tuple[tuple[int, Portrait], ...] = ()

    def knowing(self, reading: int, portrait: Portrait) -> FamiliarDice:
        """Return these with one face more; the oldest of the same reading goes if there are :data:`KEPT`."""
        same = [face for face in self.faces if face[0] == reading][-KEPT + 1 :]
        others = [face for face in self.faces if face[0] != reading]
        return FamiliarDice((*others, *same, (reading, portrait)))

    def likeness(self, portrait: Portrait) -> Floats | None:
        """Return the correlation of a die with the known faces of each reading.

        Args:
            portrait: The template of the die.

        Returns:
            The highest correlation in each view (16 × 2), NaN where no face is known; None if none is known at all.
        """
        if not self.faces:
            return None
        highest = np.full((NONE, len(VIEWS)), np.nan, np.float32)
        for number, view in enumerate(VIEWS):
            known = np.stack([one.faces[number] for _, one in self.faces])
            alike = (known @ portrait.patches(view).T).max(axis=1)
            for (reading, _), likeness in zip(self.faces, alike, strict=True):
                highest[reading, number] = np.fmax(highest[reading, number], likeness)
        highest[TURNED_OVER] = np.fmax(*highest[TURNED_OVER])
        return highest


STRANGERS = FamiliarDice()
"""Without any confirmed face."""
