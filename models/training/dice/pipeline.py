"""The course of a training run, step by step; each finds what the one before left on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.vision.dice.crops import CROP, READER_PLANES, ROOMY_PLANES
from companion.vision.dice.eyes import DiceEyes
from companion.vision.networks import load_network, load_with_onnxruntime
from models.training.common.decks import Deck
from models.training.dice.backgrounds import Grounds, make_grounds, read_grounds
from models.training.dice.mining import FalseDice, mined
from models.training.dice.stock import Stock, make_amiss, make_stock, read_stock

if TYPE_CHECKING:
    from models.training.common.training_loop import Loss
    from models.training.dice.in_the_studio import InTheStudio

FINDER = "die-finder"
KNOWING = 1e-3
"""The rate at which a network learns on that begins with another's trunk."""
NAMES = CLOSE_READER, WIDE_READER, WITNESS = "die-reader-close", "die-reader-wide", "lean-witness"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a run is made of; two runs of one plan on one machine's typefaces give the same weights."""

    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    stock: int
    amiss: int
    grounds: int
    reader_steps: int
    witness_steps: int
    dice: int
    seed: int
    photos: Path | None = None
    going_on: Path | None = None
    """A folder of ONNX files that the training goes on from, instead of beginning with nothing."""
    learnt: float = 1.0
    """How far the networks that are written lie from those towards what was learnt, 0 to 1."""
    studio: Path | None = None
    """The second studio's shots, which the readers and the witness learn from too."""
    upright: Path | None = None
    """The upright reader's ONNX file, with whose trunk the close reader begins where nothing else is there."""


def specimens(plan: Plan) -> Stock:
    """The stock of things to lay on tables, made where it is missing."""
    mixed = make_stock(plan.runs / "stock", plan.stock, plan.seed)
    return read_stock([*mixed, *make_amiss(plan.runs / "amiss", plan.amiss, plan.seed)])


def grounds(plan: Plan) -> Grounds:
    """What they are laid on, likewise."""
    return read_grounds(make_grounds(plan.runs / "grounds", plan.decks, plan.grounds, plan.seed))


def train_close(plan: Plan) -> None:
    """Leaves ``die-reader-close.pt`` among the runs."""
    from models.training.dice import readers

    tops = grounds(plan)
    studio = _in_the_studio(plan, readers.OF_THE_STUDIO)
    loss = readers.close_loss(specimens(plan), tops, false_dice(plan, tops), studio)
    _train(plan, CLOSE_READER, readers.build_close, loss, plan.reader_steps, plan.upright)


def train_wide(plan: Plan) -> None:
    """Leaves ``die-reader-wide.pt`` among the runs."""
    from models.training.dice import readers

    tops = grounds(plan)
    studio = _in_the_studio(plan, readers.OF_THE_STUDIO)
    loss = readers.wide_loss(specimens(plan), tops, false_dice(plan, tops), studio)
    _train(plan, WIDE_READER, readers.build_wide, loss, plan.reader_steps)


def train_witness(plan: Plan) -> None:
    """Leaves ``lean-witness.pt`` among the runs."""
    from models.training.dice import lean_witness

    tops = grounds(plan)
    studio = _in_the_studio(plan, lean_witness.OF_THE_STUDIO)
    loss = lean_witness.witness_loss(specimens(plan), tops, false_dice(plan, tops), studio)
    _train(plan, WITNESS, lean_witness.build_witness, loss, plan.witness_steps)


def _in_the_studio(plan: Plan, shares: tuple[float, float, float, float]) -> InTheStudio | None:
    from models.training.dice.in_the_studio import InTheStudio
    from models.training.studio.mistaken import mistaken
    from models.training.studio.shards import read_shards

    if plan.studio is None:
        return None
    shots = read_shards(sorted(plan.studio.glob("????.npz")))
    return InTheStudio(shots, shares, mistaken(shots, load_network(FINDER)))


def _train(plan: Plan, name: str, build: Callable[[], Any], loss: Loss, steps: int, trunk: Path | None = None) -> None:
    from models.training.common.resume import resume_from_onnx
    from models.training.common.training_loop import Schedule, build_network, train
    from models.training.dice.trunk import begun

    # Every network draws lessons of its own.
    seed = plan.seed * len(NAMES) + NAMES.index(name)
    learner, checkpoint = build_network(build, seed), plan.runs / f"{name}.pt"
    if trunk is not None and not checkpoint.exists():
        learner = begun(learner, trunk, loss, seed)
    elif plan.going_on is not None and not checkpoint.exists():
        learner = resume_from_onnx(learner, plan.going_on / f"{name}.onnx", loss, seed)
    # What knows something already learns more slowly, or it would forget it.
    schedule = Schedule(steps) if trunk is None else Schedule(steps, KNOWING)
    train(learner, loss, schedule, checkpoint, seed)


def false_dice(plan: Plan, tops: Grounds) -> FalseDice:
    """What the finder takes for dice on grounds without any, kept among the runs."""
    return mined(tops, load_network(FINDER), plan.runs / "mined.npz")


def write_weights(plan: Plan) -> None:
    """Writes every network that was trained; one that went on from another as far towards it as the plan says.

    Raises :class:`FileNotFoundError` where one was not, unless the run goes on from weights that are there.
    """
    from models.training.common.onnx_export import export_onnx
    from models.training.common.resume import interpolate_weights
    from models.training.common.training_loop import load_checkpoint
    from models.training.dice import lean_witness, readers

    built = (
        (readers.build_close, READER_PLANES),
        (readers.build_wide, READER_PLANES),
        (lean_witness.build_witness, ROOMY_PLANES),
    )
    for name, (build, planes) in zip(NAMES, built, strict=True):
        own = plan.runs / f"{name}.pt"
        if plan.going_on is None or own.exists():
            learnt = plan.runs / f"{name}.onnx"
            export_onnx(load_checkpoint(build(), own), (1, planes, CROP, CROP), learnt, growing=False)
            known = learnt if plan.going_on is None else plan.going_on / f"{name}.onnx"
            interpolate_weights(known, learnt, plan.learnt, plan.weights / f"{name}.onnx")


def measure(plan: Plan) -> dict[str, Any]:
    """Figures on fresh dice and on pictures of clutter without a die; and on photos, where there are some."""
    from models.training.dice.evaluate import answers, figures, fresh_scenes, thresholds
    from models.training.dice.photos import photo_figures

    eyes = DiceEyes(load_network(FINDER), *(load_with_onnxruntime(plan.weights / f"{name}.onnx") for name in NAMES))
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
