"""``python -m tests.bench vision --elsewhere``: dice in other makers' photographs, with figures by maker."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.figures import machine

if TYPE_CHECKING:
    from companion.vision.decks.gallery import Gallery
    from models.evaluation.dice_measurement import DieResult


def measure_photos(
    folders: Sequence[Path],
    galleries: Sequence[Gallery],
    kept_out: Path | None,
) -> dict[str, Any]:
    """Read every labelled photo as a player's would be.

    Args:
        folders: folders of labelled photos.
        galleries: the known decks.
        kept_out: file of patterns of photos with rows of their own.

    Returns:
        The figures as JSON.
    """
    from companion.pictures.loading import load_picture
    from companion.vision.recognise import recognise
    from models.evaluation.dice_measurement import outcomes, rows
    from models.evaluation.labelled_dice import LabelledPhoto, labelled_photos, patterns

    kept_out_patterns = patterns(kept_out) if kept_out else ()
    photos: list[LabelledPhoto] = [photo for folder in folders for photo in labelled_photos(folder)]
    results: list[DieResult] = []
    for photo in photos:
        dice = recognise(load_picture(photo.path).pixels, galleries).sightings.dice
        results += outcomes(photo, dice, any(fnmatch(photo.name, pattern) for pattern in kept_out_patterns))
    return {"pictures": len(photos), "rows": rows(results), "machine": machine()}
