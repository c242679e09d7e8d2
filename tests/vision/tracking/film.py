"""Films of a table, frame by frame: real pictures, a hand over them, noise of a sensor, another light."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame
from companion.table.camera_events import CameraEvent
from companion.vision.tracking.follower import Follower

RATE = 15

Change = Callable[[Picture, int], Picture]


def hand(picture: Picture, x: int, y: int) -> Picture:
    """An arm that reaches in over the lower edge, its fist at (x, y)."""
    covered = picture.copy()
    size = picture.shape[0] // 9
    cv2.line(covered, (x, y), (x - size, picture.shape[0] + 2 * size), (95, 120, 190), round(1.1 * size))
    cv2.ellipse(covered, (x, y), (size, round(1.4 * size)), 15, 0, 360, (110, 150, 210), -1)
    for finger in range(4):
        start = (x - size // 2 + finger * size // 3, y - size)
        cv2.line(covered, start, (start[0] - 4, start[1] - size // 2), (115, 155, 215), max(3, size // 4))
    return covered


class Film:
    """Plays pictures to a follower, each with its own noise, and hears what it says."""

    def __init__(self, follower: Follower, seed: int = 0) -> None:
        self.follower = follower
        self._chance = np.random.default_rng(seed)
        self._number = 0

    def play(self, picture: Picture, seconds: float, change: Change = lambda picture, k: picture) -> list[CameraEvent]:
        """Everything that was said meanwhile; ``change`` makes the k-th frame of a picture."""
        return [event for k in range(round(seconds * RATE)) for event in self._frame(change(picture, k))]

    def _frame(self, picture: Picture) -> Iterator[CameraEvent]:
        noise = self._chance.integers(-7, 8, picture.shape, dtype=np.int16)
        pixels = np.asarray(np.clip(picture.astype(np.int16) + noise, 0, 255), np.uint8)
        yield from self.follower.process_frame(Frame(pixels, self._number / RATE, self._number))
        self._number += 1
