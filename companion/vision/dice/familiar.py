"""Dice that players have named: pictures of their top faces, and how like them another die's looks.

The same dice are thrown all evening. What one of them showed when a roll of it was confirmed is kept as a small level
picture of that face; a later die is compared with each at every turn. That tells a face apart by how this very die is
printed, which no network knows; it is weighed among what the networks say, and nothing is sure by it alone.
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
"""Diameters of a die that are looked at: little more than the mark, and the face with what lies around it."""
LOOK, FACE = 32, 21
"""Pixels of such a look, and of the face that is looked for in it."""
FINE = 42.0
"""Pixels to a diameter of the level picture that is kept."""
AROUND = 1.7
"""Diameters that it shows: the larger view at every turn."""
TURNS = 30
SOFT = 0.1
"""Of a look, the blur by which it is freed of shadows and of the colour of the die."""
KEPT = 3
"""So many faces are kept of each reading, the latest."""
TURNED_OVER = [READINGS.index((DieKind.D10, digit)) for digit in (6, 9)]
"""Digits that look like each other upside down: their look tells them from all others and not from each other. One that
was named on another of the dice looks less like this one than this one's own, turned over."""


class Portrait:
    """A die's top face and what lies around it, level, in greys (side × side)."""

    def __init__(self, greys: Floats) -> None:
        self._greys = greys

    @classmethod
    def of(cls, picture: Picture, place: Candidate, aspect: Aspect) -> Portrait:
        """Cut out of a picture (height × width × 3, blue first) around the top face at a place."""
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
        """What to look for: for each of :data:`VIEWS` the middle of it, less its mean, of length 1 (face²)."""
        edge = (LOOK - FACE) // 2
        return tuple(
            _compared(self._turned(view, 0.0)[edge : edge + FACE, edge : edge + FACE].reshape(1, -1))[0]
            for view in VIEWS
        )

    def looks(self, view: float) -> Floats:
        """Where to look: that view at every turn and place, each less its mean, of length 1 (n × face²)."""
        turned = np.stack([self._turned(view, math.tau * turn / TURNS) for turn in range(TURNS)])
        places = np.lib.stride_tricks.sliding_window_view(turned, (FACE, FACE), axis=(1, 2))
        return _compared(places.reshape(-1, FACE * FACE))

    def _turned(self, view: float, turn: float) -> Floats:
        zoom, middle = LOOK / (view * FINE), len(self._greys) / 2
        around = cv2.getRotationMatrix2D((middle, middle), math.degrees(turn), zoom)
        matrix = np.asarray(around) + np.array([[0, 0, LOOK / 2 - middle]])
        look = cv2.warpAffine(self._greys, matrix, (LOOK, LOOK), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(look - cv2.GaussianBlur(look, (0, 0), SOFT * LOOK), np.float32)


def _compared(pictures: Floats) -> Floats:
    """Pictures (n × pixels) whose products are their correlation."""
    apart = pictures - pictures.mean(axis=1, keepdims=True)
    return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1e-6), np.float32)


@dataclass(frozen=True, slots=True)
class FamiliarDice:
    """The faces that players named: the number of the reading in :data:`READINGS`, and the portrait."""

    faces: tuple[tuple[int, Portrait], ...] = ()

    def knowing(self, reading: int, portrait: Portrait) -> FamiliarDice:
        """With one face more; the oldest of the same reading goes where there are :data:`KEPT`."""
        same = [face for face in self.faces if face[0] == reading][-KEPT + 1 :]
        others = [face for face in self.faces if face[0] != reading]
        return FamiliarDice((*others, *same, (reading, portrait)))

    def likeness(self, seen: Portrait) -> Floats | None:
        """How like the known faces of each reading this looks, in each view (16 × 2); NaN where none is known.

        None where nothing is known yet.
        """
        if not self.faces:
            return None
        told = np.full((NONE, len(VIEWS)), np.nan, np.float32)
        for number, view in enumerate(VIEWS):
            known = np.stack([portrait.faces[number] for _, portrait in self.faces])
            alike = (known @ seen.looks(view).T).max(axis=1)
            for (reading, _), likeness in zip(self.faces, alike, strict=True):
                told[reading, number] = np.fmax(told[reading, number], likeness)
        told[TURNED_OVER] = np.fmax(*told[TURNED_OVER])
        return told


STRANGERS = FamiliarDice()
"""Nothing is known of the dice yet."""
