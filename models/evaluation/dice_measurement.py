"""Comparison of the dice read in a picture with its labels.

The labels' ``dice`` have ``kind``, ``value`` (a d10's 0 face is 10), ``center`` and ``bbox``
(left, top, right, bottom), in pixels. A die of kind ``other``, or with ``legible`` false, must not be certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.pieces import DieKind
from companion.table.sightings import DieSighting, Sightings

SIZES = (40.0, 25.0, 0.0)
"""Lower ends of the sizes, in pixels across, that have figures of their own."""
SAME_PLACE = 0.5
"""Maximum distance between the centres of a reading and its label, in sizes of the die."""


@dataclass
class DieFigures:
    """Counts over dice; ``wrong`` were read as another value or kind."""

    dice: int = 0
    found: int = 0
    right: int = 0
    right_and_sure: int = 0
    wrong: int = 0
    sure_but_wrong: int = 0

    def add(self, truth: Mapping[str, Any], die: DieSighting | None) -> None:
        """Count one labelled die and its reading."""
        self.dice += 1
        if die is None:
            return
        right = die.kind.value == truth["kind"] and die.value == truth["value"]
        self.found += 1
        self.right += right
        self.right_and_sure += right and die.sure
        self.wrong += die.value is not None and not right
        self.sure_but_wrong += die.sure and not right


@dataclass
class DiceCounts:
    """Counts over pictures: by kind, by size, false detections, and dice that must not be read."""

    by_kind: dict[str, DieFigures] = field(default_factory=lambda: {kind.value: DieFigures() for kind in DieKind})
    by_size: dict[float, DieFigures] = field(default_factory=lambda: {size: DieFigures() for size in SIZES})
    phantoms: int = 0
    sure_phantoms: int = 0
    doubtful: int = 0
    """Dice that must not be read: other kinds, and those with an illegible top."""
    doubtful_found: int = 0
    doubtful_but_sure: int = 0

    def count(self, sightings: Sightings, labels: Mapping[str, Any]) -> None:
        """Add one picture."""
        truths = labels.get("dice", [])
        pairs = dict(_paired(sightings.dice, truths))
        for number, truth in enumerate(truths):
            if truth["kind"] not in self.by_kind or not truth.get("legible", True):
                self._count_doubtful(pairs.get(number))
                continue
            size = next(size for size in SIZES if across(truth) >= size)
            for figures in (self.by_kind[truth["kind"]], self.by_size[size]):
                figures.add(truth, pairs.get(number))
        for die in set(sightings.dice) - set(pairs.values()):
            self.phantoms += 1
            self.sure_phantoms += die.sure

    def _count_doubtful(self, die: DieSighting | None) -> None:
        self.doubtful += 1
        self.doubtful_found += die is not None
        self.doubtful_but_sure += die is not None and die.sure

    def document(self) -> dict[str, Any]:
        """Return the counts as ``bench vision --json`` prints them."""
        names = dict(zip(SIZES, ("40 px and more", "25 to 40 px", "below 25 px"), strict=True))
        return {
            "by_kind": {kind: asdict(figures) for kind, figures in self.by_kind.items()},
            "by_size": {names[size]: asdict(figures) for size, figures in self.by_size.items()},
            "not_to_be_read": self.doubtful,
            "not_to_be_read_but_told": self.doubtful_found,
            "not_to_be_read_but_sure": self.doubtful_but_sure,
            "no_die_there": self.phantoms,
            "no_die_there_but_sure": self.sure_phantoms,
        }


def dice_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the counts as lines of text."""
    for name, one in (*document["by_kind"].items(), *document["by_size"].items()):
        if one["dice"]:
            yield (
                f"  {name}: {one['dice']} dice, {one['found']} found, {one['right']} right, "
                f"{one['right_and_sure']} right and sure, {one['wrong']} wrong, {one['sure_but_wrong']} sure but wrong"
            )
    if document["not_to_be_read"]:
        yield (
            f"  not to be read {document['not_to_be_read']}, told of {document['not_to_be_read_but_told']}, "
            f"of these sure {document['not_to_be_read_but_sure']}"
        )
    yield f"  no die there {document['no_die_there']}, of these sure {document['no_die_there_but_sure']}"


def across(truth: Mapping[str, Any]) -> float:
    """Return the longer side of a labelled die's box, in pixels."""
    left, top, right, bottom = truth["bbox"]
    return float(max(right - left, bottom - top))


def _paired(dice: Sequence[DieSighting], truths: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, DieSighting]]:
    """Yield labels with the sightings at their places, the nearest first, each used once."""
    distances = [
        (math.dist(die.center, truth["center"]) / max(1.0, across(truth)), i, die)
        for i, truth in enumerate(truths)
        for die in dice
    ]
    used: set[DieSighting] = set()
    paired: set[int] = set()
    for distance, i, die in sorted(distances, key=lambda item: item[0]):
        if distance < SAME_PLACE and i not in paired and die not in used:
            paired.add(i)
            used.add(die)
            yield i, die
