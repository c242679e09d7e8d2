"""The course of a training run, step by step; each finds what the one before left on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.vision.dice.crops import CROP, READER_PLANES, ROOMY_PLANES
from companion.vision.dice.eyes import DiceEyes
from companion.vision.networks import through_onnxruntime
from models.train.cards.decks import Deck
from models.train.dice.backgrounds import Grounds, make_grounds, read_grounds
from models.train.dice.mining import FalseDice, mined
from models.train.dice.stock import Stock, make_amiss, make_stock, read_stock
from models.train.dice.tiles import TILE

if TYPE_CHECKING:
    from models.train.cards.training import Loss

NAMES = FINDER, CLOSE_READER, WIDE_READER, WITNESS = "die-finder", "die-reader-close", "die-reader-wide", "lean-witness"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a run is made of; two runs of one plan on one machine's typefaces give the same weights."""

    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    stock: int
    amiss: int
    grounds: int
    finder_steps: int
    reader_steps: int
    witness_steps: int
    dice: int
    seed: int
    photos: Path | None = None
    going_on: Path | None = None
    """A folder of ONNX files that the training goes on from, instead of beginning with nothing."""


def specimens(plan: Plan) -> Stock:
    """The stock of things to lay on tables, made where it is missing."""
    mixed = make_stock(plan.runs / "stock", plan.stock, plan.seed)
    return read_stock([*mixed, *make_amiss(plan.runs / "amiss", plan.amiss, plan.seed)])


def grounds(plan: Plan) -> Grounds:
    """What they are laid on, likewise."""
    return read_grounds(make_grounds(plan.runs / "grounds", plan.decks, plan.grounds, plan.seed))


def train_finder(plan: Plan) -> None:
    """Leaves ``die-finder.pt`` among the runs."""
    from models.train.dice import finder

    _train(plan, FINDER, finder.Finder, finder.loss_on(specimens(plan), grounds(plan)), plan.finder_steps)


def train_close(plan: Plan) -> None:
    """Leaves ``die-reader-close.pt`` among the runs."""
    from models.train.dice import readers

    tops = grounds(plan)
    loss = readers.close_loss(specimens(plan), tops, false_dice(plan, tops))
    _train(plan, CLOSE_READER, readers.build_close, loss, plan.reader_steps)


def train_wide(plan: Plan) -> None:
    """Leaves ``die-reader-wide.pt`` among the runs."""
    from models.train.dice import readers

    tops = grounds(plan)
    loss = readers.wide_loss(specimens(plan), tops, false_dice(plan, tops))
    _train(plan, WIDE_READER, readers.build_wide, loss, plan.reader_steps)


def train_witness(plan: Plan) -> None:
    """Leaves ``lean-witness.pt`` among the runs."""
    from models.train.dice import lean_witness

    tops = grounds(plan)
    loss = lean_witness.witness_loss(specimens(plan), tops, false_dice(plan, tops))
    _train(plan, WITNESS, lean_witness.build_witness, loss, plan.witness_steps)


def _train(plan: Plan, name: str, build: Callable[[], Any], loss: Loss, steps: int) -> None:
    from models.train.cards.going_on import going_on
    from models.train.cards.training import Schedule, fresh, train

    # Every network draws lessons of its own.
    seed = plan.seed * len(NAMES) + NAMES.index(name)
    network, checkpoint = fresh(build, seed), plan.runs / f"{name}.pt"
    if plan.going_on is not None and not checkpoint.exists():
        network = going_on(network, plan.going_on / f"{name}.onnx", loss, seed)
    train(network, loss, Schedule(steps), checkpoint, seed)


def false_dice(plan: Plan, tops: Grounds) -> FalseDice:
    """What the trained finder takes for dice on grounds without any, kept among the runs."""
    from models.train.cards.export import export
    from models.train.cards.training import trained
    from models.train.dice import finder

    own = plan.runs / f"{FINDER}.pt"
    if plan.going_on is not None and not own.exists():
        weights = plan.going_on / f"{FINDER}.onnx"
    else:
        weights = plan.runs / f"{FINDER}.onnx"
        export(trained(finder.Finder(), own), (1, 3, TILE, TILE), weights, True)
    return mined(tops, through_onnxruntime(weights), plan.runs / "mined.npz")


def write_weights(plan: Plan) -> None:
    """Writes every network that was trained.

    Raises :class:`FileNotFoundError` where one was not, unless the run goes on from weights that are there.
    """
    from models.train.cards.export import export
    from models.train.cards.training import trained
    from models.train.dice import finder, lean_witness, readers

    built = (
        (finder.Finder, 3, TILE, True),
        (readers.build_close, READER_PLANES, CROP, False),
        (readers.build_wide, READER_PLANES, CROP, False),
        (lean_witness.build_witness, ROOMY_PLANES, CROP, False),
    )
    for name, (build, planes, side, growing) in zip(NAMES, built, strict=True):
        own = plan.runs / f"{name}.pt"
        if plan.going_on is None or own.exists():
            export(trained(build(), own), (1, planes, side, side), plan.weights / f"{name}.onnx", growing)


def measure(plan: Plan) -> dict[str, Any]:
    """Figures on fresh dice and on pictures of clutter without a die; and on photos, where there are some."""
    from models.train.dice.evaluate import answers, figures, fresh_scenes, thresholds
    from models.train.dice.photos import photo_figures

    eyes = DiceEyes(*(through_onnxruntime(plan.weights / f"{name}.onnx") for name in NAMES))
    told, pictures = answers(eyes, fresh_scenes(plan.decks, plan.dice, plan.seed + 1000))
    document: dict[str, Any] = {"pictures": pictures, **figures(told), "trust": thresholds(told)}
    told, pictures = answers(eyes, fresh_scenes(plan.decks, plan.dice // 3, plan.seed + 2000, empty=True))
    document["clutter alone"] = {
        "pictures": pictures,
        "reported": sum(one.found for one in told),
        "sure": sum(one.sure for one in told),
    }
    if plan.photos is not None:
        document["photos of real dice"] = photo_figures(eyes, plan.photos)
    return document
