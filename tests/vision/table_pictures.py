"""Pictures of tables laid with the project's own deck, put together on the fly, with what lies where."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.faces import back, face
from companion.artwork.raster import rasterised
from companion.pictures.arrays import Matrix, Picture
from companion.pieces import Card
from companion.table.sightings import CardSighting, Face
from companion.vision.cards.card_frame import HEIGHT, OUTLINE, WIDTH, to_picture
from models.training.scenes.camera import Camera

_FACE_WIDTH = 300


@dataclass(frozen=True)
class Lying:
    """A card (None: face down) with its centre, its height in pixels and its turn in degrees clockwise."""

    code: str | None
    x: float
    y: float
    height: float = 170
    turn: float = 0

    @property
    def place(self) -> Matrix:
        angle, scale = np.deg2rad(self.turn), self.height / HEIGHT
        c, s = scale * np.cos(angle), scale * np.sin(angle)
        mx, my = WIDTH / 2, HEIGHT / 2
        return np.array([[c, -s, self.x - c * mx + s * my], [s, c, self.y - s * mx - c * my], [0, 0, 1]])

    @property
    def corners(self) -> Matrix:
        return to_picture(self.place, OUTLINE)


@cache
def face_picture(code: str | None) -> Picture:
    drawing = back() if code is None else face(Card.parse(code))
    return np.asarray(rasterised(drawing, _FACE_WIDTH), np.uint8)


def table_picture(
    cards: list[Lying],
    size: tuple[int, int] = (1000, 750),
    seed: int = 0,
    faces: Callable[[str | None], Picture] = face_picture,
) -> Picture:
    """The cards in this order, later ones on top, on a grainy green cloth, a little soft and noisy."""
    return _laid(tuple(cards), size, seed, faces).copy()


@lru_cache(maxsize=32)
def _laid(
    cards: tuple[Lying, ...], size: tuple[int, int], seed: int, faces: Callable[[str | None], Picture]
) -> Picture:
    cloth, noise = _cloth_and_noise(size, seed)
    picture = cloth.copy()
    for card in cards:
        shown = faces(card.code)
        to_frame = np.diag([WIDTH / shown.shape[1], HEIGHT / shown.shape[0], 1.0])
        matrix = card.place @ to_frame
        warped = cv2.warpPerspective(shown, matrix, size, flags=cv2.INTER_AREA).astype(np.float32)
        mask = cv2.warpPerspective(np.full(shown.shape[:2], 255, np.uint8), matrix, size).astype(np.float32)[..., None]
        picture += (warped - picture) * (mask / 255)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + noise
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


@lru_cache(maxsize=4)
def _cloth_and_noise(size: tuple[int, int], seed: int) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The cloth without cards, and the noise of the camera over it."""
    grain = np.random.default_rng(seed)
    cloth = np.empty((size[1], size[0], 3), np.float32)
    cloth[:] = (70, 110, 60)
    cloth += cv2.GaussianBlur(grain.normal(0, 30, cloth.shape).astype(np.float32), (0, 0), 1.5)
    return cloth, grain.normal(0, 4, cloth.shape)


def cards_under(viewpoint: Camera, count: int, chance: np.random.Generator, amiss: int = 0) -> list[CardSighting]:
    """Cards that lie about, seen to half a pixel; the last ``amiss`` of them half as large as they should be."""
    sightings = []
    for number in range(count):
        turn, grown = chance.uniform(0, 2 * math.pi), 0.5 if number >= count - amiss else 1.0
        spun = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        outline = grown * np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)])
        points = viewpoint.project(outline @ spun.T + chance.uniform((-160, -110), (160, 110)))
        a, b, c, d = ((float(x), float(y)) for x, y in points + chance.normal(0, 0.5, (4, 2)))
        sightings.append(CardSighting((a, b, c, d), Face.UP, (), sure=True))
    return sightings
