"""Steps of the die reader's training: training, ONNX file, calibration, comparison."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.vision.dice.calibration import Calibration
from companion.vision.dice.prediction import PLANES, SIDE
from companion.vision.dice.reader import DiceReader
from companion.vision.networks import load_network, load_with_onnxruntime, network_path, trained_file
from models.training.clutter import read_other_decks
from models.training.common.decks import own_deck, read_deck, read_pixels
from models.training.common.photographs import clutter, learnable
from models.training.common.trainer import Architecture, export_network, train_network
from models.training.dice.fresh_scenes import fresh_scenes
from models.training.dice.stock import read_stock
from models.training.reader import calibrating, comparing
from models.training.reader.gathering import ROW, Gathered, Row, of_clutter, of_photo, of_scene
from models.training.reader.lessons import Lessons
from models.training.reader.photographs import CLOTH, FALSE_DICE, chance_places, false_dice, photographed_dice
from models.training.scenes.grounds import read_grounds
from models.training.scenes.prints import draped, drawn_sheet

NAME = "die-reader"
TAUGHT = ("kamilpiechowiak", "burksbuilds")
"""Makers whose photographs the reader learns from; it is calibrated on those of all others."""
FRESH, FRESH_SEED = 700, 901
"""Fresh dice to calibrate on, and their seed; training uses others."""
CLUTTERED, CLUTTER_SEED, LEARNT_CLUTTER = 120, 50_000, 120
"""Pictures of clutter to calibrate on, the first one's seed, and those that are learnt from."""
SHEETS, SHEET_SEED, EACH = 240, 70_000, 16
"""Printed cloths that are learnt from, their seed, and places of each that a detector may take for dice."""
MANY = {"matteop65": 3, "ferwardo-other": 3}
"""Of makers with many photographs of one die, every so many-th counts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Folders of a training: its own, dice and grounds, photographs, faces of the published deck, other decks."""

    runs: Path
    first: Path
    photos: Path | None = None
    faces: Path | None = None
    decks: Path | None = None
    resume_from: Path | None = None
    """ONNX file to begin with if there is no checkpoint."""

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


def read_lessons(plan: Plan, shares: Mapping[str, float]) -> Lessons:
    """Return the lessons of rendered dice and, if there are photographs, of these."""
    stock, grounds = read_stock(plan.first / "stock", plan.first / "amiss"), read_grounds(plan.first / "grounds")
    detector = load_network("die-finder")
    bare = [read_pixels(photo.path) for photo in clutter(plan.runs / "clutter", LEARNT_CLUTTER, plan.decks)]
    sheets, rng = list(_sheets()), np.random.default_rng(SHEET_SEED + 1)
    things = {
        FALSE_DICE: list(false_dice(chain(bare, grounds.pictures), detector)),
        CLOTH: [*false_dice(sheets, detector), *chance_places(sheets, EACH, rng)],
    }
    if plan.photos is not None:
        things |= photographed_dice(plan.photos, TAUGHT, load_network(NAME))
    return Lessons(stock, grounds, things, shares)


