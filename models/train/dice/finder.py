"""The finder's network and its loss: where dice lie, from one look at a tile."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.train.cards.training import Loss, ahead, layer
from models.train.dice.backgrounds import Grounds
from models.train.dice.stock import Stock
from models.train.dice.tiles import target, tile

BATCH = 6


class Finder(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Answers at stride 4 from what it sees at stride 8: N × 3 × height × width, 0–1, to N × 6 × height/4 × width/4."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(*layer(3, 16, 2), *layer(16, 32, 2), *layer(32, 32))
        self.far = nn.Sequential(
            *layer(32, 64, 2), *(part for dilation in (1, 2, 1, 2) for part in layer(64, 64, dilation=dilation))
        )
        self.told = nn.Sequential(*layer(96, 32), nn.Conv2d(32, 6, 1))
        with torch.no_grad():
            self.told[-1].bias[0] = -4.0

    def forward(self, pictures: Any) -> Any:
        near = self.near(pictures)
        far = functional.interpolate(self.far(near), scale_factor=2.0, mode="nearest")
        return self.told(torch.cat([near, far], dim=1))


def loss_on(stock: Stock, grounds: Grounds) -> Loss:
    """The finder's loss on fresh tiles."""

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        pictures, targets = [], []
        for _ in range(BATCH):
            picture, dice = tile(stock, grounds, rng)
            pictures.append(picture.transpose(2, 0, 1))
            targets.append(target(dice))
        given = torch.from_numpy(np.stack(pictures)).float() / 255
        return finder_loss(ahead(network, given), torch.from_numpy(np.stack(targets)))

    return loss


def finder_loss(answer: Any, wanted: Any) -> Any:
    """Focal cross-entropy of the score, and the error of place and size in diameters, per cell of a die."""
    is_die, is_none = wanted[:, 0] == 1, wanted[:, 0] == 0
    cells = is_die.sum().clamp(min=1)
    logit = answer[:, 0]
    chance = torch.sigmoid(logit)
    hit = ((1 - chance) ** 2 * functional.softplus(-logit))[is_die].sum()
    false = (chance**2 * functional.softplus(logit))[is_none].sum()
    off = (answer[:, 1:5] - wanted[:, 2:6]).abs().sum(dim=1) * 16 / wanted[:, 1].clamp(min=6)
    size = (answer[:, 5] - wanted[:, 6]).abs()
    return (hit + false + (off + 2 * size)[is_die].sum()) / cells
