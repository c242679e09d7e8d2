"""Faces of dice: an embedding on top of the reader's trunk, trained to tell the values of any one make apart."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats
from companion.pieces import DieKind
from companion.table.sightings import LENGTH
from companion.vision.dice.die_reading import READINGS
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.prediction import TURNS, View, predict
from companion.vision.networks import Network, load_with_onnxruntime
from models.training.common.shards import Arrays, make_shards
from models.training.dice import thrown_sets
from models.training.dice.aspects import aspect_at
from models.training.dice.marks import digit_marks
from models.training.reader.face_head import with_embeddings, with_means

SEED = 40_000
"""Seed of the first make; the bench of taught dice has others."""
THROWN, THROWS = (*[DieKind.D10] * 5, *[DieKind.D6] * 3), 5
"""Dice of a throw, and throws on each of two tables."""
DIGITS, STAGED = 0.35, 0.6
"""Share of makes whose d6 get digits besides those that have them anyway, and of tables under a film's camera."""
ASTRAY, LARGER = 0.03, 0.05
"""Spread of a detection's middle, in diameters, and of its diameter's logarithm."""
SCORE = 0.9
"""The detector's score of a whole die."""

NEVER = -1e9
"""Logarithm of how much counts what does not count."""

Make = Mapping[str, NDArray[Any]]
"""The dice of one make: ``table`` (0 or 1), ``true`` (the reading's number), ``strange`` (whether the reader does not
know this kind), ``across`` (pixels), ``tilt`` (radians), ``turns`` (20 × 21 probabilities) and ``means`` (1280)."""


def gather(folder: Path, weights: Path, count: int) -> list[Path]:
    """Write what a reader makes of the dice of many makes, a file each; those that are there stay.

    Args:
        folder: where the files go.
        weights: the ONNX file of the reader.
        count: number of makes.

    Returns:
        The files, each a :data:`Make`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    trunk = folder / "trunk.onnx"
    with_means(weights, trunk)
    network = load_with_onnxruntime(trunk)
    return make_shards(folder, count, lambda number: _thrown(SEED + number, network))


def _thrown(seed: int, network: Network) -> Arrays:
    """Return a :data:`Make`, thrown on two tables."""
    rng = np.random.default_rng([seed, 3, 0])
    make = thrown_sets.drawn_make(np.random.default_rng([seed, 1, 0]))
    if rng.random() < DIGITS:
        six = make.dice[DieKind.D6]
        make.dice[DieKind.D6] = replace(six, marks=digit_marks(six.shape.values, 6, rng))
    strange = make.dice[DieKind.D6].marks.distinction != "pips"
    rows = []
    for table in (0, 1):
        draw = thrown_sets.staged_setting if rng.random() < STAGED else thrown_sets.drawn_setting
        setting = draw(np.random.default_rng([seed, 2, table]))
        for _ in range(THROWS):
            [picture], dice = thrown_sets.throw(make, setting, rng, 1, THROWN)
            for die in dice:
                x, y = (at + rng.normal(0, ASTRAY * die.across) for at in die.center)
                across = die.across * math.exp(rng.normal(0, LARGER))
                aspect = aspect_at(setting.tilt, np.array([0.0, -1.0]), rng)
                view = View.of(picture, DieDetection((x, y), across, SCORE), aspect)
                predict([view], range(TURNS), network)
                tilt = aspect.lean.tilt if aspect.lean is not None else np.nan
                unknown = strange and die.kind is DieKind.D6
                true = READINGS.index((die.kind, die.value))
                rows.append((table, true, unknown, across, tilt, view.answers, view.embeddings.mean(axis=0)))
    names = ("table", "true", "strange", "across", "tilt", "turns", "means")
    return {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def read_makes(paths: Sequence[Path]) -> list[Make]:
    """Return the makes of files."""
    return [dict(np.load(path)) for path in paths]


def embed(make: Make, weight: Floats, bias: Floats) -> Floats:
    """Return the embeddings of a make's dice by a dense layer, of length 1 (n × 64)."""
    faces = make["means"].astype(np.float32) @ weight + bias
    return np.asarray(faces / np.linalg.norm(faces, axis=1, keepdims=True), np.float32)


def train_faces(makes: Sequence[Make], settings: Mapping[str, Any], weights: Path) -> tuple[Floats, Floats]:
    """Train the dense layer and write it into the reader's ONNX file.

    Faces of one make with the same value are positives, faces with other values negatives, of any make (supervised
    contrastive loss). Those of another make with the same value count neither way: an embedding need not know digits.

    Args:
        makes: what to learn from.
        settings: ``steps``, ``rate``, ``decay``, ``dropout``, ``makes`` of a step, ``other`` (the logarithm of how much
            a face of another make counts), and ``seed``.
        weights: the file.

    Returns:
        The layer's weight (1280 × 64) and bias.
    """
    import torch
    from torch.nn import functional

    torch.manual_seed(settings["seed"])
    everything = np.concatenate([make["means"] for make in makes]).astype(np.float32)
    mean, spread = everything.mean(axis=0), everything.std(axis=0) + 0.02
    layer = torch.nn.Linear(everything.shape[1], LENGTH)
    sharpness = torch.nn.Parameter(torch.tensor(2.5))
    optimiser = torch.optim.AdamW(
        [{"params": layer.parameters(), "weight_decay": settings["decay"]}, {"params": [sharpness], "weight_decay": 0}],
        settings["rate"],
    )
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, settings["steps"])
    for means, true, make in _batches(makes, settings):
        inputs = functional.dropout(torch.from_numpy((means - mean) / spread), settings["dropout"])
        faces = functional.normalize(layer(inputs), dim=1)
        own, same = make[:, None] == make[None], true[:, None] == true[None]
        itself = np.eye(len(true), dtype=np.bool_)
        weight = np.where(own, 0.0, settings["other"])
        weight[same & ~own | itself] = NEVER
        likeness = faces @ faces.T * sharpness.exp() + torch.from_numpy(weight.astype(np.float32))
        positive = same & own & ~itself
        right = likeness.masked_fill(torch.from_numpy(~positive), NEVER)
        paired = torch.from_numpy(positive.any(axis=1))
        loss = (torch.logsumexp(likeness, 1) - torch.logsumexp(right, 1))[paired].mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    dense = layer.weight.detach().numpy().T / spread[:, None]
    bias = layer.bias.detach().numpy() - mean @ dense
    with_embeddings(weights, dense, bias)
    return dense, bias


def _batches(makes: Sequence[Make], settings: Mapping[str, Any]) -> Iterator[tuple[Floats, Any, Any]]:
    """Yield means, readings and numbers of the makes of each step."""
    for step in range(settings["steps"]):
        rng = np.random.default_rng([settings["seed"], step])
        picked = [makes[number] for number in rng.choice(len(makes), settings["makes"], replace=False)]
        means = np.concatenate([make["means"] for make in picked]).astype(np.float32)
        numbers = np.repeat(np.arange(len(picked)), [len(make["true"]) for make in picked])
        yield means, np.concatenate([make["true"] for make in picked]), numbers
