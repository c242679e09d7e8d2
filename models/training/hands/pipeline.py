"""Training of the hand finder: ultralytics' segmentation head on an ImageNet backbone, by ultralytics' trainer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from models.training.common.backbone import register_backbone
from models.training.common.onnx_export import export_onnx, halve_weights, runtime_difference

ARCHITECTURE = Path(__file__).with_name("hand-finder.yaml")
NAME = "hand-finder"


def train(runs: Path, settings: Mapping[str, Any], threads: int = 1) -> Path:
    """Train on a share of the pictures; an interrupted training is resumed.

    Args:
        runs: folder of pictures and checkpoints.
        settings: contents of ``hand-finder.toml``.
        threads: number of processor threads.

    Returns:
        The checkpoint.
    """
    os.environ["YOLO_OFFLINE"] = "true"
    from ultralytics import YOLO

    register_backbone()
    torch.set_num_threads(threads)
    last = runs / "fit" / "weights" / "last.pt"
    if last.exists() and _unfinished(last):
        model = YOLO(str(last))
        model.add_callback("on_train_start", _use_channels_last)
        model.train(resume=True)
        return last
    # ultralytics tells a model's size by its file's name.
    own = runs / "yolo26n-hand-sem.yaml"
    shutil.copy(ARCHITECTURE, own)
    dataset = runs / "set" / "hands.yaml"
    dataset.write_text(
        f"path: {(runs / 'set').resolve()}\ntrain: images/train\nval: images/val\nmasks_dir: masks\n"
        "nc: 1\nnames:\n  0: hand\n"
    )
    model = YOLO(str(own), task="semantic")
    model.add_callback("on_train_start", _use_channels_last)
    model.train(
        data=str(dataset),
        device="cpu",
        workers=0,
        amp=False,
        plots=False,
        seed=settings["seed"],
        project=str(runs.resolve()),
        name="fit",
        exist_ok=True,
        **settings["train"],
    )
    return last


def _unfinished(path: Path) -> bool:
    return bool(torch.load(path, map_location="cpu", weights_only=False).get("epoch", -1) >= 0)


def _use_channels_last(trainer: Any) -> None:
    """Use the channels-last memory format, which is a third faster on a processor."""
    trainer.model.to(memory_format=torch.channels_last)


class _Probability(torch.nn.Module):  # type: ignore[misc]  # torch has no types here
    """The head's output as the probability of a hand for every 8 × 8 pixels (N × 1 × rows × columns)."""

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return the probabilities of pictures (N × 3 × height × width)."""
        return torch.sigmoid(self.network(pictures))


def export(runs: Path, weights: Path) -> Path:
    """Write the trained network as an ONNX file, its weights in half precision.

    Args:
        runs: folder of checkpoints.
        weights: folder of the ONNX file.

    Returns:
        The file.

    Raises:
        RuntimeError: if the two runtimes differ by 0.001 or more.
    """
    checkpoint = torch.load(runs / "fit" / "weights" / "last.pt", map_location="cpu", weights_only=False)
    network = (checkpoint.get("ema") or checkpoint["model"]).float().eval()
    path = weights / f"{NAME}.onnx"
    export_onnx(_Probability(network.fuse()), (1, 3, 192, 320), path, growing=True)
    halve_weights(path)
    if (difference := runtime_difference(path, (1, 3, 192, 320))) >= 1e-3:
        raise RuntimeError(f"{path}: ONNX Runtime and OpenCV differ by {difference}")
    return path
