"""Training and export of the hand finder: ultralytics' segmentation head, by ultralytics' trainer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from models.training.common import yolo
from models.training.common.onnx_export import halve_weights

ARCHITECTURE = Path(__file__).with_name("hand-finder.yaml")
DATASET = "masks_dir: masks\nnames:\n  0: hand\n"


def train(runs: Path, settings: Mapping[str, Any]) -> None:
    """Train on the pictures; an interrupted training is resumed.

    Args:
        runs: folder of pictures and checkpoints.
        settings: contents of ``hand-finder.toml``.
    """
    yolo.train(runs, ARCHITECTURE, "semantic", DATASET, settings)


class _Probability(torch.nn.Module):  # type: ignore[misc]  # torch has no types here
    """The head's output as the probability of a hand for every 8 × 8 pixels (N × 1 × rows × columns)."""

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return the probabilities of pictures (N × 3 × height × width)."""
        return torch.sigmoid(self.network(pictures))


def export(runs: Path, weights: Path) -> None:
    """Write the trained network as an ONNX file, its weights in half precision.

    Args:
        runs: folder of checkpoints.
        weights: folder of the ONNX file.
    """
    path = weights / "hand-finder.onnx"
    yolo.export(_Probability(yolo.trained(runs)), path)
    halve_weights(path)
