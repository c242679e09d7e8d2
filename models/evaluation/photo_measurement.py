"""Outcome of every die in labelled photos, and figures by maker."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.table.sightings import DieSighting
from models.evaluation.card_measurement import upper_bound
from models.evaluation.dice_measurement import SAME_PLACE, SIZES
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie

BANDS = dict(zip(SIZES, ("40 px and more", "25 to 40 px", "below 25 px"), strict=True))


class DieOutcome(Enum):
    """What became of one die, or of a place without one."""

    RIGHT = "right"
    MISREAD = "misread"
    UNREAD = "unread"
    """Found, but without a value."""
    MISSED = "missed"
    LEFT = "left alone"
    """Must not be read, and was not reported: right."""
    REPORTED = "told of"
    """Must not be read, but was reported."""
    PHANTOM = "no die there"

    @property
    def key(self) -> str:
        """Key of its count in the JSON document."""
        return "told" if self is DieOutcome.REPORTED else self.name.lower()


@dataclass(frozen=True, slots=True)
class DieResult:
    """One labelled die and its reading; without ``truth`` a false detection."""

    photo: LabelledPhoto
    truth: TrueDie | None
    die: DieSighting | None
    kept_out: bool

    @property
    def sure(self) -> bool:
        """Whether the reading is certain."""
        return self.die is not None and self.die.sure

    @property
    def outcome(self) -> DieOutcome:
        """What became of the die."""
        truth, die = self.truth, self.die
        if truth is None:
            return DieOutcome.PHANTOM
        if truth.kind is None or not truth.legible:
            return DieOutcome.LEFT if die is None else DieOutcome.REPORTED
        if die is None:
            return DieOutcome.MISSED
        if die.value is None:
            return DieOutcome.UNREAD
        return DieOutcome.RIGHT if (die.kind, die.value) == (truth.kind, truth.value) else DieOutcome.MISREAD

    @property
    def surely_wrong(self) -> bool:
        """Whether the reading is certain and wrong."""
        return self.sure and self.outcome is not DieOutcome.RIGHT

    @property
    def row(self) -> tuple[str, bool, str, str]:
        """The row of the table that it counts in: maker, kept out, kind, size."""
        if self.truth is None:
            return self.photo.maker, self.kept_out, "no die", ""
        band = next(BANDS[size] for size in SIZES if self.truth.across >= size)
        return self.photo.maker, self.kept_out, _what(self.truth), band


def _what(truth: TrueDie) -> str:
    if truth.kind is None:
        return "leaning" if truth.leans else "other"
    return truth.kind.value if truth.legible else f"{truth.kind.value}, illegible"


def outcomes(photo: LabelledPhoto, dice: Sequence[DieSighting], kept_out: bool = False) -> Iterator[DieResult]:
    """Yield the result of every die of a photo, and its false detections.

    A d6 or d10 without a labelled value is not counted, nor are false detections if not every die is labelled.

    Args:
        photo: the labels.
        dice: the readings.
        kept_out: whether the photo is kept out of training.

    Yields:
        The results.
    """
    left = list(dice)
    for truth, die in _paired(photo.dice, dice):
        if die is not None:
            left.remove(die)
        if truth.kind is None or truth.value is not None or not truth.legible:
            yield DieResult(photo, truth, die, kept_out)
    if photo.complete:
        yield from (DieResult(photo, None, die, kept_out) for die in left)


def _paired(truths: Sequence[TrueDie], dice: Sequence[DieSighting]) -> Iterator[tuple[TrueDie, DieSighting | None]]:
    """Yield each label with the sighting at its place, the nearest first, each used once."""
    distances = sorted(
        (math.dist(die.center, truth.center) / max(1.0, truth.across), i, j)
        for i, truth in enumerate(truths)
        for j, die in enumerate(dice)
    )
    pairs: dict[int, int] = {}
    for distance, i, j in distances:
        if distance < SAME_PLACE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    for i, truth in enumerate(truths):
        yield truth, dice[pairs[i]] if i in pairs else None


def rows(results: Sequence[DieResult]) -> list[dict[str, Any]]:
    """Return the table of figures: rows by maker, kept out, kind and size."""
    by_row: dict[tuple[str, bool, str, str], list[DieResult]] = {}
    for one in results:
        by_row.setdefault(one.row, []).append(one)
    return [_row(name, by_row[name]) for name in sorted(by_row)]


def _row(name: tuple[str, bool, str, str], results: Sequence[DieResult]) -> dict[str, Any]:
    sure, wrong = sum(one.sure for one in results), sum(one.surely_wrong for one in results)
    return {
        "maker": name[0],
        "kept_out": name[1],
        "what": name[2],
        "size": name[3],
        "count": len(results),
        **{outcome.key: sum(one.outcome is outcome for one in results) for outcome in DieOutcome},
        "right_and_sure": sum(one.sure and one.outcome is DieOutcome.RIGHT for one in results),
        "sure_but_wrong": wrong,
        "sure_but_wrong_at_most": round(upper_bound(wrong, sure), 4) if sure else None,
    }


def row_line(row: dict[str, Any]) -> str:
    """Return a row as text."""
    group = f"{row['maker']}{', kept out' if row['kept_out'] else ''}"
    many = f"  {group}: {row['what']}{', ' + row['size'] if row['size'] else ''}: {row['count']}"
    counted = [f"{row[outcome.key]} {outcome.value}" for outcome in DieOutcome if row[outcome.key]]
    if row["right"]:
        counted.append(f"{row['right_and_sure']} right and sure")
    return f"{many}; {', '.join(counted)}; {row['sure_but_wrong']} sure but wrong"
