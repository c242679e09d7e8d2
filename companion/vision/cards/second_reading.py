"""Read index strips again whose place and size on the table are known better than the finder placed them.

In a fan an index is narrow and the neighbour's is near: the finder then turns its strip by 40 degrees, and the reader
slides onto the neighbour. On the plane a strip has one size and about the neighbour's direction: so it is placed
there and read again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix, Picture
from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.index_strips import (
    HOPELESS_PROBABILITY,
    NO_INDEX,
    IndexReader,
    Strip,
    suppress_overlaps,
)
from companion.vision.cards.strip_pairing import STRIP, strip_size

TURNS = (-16.0, 16.0)
"""Degrees between a strip and the nearest one in a fan, if unclear without; the reader bears as much again."""
FAN = 1.0
"""Distance of centres, in card widths, to which strips are of one fan."""
MAX_STRIPS = 48
"""Strips that are read again, the most probable first."""
ROUGH_SIZES = (0.6, 1.6)
"""Sizes on the table, in those of a strip, between which the finder's outline may be of a strip."""
SIZES = (0.8, 1.25)
"""The same once the reader has placed it."""
OTHER_STRIP = 0.12
"""Distance of centres, in card widths, from which a strip is not one that was read already."""
MAX_SHIFT = 0.2
"""Distance, in card widths, by which the reader may move a strip: farther it reads the neighbour."""
READ = 0.99
"""Probability of one card from which the second reading counts: the finder hardly saw these strips."""

SCORE = 0.25
"""Score of a strip that only the second reading found: less than any that the first one reads."""

Strips = tuple[list[Strip], NDArray[np.float32]]
"""Strips in their places with their predictions (N × 46)."""


def read_again(
    picture: Picture, reader: IndexReader, plane: CardPlane, faint: Sequence[Strip], first: Strips
) -> Strips:
    """Read strips that the first reading lost.

    Args:
        picture: Height × width × 3, BGR.
        reader: The networks for index strips.
        plane: The table, of known camera pose.
        faint: Everything that the finder detected, the most probable first.
        first: The first reading.

    Returns:
        The first reading, followed by the strips that are new.
    """
    strips, chances = first
    read = [strip.corners for strip, one in zip(strips, chances, strict=True) if one[NO_INDEX] < 0.5]
    known = _middles(plane, read)
    places = _unread(plane, faint, known)
    if not places:
        return first
    aligned = np.array([_aligned(plane, place, known, read) for place in places])
    quads, found = _read_turned(picture, reader, plane, aligned)
    # What was read at first stays, and of several readings of one place the clearest.
    all_quads = np.array([*read, *quads], np.float32).reshape(-1, 4, 2)
    worth = np.array([*(2.0 for _ in read), *found[:, :NO_INDEX].max(axis=1)], np.float32)
    new = sorted(n - len(read) for n in suppress_overlaps(all_quads, worth) if n >= len(read))
    return [*strips, *(Strip(quads[n], SCORE) for n in new)], np.concatenate([chances, found[new]])


def _read_turned(
    picture: Picture, reader: IndexReader, plane: CardPlane, straight: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what is read of outlines (N × 4 × 2), turned if they are unclear as they are but may be strips."""
    found, moved = reader.read_each(picture, straight)
    good = np.array([_is_strip(plane, *one) for one in zip(straight, moved, found, strict=True)], np.bool_)
    unclear = straight[~good & (found[:, NO_INDEX] < HOPELESS_PROBABILITY)]
    quads, chances = [moved[good]], [found[good]]
    if len(unclear):
        tried = np.concatenate([_turned(plane, one) for one in unclear])
        found, moved = reader.read_each(picture, tried)
        good = np.array([_is_strip(plane, *one) for one in zip(tried, moved, found, strict=True)], np.bool_)
        quads, chances = [*quads, moved[good]], [*chances, found[good]]
    return np.concatenate(quads), np.concatenate(chances)


def _unread(plane: CardPlane, faint: Sequence[Strip], known: Matrix) -> list[Strip]:
    """Return the strips of about a strip's size that were not read, but others near them, whose centres are known."""
    middles = _middles(plane, [strip.corners for strip in faint])
    kept = []
    for strip, middle in zip(faint, middles, strict=True):
        away = float(np.linalg.norm(known - middle, axis=1).min(initial=FAN))
        size = strip_size(strip.corners.astype(np.float64), plane) if OTHER_STRIP < away < FAN else None
        if size is not None and ROUGH_SIZES[0] < size < ROUGH_SIZES[1]:
            kept.append(strip)
    return kept[:MAX_STRIPS]


def _middles(plane: CardPlane, strips: Sequence[NDArray[np.float32]]) -> Matrix:
    """Return the centres of strips on the table (N × 2 card widths)."""
    middles = np.array([strip.mean(axis=0) for strip in strips], np.float64).reshape(-1, 2)
    return plane.on_table(middles) if len(middles) else middles


def _aligned(plane: CardPlane, strip: Strip, known: Matrix, read: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the strip at true size (4 × 2 pixels), in the direction of the nearest one that was read."""
    middle, _ = _direction(plane, strip.corners)
    nearest = int(np.linalg.norm(known - middle, axis=1).argmin())
    return _strip_at(plane, middle, _direction(plane, read[nearest])[1])


def _turned(plane: CardPlane, strip: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a strip turned to both sides (TURNS × 4 × 2 pixels)."""
    middle, along = _direction(plane, strip)
    return np.array([_strip_at(plane, middle, along + turn) for turn in np.radians(TURNS)], np.float32)


def _strip_at(plane: CardPlane, middle: Matrix, turn: float) -> NDArray[np.float32]:
    """Return the outline of a strip (4 × 2 pixels) about a point of the table, turned by so many radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    placed = (STRIP - STRIP.mean(axis=0)) @ np.array([[cos, sin], [-sin, cos]])
    return plane.in_picture(placed + middle).astype(np.float32)


def _direction(plane: CardPlane, strip: NDArray[np.float32]) -> tuple[Matrix, float]:
    """Return a strip's centre on the table and its rotation there, radians."""
    lying = plane.on_table(strip.astype(np.float64))
    along = lying[3] + lying[2] - lying[0] - lying[1]
    return lying.mean(axis=0), float(np.arctan2(-along[0], along[1]))


def _is_strip(
    plane: CardPlane, tried: NDArray[np.float32], moved: NDArray[np.float32], chances: NDArray[np.float32]
) -> bool:
    """Return whether a second reading is clear, of a strip's size and still where it was tried."""
    size = strip_size(moved.astype(np.float64), plane)
    shift = float(np.linalg.norm(np.diff(_middles(plane, [tried, moved]), axis=0)))
    clear = float(chances[:NO_INDEX].max()) >= READ
    return clear and size is not None and SIZES[0] < size < SIZES[1] and shift < MAX_SHIFT
