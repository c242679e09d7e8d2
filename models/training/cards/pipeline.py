"""Training of one card network; each step reads what the step before left on disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.vision.networks import load_with_onnxruntime
from models.training.cards.print_styles import with_all_styles
from models.training.cards.shards import make_shards
from models.training.cards.unknown_designs import read_unknown_decks
from models.training.common.decks import Deck

FINDER, READER, FACES = "strip-finder", "strip-reader", "face-reader"


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a training run; two runs of one plan give the same weights."""

    network: str
    settings: Mapping[str, Any]
    """The contents of its TOML file."""
    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    others: Path | None = None
    """Folder of card faces of other designs, to be read as unknown."""
    resume_from: Path | None = None
    """Folder of ONNX weights to start from; random initial weights without it."""

    @property
    def checkpoint(self) -> Path:
        """The network's checkpoint in the runs folder."""
        return self.runs / f"{self.network}.pt"


def make_tiles(plan: Plan) -> list[Path]:
    """Return the paths of the training shards; missing shards are generated, with each deck and style equally often."""
    unknown = plan.others
    others = (lambda: read_unknown_decks(unknown)) if unknown is not None else tuple
    count, seed = plan.settings["shards"], plan.settings["seed"]
    return make_shards(plan.runs / "tiles", lambda: with_all_styles(plan.decks), count, seed, others)


def train(plan: Plan) -> None:
    """Train the network up to its step count, from its checkpoint, from ONNX weights or from scratch."""
    from models.training.common.resume import resume_from_onnx
    from models.training.common.training_loop import Schedule, build_network
    from models.training.common.training_loop import train as run_steps

    seed, schedule = plan.settings["seed"], Schedule(**plan.settings["schedule"])
    network, loss = build_network(_build(plan.network)[0], seed), _loss(plan)
    if plan.resume_from is not None:
        schedule = replace(schedule, rate=plan.settings["resumed_rate"])
        if not plan.checkpoint.exists():
            network = resume_from_onnx(network, plan.resume_from / f"{plan.network}.onnx", loss, seed)
    run_steps(network, loss, schedule, plan.checkpoint, seed)


def _loss(plan: Plan) -> Any:
    """Return the network's loss on its shards."""
    from models.training.cards import face_reader, finder, strip_reader

    tiles = make_tiles(plan)
    if plan.network == READER:
        return strip_reader.loss_on(tiles, false_strips(plan, tiles))
    return (finder if plan.network == FINDER else face_reader).loss_on(tiles)


def _build(network: str) -> tuple[Callable[[], Any], tuple[int, ...], bool]:
    """Return what builds a network, the shape of its input, and whether its sides may vary."""
    from models.training.cards import face_reader, finder, strip_reader

    builds: dict[str, tuple[Callable[[], Any], tuple[int, ...], bool]] = {
        FINDER: (finder.build, (1, 3, 352, 352), True),
        READER: (strip_reader.build, (1, 3, 104, 32), False),
        FACES: (face_reader.build, (1, 3, 100, 72), False),
    }
    return builds[network]


def false_strips(plan: Plan, tiles: list[Path]) -> list[Path]:
    """Return the paths of the trained finder's false strips on these shards.

    Args:
        plan: the training run.
        tiles: paths of the shards.

    Returns:
        One ``.npz`` file per shard, kept in the runs folder.
    """
    from models.training.cards.hard_negatives import mine_false_strips

    finder = replace(plan, network=FINDER, weights=plan.runs)
    export(finder)
    return mine_false_strips(tiles, load_with_onnxruntime(plan.runs / f"{FINDER}.onnx"), plan.runs / "mined")


def export(plan: Plan) -> None:
    """Write the ONNX file from the checkpoint, or copy the weights that the run resumes from.

    Without both it is a :class:`FileNotFoundError`.
    """
    from models.training.common.onnx_export import export_onnx
    from models.training.common.training_loop import load_checkpoint

    build, shape, growing = _build(plan.network)
    path = plan.weights / f"{plan.network}.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    if plan.checkpoint.exists() or plan.resume_from is None:
        export_onnx(load_checkpoint(build(), plan.checkpoint), shape, path, growing)
    elif path != plan.resume_from / path.name:
        shutil.copyfile(plan.resume_from / path.name, path)
