"""Films of games by other makers, each with labels in the format of the staged films."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import write
from companion.locale import Message
from tests.bench.staged_games import follow_film
from tests.bench.staged_truth import StagedTruth


class NoFilms(CompanionError):
    """A folder without a labelled film."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film and its maker: the ``maker`` in its labels, else the name of its folder."""

    video: Path
    maker: str


def find_films(folder: Path) -> tuple[Film, ...]:
    """Return the films of a folder, by name.

    Args:
        folder: the folder.

    Returns:
        The films.

    Raises:
        NoFilms: if there is none.
    """
    found = []
    for video in sorted(folder.glob("*.mp4")):
        if video.with_suffix(".json").is_file():
            document = StagedTruth.read(video).document
            found.append(Film(video, str(document.get("maker") or folder.resolve().name)))
    if not found:
        raise NoFilms(
            str(folder),
            Message("holds no film with its truth"),
            Message("give a folder of NAME.mp4, each with NAME.json beside it as the project's stage writes it"),
        )
    return tuple(found)


def group_by_maker(films: Sequence[Film]) -> dict[str, tuple[Film, ...]]:
    """Return the films by maker."""
    makers = dict.fromkeys(film.maker for film in films)
    return {maker: tuple(film for film in films if film.maker == maker) for maker in makers}


def measure_films(films: Sequence[Film], folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the figures of each film; they are also written to ``folder``, with all errors and their times."""
    folder.mkdir(parents=True, exist_ok=True)
    for film in films:
        found = {"film": film.video.name, "maker": film.maker, **follow_film(film.video)}
        write(folder / f"{film.maker}-{film.video.stem}.figures.json", json.dumps(found, indent=1).encode())
        yield found
