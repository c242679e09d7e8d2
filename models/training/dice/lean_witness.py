"""The witness for the lean: a network that is asked nothing but whether a die lies flat, and how the camera stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from companion.vision.dice.crops import ROOMY_PLANES, crops, leaning_up, upright_crop_matrix, with_planes
from models.training.common.training_loop import Loss, conv_layer, run_network
from models.training.dice.backgrounds import Grounds
from models.training.dice.in_the_studio import HALF, InTheStudio
from models.training.dice.lessons import FirstCardHint, Shelves, false_lesson, lesson
from models.training.dice.mining import FalseDice
from models.training.dice.stock import Stock

BATCH = 32
"""Lessons a step."""
LOOKS = 2
"""Crops of each, placed otherwise, one of them mirrored."""
FALSE = 0.05
SHARES = (0.36, 0.17, 0.42, 0.05)
"""Of digits, pips, dice that nobody should read, and no dice."""
OF_THE_STUDIO = (0.17, 0.36, 0.37, 0.1)
"""Of d6, d10, cocked dice, and dice of other kinds."""

Floats = NDArray[np.float32]


def build_witness() -> Any:
    """N × 5 × 64 × 64 (:func:`~companion.vision.dice.crops.with_planes`) to N × 4: logits of what it is."""
    trunk = (
        *conv_layer(ROOMY_PLANES, 24, 2),
        *conv_layer(24, 48, 2),
        *conv_layer(48, 48),
        *conv_layer(48, 96, 2),
        *conv_layer(96, 96),
    )
    waist = [nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True)]
    deep = (*conv_layer(96, 128, 2), *conv_layer(128, 128), *waist, nn.Flatten(), nn.Dropout(0.1))
    return nn.Sequential(*trunk, *deep, nn.Linear(32 * 16, 64), nn.ReLU(inplace=True), nn.Linear(64, 4))


def witness_loss(stock: Stock, grounds: Grounds, false: FalseDice, studio: InTheStudio | None = None) -> Loss:
    """The witness's loss on fresh lessons."""
    shelves = Shelves.of(stock, SHARES)

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        given = [_given(shelves, grounds, false, studio, rng) for _ in range(BATCH)]
        pictures = np.concatenate([looks(one, rng) for one in given])
        kinds = np.repeat([int(one.laid.specimen.what) for one in given], LOOKS)
        answer = run_network(network, torch.from_numpy(pictures))
        return functional.cross_entropy(answer, torch.from_numpy(kinds))

    return loss


def _given(
    shelves: Shelves, grounds: Grounds, false: FalseDice, studio: InTheStudio | None, rng: np.random.Generator
) -> FirstCardHint:
    if studio is not None and rng.random() < HALF:
        return studio.draw(rng)
    doubtful = len(false.ground) and rng.random() < FALSE
    return false_lesson(false, grounds, rng) if doubtful else lesson(shelves, grounds, rng)


def looks(given: FirstCardHint, rng: np.random.Generator) -> Floats:
    """Crops of a lesson, placed as a finder would."""
    seen = given.aspect
    turn = float(rng.uniform(0, 2 * np.pi))
    up = seen.lean.up if seen.lean is not None else (float(np.cos(turn)), float(np.sin(turn)))
    matrices = []
    for number in range(LOOKS):
        spot = given.laid.middle + rng.normal(0, 0.05, 2) * given.laid.across
        size = given.laid.across * float(np.exp(rng.normal(0, 0.09)))
        matrices.append(upright_crop_matrix((float(spot[0]), float(spot[1])), size, up, seen.level, number % 2 == 1))
    return with_planes(crops(given.picture, matrices), [leaning_up(seen.lean)] * LOOKS)
