"""Steps of the die finder's training: its pieces, ultralytics' trainer, its ONNX file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.evaluation.labelled_dice import LabelledPhoto
from models.training.clutter import read_other_decks
from models.training.common.photographs import clutter, learnable
from models.training.dice.stock import read_stock
from models.training.finder.comparing import NAME, faces
from models.training.finder.lessons import Photographs, Prints, Source, Tiles, make_pieces
from models.training.scenes.grounds import read_grounds

ARCHITECTURE = Path(__file__).with_name(f"{NAME}.yaml")
DATASET = "kpt_shape: [1, 3]\nflip_idx: [0]\nkpt_oks_sigmas: [0.08]\nnames:\n  0: die\n"
"""The keypoint may be off by the sigma in ultralytics' measure: it is meant for joints of people, this is a point."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the finder learns from; folders that are not given are done without."""

    runs: Path
    settings: Mapping[str, Any]
    """Contents of ``die-finder.toml``."""
    first: Path | None = None
    photos: Path | None = None
    decks: Path | None = None
    """Folders of faces of other decks, on which no dice lie either."""


def make(plan: Plan) -> None:
    """Write pieces of pictures into ``runs/set``. Nothing to cut them from is a :class:`FileNotFoundError`."""
    sources: dict[str, Source] = {}
    empty: list[tuple[LabelledPhoto, ...]] = [
        tuple(clutter(plan.runs / "clutter", plan.settings["clutter"], plan.decks))
    ]
    if plan.first is not None:
        stock = read_stock(plan.first / "stock", plan.first / "amiss")
        sources["tiles"] = Tiles(stock, read_grounds(plan.first / "grounds"))
    if plan.photos is not None:
        makers: dict[str, list[LabelledPhoto]] = {}
        for photo in learnable(plan.photos):
            if photo.complete:
                makers.setdefault(photo.maker, []).append(photo)
        with_dice = [tuple(own) for own in makers.values() if any(photo.dice for photo in own)]
        empty += [tuple(own) for own in makers.values() if not any(photo.dice for photo in own)]
        sources["photographs"] = Photographs(tuple(with_dice), faces(plan.photos))
    if not sources:
        raise FileNotFoundError("nothing to learn from: name the renderer's stock or photos")
    sources["empty"] = Photographs(tuple(empty), {})
    sources["prints"] = Prints(read_other_decks(plan.decks) if plan.decks is not None else ())
    shares = [(source, plan.settings["shares"][name]) for name, source in sources.items()]
    make_pieces(plan.runs / "set", shares, plan.settings["pieces"], plan.settings["seed"])


def train(plan: Plan, begin: Path | None = None) -> None:
    """Train; what was stopped continues from the end of an epoch. ``begin`` is a checkpoint to begin with."""
    from models.training.common import yolo

    yolo.train(plan.runs, ARCHITECTURE, "pose", DATASET, plan.settings, begin)


def export(plan: Plan) -> None:
    """Write the ONNX file."""
    from models.training.common import yolo
    from models.training.finder.exported import ExportedFinder

    yolo.export(ExportedFinder(yolo.trained(plan.runs)), plan.runs / f"{NAME}.onnx")
