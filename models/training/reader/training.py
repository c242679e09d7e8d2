"""Training of the die reader on an accelerator, while other processes render specimens, for a given time."""

from __future__ import annotations

import copy
import json
import math
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.training.reader import network as networks
from models.training.reader.lessons import Batch, Sizes, batch
from models.training.reader.shelf import Pictures, Stock
from models.training.reader.stocking import COLUMNS, render

ACROSS_STEPS = 40
"""Shards are taken up every so many steps."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a training reads and writes.

    ``archive`` has the pictures, ``shards`` is a folder for specimens on their way, ``out`` takes what was learnt. The
    training goes on from the state ``checkpoint``; without, it begins with ImageNet's weights. Right answers of the
    ONNX file ``before`` are kept to, if there is one.
    """

    archive: Path
    shards: Path
    out: Path
    checkpoint: Path | None = None
    before: Path | None = None


def train(places: Places, settings: Mapping[str, Any], seconds: float, workers: int) -> None:
    """Trains for so many seconds and leaves ``die-reader.pt`` and a log of losses."""
    began = time.monotonic()
    places.out.mkdir(parents=True, exist_ok=True)
    places.shards.mkdir(parents=True, exist_ok=True)
    seed = int(settings["seed"])
    # Forked before the accelerator is touched: they never use it.
    forked = multiprocessing.get_context("fork")
    over = forked.Event()
    crew = [
        forked.Process(target=_rendered, args=(places.shards, number, seed, over), daemon=True)
        for number in range(workers)
    ]
    for one in crew:
        one.start()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.benchmark_limit = 2  # ten ways of every convolution cost a minute
    torch.set_float32_matmul_precision("high")
    try:
        _train(places, settings, began + seconds, device)
    finally:
        over.set()
        for one in crew:
            one.join(3)
            if one.is_alive():
                one.terminate()


def _rendered(folder: Path, worker: int, seed: int, over: Any) -> None:
    render(folder, worker, seed, over.is_set)


class Supply:
    """Shards read by a thread as they appear, and deleted."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._read = folder, deque[dict[str, np.ndarray]]()
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while True:
            for path in sorted(path for path in self._folder.glob("*.npz") if ".part" not in path.name):
                with np.load(path) as shard:
                    self._read.append({name: shard[name] for name in COLUMNS})
                path.unlink()
            time.sleep(0.3)

    def taken(self, most: int) -> list[dict[str, np.ndarray]]:
        """The oldest shards that were read."""
        return [self._read.popleft() for _ in range(min(most, len(self._read)))]


def _train(places: Places, settings: Mapping[str, Any], end: float, device: Any) -> None:
    seed = int(settings["seed"])
    torch.manual_seed(seed)
    half = device.type == "cuda"
    pictures = Pictures(places.archive, device)
    stock = Stock(int(settings["most"]), device)
    teacher = networks.kept_reader(places.before).to(device) if places.before is not None else None
    supply = Supply(places.shards)
    sizes = Sizes(**{**settings["batch"], "groups": tuple(settings["batch"]["groups"])})
    while len(stock) < int(settings["enough"]):
        stock.take(supply.taken(int(settings["shards"])))
        time.sleep(0.2)
    print(f"{len(stock)} specimens", flush=True)
    reader = networks.DieReader().to(device)
    if places.checkpoint is not None:
        networks.load(reader, places.checkpoint, device)
    else:
        networks.begin_from_imagenet(reader)
    reader = reader.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(reader).eval()
    optimiser = _optimiser(reader, settings)
    log: list[dict[str, float]] = []
    start, step, sums, halfway = time.monotonic(), 0, torch.zeros(5, device=device), False
    while (now := time.monotonic()) < end - float(settings["rest"]):
        done = (now - start) / (end - float(settings["rest"]) - start)
        if step % ACROSS_STEPS == 0:
            stock.take(supply.taken(int(settings["shards"])))
        rate = rate_at(step, done, settings)
        for group in optimiser.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            drawn = batch(stock, pictures, sizes, half)
        sums += _step(reader, teacher, optimiser, drawn, settings, done, half)
        _follow(mean, reader, min(float(settings["mean"]), (step + 1) / (step + 10)))
        step += 1
        if step % int(settings["every"]) == 0:
            values = [round(float(one), 4) for one in (sums / int(settings["every"])).tolist()]
            sums.zero_()
            spent = time.monotonic() - start
            names = ("answers", "anchor", "right", "right digits", "right others")
            row = {"step": step, "seconds": round(spent, 1), "specimens": stock.taken}
            log.append(row | dict(zip(names, values, strict=True)))
            print(json.dumps(log[-1]), flush=True)
        if done > 0.6 and not halfway:
            halfway = True
            torch.save(networks.halved(mean.state_dict()), places.out / "die-reader-early.pt")
    torch.save({name: value.cpu() for name, value in mean.state_dict().items()}, places.out / "die-reader.pt")
    (places.out / "log.json").write_text(json.dumps(log), encoding="utf-8")
    print(f"{step} steps of {len(drawn.crops)} crops, {stock.taken} specimens", flush=True)


def _optimiser(reader: Any, settings: Mapping[str, Any]) -> Any:
    groups = []
    for plain in (False, True):
        own = [one for one in reader.parameters() if (one.ndim == 1) == plain]
        groups.append({"params": own, "weight_decay": 0.0 if plain else float(settings["decay"])})
    return torch.optim.AdamW(groups, lr=float(settings["rate"]), fused=torch.cuda.is_available())


def rate_at(step: int, done: float, settings: Mapping[str, Any]) -> float:
    """The learning rate: rises over the first steps, then falls along a cosine to nothing as the time goes."""
    return float(settings["rate"]) * min(1.0, (step + 1) / int(settings["warm"])) * (1 + math.cos(math.pi * done)) / 2


def _step(
    reader: Any, teacher: Any, optimiser: Any, drawn: Batch, settings: Mapping[str, Any], done: float, half: bool
) -> Any:
    shape = torch.channels_last
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=half):
        logits = reader(drawn.crops.contiguous(memory_format=shape)).float()
    wrong = networks.any_of(logits, drawn.true).mean()
    held = torch.zeros((), device=logits.device)
    if teacher is not None:
        with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16, enabled=half):
            before = teacher(drawn.crops).float()
        held = networks.anchored(logits, before, drawn.true).mean()
    anchor = float(settings["anchor"]) * (1 - done)
    loss = wrong + anchor * held
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(reader.parameters(), 5.0)
    optimiser.step()
    with torch.no_grad():
        right = drawn.true.gather(1, logits.argmax(dim=1, keepdim=True))[:, 0].float()
        digits = drawn.true[:, :10].any(dim=1).float()
        shares = [(right * own).sum() / own.sum().clamp(min=1) for own in (digits, 1 - digits)]
        return torch.stack([wrong.detach(), held.detach(), right.mean(), *shares])


def _follow(mean: Any, reader: Any, slowly: float) -> None:
    pairs = [
        (slow, quick) for slow, quick in zip(mean.state_dict().values(), reader.state_dict().values(), strict=True)
    ]
    with torch.no_grad():
        torch._foreach_lerp_(
            [slow for slow, _ in pairs if slow.is_floating_point()],
            [quick for _, quick in pairs if quick.is_floating_point()],
            1 - slowly,
        )
