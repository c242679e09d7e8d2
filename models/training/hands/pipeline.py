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


def export(runs: Path, weights: Path) -> None:
    """Write the trained network as an ONNX file, its weights in half precision.

    It gives the probability of a hand for every 8 × 8 pixels (N × 1 × rows × columns).

    Args:
        runs: folder of checkpoints.
        weights: folder of the ONNX file.
    """
    path = weights / "hand-finder.onnx"
    yolo.export(torch.nn.Sequential(yolo.trained(runs), torch.nn.Sigmoid()), path)
    halve_weights(path)
