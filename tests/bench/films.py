"""Films that others made of games, each with its truth beside it in the form of the project's own stage."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import write
from companion.locale import Message
from tests.bench.staged_games import followed
from tests.bench.staged_truth import StagedTruth


class NoFilms(CompanionError):
    """A folder in which no film lies with its truth."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film, and who made it: the ``maker`` that its truth names, else the name of the folder that it lies in."""

    video: Path
    maker: str


def films_in(folder: Path) -> tuple[Film, ...]:
    """The films of a folder, by name. Raises :class:`NoFilms` where there is none."""
    found = []
    for video in sorted(folder.glob("*.mp4")):
        if video.with_suffix(".json").is_file():
            document = StagedTruth.beside(video).document
            found.append(Film(video, str(document.get("maker") or folder.resolve().name)))
    if not found:
        raise NoFilms(
            str(folder),
            Message("holds no film with its truth"),
            Message("give a folder of NAME.mp4, each with NAME.json beside it as the project's stage writes it"),
        )
    return tuple(found)


def by_maker(films: Sequence[Film]) -> dict[str, tuple[Film, ...]]:
    """The films of each maker."""
    makers = dict.fromkeys(film.maker for film in films)
    return {maker: tuple(film for film in films if film.maker == maker) for maker in makers}


def measured(
    films: Sequence[Film], folder: Path, advanced: Callable[[float], None] = lambda share: None
) -> Iterator[dict[str, Any]]:
    """What was said of each film; also written to ``folder``, with what was told wrong and when."""
    folder.mkdir(parents=True, exist_ok=True)
    for film in films:
        found = {"film": film.video.name, "maker": film.maker, **followed(film.video, advanced)}
        write(folder / f"{film.maker}-{film.video.stem}.figures.json", json.dumps(found, indent=1).encode())
        yield found
