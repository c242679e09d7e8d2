"""Labelled photos of dice: a folder with one ``labels.json``, or with a JSON file for each photo.

``labels.json`` holds ``photos``: by ``SET/NAME.jpg`` the ``dice`` and whether these are ``complete``. A die has
``kind``, ``value`` and ``bbox`` (left, top, right, bottom in pixels); of another kind ``what``, of which only
``leaning`` counts. A folder below it is its own set. Otherwise ``NNN.jpg`` has its labels in ``NNN.json``, as
labelled pictures of tables do.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.pieces import DieKind

ALL = "labels.json"
LEANING = "leaning"
"""Value of ``what`` for a die of the kind ``other`` that would be a d6 or a d10 if it were flat."""

ROUND = 1.1
"""How much longer a die's box is than the disc of its area is wide."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One labelled die: kind, value (None if unknown or irrelevant) and its box in pixels.

    ``kind`` is None for every die that is neither a d6 nor a d10 and for one that ``leans``, whatever it is;
    ``legible`` is False if no person could read it.
    """

    kind: DieKind | None
    value: int | None
    box: tuple[float, float, float, float]
    legible: bool = True
    leans: bool = False

    @property
    def across(self) -> float:
        """The box's longer side, in pixels."""
        left, top, right, bottom = self.box
        return max(right - left, bottom - top)

    @property
    def center(self) -> tuple[float, float]:
        """The box's centre, in pixels."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo, its set (of one maker), its dice, and whether every visible die is labelled."""

    path: Path
    maker: str
    dice: tuple[TrueDie, ...]
    complete: bool

    @property
    def name(self) -> str:
        """``SET/NAME.jpg``."""
        return f"{self.maker}/{self.path.name}"


def labelled_photos(folder: Path) -> list[LabelledPhoto]:
    """Return the photos of a folder, by name; without any it is a :class:`FileNotFoundError`."""
    found = sorted(_photos(folder), key=lambda photo: photo.name)
    if not found:
        raise FileNotFoundError(f"{folder} holds no labelled photo: no {ALL}, and no NNN.jpg with NNN.json")
    return found


def _photos(folder: Path) -> Iterator[LabelledPhoto]:
    if (folder / ALL).is_file():
        yield from _listed(folder, "")
    elif (folder.parent / ALL).is_file():
        yield from _listed(folder.parent, f"{folder.resolve().name}/")
    else:
        for path in sorted(folder.glob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            yield _photo(folder / document["image"], folder.resolve().name, document)


def _listed(folder: Path, beginning: str) -> Iterator[LabelledPhoto]:
    for name, document in json.loads((folder / ALL).read_text(encoding="utf-8"))["photos"].items():
        if name.startswith(beginning):
            yield _photo(folder / name, name.partition("/")[0], document)


def _photo(picture: Path, maker: str, document: Mapping[str, Any]) -> LabelledPhoto:
    dice = tuple(labelled_die(one) for one in document.get("dice", ()))
    return LabelledPhoto(picture, maker, dice, bool(document.get("complete", True)))


def labelled_die(one: Mapping[str, Any]) -> TrueDie:
    """Return a die as its label in a JSON file describes it."""
    left, top, right, bottom = (float(side) for side in one["bbox"])
    kind = None if one["kind"] == "other" else DieKind(one["kind"])
    value = None if kind is None or one.get("value") is None else int(one["value"])
    return TrueDie(kind, value, (left, top, right, bottom), bool(one.get("legible", True)), one.get("what") == LEANING)


def patterns(path: Path) -> Sequence[str]:
    """Return the patterns of a file (``SET/NAME*.jpg``); text after ``#`` is a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]
