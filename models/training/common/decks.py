"""Decks for the generator: card faces by code and card backs, each picture in three sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from companion.artwork import faces
from companion.artwork.raster import rasterised
from companion.pictures.arrays import Picture
from companion.pieces import DECK, Card

WIDTH, HEIGHT = 300, 420
"""Size that face pictures are resized to, in pixels."""


OWN_DESIGN, PUBLISHED_DESIGN, UNKNOWN_DESIGN = 0, 1, 2
"""Design of a face: the project's own, the published Decktet, or one that the networks read as unknown."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card; ``code`` is None for a back and for a card of an unknown design.

    ``sizes`` are the picture at 1, 1/2 and 1/4 of its size; ``indexed`` is True if a rank is printed in its corners.
    """

    code: str | None
    sizes: tuple[Picture, ...]
    indexed: bool
    design: int = UNKNOWN_DESIGN
    back: bool = False

    @classmethod
    def from_picture(cls, code: str | None, picture: Picture, design: int = UNKNOWN_DESIGN, back: bool = False) -> Face:
        """Return a face with its picture in three sizes.

        Args:
            code: the card's code, or None.
            picture: BGR pixels of any size.
            design: one of the design constants of this module.
            back: whether it is a card's back.

        Returns:
            The face; whether it has an index is measured in its corner.
        """
        sizes = [np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)]
        for half in (2, 4):
            small = cv2.resize(sizes[0], (WIDTH // half, HEIGHT // half), interpolation=cv2.INTER_AREA)
            sizes.append(np.asarray(small, dtype=np.uint8))
        return cls(code, tuple(sizes), not back and _has_index(sizes[0]), design, back)

    def with_picture(self, picture: Picture) -> Face:
        """Return the same card with another picture."""
        return replace(Face.from_picture(self.code, picture, self.design, self.back), indexed=self.indexed)

    def picture_for_width(self, width: float) -> Picture:
        """Return the smallest stored picture that is at least ``width`` pixels wide, so that drawing does not alias."""
        return next((size for size in reversed(self.sizes) if size.shape[1] >= width), self.sizes[0])


@dataclass(frozen=True, slots=True)
class Deck:
    """Card faces and backs of one design."""

    name: str
    fronts: tuple[Face, ...]
    backs: tuple[Face, ...]


def _has_index(picture: Picture) -> bool:
    """Return True if the top left corner holds something dark on a uniform background."""
    corner = cv2.cvtColor(picture[18:60, 10:46], cv2.COLOR_BGR2GRAY)
    return bool(float(corner.max()) - float(corner.min()) > 90)


def read_deck(folder: Path) -> Deck:
    """Read a deck from a folder of ``CODE.jpg`` or ``CODE.png`` and ``back*``; ``CODE-2`` is a card's second picture.

    Args:
        folder: where the pictures are.

    Returns:
        The deck, with plain backs if the folder has none.

    Raises:
        FileNotFoundError: if the folder holds no pictures named by card.
    """
    files = sorted(path for path in folder.glob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    codes = {path: Card.parse(path.stem.split("-")[0]).code for path in files if not _is_back(path)}
    fronts = [Face.from_picture(code, read_pixels(path), PUBLISHED_DESIGN) for path, code in codes.items()]
    backs = [
        Face.from_picture(None, read_pixels(path), PUBLISHED_DESIGN, back=True) for path in files if _is_back(path)
    ]
    if not fronts:
        raise FileNotFoundError(f"{folder} holds no pictures named by card, such as 4MS.jpg")
    return Deck(folder.name, tuple(fronts), tuple(backs) or tuple(_plain_backs()))


@cache
def own_deck() -> Deck:
    """Return the project's own printed deck."""
    fronts = tuple(Face.from_picture(card.code, rasterised(faces.face(card), WIDTH), OWN_DESIGN) for card in DECK)
    return Deck("own", fronts, (Face.from_picture(None, rasterised(faces.back(), WIDTH), OWN_DESIGN, back=True),))


def own_and(folders: Iterable[Path] | None) -> tuple[Deck, ...]:
    """Return the project's own deck and those of these folders."""
    return (own_deck(), *(read_deck(folder) for folder in folders or ()))


def _is_back(path: Path) -> bool:
    return path.stem.lower().startswith("back")


def read_pixels(path: Path) -> Picture:
    """Return the pixels of a picture; what is none is a :class:`FileNotFoundError`."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture")
    return np.asarray(picture, dtype=np.uint8)


def _plain_backs() -> Iterable[Face]:
    for colour in ((110, 60, 30), (40, 40, 130), (60, 60, 60)):
        back = np.full((HEIGHT, WIDTH, 3), 240, np.uint8)
        cv2.rectangle(back, (14, 14), (WIDTH - 15, HEIGHT - 15), colour, -1)
        yield Face.from_picture(None, back, back=True)
