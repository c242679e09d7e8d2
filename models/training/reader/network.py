"""The die reader's network: EfficientNet-Lite0, a head for what a crop shows, and one for an embedding of the face."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.upright import ANSWERS
from models.training.upright.network import CELLS, UprightReader

EMBEDDING = 64
"""Length of the embedding."""
MIDDLE_BLOCK, MIDDLE_CHANNELS, MIDDLE_CELLS = 10, 112, 4
"""Last trunk block of stride 16, its channels, and its cells each way: fonts and marks are still told apart there."""
TEMPERATURE = 0.1
"""Of the contrastive loss."""


class DieReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 64 × 64) to N × (21 + 64): logits of the answers, then the embedding, of length 1."""

    def __init__(self, answering: UprightReader) -> None:
        super().__init__()
        self.trunk, self.waist, self.head = answering.trunk, answering.waist, answering.head
        width = MIDDLE_CHANNELS * MIDDLE_CELLS**2 + 64 * CELLS**2
        self.embed = nn.Sequential(
            nn.BatchNorm1d(width, affine=False), nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, EMBEDDING)
        )

    def forward(self, crops: Any) -> Any:
        features = self.features(crops)
        last = features[:, -64 * CELLS**2 :].reshape(-1, 64, CELLS, CELLS)
        return torch.cat([self.head(last), self.embedded(features)], dim=1)

    def features(self, crops: Any) -> Any:
        """What the trunk sees at stride 16, and the waist behind its end, in one row (N × 2,048)."""
        trunk = self.trunk
        maps = middle = trunk._swish(trunk._bn0(trunk._conv_stem(crops)))
        for number, block in enumerate(trunk._blocks):
            maps = block(maps)
            if number == MIDDLE_BLOCK:
                middle = maps
        maps = self.waist(trunk._swish(trunk._bn1(trunk._conv_head(maps))))
        wide, narrow = MIDDLE_CHANNELS * MIDDLE_CELLS**2, 64 * CELLS**2
        return torch.cat([middle.reshape(-1, wide), maps.reshape(-1, narrow)], dim=1)

    def embedded(self, features: Any) -> Any:
        """The embedding of such rows (N × 64), of length 1."""
        spread, *layers = self.embed
        if self.embed.training:
            features = spread(features)
        else:  # the same, written so that its size is known to ONNX
            features = (features - spread.running_mean) * torch.rsqrt(spread.running_var + spread.eps)
        for layer in layers:
            features = layer(features)
        return functional.normalize(features, dim=1)


def contrastive(embeddings: Any, faces: Any) -> Any:
    """Supervised contrastive loss of embeddings (N × 64, length 1); crops with the same ``faces`` (N) are alike.

    Khosla and others, *Supervised Contrastive Learning*, 2020.
    """
    likeness = embeddings @ embeddings.T / TEMPERATURE
    itself = torch.eye(len(faces), dtype=torch.bool, device=faces.device)
    logs = functional.log_softmax(likeness.masked_fill(itself, -torch.inf), dim=1)
    alike = (faces[:, None] == faces[None, :]) & ~itself
    paired = alike.any(dim=1)
    mean = logs.masked_fill(~alike, 0).sum(dim=1) / alike.sum(dim=1).clamp(min=1)
    return -mean[paired].mean()


def split(output: Any) -> tuple[Any, Any]:
    """The logits of the answers and the embedding."""
    return output[:, :ANSWERS], output[:, ANSWERS:]


def anchored(answers: Any, teacher: Any, true: Any) -> Any:
    """Cross-entropy to the answers (N × 21 logits) of the network before, where that one was right.

    Distillation keeps what was learnt from pictures that are no longer there.
    """
    taught = functional.softmax(teacher[:, :ANSWERS], dim=1)
    right = ((taught * (true > 0.5)).sum(dim=1) > 0.5).float()
    away = -(taught * functional.log_softmax(answers, dim=1)).sum(dim=1)
    return (right * away).mean()
