"""Training and export of a network by ultralytics' trainer, on EfficientNet-Lite0's first blocks."""

import math
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from models.training.common.backbone import register_backbone
from models.training.common.onnx_export import export_onnx, runtime_difference

SHAPE = (1, 3, 192, 320)
"""Shape of the input that is exported and checked; height and width may vary."""


def train(runs: Path, architecture: Path, task: str, dataset: str, settings: Mapping[str, Any]) -> None:
    """Train on the pictures in ``runs/set``; an interrupted training continues from the end of an epoch.

    Args:
        runs: folder of pictures and checkpoints.
        architecture: ultralytics' description of the network, named after the network.
        task: ultralytics' task.
        dataset: further lines of ultralytics' description of the pictures.
        settings: contents of the network's TOML file.
    """
    os.environ["YOLO_OFFLINE"] = "true"
    from ultralytics import YOLO

    register_backbone()
    last = runs / "fit" / "weights" / "last.pt"
    if last.exists() and _checkpoint(last).get("epoch", -1) >= 0:
        model = YOLO(str(last))
        _observe(model, settings["train"])
        model.train(resume=True)
        return
    own = _described(runs, architecture)
    listed = runs / "set" / "set.yaml"
    listed.write_text(f"path: {(runs / 'set').resolve()}\ntrain: images/train\nval: images/val\nnc: 1\n{dataset}")
    model = YOLO(str(own), task=task)
    _observe(model, settings["train"])
    fixed = {"workers": 0, "amp": False, "plots": False, "patience": 0, "name": "fit", "exist_ok": True}
    where = {"data": str(listed), "project": str(runs.resolve()), "seed": settings["seed"]}
    model.train(**fixed, **where, **settings["train"])


def built(runs: Path, architecture: Path, task: str) -> Any:
    """Return a new network in the form in which it is exported; arguments as of :func:`train`."""
    os.environ["YOLO_OFFLINE"] = "true"
    from ultralytics import YOLO

    register_backbone()
    return YOLO(str(_described(runs, architecture)), task=task).model.float().eval().fuse()


def _described(runs: Path, architecture: Path) -> Path:
    """Return a copy of an architecture; ultralytics tells a model's size by its file's name."""
    runs.mkdir(parents=True, exist_ok=True)
    own = runs / f"yolo26n-{architecture.name}"
    shutil.copy(architecture, own)
    return own


def _observe(model: Any, settings: Mapping[str, Any]) -> None:
    """Let the rate fall with every batch along a cosine; ultralytics' own falls once an epoch, and there are few."""
    done = 0

    def begin(trainer: Any) -> None:
        # A third faster on a processor.
        trainer.model.to(memory_format=torch.channels_last)

    def begin_epoch(_trainer: Any) -> None:
        nonlocal done
        done = 0

    def begin_batch(trainer: Any) -> None:
        nonlocal done
        share = (trainer.epoch + done / len(trainer.train_loader)) / trainer.epochs
        done += 1
        if share * trainer.epochs > settings["warmup_epochs"]:
            least = settings["lrf"]
            for group in trainer.optimizer.param_groups:
                group["lr"] = settings["lr0"] * (least + (1 - least) * (1 + math.cos(math.pi * share)) / 2)

    model.add_callback("on_train_start", begin)
    model.add_callback("on_train_epoch_start", begin_epoch)
    model.add_callback("on_train_batch_start", begin_batch)


def _checkpoint(path: Path) -> Any:
    return torch.load(path, map_location="cpu", weights_only=False)


def trained(runs: Path) -> Any:
    """Return the trained network in evaluation mode, its normalisations folded into its convolutions."""
    kept = _checkpoint(runs / "fit" / "weights" / "last.pt")
    return (kept.get("ema") or kept["model"]).float().eval().fuse()


def export(network: Any, path: Path) -> None:
    """Write a network as an ONNX file.

    Args:
        network: the network.
        path: the file.

    Raises:
        RuntimeError: if the two runtimes differ by 0.001 or more.
    """
    export_onnx(network, SHAPE, path, growing=True)
    if (difference := runtime_difference(path, SHAPE)) >= 1e-3:
        raise RuntimeError(f"{path}: ONNX Runtime and OpenCV differ by {difference}")
