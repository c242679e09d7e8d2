"""The course of the die reader's training: archive, training, ONNX file, calibration, comparison."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.networks import Network, load_network, load_with_onnxruntime
from models.training.reader import calibrating
from models.training.reader.gathering import Gathered, Row, gathered, of_clutter, of_photo, of_scene

NAME = "die-reader"
TAUGHT = ("kamilpiechowiak", "burksbuilds")
"""Makers whose photographs the reader learns from; it is calibrated on those of all others."""
FRESH, FRESH_SEED = 700, 901
"""Fresh dice, and their seed; training uses others."""
CLUTTERED, CLUTTER_SEED, LEARNT_CLUTTER = 120, 50_000, 120
"""Pictures of clutter to calibrate on, the first one's seed, and those that are learnt from."""
MANY = {"matteop65": 3, "ferwardo-other": 3}
"""Of makers with many photographs of one die, every so many-th counts."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Folders of a training: its own, dice and grounds, photographs and other decks."""

    runs: Path
    first: Path
    photos: Path | None = None
    decks: Path | None = None

    @property
    def archive(self) -> Path:
        """The pictures that are learnt from, in one file."""
        return self.runs / "archive.npz"

    @property
    def checkpoint(self) -> Path:
        """What was learnt."""
        return self.runs / f"{NAME}.pt"

    @property
    def weights(self) -> Path:
        """The ONNX file."""
        return self.runs / f"{NAME}.onnx"

    @property
    def calibration(self) -> Path:
        """The calibration of that file."""
        return self.runs / "die-calibration.json"


def configuration(path: Path) -> Mapping[str, Any]:
    """Return the settings of a TOML file like ``die-reader.toml``."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def write_archive(folders: Folders) -> None:
    """Find what the detector takes for dice in clutter and on grounds, and write the archive."""
    from models.training.dice.backgrounds import read_grounds
    from models.training.dice.mining import mined
    from models.training.reader.archive import build
    from models.training.reader.photographs import clutter, false_dice

    folders.runs.mkdir(parents=True, exist_ok=True)
    detector = load_network("die-finder")
    pictures = clutter(folders.runs / "clutter", LEARNT_CLUTTER, folders.decks)
    false_dice(pictures, detector, folders.runs / "mined-clutter.json")
    mined(read_grounds(sorted(folders.first.glob("grounds/*.npz"))), detector, folders.runs / "mined.npz")
    build(folders.first, folders.runs, folders.photos, TAUGHT, folders.archive)


def train(folders: Folders, settings: Mapping[str, Any], seconds: float, workers: int, before: Path | None) -> None:
    """Train for so many seconds; a checkpoint that is there is gone on from."""
    from models.training.reader.training import Places, train

    resumed = folders.checkpoint if folders.checkpoint.exists() else None
    train(Places(folders.archive, folders.runs / "shards", folders.runs, resumed, before), settings, seconds, workers)


def write_weights(folders: Folders) -> None:
    """Write the answers of the checkpoint as ONNX, its weights in half precision."""
    from companion.vision.dice.crops import PLANES, SIDE
    from models.training.common.onnx_export import export_onnx, halve_weights
    from models.training.reader.network import DieReader, load

    network = DieReader()
    load(network, folders.checkpoint)
    export_onnx(network, (1, PLANES, SIDE, SIDE), folders.weights, growing=False)
    halve_weights(folders.weights)


def calibrate(folders: Folders, faces: Path | None) -> dict[str, Any]:
    """Gather predictions at places whose truth is known and fit the calibration.

    Args:
        folders: the folders.
        faces: a folder of faces of the published deck, on which fresh dice lie too.

    Returns:
        What the calibration is worth to each maker left out of the fit.
    """
    known = gathered(_rows(folders, load_network("die-finder"), load_with_onnxruntime(folders.weights), faces))
    known.write(folders.runs / "gathered.npz")
    return fit(folders, known)


def fit(folders: Folders, known: Gathered) -> dict[str, Any]:
    """Fit and write the calibration, and return its worth to each maker left out of the fit."""
    table = calibrating.rows(known)
    calibrating.write(calibrating.calibrated(known, table), known, folders.calibration)
    return calibrating.by_maker(known, table)


def _rows(folders: Folders, detector: Network, reader: Network, faces: Path | None) -> Iterator[Row]:
    from models.training.clutter import read_other_decks
    from models.training.common.decks import own_deck, read_deck
    from models.training.dice.fresh_scenes import fresh_scenes

    if folders.photos is not None:
        yield from _of_photographs(folders.photos, detector, reader)
    chance = np.random.default_rng(FRESH_SEED)
    known = (own_deck(), *([read_deck(faces)] if faces is not None else []))
    for number, scene in enumerate(fresh_scenes(known, FRESH, FRESH_SEED)):
        yield from of_scene(scene, f"{FRESH_SEED}-{number}", detector, reader, chance)
    others: Sequence[Sequence[np.ndarray]] = read_other_decks(folders.decks) if folders.decks is not None else ()
    for seed in range(CLUTTER_SEED, CLUTTER_SEED + CLUTTERED):
        yield from of_clutter(seed, detector, reader, chance, others if seed % 2 else ())


def _of_photographs(photos: Path, detector: Network, reader: Network) -> Iterator[Row]:
    from models.training.reader.photographs import learnable

    counts: dict[str, int] = {}
    for photo in learnable(photos):
        counts[photo.maker] = counts.get(photo.maker, 0) + 1
        if photo.maker not in TAUGHT and counts[photo.maker] % MANY.get(photo.maker, 1) == 0:
            yield from of_photo(photo, detector, reader)


def compare(folders: Folders, samples: Path | None, films: Sequence[Path] = (), every: int = 1) -> str:
    """Measure the installed reader beside this training's on the same detections; return the lines."""
    from companion.vision.dice.calibration import Calibration
    from companion.vision.dice.reader import DiceReader
    from models.training.reader import comparing

    candidate = DiceReader(None, load_with_onnxruntime(folders.weights), Calibration.read(folders.calibration))
    readers = {"installed": DiceReader(), "candidate": candidate}
    document: dict[str, Any] = {}
    lines: list[str] = []
    if folders.photos is not None:
        document["photographs"] = comparing.on_photographs(readers, [folders.photos], every=every)
        lines += comparing.photograph_lines(document["photographs"])
    if samples is not None:
        document["samples"] = comparing.on_samples(readers, samples)
        lines += comparing.sample_lines(document["samples"])
    if films:
        document["films"] = comparing.on_films(readers, films)
        lines += [f"{name}: {json.dumps(films_read)}" for name, films_read in document["films"].items()]
    (folders.runs / "comparison.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return "\n".join(lines)
