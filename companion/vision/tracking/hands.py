"""Hands and arms: a small network says where in a picture they are, whatever they do, wear or hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Mask, Picture
from companion.vision.networks import Network, Tensor, load_network
from companion.vision.tracking.motion import WINDOW
from companion.vision.tracking.regions import Grid, fill_changes

NETWORK_WIDTH = 320
"""Pixels that a picture is wide for the network …"""
SIDE_MULTIPLE = 32
"""… and it is padded to a multiple of so many."""
CELL = 8
"""The network answers once for every 8 × 8 pixels."""
CARD_SHARE = 0.5
"""Share of what seems a hand that a card which was surely read must make up for it to be that card."""
MIN_PROBABILITY, MIN_PROBABILITY_CLOSE = 0.5, 0.8
"""The chance from which a cell shows a hand, and the same from nearer by, where a card fills as much as a hand."""


class HandFinder:
    """Looks for hands with a network (the project's own without)."""

    def __init__(self, finder: Network | None = None) -> None:
        self._finder = finder

    def find(self, pixels: Picture, grid: Grid, changed: Mask | None = None) -> Mask:
        """The small pixels of a picture (BGR) that show hands or arms, or what these hold.

        Around what ``changed``, where that is little, it is looked at once more, twice as large: a hand that reaches in
        from the picture's edge shows little of itself.
        """
        seen = self._look(pixels, (grid.columns, grid.rows), MIN_PROBABILITY)
        if changed is not None and (part := _closer(changed)) is not None:
            rows, columns = part
            scale = pixels.shape[0] / grid.rows
            top, bottom, left, right = (round(scale * end) for one in part for end in (one.start, one.stop))
            size = (columns.stop - columns.start, rows.stop - rows.start)
            seen[part] |= self._look(pixels[top:bottom, left:right], size, MIN_PROBABILITY_CLOSE)
        return seen

    def _look(self, pixels: Picture, size: tuple[int, int], likely: float) -> Mask:
        """Where a picture shows any with at least this chance, as a mask so many pixels wide and high."""
        finder = self._finder or _shipped()
        looked = (NETWORK_WIDTH, max(1, round(NETWORK_WIDTH * pixels.shape[0] / pixels.shape[1])))
        small = cv2.resize(pixels, looked, interpolation=cv2.INTER_AREA)
        chance = finder(to_network_input(np.asarray(small, np.uint8)))[0, 0]
        whole = cv2.resize(chance, None, fx=CELL, fy=CELL, interpolation=cv2.INTER_LINEAR)
        seen = whole[: small.shape[0], : small.shape[1]] > likely
        return np.asarray(cv2.resize(seen.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0)


def to_network_input(small: Picture) -> Tensor:
    """A picture (BGR) as the network wants it: 1 × 3 × height × width, red first, 0–1, padded."""
    down, right = (-small.shape[0]) % SIDE_MULTIPLE, (-small.shape[1]) % SIDE_MULTIPLE
    padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    return np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)


@cache
def _shipped() -> Network:
    return load_network("hand-finder")


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands over a table, as masks of small pixels: where they are, the same and a little around, and what they may
    hold or be laying down."""

    mask: Mask
    margin: Mask
    reach: Mask

    @classmethod
    def none(cls, grid: Grid) -> Hands:
        nowhere = np.zeros((grid.rows, grid.columns), np.bool_)
        return cls(nowhere, nowhere, nowhere)

    @classmethod
    def of(cls, seen: Mask, changed: Mask, tall: float) -> Hands:
        """Those of the hands seen that came since the table was read: something changed where they are.

        They reach a card's height (``tall``, in small pixels) as far as what changed hangs together with them.
        """
        came = _touching(seen, changed)
        if not came.any():
            return cls(came, came, came)
        near = cv2.dilate(came.astype(np.uint8), _disc(tall)).astype(np.bool_)
        close = cv2.dilate(came.astype(np.uint8), _disc(WINDOW / 2)).astype(np.bool_)
        return cls(came, close, close | (_touching(fill_changes(changed), came) & near))

    def but_for(self, read: Mask, changed: Mask, tall: float) -> Hands:
        """Without those that are no hands but cards which were ``read``; one that holds a card is seen beside it."""
        count, labels = cv2.connectedComponents(self.mask.astype(np.uint8))
        whole, covered = (np.bincount(labels[part], minlength=count) for part in (self.mask, self.mask & read))
        hands = covered < CARD_SHARE * np.maximum(whole, 1)
        return self if hands[1:].all() else Hands.of(self.mask & hands[labels], changed, tall)


def _closer(changed: Mask) -> tuple[slice, slice] | None:
    """The rows and columns, half of all, about what changed; None where nothing did, or that reaches further."""
    part = []
    for along, whole in ((1, changed.shape[0]), (0, changed.shape[1])):
        there = np.flatnonzero(changed.any(axis=along))
        half = whole // 2
        if not len(there) or there[-1] - there[0] >= half:
            return None
        start = min(max(0, (int(there[0]) + int(there[-1]) - half) // 2), whole - half)
        part.append(slice(start, start + half))
    rows, columns = part
    return rows, columns


def _touching(mask: Mask, other: Mask) -> Mask:
    """The parts of a mask in which something of another lies."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    touched = np.zeros(count, np.bool_)
    touched[labels[other]] = True
    touched[0] = False
    return np.asarray(touched[labels])


def _disc(radius: float) -> NDArray[np.uint8]:
    side = 2 * round(radius) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
