"""The course of a training run, step by step; each finds what the one before left on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.vision.dice.crops import CROP
from companion.vision.dice.eyes import DiceEyes
from companion.vision.networks import through_onnxruntime
from models.train.cards.decks import Deck
from models.train.dice.backgrounds import Grounds, make_grounds, read_grounds
from models.train.dice.mining import FalseDice, mined
from models.train.dice.stock import Stock, make_stock, read_stock
from models.train.dice.tiles import TILE

FINDER, CLOSE_READER, WIDE_READER = "die-finder", "die-reader-close", "die-reader-wide"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a run is made of; two runs of one plan on one machine's typefaces give the same weights."""

    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    stock: int
    grounds: int
    finder_steps: int
    reader_steps: int
    dice: int
    seed: int
    photos: Path | None = None


def specimens(plan: Plan) -> Stock:
    """The stock of things to lay on tables, made where it is missing."""
    return read_stock(make_stock(plan.runs / "stock", plan.stock, plan.seed))


def grounds(plan: Plan) -> Grounds:
    """What they are laid on, likewise."""
    return read_grounds(make_grounds(plan.runs / "grounds", plan.decks, plan.grounds, plan.seed))


def train_finder(plan: Plan) -> None:
    """Leaves ``die-finder.pt`` among the runs."""
    from models.train.cards.training import Schedule, fresh, train
    from models.train.dice import finder

    loss = finder.loss_on(specimens(plan), grounds(plan))
    train(fresh(finder.Finder, plan.seed), loss, Schedule(plan.finder_steps), plan.runs / f"{FINDER}.pt", plan.seed)


def train_readers(plan: Plan) -> None:
    """Leaves ``die-readers.pt`` among the runs: both readers."""
    from models.train.cards.training import Schedule, fresh, train
    from models.train.dice import readers

    tops = grounds(plan)
    loss = readers.loss_on(specimens(plan), tops, false_dice(plan, tops))
    train(fresh(readers.build, plan.seed), loss, Schedule(plan.reader_steps), plan.runs / "die-readers.pt", plan.seed)


def false_dice(plan: Plan, tops: Grounds) -> FalseDice:
    """What the trained finder takes for dice on grounds without any, kept among the runs."""
    from models.train.cards.export import export
    from models.train.cards.training import trained
    from models.train.dice import finder

    weights = plan.runs / f"{FINDER}.onnx"
    export(trained(finder.Finder(), plan.runs / f"{FINDER}.pt"), (1, 3, TILE, TILE), weights, True)
    return mined(tops, through_onnxruntime(weights), plan.runs / "mined.npz")


def write_weights(plan: Plan) -> None:
    """Raises :class:`FileNotFoundError` where a network was not trained yet."""
    from models.train.cards.export import export
    from models.train.cards.training import trained
    from models.train.dice import finder, readers

    found = trained(finder.Finder(), plan.runs / f"{FINDER}.pt")
    export(found, (1, 3, TILE, TILE), plan.weights / f"{FINDER}.onnx", True)
    both = trained(readers.build(), plan.runs / "die-readers.pt")
    for name, network in ((CLOSE_READER, both["close"]), (WIDE_READER, both["wide"])):
        export(network, (1, 3, CROP, CROP), plan.weights / f"{name}.onnx", False)


def measure(plan: Plan) -> dict[str, Any]:
    """Figures on fresh dice, the table's tilt unknown and known, and on pictures of clutter without a die."""
    from models.train.dice.evaluate import answers, figures, fresh_scenes, thresholds
    from models.train.dice.photos import photo_figures

    names = (FINDER, CLOSE_READER, WIDE_READER)
    eyes = DiceEyes(*(through_onnxruntime(plan.weights / f"{name}.onnx") for name in names))
    document: dict[str, Any] = {}
    for tilt in ("unknown", "known"):
        scenes = fresh_scenes(plan.decks, plan.dice if tilt == "unknown" else plan.dice // 3, plan.seed + 1000)
        told, pictures = answers(eyes, scenes, tilt == "known")
        document[f"tilt {tilt}"] = {"pictures": pictures, **figures(told), "trust": thresholds(told)}
    scenes = fresh_scenes(plan.decks, plan.dice // 3, plan.seed + 2000, empty=True)
    told, pictures = answers(eyes, scenes, False)
    document["clutter alone"] = {
        "pictures": pictures,
        "reported": sum(one.found for one in told),
        "sure": sum(one.sure for one in told),
    }
    if plan.photos is not None:
        document["photos of real dice"] = photo_figures(eyes, plan.photos)
    return document
