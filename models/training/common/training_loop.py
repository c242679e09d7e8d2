"""Training loop with checkpoints, shared by the networks."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

Loss = Callable[[Any, int, np.random.Generator], Any]
"""The loss of the network at a step, on data drawn with the generator: a scalar tensor."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Number of steps and learning rate: a linear warm-up over ``warmup`` steps, then a cosine down to a fiftieth."""

    steps: int
    rate: float = 2e-3
    warmup: int = 60
    checkpoint_every: int = 100
    decay: float = 1e-3

    def rate_at(self, step: int) -> float:
        """Return the learning rate at a step."""
        done = step / max(1, self.steps)
        return self.rate * min(1.0, (step + 1) / self.warmup) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def train(network: Any, loss: Loss, schedule: Schedule, checkpoint: Path, seed: int) -> Any:
    """Train a network, on an accelerator if there is one; an existing checkpoint is resumed.

    A step draws its data from ``[seed, step]``, so an interrupted run ends with the same weights.

    Args:
        network: the network.
        loss: its loss.
        schedule: steps and learning rate.
        checkpoint: the file that is read first and written every ``checkpoint_every`` steps.
        seed: seed of the data.

    Returns:
        The network in evaluation mode.
    """
    network.to("cuda" if torch.cuda.is_available() else "cpu", memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=schedule.decay)
    step = _resume(network, optimiser, checkpoint)
    network.train()
    began, recent = time.monotonic(), 0.0
    while step < schedule.steps:
        for group in optimiser.param_groups:
            group["lr"] = schedule.rate_at(step)
        torch.manual_seed(seed * 1_000_003 + step)
        value = loss(network, step, np.random.default_rng([seed, step]))
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        step += 1
        recent = 0.95 * recent + 0.05 * float(value.detach()) if recent else float(value.detach())
        if step % schedule.checkpoint_every == 0 or step == schedule.steps:
            kept = {"step": step, "network": network.state_dict(), "optimiser": optimiser.state_dict()}
            unfinished = checkpoint.with_suffix(".part")
            torch.save(kept, unfinished)
            unfinished.replace(checkpoint)
            print(f"{checkpoint.stem}: step {step}, loss {recent:.4f}, {time.monotonic() - began:.0f} s", flush=True)
    return network.cpu().eval()


def _resume(network: Any, optimiser: Any, checkpoint: Path) -> int:
    if not checkpoint.exists():
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        return 0
    kept = torch.load(checkpoint, weights_only=True, map_location="cpu")
    network.load_state_dict(kept["network"])
    if kept["optimiser"] is not None:
        optimiser.load_state_dict(kept["optimiser"])
    return int(kept["step"])


def run_network(network: Any, pictures: Any) -> Any:
    """Return a network's output for pictures (N × 3 × height × width), in bfloat16 where that is faster.

    Without hardware support bfloat16 took a third longer than float32.

    Args:
        network: the network.
        pictures: the pictures.

    Returns:
        The output in float32, on the processor.
    """
    device = next(network.parameters()).device
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type != "cpu" or is_bfloat16_fast()):
        return network(pictures.to(device, memory_format=torch.channels_last)).float().cpu()


def is_bfloat16_fast() -> bool:
    """Return True if this processor has bfloat16 tiles (AMX, several times faster) or vectors (a third faster)."""
    return bool(torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported())


def build_network(build: Callable[[], Any], seed: int) -> Any:
    """Return a new network; the same seed gives the same weights."""
    torch.manual_seed(seed)
    return build()


def load_checkpoint(network: Any, checkpoint: Path) -> Any:
    """Return the network with the parameters of a checkpoint, in evaluation mode.

    A missing file is a :class:`FileNotFoundError`.
    """
    network.load_state_dict(torch.load(checkpoint, weights_only=True, map_location="cpu")["network"])
    return network.eval()


def crop_reader(widths: Sequence[int], narrow: int, places: int, hidden: int, outputs: int) -> Any:
    """Return a network that reads a crop of one thing.

    Args:
        widths: channels of its convolutions; every second one halves the crop, from the first on.
        narrow: channels that are left of each place.
        places: number of places that are left of the crop.
        hidden: width of the last layer but one.
        outputs: number of outputs.
    """
    layers: list[Any] = []
    for number, (before, after) in enumerate(pairwise((3, *widths))):
        layers += conv_layer(before, after, 1 if number % 2 else 2)
    squeezed = [nn.Conv2d(widths[-1], narrow, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Dropout(0.2)]
    head = [nn.Linear(narrow * places, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, outputs)]
    return nn.Sequential(*layers, *squeezed, *head)


def conv_layer(before: int, after: int, stride: int = 1, dilation: int = 1) -> list[Any]:
    """Return a 3 × 3 convolution, a batch normalisation and a ReLU."""
    convolution = nn.Conv2d(before, after, 3, stride, dilation, dilation, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
