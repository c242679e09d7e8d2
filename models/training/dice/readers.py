"""The two readers' networks and their losses: what a crop is, and what stands upright on it.

They never see one lesson together, so that they err apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.crops import CLOSE, READER_PLANES, WIDE, with_planes
from models.training.common.training_loop import Loss, conv_layer, run_network
from models.training.dice.backgrounds import Grounds
from models.training.dice.in_the_studio import HALF, InTheStudio
from models.training.dice.lessons import (
    UNKNOWN,
    Crops,
    FirstCardHint,
    Shelves,
    false_lesson,
    lesson,
    lesson_crops,
    some_offs,
)
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import What
from models.training.dice.stock import Stock
from models.training.dice.trunk import headed

BATCH = 24
"""Lessons a step."""
CLOSE_TURNS, WIDE_TURNS = 2, 3
"""Crops of each: one upright, one turned away; and for the wide reader one that is placed astray."""
FALSE = 0.1
OF_THE_STUDIO = (0.2, 0.5, 0.15, 0.15)
"""Of its lessons: d6, d10, cocked dice, and dice of other kinds."""
KINDS, VALUES, PLACE = 4, 17, 3


def build_close() -> Any:
    """The top face and how it leans (N × 6 × 64 × 64) to N × 21: four logits of what it is, seventeen of what stands
    upright."""
    return headed(KINDS + VALUES)


def build_wide() -> Any:
    """The same of the whole die, by layers that only add to what the layer before saw; to N × 24.

    The last three say where the top face lies and how large the die is (:class:`Crops`).
    """
    trunk = (*conv_layer(READER_PLANES, 24, 2), *conv_layer(24, 48, 2), Added(48), *conv_layer(48, 96, 2), Added(96))
    return nn.Sequential(*trunk, *conv_layer(96, 128, 2), Added(128), *_head(KINDS + VALUES + PLACE))


class Added(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Two convolutions whose result is added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.change = nn.Sequential(*conv_layer(width, width), *conv_layer(width, width)[:-1])

    def forward(self, seen: Any) -> Any:
        return functional.relu(seen + self.change(seen))


def _head(answers: int) -> list[Any]:
    """From 128 channels on 4 × 4 places to the answers; a narrow waist learns several times faster than none."""
    waist = [nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True)]
    return [*waist, nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 16, answers)]


def close_loss(stock: Stock, grounds: Grounds, false: FalseDice, studio: InTheStudio | None = None) -> Loss:
    """The close reader's loss on fresh lessons."""
    shelves = Shelves.of(stock)

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        given = [_given(shelves, grounds, false, studio, rng) for _ in range(BATCH)]
        batch = [lesson_crops(one, CLOSE, some_offs(CLOSE_TURNS, rng), rng) for one in given]
        return reader_loss(run_network(network, _told(batch)), _all(batch, "kinds"), _all(batch, "values"))

    return loss


def wide_loss(stock: Stock, grounds: Grounds, false: FalseDice, studio: InTheStudio | None = None) -> Loss:
    """The wide reader's loss on fresh lessons: the same, and how far off it places the top face."""
    shelves = Shelves.of(stock)

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        given = [_given(shelves, grounds, false, studio, rng) for _ in range(BATCH)]
        batch = [lesson_crops(one, WIDE, some_offs(WIDE_TURNS, rng), rng, astray=True) for one in given]
        answer, kinds = run_network(network, _told(batch)), _all(batch, "kinds")
        told = reader_loss(answer[:, : KINDS + VALUES], kinds, _all(batch, "values"))
        flat = kinds <= int(What.D10)
        off = functional.smooth_l1_loss(answer[flat, KINDS + VALUES :], _all(batch, "places")[flat], beta=0.05)
        return told + 4 * off

    return loss


def _given(
    shelves: Shelves, grounds: Grounds, false: FalseDice, studio: InTheStudio | None, rng: np.random.Generator
) -> FirstCardHint:
    """A lesson; one in ten of the first renderer's is of a false die."""
    if studio is not None and rng.random() < HALF:
        return studio.draw(rng)
    doubtful = len(false.ground) and rng.random() < FALSE
    return false_lesson(false, grounds, rng) if doubtful else lesson(shelves, grounds, rng)


def _told(batch: list[Crops]) -> Any:
    return torch.from_numpy(np.concatenate([with_planes(one.pictures, one.leans) for one in batch]))


def _all(batch: list[Crops], name: str) -> Any:
    return torch.from_numpy(np.concatenate([getattr(crops, name) for crops in batch]))


def reader_loss(answer: Any, kinds: Any, values: Any) -> Any:
    """Cross-entropy of what it is, and of what it shows where that can be asked."""
    asked = values != UNKNOWN
    shown = functional.cross_entropy(answer[asked, KINDS:], values[asked]) if asked.any() else answer.sum() * 0
    return functional.cross_entropy(answer[:, :KINDS], kinds) + shown
