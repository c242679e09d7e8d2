"""Fine-tuning that can be stopped at any time: warm-up, cosine, clipped steps, and a slow mean of the weights."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.training.common.training_loop import is_bfloat16_fast

Batch = Callable[[np.random.Generator], tuple[Any, Any]]
"""Draws crops and the answers true of each."""


@dataclass(frozen=True, slots=True)
class Pace:
    """``steps`` in all, at a rate that rises over ``warm`` of them and falls along a cosine to a fiftieth.

    ``mean`` is how slowly the kept mean of the weights follows; checkpoints are written every ``minutes``. Nothing is
    done while the file ``pause`` exists.
    """

    steps: int
    rate: float = 1e-3
    decay: float = 0.02
    warm: int = 60
    mean: float = 0.995
    minutes: float = 1.0
    pause: Path | None = None

    def at(self, step: int) -> float:
        done = min(1.0, step / max(1, self.steps))
        return self.rate * min(1.0, (step + 1) / self.warm) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def fine_tune(network: Any, batch: Batch, loss: Callable[[Any, Any], Any], pace: Pace, path: Path, seed: int) -> Any:
    """The slow mean of the network, trained; what lies at ``path`` is gone on from.

    A step draws from ``[seed, step]``, so a run that was stopped ends as one that was not.
    """
    network = network.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=pace.rate, weight_decay=pace.decay)
    step, began, kept_at, recent = _resumed(path, network, mean, optimiser), time.monotonic(), time.monotonic(), 0.0
    network.train()
    while step < pace.steps:
        while pace.pause is not None and pace.pause.exists():
            time.sleep(5)
        for group in optimiser.param_groups:
            group["lr"] = pace.at(step)
        torch.manual_seed(seed * 1_000_003 + step)
        crops, true = batch(np.random.default_rng([seed, step]))
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=is_bfloat16_fast()):
            logits = network(crops.to(memory_format=torch.channels_last))
        value = loss(logits.float(), true)
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _follow(mean, network, min(pace.mean, (step + 1) / (step + 10)))
        step += 1
        recent = 0.97 * recent + 0.03 * float(value.detach()) if recent else float(value.detach())
        if step == pace.steps or time.monotonic() - kept_at > 60 * pace.minutes:
            _keep(path, step, network, mean, optimiser)
            kept_at = time.monotonic()
            print(f"{path.stem}: step {step}, loss {recent:.4f}, {kept_at - began:.0f} s", flush=True)
    return mean


def kept_mean(network: Any, path: Path) -> Any:
    """The network with the slow mean of a checkpoint. Raises :class:`FileNotFoundError` where there is none."""
    network.load_state_dict(torch.load(path, weights_only=True)["mean"])
    return network.eval()


def _follow(mean: Any, network: Any, slowly: float) -> None:
    with torch.no_grad():
        for slow, quick in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(quick, 1 - slowly)
            else:
                slow.copy_(quick)


def _resumed(path: Path, network: Any, mean: Any, optimiser: Any) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return 0
    kept = torch.load(path, weights_only=True)
    network.load_state_dict(kept["network"])
    mean.load_state_dict(kept["mean"])
    optimiser.load_state_dict(kept["optimiser"])
    return int(kept["step"])


def _keep(path: Path, step: int, network: Any, mean: Any, optimiser: Any) -> None:
    kept = {"step": step, "network": network.state_dict(), "mean": mean.state_dict()}
    unfinished = path.with_suffix(".part")
    torch.save({**kept, "optimiser": optimiser.state_dict()}, unfinished)
    unfinished.replace(path)
