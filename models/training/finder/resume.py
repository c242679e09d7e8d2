"""The finder read back from its ONNX file, so that its training goes on where nothing but the weights was kept."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from models.training.common.resume import fill_layers, recalibrate_batch_norm
from models.training.finder.exported import ExportedFinder

ARCHITECTURE = Path(__file__).with_name("die-finder.yaml")
SEEN = 32
"""So many pieces tell how strongly each layer answers."""


def described(folder: Path) -> Path:
    """The network's description by a name that tells ultralytics its size and task, under ``folder``."""
    own = folder / "yolo11n-die-pose.yaml"
    shutil.copy(ARCHITECTURE, own)
    return own


def begun(weights: Path, pieces: Sequence[Path], folder: Path) -> Path:
    """A checkpoint that ultralytics goes on from, of the network in an ONNX file that ``course.export`` wrote.

    The file has no normalisations any more: they are set up again from what they see of some pieces, so that the
    network answers as the file does. Raises :class:`ValueError` where the file's network is built otherwise.
    """
    from ultralytics import YOLO

    network = YOLO(str(described(folder)), task="pose").model.float().eval()
    told = ExportedFinder(network)
    convolutions, known = _layers(told), _by_name(weights, told)
    if len(known) != len(convolutions) or {id(one) for one, _ in known} != {id(one) for one, _ in convolutions}:
        raise ValueError(f"{weights} has {len(known)} layers, not those of the finder that is to go on from it")
    behind = {id(one): norm for one, norm in convolutions}
    for one, (weight, bias) in known:
        norm = behind[id(one)]
        fill_layers([one] if norm is None else [one, norm], [(weight, bias)])
    pictures = torch.from_numpy(np.stack([shown(path) for path in pieces[:SEEN]]))
    recalibrate_batch_norm(network, told, lambda *_: told(pictures), 0)
    path = folder / "begun.pt"
    torch.save({"epoch": -1, "model": network, "train_args": {"task": "pose"}}, path)
    return path


def _layers(told: Any) -> list[tuple[Any, Any]]:
    """Every convolution that answers, with the normalisation behind it or none, in the order of the modules."""
    parts = [part for part in told.modules() if isinstance(part, nn.Conv2d | nn.BatchNorm2d)]
    used = _used(told)
    return [
        (part, after if isinstance(after, nn.BatchNorm2d) else None)
        for part, after in zip(parts, [*parts[1:], None], strict=True)
        if isinstance(part, nn.Conv2d) and id(part) in used
    ]


def _used(told: Any) -> set[int]:
    """The convolutions through which an answer goes: of a head for one size of cells more are built than asked."""
    used: set[int] = set()
    convolutions = [part for part in told.modules() if isinstance(part, nn.Conv2d)]
    hooks = [part.register_forward_hook(lambda part, *_: used.add(id(part))) for part in convolutions]
    with torch.no_grad():
        told(torch.zeros(1, 3, 64, 64))
    for hook in hooks:
        hook.remove()
    return used


def _by_name(weights: Path, told: Any) -> list[tuple[Any, tuple[Any, Any]]]:
    """Each convolution with its weight and bias: by its name where the file kept it, else by its place in the trunk."""
    graph = onnx.load(str(weights)).graph
    arrays = {one.name: np.array(onnx.numpy_helper.to_array(one), np.float32) for one in graph.initializer}
    trunk = iter([part for part, _ in _layers(told) if _in_trunk(part, told)])
    found = []
    for node in graph.node:
        if node.op_type == "Conv":
            weight, bias = node.input[1:3]
            named = weight.startswith(("kept.", "head."))
            part = told.get_submodule(weight.removesuffix(".weight")) if named else next(trunk)
            found.append((part, (arrays[weight], arrays[bias])))
    return found


def _in_trunk(part: Any, told: Any) -> bool:
    return any(part is one for one in told.kept[0].modules())


def shown(path: Path) -> NDArray[np.float32]:
    """A piece as the finder is given it: 3 × height × width, blue first, 0–1. Raises :class:`FileNotFoundError`."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture")
    return np.asarray(picture, np.float32).transpose(2, 0, 1) / np.float32(255)
