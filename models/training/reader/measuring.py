"""What the reader predicts of photographs, fresh renders and clutter; its calibration; both chains compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.networks import Network, load_network, load_with_onnxruntime
from models.training.reader import calibrating
from models.training.reader.calibration import Calibration
from models.training.reader.chain import DiceReader
from models.training.reader.gathering import Gathered, Row, gathered, of_clutter, of_photo, of_scene
from models.training.reader.pipeline import Folders

FRESH, FRESH_SEED = 700, 901
"""Fresh dice of the first renderer, and their seed; training uses others."""
CLUTTERED, CLUTTER_SEED = 120, 50_000
"""Pictures of clutter, and the first one's seed."""
MANY = {"matteop65": 3}
"""Of makers with many photographs of one die, every so many-th counts."""


def write_gathered(folders: Folders, photos: Path | None, faces: Path | None) -> None:
    """Gathers places on photographs that may be learnt from, on fresh renders and in clutter, and keeps them."""
    finder, reader = load_network("die-finder"), load_with_onnxruntime(folders.weights)
    rows = list(_of_photos(finder, reader, photos, folders.wait)) if photos is not None else []
    rows += _of_renders(finder, reader, faces, folders.decks, folders.wait)
    gathered(rows).write(folders.gathered)


def calibrate(folders: Folders) -> dict[str, Any]:
    """Fits the calibration on what was gathered; returns what it is worth to each maker left out of the fit."""
    known = Gathered.read(folders.gathered)
    table = calibrating.rows(known)
    calibrating.write(calibrating.calibrated(known, table), known, folders.calibration)
    return calibrating.by_maker(known, table)


def compare(
    folders: Folders, photos: Path | None, samples: Path | None, films: Sequence[Path] = (), every: int = 1
) -> str:
    """Today's chain and the one reader on the same detections; the document is kept, its lines returned."""
    from companion.vision.dice.eyes import DiceEyes
    from models.training.reader import comparing

    candidate = DiceReader(load_with_onnxruntime(folders.weights), Calibration.read(folders.calibration))
    chains = {"today": DiceEyes(), "one reader": candidate}
    document: dict[str, Any] = {}
    lines: list[str] = []
    if photos is not None:
        document["photographs"] = comparing.on_photographs(chains, [photos], every=every)
        lines += comparing.photograph_lines(document["photographs"])
    if samples is not None:
        document["samples"] = comparing.on_samples(chains, samples)
        lines += comparing.sample_lines(document["samples"])
    if films:
        document["films"] = comparing.on_films(chains, films)
        lines += [f"{name}: {json.dumps(films_read)}" for name, films_read in document["films"].items()]
    folders.comparison.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return "\n".join(lines)


def _of_photos(finder: Network, reader: Network, photos: Path, wait: Callable[[], None]) -> Iterator[Row]:
    from models.training.upright.photos import learnable

    counts: dict[str, int] = {}
    for photo in learnable(photos):
        counts[photo.maker] = counts.get(photo.maker, 0) + 1
        if counts[photo.maker] % MANY.get(photo.maker, 1) == 0:
            wait()
            yield from of_photo(photo, finder, reader)


def _of_renders(
    finder: Network, reader: Network, faces: Path | None, decks: Path | None, wait: Callable[[], None]
) -> Iterator[Row]:
    from models.training.clutter import read_other_decks
    from models.training.common.decks import own_deck, read_deck
    from models.training.dice.evaluate import fresh_scenes

    chance = np.random.default_rng(FRESH_SEED)
    known = (own_deck(), *([read_deck(faces)] if faces is not None else []))
    for number, scene in enumerate(fresh_scenes(known, FRESH, FRESH_SEED)):
        wait()
        yield from of_scene(scene, f"{FRESH_SEED}-{number}", finder, reader, chance)
    others: Sequence[Sequence[np.ndarray]] = read_other_decks(decks) if decks is not None else ()
    for seed in range(CLUTTER_SEED, CLUTTER_SEED + CLUTTERED):
        wait()
        yield from of_clutter(seed, finder, reader, chance, others if seed % 2 else ())
