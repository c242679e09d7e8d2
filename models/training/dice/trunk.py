"""The close reader's network: two thirds of the upright reader's trunk, which began with ImageNet's weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from companion.vision.dice.crops import CROP
from models.training.common.resume import fill_layers, read_parameters, recalibrate_batch_norm
from models.training.common.training_loop import Loss

BLOCKS = 11
"""Of EfficientNet-Lite0's sixteen: those that see a crop as four by four places or more."""
WIDTH, PLACES = 112, CROP // 16


class Trunk(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 64 × 64) to N × 112 × 4 × 4."""

    def __init__(self) -> None:
        super().__init__()
        from efficientnet_lite_pytorch import EfficientNet

        from models.training.upright.network import told_more

        whole = told_more(EfficientNet.from_name("efficientnet-lite0", image_size=CROP))
        self.stem, self.norm, self.bend = whole._conv_stem, whole._bn0, whole._swish
        self.blocks = nn.ModuleList(list(whole._blocks)[:BLOCKS])

    def forward(self, seen: Any) -> Any:
        seen = self.bend(self.norm(self.stem(seen)))
        for block in self.blocks:
            seen = block(seen)
        return seen


def headed(answers: int) -> Any:
    """The trunk with a narrow waist and one dense layer; it knows nothing yet."""
    waist = [nn.Conv2d(WIDTH, 48, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU(inplace=True)]
    return nn.Sequential(Trunk(), *waist, nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * PLACES**2, answers))


def begun(network: Any, upright: Path, loss: Loss, seed: int) -> Any:
    """The network with its trunk from the upright reader's file, whose colours come the other way round."""
    trunk = network[0]
    layers = [part for part in trunk.modules() if isinstance(part, nn.Conv2d | nn.BatchNorm2d)]
    fill_layers(layers, read_parameters(upright)[: sum(isinstance(part, nn.Conv2d) for part in layers)])
    with torch.no_grad():
        trunk.stem.weight.copy_(trunk.stem.weight[:, [2, 1, 0, *range(3, trunk.stem.in_channels)]])
    return recalibrate_batch_norm(network, trunk, loss, seed)
