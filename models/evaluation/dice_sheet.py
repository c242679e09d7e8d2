"""Contact sheet of all dice that were misread, with label and reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.table.sightings import DieSighting
from companion.vision.arrays import Picture
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie
from models.evaluation.photo_measurement import DieOutcome, DieResult

SIDE, TEXT, COLUMNS = 120, 44, 12
"""Side of a crop, height of the text below it, in pixels; and crops per row."""
CROP_SCALE = 1.5
"""Side of a crop in sizes of the die."""
WORST_FIRST = (DieOutcome.MISREAD, DieOutcome.PHANTOM, DieOutcome.REPORTED, DieOutcome.UNREAD, DieOutcome.MISSED)
_INK = {True: (40, 40, 220), False: (40, 40, 40)}


def worst_results(results: Sequence[DieResult]) -> list[DieResult]:
    """Return the results for the sheet: certain errors first, then by outcome and maker."""
    wrong = [one for one in results if one.outcome in WORST_FIRST]
    return sorted(wrong, key=lambda one: (not one.surely_wrong, WORST_FIRST.index(one.outcome), one.photo.name))


def draw_sheet(results: Sequence[DieResult], load: Callable[[LabelledPhoto], Picture]) -> Picture:
    """Return the crops in rows, with label, reading and the photo's name below; certain errors in red.

    Args:
        results: what to show.
        load: returns the pixels of a photo.

    Returns:
        The sheet.
    """
    loaded: dict[str, Picture] = {}
    tiles = []
    for one in results:
        if one.photo.name not in loaded:
            loaded = {one.photo.name: load(one.photo)}
        tiles.append(_tile(one, loaded[one.photo.name]))
    blank = np.full((SIDE + TEXT, SIDE, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS or COLUMNS * (not tiles))
    lines = [np.hstack(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(lines), np.uint8)


def _tile(one: DieResult, photo: Picture) -> Picture:
    (x, y), across = _place(one)
    scale = SIDE / max(1.0, CROP_SCALE * across)
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
    return one.die.center, one.die.across or SIDE / CROP_SCALE


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
