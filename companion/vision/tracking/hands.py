"""Hands and arms in a picture, found by a small network; and a mask of places that never rest.

They would keep the whole table from coming to rest. A place that keeps moving is left out until it calms down, unless
hands move there: they deal cards for longer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats, Mask, Picture
from companion.vision.networks import Network, Tensor, load_network, loaded_once
from companion.vision.tracking.motion import WINDOW, dilated
from companion.vision.tracking.regions import Grid, fill_changes

NETWORK_WIDTH = 320
"""Width of the network's input, pixels."""
SIDE_MULTIPLE = 32
"""Its sides are padded to a multiple of this."""
CELL = 8
"""Pixels of the input per output cell, along each side."""
READ_SHARE = 0.5
"""Share of a supposed hand that certain cards and dice must explain for it to be no hand."""
MIN_PROBABILITY, MIN_PROBABILITY_CLOSE = 0.5, 0.8
"""Probability from which a cell shows a hand, in the whole picture and in an enlarged part."""


class HandFinder:
    """Finds hands with a network; without one, with that of this install."""

    def __init__(self, finder: Network | None = None) -> None:
        self._finder = finder

    def find(self, pixels: Picture, grid: Grid, changed: Mask | None = None) -> Mask:
        """Find hands, arms and what these hold.

        A small part around the changes is searched again at twice the size: a hand at the edge shows little of itself.

        Args:
            pixels: The picture, BGR.
            grid: The small picture's grid.
            changed: Where something changed.

        Returns:
            A mask of small pixels.
        """
        present = self._find_at_scale(pixels, (grid.columns, grid.rows), MIN_PROBABILITY)
        if changed is not None and (part := _part_to_enlarge(changed)) is not None:
            rows, columns = part
            scale = pixels.shape[0] / grid.rows
            top, bottom, left, right = (round(scale * end) for one in part for end in (one.start, one.stop))
            size = (columns.stop - columns.start, rows.stop - rows.start)
            present[part] |= self._find_at_scale(pixels[top:bottom, left:right], size, MIN_PROBABILITY_CLOSE)
        return present

    def _find_at_scale(self, pixels: Picture, size: tuple[int, int], min_probability: float) -> Mask:
        """Return where a picture shows hands with at least this probability, as a mask of ``size`` (columns, rows)."""
        finder = self._finder or _shipped()
        input_size = (NETWORK_WIDTH, max(1, round(NETWORK_WIDTH * pixels.shape[0] / pixels.shape[1])))
        small = cv2.resize(pixels, input_size, interpolation=cv2.INTER_AREA)
        chance = finder(to_network_input(np.asarray(small, np.uint8)))[0, 0]
        probabilities = cv2.resize(chance, None, fx=CELL, fy=CELL, interpolation=cv2.INTER_LINEAR)
        present = probabilities[: small.shape[0], : small.shape[1]] > min_probability
        return np.asarray(cv2.resize(present.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0)


def to_network_input(small: Picture) -> Tensor:
    """Return a BGR picture as the network's input: 1 × 3 × height × width, red first, 0 to 1, padded."""
    down, right = (-small.shape[0]) % SIDE_MULTIPLE, (-small.shape[1]) % SIDE_MULTIPLE
    padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    return np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)


