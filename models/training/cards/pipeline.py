"""Training pipeline of the card networks; each step reads what the step before left on disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.vision.networks import load_with_onnxruntime
from models.training.cards.print_styles import with_all_styles
from models.training.cards.shards import make_shards
from models.training.cards.unknown_designs import read_unknown_decks
from models.training.common.decks import Deck

FINDER, READER, FACES = "strip-finder", "strip-reader", "face-reader"
RESUMED_RATE = 7e-4
"""Peak learning rate of a network that resumes from weights."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a training run; two runs of one plan give the same weights."""

    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    shards: int
    finder_steps: int
    reader_steps: int
    face_steps: int
    seed: int
    others: Path | None = None
    """Folders of card faces of other designs, to be read as unknown."""
    resume_from: Path | None = None
    """Folder of ONNX weights to start from; random initial weights without it."""


def make_tiles(plan: Plan) -> list[Path]:
    """Return the paths of the training shards; missing shards are generated, with each deck and style equally often."""
    unknown = plan.others
    others = (lambda: read_unknown_decks(unknown)) if unknown is not None else tuple
    return make_shards(plan.runs / "tiles", lambda: with_all_styles(plan.decks), plan.shards, plan.seed, others)


def train_finder(plan: Plan) -> None:
    """Train the strip and card finder and leave ``finder.pt`` in the runs folder."""
    from models.training.cards import finder

    _train(plan, finder.build, finder.loss_on(make_tiles(plan)), plan.finder_steps, "finder", FINDER)


def train_reader(plan: Plan) -> None:
    """Train the strip reader and leave ``reader.pt`` in the runs folder."""
    from models.training.cards import strip_reader

    tiles = make_tiles(plan)
    loss = strip_reader.loss_on(tiles, false_strips(plan, tiles))
    _train(plan, strip_reader.build, loss, plan.reader_steps, "reader", READER)


def train_faces(plan: Plan) -> None:
    """Train the face reader and leave ``faces.pt`` in the runs folder."""
    from models.training.cards import face_reader

    _train(plan, face_reader.build, face_reader.loss_on(make_tiles(plan)), plan.face_steps, "faces", FACES)


def _train(plan: Plan, build: Callable[[], Any], loss: Any, steps: int, name: str, weights: str) -> None:
    """Train one network up to its step count, from its checkpoint, from ONNX weights or from scratch."""
    from models.training.common.resume import resume_from_onnx
    from models.training.common.training_loop import Schedule, build_network, train

    checkpoint = plan.runs / f"{name}.pt"
    network, schedule = build_network(build, plan.seed), Schedule(steps)
    if plan.resume_from is not None:
        schedule = Schedule(steps, rate=RESUMED_RATE)
        if not checkpoint.exists():
            network = resume_from_onnx(network, plan.resume_from / f"{weights}.onnx", loss, plan.seed)
    train(network, loss, schedule, checkpoint, plan.seed)


def false_strips(plan: Plan, tiles: list[Path]) -> list[Path]:
    """Return the paths of the trained finder's false strips on these shards.

    Args:
        plan: the training run.
        tiles: paths of the shards.

    Returns:
        One ``.npz`` file per shard, kept in the runs folder.
    """
    from models.training.cards.hard_negatives import mine_false_strips

    weights = plan.runs / f"{FINDER}.onnx"
    _write_network(plan, weights, "finder")
    return mine_false_strips(tiles, load_with_onnxruntime(weights), plan.runs / "mined")


def write_weights(plan: Plan) -> None:
    """Write the ONNX files of all three networks.

    A network without checkpoint and without weights to resume from is a :class:`FileNotFoundError`.
    """
    for weights, name in ((FINDER, "finder"), (READER, "reader"), (FACES, "faces")):
        _write_network(plan, plan.weights / f"{weights}.onnx", name)


def _write_network(plan: Plan, weights: Path, name: str) -> None:
    """Write one network from its checkpoint, or copy the weights that the run resumes from."""
    from models.training.cards import face_reader, finder, strip_reader
    from models.training.common.onnx_export import export_onnx
    from models.training.common.training_loop import load_checkpoint

    builds: dict[str, tuple[Callable[[], Any], tuple[int, ...], bool]] = {
        "finder": (finder.build, (1, 3, 352, 352), True),
        "reader": (strip_reader.build, (1, 3, 104, 32), False),
        "faces": (face_reader.build, (1, 3, 100, 72), False),
    }
    build, shape, growing = builds[name]
    checkpoint = plan.runs / f"{name}.pt"
    weights.parent.mkdir(parents=True, exist_ok=True)
    if checkpoint.exists() or plan.resume_from is None:
        export_onnx(load_checkpoint(build(), checkpoint), shape, weights, growing)
    elif weights != plan.resume_from / weights.name:
        shutil.copyfile(plan.resume_from / weights.name, weights)
