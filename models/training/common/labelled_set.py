"""Pictures and their labels in ultralytics' layout, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def missing_pictures(
    folder: Path, count: int, held_out: float, labels: str, suffix: str
) -> Iterator[tuple[int, Path, Path]]:
    """Yield number, file and file of the labels of each picture that is missing.

    Write the labels first: a picture that exists counts as complete.

    Args:
        folder: where the set is.
        count: number of pictures in it.
        held_out: how many of them are for validation, the first.
        labels: name of the labels' folder.
        suffix: suffix of their files.
    """
    for number in range(count):
        part = "val" if number < held_out else "train"
        path, label = (folder / kind / part / f"{number:05d}" for kind in ("images", labels))
        path, label = path.with_suffix(".jpg"), label.with_suffix(suffix)
        if not path.exists():
            for file in (path, label):
                file.parent.mkdir(parents=True, exist_ok=True)
            yield number, path, label
