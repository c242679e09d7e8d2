"""The course of a training run, step by step; each finds what the one before left on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.vision.networks import through_onnxruntime
from companion.vision.strips import StripEyes
from models.train.cards.decks import Deck
from models.train.cards.shards import make_shards
from models.train.cards.styles import in_styles

FINDER, READER, FACES = "strip-finder", "strip-reader", "face-reader"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a run is made of; two runs of one plan give the same weights."""

    decks: tuple[Deck, ...]
    runs: Path
    weights: Path
    shards: int
    finder_steps: int
    reader_steps: int
    face_steps: int
    scenes: int
    seed: int


def make_tiles(plan: Plan) -> list[Path]:
    """The shards, made where they are missing: every deck as often as every other, in many styles."""
    return make_shards(plan.runs / "tiles", lambda: in_styles(plan.decks), plan.shards, plan.seed)


def train_finder(plan: Plan) -> None:
    """Leaves ``finder.pt`` among the runs."""
    from models.train.cards import finder
    from models.train.cards.training import Schedule, fresh, train

    loss = finder.loss_on(make_tiles(plan))
    train(fresh(finder.build, plan.seed), loss, Schedule(plan.finder_steps), plan.runs / "finder.pt", plan.seed)


def train_reader(plan: Plan) -> None:
    """Leaves ``reader.pt`` among the runs."""
    from models.train.cards import reader
    from models.train.cards.training import Schedule, fresh, train

    tiles = make_tiles(plan)
    loss = reader.loss_on(tiles, false_strips(plan, tiles))
    train(fresh(reader.build, plan.seed), loss, Schedule(plan.reader_steps), plan.runs / "reader.pt", plan.seed)


def train_faces(plan: Plan) -> None:
    """Leaves ``faces.pt`` among the runs."""
    from models.train.cards import facereader
    from models.train.cards.training import Schedule, fresh, train

    loss = facereader.loss_on(make_tiles(plan))
    train(fresh(facereader.build, plan.seed), loss, Schedule(plan.face_steps), plan.runs / "faces.pt", plan.seed)


def false_strips(plan: Plan, tiles: list[Path]) -> list[Path]:
    """What the trained finder takes for strips on these tiles and are none, kept among the runs."""
    from models.train.cards import finder
    from models.train.cards.export import export
    from models.train.cards.mining import mined
    from models.train.cards.training import trained

    weights = plan.runs / f"{FINDER}.onnx"
    export(trained(finder.build(), plan.runs / "finder.pt"), (1, 3, 352, 352), weights, True)
    return mined(tiles, through_onnxruntime(weights), plan.runs / "mined")


def write_weights(plan: Plan) -> None:
    """Raises :class:`FileNotFoundError` where a network was not trained yet."""
    from models.train.cards import facereader, finder, reader
    from models.train.cards.export import export
    from models.train.cards.training import trained

    export(trained(finder.build(), plan.runs / "finder.pt"), (1, 3, 352, 352), plan.weights / f"{FINDER}.onnx", True)
    export(trained(reader.build(), plan.runs / "reader.pt"), (1, 3, 104, 32), plan.weights / f"{READER}.onnx", False)
    export(trained(facereader.build(), plan.runs / "faces.pt"), (1, 3, 100, 72), plan.weights / f"{FACES}.onnx", False)


def measure(plan: Plan) -> dict[str, Any]:
    """Figures on fresh scenes, each deck by itself, and the confidences from which an answer would be sure."""
    from models.train.cards.evaluate import answers, fresh_scenes, strip_rows
    from models.train.cards.figures import card_rows, thresholds

    eyes = StripEyes(
        through_onnxruntime(plan.weights / f"{FINDER}.onnx"), through_onnxruntime(plan.weights / f"{READER}.onnx")
    )
    figures: dict[str, Any] = {}
    for deck in plan.decks:
        told, phantoms, pictures = answers(eyes, fresh_scenes((deck,), plan.scenes, plan.seed + 100))
        figures[deck.name] = {
            "pictures": pictures,
            "strips": strip_rows(eyes, fresh_scenes((deck,), max(1, plan.scenes // 4), plan.seed + 200)),
            "cards": card_rows(told, phantoms),
            "sure from": thresholds(told, phantoms),
        }
    return figures
