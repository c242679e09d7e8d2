"""Random card designs, by which the networks learn to read a design as unknown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture
from models.training.clutter import read_other_decks
from models.training.common.decks import HEIGHT, WIDTH, Deck, Face
from models.training.scenes import variety
from models.training.scenes.shapes import draw_blot, draw_shape

_RANKS = "0123456789AKQJTXB"


def random_deck(rng: np.random.Generator, cards: int = 8, backs: int = 6) -> Deck:
    """Return a deck of one random design.

    Args:
        rng: the source of randomness.
        cards: number of faces.
        backs: number of backs, each of another design.

    Returns:
        The deck.
    """
    index = _Index.random(rng)
    paper = rng.uniform(225, 255, 3) if rng.random() < 0.8 else rng.uniform(20, 230, 3)
    fronts = tuple(Face.from_picture(None, _front(rng, paper, index)) for _ in range(cards))
    return Deck("strange", fronts, tuple(Face.from_picture(None, random_back(rng), back=True) for _ in range(backs)))


def read_unknown_decks(folder: Path) -> tuple[Deck, ...]:
    """Read the decks in a folder of folders of pictures as unknown designs; no deck is a :class:`FileNotFoundError`.

    Args:
        folder: one folder of card faces per deck.

    Returns:
        The decks, with random backs.
    """
    rng = np.random.default_rng(0)
    backs = tuple(Face.from_picture(None, random_back(rng), back=True) for _ in range(6))
    return tuple(
        Deck("another", tuple(Face.from_picture(None, face) for face in faces), backs)
        for faces in read_other_decks(folder)
    )


@dataclass(frozen=True, slots=True)
class _Index:
    """The index of a design: its corners, its height, suits below the rank or to the right of it."""

    left: bool
    right: bool
    high: int
    horizontal: bool

    @classmethod
    def random(cls, rng: np.random.Generator) -> _Index:
        left, right = bool(rng.random() < 0.6), bool(rng.random() < 0.45)
        return cls(left, right, int(rng.integers(56, 170)), bool(rng.random() < 0.35))


def _front(rng: np.random.Generator, paper: Matrix, index: _Index) -> Picture:
    card = np.full((HEIGHT, WIDTH, 3), paper, np.uint8)
    left = int(rng.integers(14, 70))
    top = int(rng.integers(16, 70))
    if rng.random() < 0.85:
        card[top : HEIGHT - top, left : WIDTH - left] = _picture(rng, HEIGHT - 2 * top, WIDTH - 2 * left)
    if rng.random() < 0.4:
        cv2.rectangle(card, (left, top), (WIDTH - left, HEIGHT - top), (30, 30, 30), 2, cv2.LINE_AA)
    _mark(card, index, rng)
    return np.asarray(card, np.uint8)


def _mark(card: Picture, index: _Index, rng: np.random.Generator) -> None:
    """Draw a rank and up to three marks in the corners with an index, rotated in the opposite corners."""
    wide = 160 if index.horizontal else 54
    high = 54 if index.horizontal else index.high
    corner = card[:high, :wide].copy()
    ink = tuple(float(value) for value in rng.uniform(0, 110, 3))
    letter = variety.one_of(rng, _RANKS)
    size = float(rng.uniform(0.9, 1.6))
    cv2.putText(corner, letter, (10, 42), int(rng.integers(0, 5)), size, ink, int(rng.integers(2, 5)), cv2.LINE_AA)
    for place in range(int(rng.integers(0, 4))):
        colour = tuple(float(value) for value in rng.uniform(0, 230, 3))
        spot = (62 + 36 * place, 28) if index.horizontal else (26, 62 + 34 * place)
        draw_blot(corner, spot, float(rng.uniform(9, 17)), colour, rng)
    for has_index, start in ((index.left, 0), (index.right, WIDTH - wide)):
        if has_index:
            card[:high, start : start + wide] = corner
            card[HEIGHT - high :, WIDTH - wide - start : WIDTH - start] = corner[::-1, ::-1]


def _picture(rng: np.random.Generator, high: int, wide: int) -> Picture:
    picture = _ground(rng, high, wide)
    for _ in range(int(rng.integers(3, 30))):
        draw_shape(picture, float(rng.uniform(8, 150)), rng)
    symmetry = float(rng.random())
    if symmetry < 0.3:
        picture[high // 2 :] = picture[: high - high // 2][::-1, ::-1]
    elif symmetry < 0.45:
        picture[:, wide // 2 :] = picture[:, : wide - wide // 2][:, ::-1]
    return np.asarray(picture, np.uint8)


def _ground(rng: np.random.Generator, high: int, wide: int) -> Picture:
    """Return a background: flat, a gradient, or clouds of two colours."""
    ends = rng.uniform(20, 250, (2, 3))
    kind = float(rng.random())
    share = np.linspace(0, 1, high)[:, None, None] * np.ones((1, wide, 1))
    if kind < 0.3:
        share = np.zeros((high, wide, 1))
    elif kind < 0.6:
        coarse = rng.random((int(rng.integers(2, 20)), int(rng.integers(2, 20)))).astype(np.float32)
        share = np.asarray(cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC), np.float64)[..., None]
    return np.asarray(np.clip(ends[0] + share * (ends[1] - ends[0]), 0, 255), np.uint8)


def random_back(rng: np.random.Generator) -> Picture:
    """Return the picture of a back: a pattern in a frame, unchanged by a half turn."""
    ground, figure = rng.uniform(10, 250, 3), rng.uniform(10, 250, 3)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    pitch = float(rng.uniform(6, 60))
    waves = np.sin(x / pitch) + float(rng.choice([-1, 0, 1])) * np.sin(y / pitch + float(rng.uniform(0, 3)))
    share = np.clip(waves * float(rng.uniform(0.5, 6)) + 0.5, 0, 1)[..., None]
    back = ground + share * (figure - ground)
    if rng.random() < 0.5:
        cv2.circle(back, (WIDTH // 2, HEIGHT // 2), int(rng.integers(20, 110)), tuple(rng.uniform(0, 255, 3)), -1)
    back[HEIGHT // 2 :] = back[: HEIGHT // 2][::-1, ::-1]
    rim = int(rng.integers(0, 26))
    if rim:
        frame = np.full_like(back, float(rng.uniform(200, 255)))
        frame[rim:-rim, rim:-rim] = back[rim:-rim, rim:-rim]
        back = frame
    return np.asarray(np.clip(back, 0, 255), np.uint8)
