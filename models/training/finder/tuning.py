"""Training of the finder in use by what it gives: a score, a middle and a diameter for each cell.

The reader needs boxes that are right to a tenth of a die, so these are learnt directly, and the score of a cell is how
well its box fits.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from companion.pictures.arrays import Floats
from companion.vision.dice.finding import CELL, UNIT
from companion.vision.networks import picture_tensor
from models.training.common.onnx_layers import load_layers
from models.training.common.resume import average_with
from models.training.common.training_loop import Loss, Schedule, train
from models.training.finder.exported import ExportedFinder
from models.training.finder.judging import NAME
from models.training.finder.lessons import SIDE, Marked, Source, drawn_piece

CELLS = SIDE // CELL
OWN, NEAR = 0.3, 0.55
"""Distance from a die's middle, in diameters, within which cells learn its box, and beyond which they are ground."""
PLACE, SIZE = 4.0, 2.0
"""Weights of the errors of middle, in diameters, and of the diameter's logarithm beside that of the scores."""
FOCUS = 2.0
"""Ground counts by its score to this power: most of it is clear."""


def train_further(
    sources: Sequence[tuple[Source, float]], settings: Mapping[str, Any], runs: Path, before: Path, architecture: Path
) -> None:
    """Train a finder on ever new pieces, from its ONNX file or from the checkpoint in ``runs``.

    What is written is the mean of the network before and after, which loses nothing that only former trainings had.

    Args:
        sources: where pieces come from, and each one's share.
        settings: contents of ``die-finder.toml``.
        runs: folder of the checkpoint and of the ONNX file.
        before: the ONNX file to begin with.
        architecture: ultralytics' description of the network.
    """
    from models.training.common import yolo

    network = ExportedFinder(yolo.built(runs, architecture, "pose"))
    load_layers(network, before, "head.")
    loss, schedule = loss_on(sources, settings["batch"]), Schedule(**settings["schedule"])
    weights = runs / f"{NAME}.onnx"
    yolo.export(train(network, loss, schedule, runs / f"{NAME}.pt", settings["seed"]), weights)
    average_with(weights, before)


def loss_on(sources: Sequence[tuple[Source, float]], count: int) -> Loss:
    """Return the loss on so many new pieces at each step."""

    def loss(network: Any, _step: int, rng: np.random.Generator) -> Any:
        pieces = [drawn_piece(sources, rng) for _ in range(count)]
        pictures = torch.from_numpy(np.concatenate([picture_tensor(piece.picture, CELL) for piece in pieces]))
        output = network(pictures.to(memory_format=torch.channels_last))
        return finder_loss(output, torch.from_numpy(np.stack([targets(piece) for piece in pieces])))

    return loss


def targets(piece: Marked) -> Floats:
    """Return what the cells of a piece should give (5 × rows × columns).

    A one in the cells that learn a die's box, its offsets and the logarithm of its diameter; and a one in those that
    are ground.
    """
    wanted = np.zeros((5, CELLS, CELLS), np.float32)
    wanted[4] = 1
    rows, columns = np.indices((CELLS, CELLS))
    cells = np.stack([columns, rows], axis=-1) * CELL + CELL / 2
    # The smaller one of two dice that share a cell comes last.
    for number in np.argsort(-piece.across):
        middle, across = piece.middles[number], float(piece.across[number])
        away = np.hypot(*np.moveaxis(cells - middle, -1, 0))
        wanted[4][away < NEAR * across] = 0
        own = (away < OWN * across) | ((away == away.min()) & (away < CELL))
        wanted[0][own], wanted[4][own] = 1, 0
        wanted[1:3, own] = ((middle - cells[own]) / UNIT).T
        wanted[3][own] = np.log(across / UNIT)
    return wanted


def finder_loss(output: Any, wanted: Any) -> Any:
    """Return the loss of a finder's output (N × 6 × rows × columns) for :func:`targets` (N × 5 × rows × columns)."""
    own, ground = wanted[:, 0] > 0, wanted[:, 4] > 0
    logits, size = output[:, 0], output[:, 5]
    middles, true = output[:, 1:3].movedim(1, -1)[own], wanted[:, 1:3].movedim(1, -1)[own]
    across, wide = size[own].exp(), wanted[:, 3][own].exp()
    off = (middles - true).abs() / wide[:, None]
    fits = _shared(middles, across, true, wide).detach()
    scores = torch.sigmoid(logits[ground])
    count = own.sum().clamp(min=1)
    missed = (functional.binary_cross_entropy_with_logits(logits[own], fits, reduction="none") * fits).sum()
    false = (scores.detach() ** FOCUS * functional.softplus(logits[ground])).sum()
    placed = functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.05, reduction="sum")
    sized = functional.smooth_l1_loss(size[own], wanted[:, 3][own], beta=0.05, reduction="sum")
    return (missed + false + PLACE * placed + SIZE * sized) / count


def _shared(one: Any, across: Any, other: Any, wide: Any) -> Any:
    """Return intersection over union of squares by their middles (N × 2) and sides."""
    half, own = across[:, None] / 2, wide[:, None] / 2
    both = (torch.minimum(one + half, other + own) - torch.maximum(one - half, other - own)).clamp(min=0).prod(dim=1)
    return both / (across**2 + wide**2 - both)