def _sheets() -> Iterator[Picture]:
    """Yield printed cloths, on which no die lies."""
    rng = np.random.default_rng(SHEET_SEED)
    for zoom in rng.uniform(0.4, 1, SHEETS):
        cloth = draped(drawn_sheet(rng, kind="cloth"), rng)
        yield np.asarray(cv2.resize(cloth, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)


def _architecture() -> Architecture:
    from models.training.reader.network import DieReader

    return Architecture(DieReader, (1, PLANES, SIDE, SIDE), within="trunk.")


def train(plan: Plan, settings: Mapping[str, Any]) -> None:
    """Train up to the step count; a checkpoint that is there is resumed."""
    from models.training.reader.network import loss_on

    lessons, steps = read_lessons(plan, settings["shares"]), settings["schedule"]["steps"]
    loss = loss_on(lessons, settings["batch"], steps, settings["seed"], settings["workers"])
    train_network(_architecture(), loss, settings, plan.checkpoint, plan.resume_from)


def learn_last_blocks(plan: Plan, settings: Mapping[str, Any]) -> None:
    """Teach the last blocks of the installed network, or of the one to resume from, alone."""
    from models.training.reader.last_blocks import gather_planes, train_last_blocks

    before = plan.resume_from or network_path(NAME)
    files = gather_planes(plan.runs / "planes", before, partial(read_lessons, plan, settings["shares"]), settings)
    shutil.copyfile(before, plan.weights)
    train_last_blocks(files, settings, plan.weights, plan.checkpoint)


def export(plan: Plan) -> None:
    """Write the checkpoint as ONNX in half precision; if the training resumed from weights, the mean of both."""
    from models.training.common.onnx_export import halve_weights
    from models.training.common.resume import average_with

    export_network(_architecture(), plan.checkpoint, plan.weights)
    if plan.resume_from is not None:
        average_with(plan.weights, plan.resume_from)
    halve_weights(plan.weights)


def calibrate(plan: Plan) -> None:
    """Gather predictions at places whose truth is known, fit the calibration and write it."""
    known: Gathered = np.array(list(_rows(plan)), ROW)
    calibrating.write(calibrating.calibrated(known), known, plan.calibration)


def _rows(plan: Plan) -> Iterator[Row]:
    networks = load_network("die-finder"), load_with_onnxruntime(plan.weights)
    counts: dict[str, int] = {}
    for photo in learnable(plan.photos) if plan.photos is not None else ():
        counts[photo.maker] = counts.get(photo.maker, 0) + 1
        if photo.maker not in TAUGHT and counts[photo.maker] % MANY.get(photo.maker, 1) == 0:
            yield from of_photo(photo, *networks)
    chance = np.random.default_rng(FRESH_SEED)
    decks = (own_deck(), *([read_deck(plan.faces)] if plan.faces is not None else []))
    for scene in fresh_scenes(decks, FRESH, FRESH_SEED):
        yield from of_scene(scene, *networks, chance)
    others = read_other_decks(plan.decks) if plan.decks is not None else []
    for seed in range(CLUTTER_SEED, CLUTTER_SEED + CLUTTERED):
        yield from of_clutter(seed, *networks, chance, others if seed % 2 else ())


def learn_faces(plan: Plan, settings: Mapping[str, Any]) -> None:
    """Teach the exported network faces, and write how much they count; the trunk stays as it is.

    Args:
        plan: the folders.
        settings: those of the training; the last ``kept`` makes are left to fit the weights on.
    """
    from models.training.reader.face_weights import cases, fit_faces
    from models.training.reader.faces import embed, gather, read_makes, train_faces

    if not plan.weights.exists():
        plan.runs.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(network_path(NAME), plan.weights)
    makes = read_makes(gather(plan.runs / "makes", plan.weights, settings["count"]))
    learnt, kept = makes[: -settings["kept"]], makes[-settings["kept"] :]
    weight, bias = train_faces(learnt, settings, plan.weights)
    before = plan.calibration if plan.calibration.exists() else trained_file(plan.calibration.name)
    bare = calibrating.without_faces(before)
    known = list(cases(kept, [embed(make, weight, bias) for make in kept], bare, settings["seed"]))
    calibrating.write_faces(fit_faces(known), len(kept), plan.calibration, before)


def compare(plan: Plan, samples: Path | None) -> dict[str, Any]:
    """Return the figures of the installed reader, and of this training's if there is one, on the same detections."""
    readers = {"installed": DiceReader()}
    if plan.weights.exists():
        own = load_with_onnxruntime(plan.weights), Calibration.read(plan.calibration)
        readers["candidate"] = DiceReader(None, *own)
    document: dict[str, Any] = {}
    if plan.photos is not None:
        document["photographs"] = comparing.on_photographs(readers, plan.photos)
    if samples is not None:
        document["samples"] = comparing.on_samples(readers, samples)
    return document
