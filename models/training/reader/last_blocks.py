"""The last blocks of the die reader, trained alone on the planes that the blocks before them make of crops.

One core trains them in minutes: each crop passes the first blocks once. Embeddings are held to those before, so that
faces that sets of dice keep stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from companion.vision.dice.prediction import ANSWERS
from companion.vision.networks import load_with_onnxruntime
from models.training.common.onnx_layers import load_layers, store_layers
from models.training.common.shards import Arrays, make_shards
from models.training.common.training_loop import Loss, Schedule, train
from models.training.reader.lessons import Lessons
from models.training.reader.network import DieReader

FIRST = 8
"""The first block that learns; planes are the output of the one before it."""
PLANES = f"/_blocks.{FIRST - 1}/Add_output_0"
"""Its name in the reader's ONNX file."""
PART = 16
"""Crops that are predicted at once."""


class LastBlocks(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Planes (N × 80 × 6 × 6) to the logits of the answers (N × 21) and the embedding of the face (N × 64)."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        self.reader = DieReader()
        load_layers(self.reader, weights, "trunk.")
        kept = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(str(weights)).graph.initializer}
        dense, bias = (torch.from_numpy(kept[f"face half {name}"].astype(np.float32)) for name in ("weight", "bias"))
        self.register_buffer("dense", dense)
        self.register_buffer("bias", bias)

    def train(self, mode: bool = True) -> LastBlocks:
        """Switch dropout on or off; normalisations stay as they are, since the file has none of its own."""
        super().train(False)
        self.reader.head.train(mode)
        return self

    def forward(self, planes: Any) -> Any:
        """Return both, one behind the other."""
        trunk = self.reader.trunk
        for block in trunk._blocks[FIRST:]:
            planes = block(planes)
        planes = trunk._swish(trunk._bn1(trunk._conv_head(planes)))
        face = planes.mean(dim=(2, 3)) @ self.dense + self.bias
        return torch.cat([self.reader.head(self.reader.waist(planes)), face], dim=1)


def gather_planes(
    folder: Path, weights: Path, lessons: Callable[[], Lessons], settings: Mapping[str, Any]
) -> list[Path]:
    """Write the planes of ever new crops, what the reader gives and the answers true of them, a file for each batch.

    Args:
        folder: where the files go; those that are there stay.
        weights: the ONNX file of the reader.
        lessons: returns what to learn; called only if a file is missing.
        settings: ``batches``, ``things`` of a batch, two crops of each, and ``seed``.

    Returns:
        The files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model = onnx.load(str(weights))
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_tensor_value_info(PLANES, onnx.TensorProto.FLOAT, None))
    onnx.save(model, str(folder / "first-blocks.onnx"))
    read = cache(lessons)
    networks = [load_with_onnxruntime(path) for path in (folder / "first-blocks.onnx", weights)]

    def batch(number: int) -> Arrays:
        crops, true = read().batch(settings["things"], np.random.default_rng([settings["seed"], number]))
        parts = np.split(crops, range(PART, len(crops), PART))
        planes, known = (np.concatenate([network(part) for part in parts]).astype(np.float16) for network in networks)
        return {"planes": planes, "known": known, "true": true}

    return make_shards(folder, settings["batches"], batch)


def train_last_blocks(files: Sequence[Path], settings: Mapping[str, Any], weights: Path, checkpoint: Path) -> None:
    """Train the last blocks up to their step count, or on from the checkpoint, and write them into the ONNX file.

    Args:
        files: what :func:`gather_planes` wrote.
        settings: ``schedule``, ``crops`` of a step, ``seed``, and the weights in the loss, see :func:`_loss_on`.
        weights: the file.
        checkpoint: the file that is resumed and written.
    """
    network = LastBlocks(weights)
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm2d):
            # Its scale is one with the convolution before it.
            layer.weight.requires_grad_(False)
    trained = train(network, _loss_on(files, settings), Schedule(**settings["schedule"]), checkpoint, settings["seed"])
    store_layers(trained.reader, weights, "trunk.")


def _loss_on(files: Sequence[Path], settings: Mapping[str, Any]) -> Loss:
    """Return the loss on ``crops`` of a step: minus the logarithm of the probability of the true answers.

    Where the reader was right before, all its answers count ``held`` times, so that only what was wrong is to be
    unlearnt. Its embeddings count ``faces`` times.
    """
    parts = [np.load(path) for path in files]
    planes, before, true = (
        torch.from_numpy(np.concatenate([part[name] for part in parts])) for name in ("planes", "known", "true")
    )
    known = before.float()
    old = functional.log_softmax(known[:, :ANSWERS], dim=1)
    was_right = torch.logsumexp(old.masked_fill(~true, -torch.inf), dim=1) > np.log(0.5)

    def loss(network: Any, _step: int, rng: np.random.Generator) -> Any:
        rows = torch.from_numpy(rng.integers(0, len(planes), settings["crops"]))
        output = network(planes[rows].float().to(memory_format=torch.channels_last))
        logs = functional.log_softmax(output[:, :ANSWERS], dim=1)
        wrong = -torch.logsumexp(logs.masked_fill(~true[rows], -torch.inf), dim=1)
        moved = (old[rows].exp() * (old[rows] - logs)).sum(dim=1) * was_right[rows]
        turned = 1 - functional.cosine_similarity(output[:, ANSWERS:], known[rows, ANSWERS:], dim=1)
        return (wrong + settings["held"] * moved + settings["faces"] * turned).mean()

    return loss
