"""A photo of a table is scored: it is seen beside its score as the camera took it."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.person.tablet.person import Person
from tests.person.tablet.screen import Box, Screen

LABELS = {
    "en": ("Score a photo", "Take or choose a photo"),
    "fr": ("Compter une photo", "Prendre ou choisir une photo"),
}
ALIKE = 0.9
"""Least structural similarity of a photo and its file."""


class PhotoPeople(Person):
    """Somebody who scores a table by its photo."""

    def score(self, photo: Path, language: str) -> None:
        """Choose the photo, and look at it beside its score.

        Args:
            photo: A file in the folder of this tablet's pictures.
            language: Of the screen.
        """
        score, choose = LABELS[language]
        self.tap(score)
        self.tap(choose)
        self.find(photo.name)
        self.is_like(photo, within="PhotoTarget")
        self.tap(photo.name)
        self.until(lambda screen: any(not one.frame("PhotoTarget") for one in screen.pictures("photo")), "the photo")
        self.is_like(photo)

    def is_like(self, photo: Path, within: str = "") -> None:
        """Compare what is shown with the file, in the size in which it is shown."""
        pixels = cv2.imread(str(photo))
        assert pixels is not None
        found = 0.0

        def alike(screen: Screen) -> bool:
            nonlocal found
            places = [one.box for one in screen.pictures("photo") if not within or one.frame(within)]
            found = max((_alike(screen, place, np.asarray(pixels, np.uint8)) for place in places), default=0.0)
            return found >= ALIKE

        try:
            self.until(alike, f"the photo {photo.name}")
        except AssertionError as wrong:
            raise AssertionError(f"the photo is like its file by {found:.2f} only\n{wrong}") from None
        self.steps.append(f"the photo is like its file by {found:.3f}")


def _alike(screen: Screen, place: Box, pixels: NDArray[np.uint8]) -> float:
    height, width = pixels.shape[:2]
    zoom = min(place.width / width, place.height / height)
    size = round(width * zoom), round(height * zoom)
    left, bottom = round(place.middle[0] - size[0] / 2), round(place.middle[1] - size[1] / 2)
    shown = screen.pixels[bottom : bottom + size[1], left : left + size[0], :3][::-1]
    file = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return similarity(cv2.cvtColor(shown, cv2.COLOR_RGB2GRAY), cv2.cvtColor(file, cv2.COLOR_BGR2GRAY))


def similarity(one: NDArray[Any], other: NDArray[Any]) -> float:
    """The structural similarity of two grey pictures of the same size (Wang and others, 2004)."""

    def blurred(picture: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(cv2.GaussianBlur(picture, (11, 11), 1.5), np.float64)

    first, second = one.astype(np.float64), other.astype(np.float64)
    mean, level = blurred(first), blurred(second)
    spread, range_ = blurred(first**2) - mean**2, blurred(second**2) - level**2
    both = blurred(first * second) - mean * level
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    map_ = ((2 * mean * level + c1) * (2 * both + c2)) / ((mean**2 + level**2 + c1) * (spread + range_ + c2))
    return float(map_.mean())
