"""Training of one card network; each step reads what the step before left on disk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.vision.networks import load_with_onnxruntime
from models.training.cards.shards import make_shards
from models.training.common.decks import Deck
from models.training.common.trainer import Architecture, export_network, train_network
from models.training.scenes.print_styles import with_all_styles
from models.training.scenes.unknown_designs import read_unknown_decks

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
    """Train the network up to its step count, from its checkpoint or from scratch."""
    train_network(_architecture(plan.network), _loss(plan), plan.settings, plan.checkpoint, None)


def _loss(plan: Plan) -> Any:
    """Return the network's loss on its shards."""
    from models.training.cards import face_reader, finder, strip_reader

    tiles = make_tiles(plan)
    if plan.network == READER:
        return strip_reader.loss_on(tiles, false_strips(plan, tiles))
    return (finder if plan.network == FINDER else face_reader).loss_on(tiles)


def _architecture(network: str) -> Architecture:
    from models.training.cards import face_reader, finder, strip_reader

    return {
        FINDER: Architecture(finder.Finder, (1, 3, 352, 352), growing=True),
        READER: Architecture(strip_reader.build, (1, 3, 104, 32)),
        FACES: Architecture(face_reader.build, (1, 3, 100, 72)),
    }[network]


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
    """Write the ONNX file from the checkpoint. Without it this is a :class:`FileNotFoundError`."""
    export_network(_architecture(plan.network), plan.checkpoint, plan.weights / f"{plan.network}.onnx")
