"""Steps of the die finder's training: where its pieces come from, and the training with its ONNX file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.vision.networks import network_path
from models.evaluation.labelled_dice import LabelledPhoto
from models.training.clutter import read_other_decks
from models.training.common.photographs import clutter, learnable
from models.training.dice.stock import read_stock
from models.training.finder.judging import NAME
from models.training.finder.lessons import Photographs, Prints, Source, Tiles
from models.training.scenes.grounds import read_grounds

ARCHITECTURE = Path(__file__).with_name(f"{NAME}.yaml")


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


def train(plan: Plan) -> None:
    """Train the installed finder further on ever new pieces, and write its ONNX file; a checkpoint is resumed."""
    from models.training.finder.tuning import train_further

    train_further(_sources(plan), plan.settings, plan.runs, network_path(NAME), ARCHITECTURE)


def _sources(plan: Plan) -> list[tuple[Source, float]]:
    """Return where pieces are cut from, and each one's share. Nothing is a :class:`FileNotFoundError`."""
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
        sources["photographs"] = Photographs(
            tuple(tuple(own) for own in makers.values() if any(photo.dice for photo in own))
        )
        empty += [tuple(own) for own in makers.values() if not any(photo.dice for photo in own)]
    if not sources:
        raise FileNotFoundError("nothing to learn from: name the renderer's stock or photos")
    sources["empty"] = Photographs(tuple(empty))
    sources["prints"] = Prints(read_other_decks(plan.decks) if plan.decks is not None else ())
    return [(source, plan.settings["shares"][name]) for name, source in sources.items()]