@loaded_once
def _shipped() -> Network:
    return load_network("hand-finder")


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands over a table, as masks of small pixels.

    Attributes:
        mask: Where they are.
        margin: The same and a little around.
        reach: What they may hold or lay down.
    """

    mask: Mask
    margin: Mask
    reach: Mask

    @classmethod
    def none(cls, grid: Grid) -> Hands:
        """Return no hands."""
        nowhere = np.zeros((grid.rows, grid.columns), np.bool_)
        return cls(nowhere, nowhere, nowhere)

    @classmethod
    def of(cls, present: Mask, changed: Mask, card_height: float) -> Hands:
        """Return the hands that came since the table was read.

        They reach as far as a card's height along the changes that they touch.

        Args:
            present: Where hands are.
            changed: Where something changed; hands elsewhere were there before.
            card_height: A card's height, small pixels.
        """
        new = touching(present, changed)
        if not new.any():
            return cls(new, new, new)
        near = cv2.dilate(new.astype(np.uint8), _disc(card_height)).astype(np.bool_)
        close = cv2.dilate(new.astype(np.uint8), _disc(WINDOW / 2)).astype(np.bool_)
        return cls(new, close, close | (touching(fill_changes(changed), new) & near))

    def without_read(self, read: Mask, changed: Mask, card_height: float) -> Hands:
        """Return the hands without those that certain readings explain; a hand with a card or die reaches beyond it.

        Args:
            read: Where cards and dice were read with certainty.
            changed: Where something changed.
            card_height: A card's height, small pixels.
        """
        count, labels = cv2.connectedComponents(self.mask.astype(np.uint8))
        probabilities, covered = (np.bincount(labels[part], minlength=count) for part in (self.mask, self.mask & read))
        hands = covered < READ_SHARE * np.maximum(probabilities, 1)
        return self if hands[1:].all() else Hands.of(self.mask & hands[labels], changed, card_height)

    def with_held(self, place: Mask) -> Hands:
        """Return the hands with a place that they hold or shade: it is read once they leave."""
        return replace(self, reach=self.reach | place)


def _part_to_enlarge(changed: Mask) -> tuple[slice, slice] | None:
    """Return the rows and columns of half the size around the changes; None without, or if they reach further."""
    part = []
    for along, probabilities in ((1, changed.shape[0]), (0, changed.shape[1])):
        there = np.flatnonzero(changed.any(axis=along))
        half = probabilities // 2
        if not len(there) or there[-1] - there[0] >= half:
            return None
        start = min(max(0, (int(there[0]) + int(there[-1]) - half) // 2), probabilities - half)
        part.append(slice(start, start + half))
    rows, columns = part
    return rows, columns


def touching(mask: Mask, other: Mask) -> Mask:
    """Return the connected parts of a mask that overlap another."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    touched = np.zeros(count, np.bool_)
    touched[labels[other]] = True
    touched[0] = False
    return np.asarray(touched[labels])


def _disc(radius: float) -> NDArray[np.uint8]:
    side = 2 * round(radius) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


RISE_SECONDS, FALL_SECONDS = 4.0, 1.0
"""Seconds over which motion and rest are averaged: a place recovers soon after a hand has left it."""
MASK_SHARE = 0.8
"""Share of motion from which a place is left out: after six seconds without a pause."""
UNMASK_SHARE = 0.3
"""Share below which it counts again."""
MASK_DILATION = 9
"""Pixels of the small picture by which the mask grows, to all sides together."""


class MotionFilter:
    """A running average of how much every place moved."""

    def __init__(self) -> None:
        self._share: Floats | None = None
        self._mask: Mask | None = None
        self._at = 0.0
        self.grew = False
        """Whether the last frame added places to those left out."""

    def update(self, moving: Mask, at: float) -> Mask:
        """Take in the motion mask of a frame and return the mask of places to leave out."""
        if self._share is None or self._mask is None or self._share.shape != moving.shape:
            self._share = np.zeros(moving.shape, np.float32)
            self._mask = np.zeros(moving.shape, np.bool_)
            self._at = at
        elapsed, self._at = max(0.0, at - self._at), at
        rise_weight, fall_weight = (np.float32(1 - math.exp(-elapsed / over)) for over in (RISE_SECONDS, FALL_SECONDS))
        self.grew = False
        if moving.any() or self._share.any():
            self._share += np.where(moving, rise_weight * (1 - self._share), -fall_weight * self._share)
            self._share[self._share < 0.01] = 0
            if self._mask.any() or self._share.max() > MASK_SHARE:
                core = (self._share > MASK_SHARE) | (self._mask & (self._share > UNMASK_SHARE))
                self.grew = bool((core & ~self._mask).any())
                self._mask = dilated(core, MASK_DILATION)
        return self._mask

    def without_hands(self, hands: Mask) -> Mask:
        """Count the places where hands move anew, and return the places that are still left out."""
        assert self._share is not None and self._mask is not None
        moved_by_hands = touching(self._mask, hands)
        self._share = np.where(moved_by_hands, np.float32(0), self._share)
        self._mask = self._mask & ~moved_by_hands
        return self._mask
