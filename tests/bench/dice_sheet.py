"""A sheet of crops: every die that was not read as it lies, with the truth and the answer, to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.table.sightings import DieSighting
from companion.vision.arrays import Picture
from tests.bench.labelled_dice import LabelledPhoto, TrueDie
from tests.bench.photo_measurement import DieOutcome, DieResult

SIDE, TEXT, ACROSS = 120, 44, 12
"""A crop's side and the height of the lines below it, in pixels; and crops in a row."""
AROUND = 1.5
"""A crop's side in sizes of what it shows."""
WORST_FIRST = (DieOutcome.MISREAD, DieOutcome.PHANTOM, DieOutcome.TOLD, DieOutcome.UNREAD, DieOutcome.MISSED)
_INK = {True: (40, 40, 220), False: (40, 40, 40)}


def amiss(told: Sequence[DieResult]) -> list[DieResult]:
    """What belongs on the sheet: all but what is right, sure mistakes first, then by outcome and maker."""
    wrong = [one for one in told if one.outcome in WORST_FIRST]
    return sorted(wrong, key=lambda one: (not one.surely_wrong, WORST_FIRST.index(one.outcome), one.photo.name))


def sheet(told: Sequence[DieResult], load: Callable[[LabelledPhoto], Picture]) -> Picture:
    """The crops in rows, below each the truth, the answer and the photo's name; sure mistakes written in red."""
    loaded: dict[str, Picture] = {}
    tiles = []
    for one in told:
        if one.photo.name not in loaded:
            loaded = {one.photo.name: load(one.photo)}
        tiles.append(_tile(one, loaded[one.photo.name]))
    blank = np.full((SIDE + TEXT, SIDE, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % ACROSS or ACROSS * (not tiles))
    lines = [np.hstack(tiles[start : start + ACROSS]) for start in range(0, len(tiles), ACROSS)]
    return np.asarray(np.vstack(lines), np.uint8)


def _tile(one: DieResult, photo: Picture) -> Picture:
    (x, y), across = _place(one)
    scale = SIDE / max(1.0, AROUND * across)
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    if scale < 0.5:
        photo = np.asarray(cv2.blur(photo, (int(1 / scale), int(1 / scale))), np.uint8)
    tile = np.full((SIDE + TEXT, SIDE, 3), 255, np.uint8)
    tile[:SIDE] = cv2.warpAffine(photo, matrix, (SIDE, SIDE), flags=smooth, borderValue=(200, 200, 200))
    lines = (_truth(one.truth), _answer(one.die), one.photo.name[-22:])
    for number, (line, size) in enumerate(zip(lines, (0.38, 0.38, 0.3), strict=True)):
        where = (3, SIDE + 12 + 14 * number)
        cv2.putText(tile, line, where, cv2.FONT_HERSHEY_SIMPLEX, size, _INK[one.surely_wrong], 1, cv2.LINE_AA)
    return tile


def _place(one: DieResult) -> tuple[tuple[float, float], float]:
    if one.truth is not None:
        return one.truth.center, one.truth.across
    assert one.die is not None
    return one.die.center, one.die.across or SIDE / AROUND


def _truth(truth: TrueDie | None) -> str:
    if truth is None:
        return "no die"
    if truth.kind is None:
        return f"other ({truth.across:.0f} px)"
    return f"{truth.kind.value} {truth.value or '?'} ({truth.across:.0f} px)"


def _answer(die: DieSighting | None) -> str:
    if die is None:
        return "-> nothing"
    share = f" {die.candidates[0][1]:.2f}" if die.candidates else ""
    return f"-> {die.kind.value} {die.value or '?'}{share}{' SURE' if die.sure else ''}"
