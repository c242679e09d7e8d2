"""``python -m tests.bench vision --elsewhere``: dice in other makers' photographs, with figures by maker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.figures import machine

if TYPE_CHECKING:
    from companion.vision.gallery import Gallery
    from tests.bench.photo_measurement import DieResult


def elsewhere(
    folders: Sequence[Path],
    galleries: Sequence[Gallery],
    sheet_file: Path | None,
    kept_out: Path | None,
    own: Sequence[Path] = (),
) -> dict[str, Any]:
    """Reads every labelled photo as a player's would be; the figures, and the sheet where one is wanted.

    The sheet is written over nothing among ``own``, which the companion keeps.
    """
    from companion.vision.pictures import load
    from companion.vision.recognise import see
    from tests.bench.labelled_dice import LabelledPhoto, labelled_photos, patterns
    from tests.bench.photo_measurement import outcomes, rows

    apart = patterns(kept_out) if kept_out else ()
    photos: list[LabelledPhoto] = [photo for folder in folders for photo in labelled_photos(folder)]
    told: list[DieResult] = []
    for photo in photos:
        dice = see(load(photo.path).pixels, galleries).sightings.dice
        told += outcomes(photo, dice, any(fnmatch(photo.name, pattern) for pattern in apart))
    if sheet_file is not None:
        _write_sheet(told, sheet_file, own)
    return {"pictures": len(photos), "rows": rows(told), "machine": machine()}


def _write_sheet(told: Sequence[DieResult], path: Path, own: Sequence[Path]) -> None:
    import cv2

    from companion.files import write
    from companion.vision.pictures import load
    from tests.bench.dice_sheet import amiss, sheet

    drawn = sheet(amiss(told), lambda photo: load(photo.path).pixels)
    write(path, cv2.imencode(".png", drawn)[1].tobytes(), own=own)


def elsewhere_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """The same for people."""
    from tests.bench.photo_measurement import row_line

    yield f"{document['pictures']} pictures made elsewhere"
    yield from (row_line(row) for row in document["rows"])
    yield "  " + ", ".join(f"{name}: {value}" for name, value in document["machine"].items())
