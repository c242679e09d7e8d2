"""The two readers' networks and their loss: what a crop is, and what stands upright on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.crops import CLOSE, WIDE
from models.train.cards.training import Loss, layer
from models.train.dice.backgrounds import Grounds
from models.train.dice.lessons import UNKNOWN, Crops, Shelves, false_lesson, lesson, lesson_crops, some_offs
from models.train.dice.mining import FalseDice
from models.train.dice.specimens import What
from models.train.dice.stock import Stock

BATCH, TURNS = 16, 4
"""Lessons a step, and crops of each for each reader."""
FALSE = 0.1
KINDS, VALUES, PLACE = 4, 17, 3


def build() -> Any:
    """Both readers, trained side by side on other crops of the same lessons."""
    return nn.ModuleDict({"close": build_close(), "wide": build_wide()})


def build_close() -> Any:
    """N × 3 × 64 × 64 of the top face to N × 21: four logits of what it is, seventeen of what stands upright."""
    trunk = (*layer(3, 24, 2), *layer(24, 48, 2), *layer(48, 48), *layer(48, 96, 2), *layer(96, 96))
    return nn.Sequential(*trunk, *layer(96, 128, 2), *layer(128, 128), *_head(KINDS + VALUES))


def build_wide() -> Any:
    """The same of the whole die, by layers that only add to what the layer before saw; to N × 24.

    The last three say where the top face lies and how large the die is (:class:`Crops`).
    """
    trunk = (*layer(3, 24, 2), *layer(24, 48, 2), Added(48), *layer(48, 96, 2), Added(96))
    return nn.Sequential(*trunk, *layer(96, 128, 2), Added(128), *_head(KINDS + VALUES + PLACE))


class Added(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Two convolutions whose result is added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.change = nn.Sequential(*layer(width, width), *layer(width, width)[:-1])

    def forward(self, seen: Any) -> Any:
        return functional.relu(seen + self.change(seen))


def _head(answers: int) -> list[Any]:
    """From 128 channels on 4 × 4 places to the answers; a narrow waist learns several times faster than none."""
    waist = [nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True)]
    return [*waist, nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 16, answers)]


def loss_on(stock: Stock, grounds: Grounds, false: FalseDice) -> Loss:
    """The sum of both readers' losses on fresh lessons, one in ten of them of a false die."""

    shelves = Shelves.of(stock)

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        close, wide = [], []
        for _ in range(BATCH):
            doubtful = len(false.ground) and rng.random() < FALSE
            given = false_lesson(false, grounds, rng) if doubtful else lesson(shelves, grounds, rng)
            close.append(lesson_crops(given, CLOSE, some_offs(TURNS, rng), rng))
            wide.append(lesson_crops(given, WIDE, some_offs(TURNS, rng), rng, astray=True))
        return _one(network["close"], close) + _one(network["wide"], wide)

    return loss


def _one(network: Any, batch: list[Crops]) -> Any:
    pictures = torch.from_numpy(np.concatenate([crops.pictures for crops in batch]))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        answer = network(pictures.to(memory_format=torch.channels_last)).float()
    kinds, values, places = (
        torch.from_numpy(np.concatenate([getattr(crops, name) for crops in batch]))
        for name in ("kinds", "values", "places")
    )
    loss = reader_loss(answer[:, : KINDS + VALUES], kinds, values)
    if answer.shape[1] == KINDS + VALUES:
        return loss
    flat = kinds <= int(What.D10)
    return loss + 4 * functional.smooth_l1_loss(answer[flat, KINDS + VALUES :], places[flat], beta=0.05)


def reader_loss(answer: Any, kinds: Any, values: Any) -> Any:
    """Cross-entropy of what it is, and of what it shows where that can be asked."""
    asked = values != UNKNOWN
    shown = functional.cross_entropy(answer[asked, KINDS:], values[asked]) if asked.any() else answer.sum() * 0
    return functional.cross_entropy(answer[:, :KINDS], kinds) + shown
