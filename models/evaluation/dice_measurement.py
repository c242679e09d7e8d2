"""Outcome of every labelled die of a picture, and figures over many pictures."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from companion.pieces import DieKind
from companion.table.assignment import nearest_first
from companion.table.sightings import DieSighting, Sightings
from models.evaluation.card_measurement import upper_bound
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie, labelled_die

BANDS = {40.0: "40 px and more", 25.0: "25 to 40 px", 0.0: "below 25 px"}
"""Lower ends of the sizes, in pixels across, that have figures of their own."""
SAME_PLACE = 0.5
"""Maximum distance between the centres of a reading and its label, in sizes of the die."""


class DieOutcome(Enum):
    """What became of one die, or of a place without one, as its count is called."""

    RIGHT = "right"
    MISREAD = "misread"
    UNREAD = "unread"
    """Found, but without a value."""
    MISSED = "missed"
    LEFT = "left"
    """Must not be read, and was not reported: right."""
    REPORTED = "told"
    """Must not be read, but was reported."""
    PHANTOM = "phantom"


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
        if (die.kind, die.value) == (truth.kind, truth.value):
            return DieOutcome.RIGHT
        return DieOutcome.UNREAD if die.value is None else DieOutcome.MISREAD

    @property
    def surely_wrong(self) -> bool:
        """Whether the reading is certain and wrong."""
        return self.sure and self.outcome is not DieOutcome.RIGHT

    @property
    def band(self) -> str:
        """The size of the die; empty for a false detection."""
        return next(name for least, name in BANDS.items() if self.truth.across >= least) if self.truth else ""

    @property
    def what(self) -> str:
        """The die's kind, or why it must not be read."""
        if self.truth is None:
            return "no die"
        if self.truth.kind is None:
            return "leaning" if self.truth.leans else "other"
        return self.truth.kind.value if self.truth.legible else f"{self.truth.kind.value}, illegible"


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
    pairs = nearest_first(
        (distance, i, j)
        for i, truth in enumerate(truths)
        for j, die in enumerate(dice)
        if (distance := math.dist(die.center, truth.center) / max(1.0, truth.across)) < SAME_PLACE
    )
    for i, truth in enumerate(truths):
        yield truth, dice[pairs[i]] if i in pairs else None


def rows(results: Sequence[DieResult]) -> list[dict[str, Any]]:
    """Return the table of figures: rows by maker, kept out, kind and size."""
    by_row: dict[tuple[str, bool, str, str], list[DieResult]] = {}
    for one in results:
        by_row.setdefault((one.photo.maker, one.kept_out, one.what, one.band), []).append(one)
    return [_row(name, by_row[name]) for name in sorted(by_row)]


def _row(name: tuple[str, bool, str, str], results: Sequence[DieResult]) -> dict[str, Any]:
    sure, wrong = sum(one.sure for one in results), sum(one.surely_wrong for one in results)
    return {
        **dict(zip(("maker", "kept_out", "what", "size"), name, strict=True)),
        "count": len(results),
        **{outcome.value: sum(one.outcome is outcome for one in results) for outcome in DieOutcome},
        "right_and_sure": sure - wrong,
        "sure_but_wrong": wrong,
        "sure_but_wrong_at_most": round(upper_bound(wrong, sure), 4) if sure else None,
    }


@dataclass
class DiceCounts:
    """Counts over labelled pictures of tables: by kind, by size, false detections, and dice that must not be read."""

    results: list[DieResult] = field(default_factory=list)

    def count(self, sightings: Sightings, labels: Mapping[str, Any]) -> None:
        """Add one picture."""
        dice = tuple(labelled_die(one) for one in labels.get("dice", ()))
        self.results += outcomes(LabelledPhoto(Path(), "", dice, True), sightings.dice)

    def document(self) -> dict[str, Any]:
        """Return the counts as ``bench vision`` prints them."""
        kinds = [kind.value for kind in DieKind]
        readable = [one for one in self.results if one.what in kinds]
        doubtful = [one for one in self.results if one.truth is not None and one.what not in kinds]
        phantoms = [one for one in self.results if one.truth is None]
        return {
            "by_kind": {kind: _figures([one for one in readable if one.what == kind]) for kind in kinds},
            "by_size": {band: _figures([one for one in readable if one.band == band]) for band in BANDS.values()},
            "not_to_be_read": len(doubtful),
            "not_to_be_read_but_told": sum(one.die is not None for one in doubtful),
            "not_to_be_read_but_sure": sum(one.sure for one in doubtful),
            "no_die_there": len(phantoms),
            "no_die_there_but_sure": sum(one.sure for one in phantoms),
        }


def _figures(own: Sequence[DieResult]) -> dict[str, int]:
    outcome = [one.outcome for one in own]
    wrong = sum(one.surely_wrong for one in own)
    return {
        "dice": len(own),
        "found": len(own) - outcome.count(DieOutcome.MISSED),
        "right": outcome.count(DieOutcome.RIGHT),
        "right_and_sure": sum(one.sure for one in own) - wrong,
        "wrong": outcome.count(DieOutcome.MISREAD),
        "sure_but_wrong": wrong,
    }
