"""The course of the upright reader's training: its sources, its steps, its file, its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.training.upright.lessons import Source, taught

NAME = "die-upright"
DICE, TURNS = 16, 2
"""Dice a step, and crops of each."""
SHARES = {"specimens": 0.34, "studio": 0.5, "clutter": 0.04, "photographs": 0.12}
"""How often each source is drawn from."""
OF_THE_FIRST = (0.42, 0.14, 0.34, 0.1)
"""Of its specimens: digits, pips, dice that nobody should read, and no dice."""
CLUTTERED = 400
"""Pictures of clutter."""
ENOUGH = 2500
"""So many of the studio's dice and more are drawn from so often; fewer less, or they would be known by heart."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the reader learns from and how long; folders that are not given are done without."""

    runs: Path
    first: Path | None
    studio: Path | None
    photos: Path | None
    steps: int
    seed: int
    pause: Path | None = None
    rate: float = 1e-3
    decks: Path | None = None
    """Folders of faces of other decks, which are no dice either."""
    going_on: Path | None = None
    """A folder of the ONNX file that the training goes on from, instead of beginning with what ImageNet taught."""
    learnt: float = 1.0
    """How far the network that is written lies from that one towards what was learnt, 0 to 1."""

    @property
    def checkpoint(self) -> Path:
        return self.runs / f"{NAME}.pt"

    @property
    def weights(self) -> Path:
        return self.runs / f"{NAME}.onnx"


def sources(plan: Plan) -> list[tuple[Source, float]]:
    """The sources there are, with their shares. Raises :class:`FileNotFoundError` where there is none."""
    from companion.vision.networks import load_network
    from models.training.dice.backgrounds import read_grounds
    from models.training.dice.lessons import Shelves
    from models.training.dice.mining import mined
    from models.training.dice.stock import read_stock
    from models.training.studio.mistaken import mistaken
    from models.training.studio.shards import read_shards
    from models.training.upright.lessons import Clutter, Photographs, Specimens, Studio
    from models.training.upright.photos import clutter, false_dice, learnable, real_dice, shelved

    plan.runs.mkdir(parents=True, exist_ok=True)
    finder = load_network("die-finder")
    found: list[tuple[Source, float]] = []
    if plan.first is not None:
        stock = read_stock(sorted(plan.first.glob("stock/*.npz")) + sorted(plan.first.glob("amiss/*.npz")))
        grounds = read_grounds(sorted(plan.first.glob("grounds/*.npz")))
        false = mined(grounds, finder, plan.runs / "mined.npz")
        found.append((Specimens(Shelves.of(stock, OF_THE_FIRST), grounds, false), SHARES["specimens"]))
    shards = sorted(plan.studio.glob("????.npz")) if plan.studio is not None else []
    if shards:
        shots = read_shards(shards)
        studio = Studio(shots, false=mistaken(shots, finder))
        found.append((studio, min(SHARES["studio"], len(shots) / ENOUGH)))
    if found:
        strewn = false_dice(
            clutter(plan.runs / "clutter", CLUTTERED, plan.decks), finder, plan.runs / "mined-clutter.json"
        )
        found.append((Clutter(shelved(strewn)), SHARES["clutter"]))
    if plan.photos is not None:
        photos = learnable(plan.photos)
        false_real = false_dice(photos[:: max(1, len(photos) // 250)], finder, plan.runs / "mined-photos.json")
        real = [die for photo in photos for die in real_dice(photo)]
        found.append((Photographs(shelved([*real, *false_real])), SHARES["photographs"]))
    if not found:
        raise FileNotFoundError("nothing to learn from: name the first renderer's stock, the studio's shards or photos")
    whole = sum(share for _, share in found)
    return [(source, share / whole) for source, share in found]


def batch(given: Sequence[tuple[Source, float]], rng: np.random.Generator) -> tuple[Any, Any]:
    """Crops and what is true of them, as tensors."""
    import torch

    chosen = rng.choice(len(given), DICE, p=[share for _, share in given])
    pairs = [taught(given[int(one)][0].draw(rng), TURNS, rng) for one in chosen]
    crops, true = (np.concatenate([pair[part] for pair in pairs]) for part in (0, 1))
    return torch.from_numpy(crops), torch.from_numpy(true)


def train(plan: Plan) -> None:
    """Leaves a checkpoint among the runs."""
    import torch

    from models.training.upright.network import any_of, build
    from models.training.upright.training import Pace, fine_tune

    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    given = sources(plan)
    pace = Pace(plan.steps, plan.rate, pause=plan.pause)
    network = build(pretrained=plan.going_on is None)
    if plan.going_on is not None and not plan.checkpoint.exists():
        network = _gone_on(network, plan.going_on / f"{NAME}.onnx", given, plan.seed)
    fine_tune(network, lambda rng: batch(given, rng), any_of, pace, plan.checkpoint, plan.seed)


def _gone_on(network: Any, path: Path, given: Sequence[tuple[Source, float]], seed: int) -> Any:
    from models.training.common.resume import resume_from_onnx
    from models.training.upright.network import any_of

    def loss(network: Any, _: int, rng: np.random.Generator) -> Any:
        crops, true = batch(given, rng)
        return any_of(network(crops), true)

    return resume_from_onnx(network, path, loss, seed)


def write_weights(plan: Plan) -> None:
    """Writes the slow mean of the last checkpoint as ONNX, or what lies so far towards it as the plan says."""
    from companion.vision.dice.upright import PLANES, SIDE
    from models.training.common.onnx_export import export_onnx
    from models.training.common.resume import interpolate_weights
    from models.training.upright.network import build
    from models.training.upright.training import kept_mean

    network = kept_mean(build(pretrained=False), plan.checkpoint)
    export_onnx(network, (1, PLANES, SIDE, SIDE), plan.weights, growing=False)
    if plan.going_on is not None:
        interpolate_weights(plan.going_on / plan.weights.name, plan.weights, plan.learnt, plan.weights)


def measure(plan: Plan, folders: Sequence[Path], beside_today: bool) -> dict[str, Any]:
    """Figures by maker on dice whose boxes are given, of the network and, where wanted, of the readers of today."""
    from companion.vision.dice.eyes import DiceEyes
    from companion.vision.networks import load_with_onnxruntime
    from models.training.upright import measuring
    from models.training.upright.photos import KEPT_OUT

    readers = {"upright": measuring.upright(load_with_onnxruntime(plan.weights))}
    if beside_today:
        readers["today"] = measuring.today(DiceEyes())
    document: dict[str, Any] = {}
    for name, reader in readers.items():
        told = list(measuring.said(folders, reader, KEPT_OUT))
        unseen = [one for one in told if one.kept_out or one.maker == "samples"]
        document[name] = {"rows": measuring.table(told), "sure, kept out, 1 in 250": measuring.sure_at(unseen, 250)}
    return document
