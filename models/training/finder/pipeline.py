"""The course of the finder's training: its pieces, ultralytics' trainer, its file."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from models.training.common.backbone import register_backbone
from models.training.common.onnx_export import export_onnx, runtime_difference
from models.training.common.resume import interpolate_weights
from models.training.finder.comparing import NAME
from models.training.finder.exported import ExportedFinder
from models.training.finder.resume import begun, described

BATCH = 8
SHARES = {"tiles": 0.58, "photographs": 0.2, "empty": 0.1, "prints": 0.12}
"""How often each source is drawn from."""
CLUTTERED = 400
LAST, RISING = 0.01, 0.1
"""How fast it learns at the end, a share of the most, and the share of the time in which the rate rises."""
SIGMA = 0.08
"""How far a keypoint may be off in ultralytics' measure: it is meant for joints of people, this is a point."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the finder learns from and how long; folders that are not given are done without."""

    runs: Path
    first: Path | None
    photos: Path | None
    pieces: int
    epochs: int
    seed: int
    pause: Path | None = None
    going_on: Path | None = None
    """A checkpoint whose weights are begun with, instead of ImageNet's alone; or this finder's ONNX file."""
    decks: Path | None = None
    """Folders of faces of other decks, on which no dice lie either."""
    rate: float = 1e-3
    """How fast it learns at most."""
    learnt: float = 1.0
    """How far the network that is written lies from an ONNX file gone on from towards what was learnt, 0 to 1."""

    @property
    def known(self) -> Path | None:
        """The ONNX file gone on from, where it is one."""
        return self.going_on if self.going_on is not None and self.going_on.suffix == ".onnx" else None


def make(plan: Plan) -> None:
    """Pieces of pictures under ``runs``/set. Raises :class:`FileNotFoundError` where there is nothing to cut."""
    from models.training.clutter import read_other_decks
    from models.training.dice.backgrounds import read_grounds
    from models.training.dice.stock import read_stock
    from models.training.finder.comparing import faces
    from models.training.finder.lessons import Photographs, Prints, Source, Tiles, make_pieces
    from models.training.reader.photographs import clutter, learnable

    sources: list[tuple[Source, float]] = []
    bare = clutter(plan.runs / "clutter", CLUTTERED, plan.decks)
    if plan.first is not None:
        stock = read_stock(sorted(plan.first.glob("stock/*.npz")) + sorted(plan.first.glob("amiss/*.npz")))
        sources.append((Tiles(stock, read_grounds(sorted(plan.first.glob("grounds/*.npz")))), SHARES["tiles"]))
    empty = [tuple(bare)]
    if plan.photos is not None:
        listed = [photo for photo in learnable(plan.photos) if photo.complete]
        makers: dict[str, list[Any]] = {}
        for photo in listed:
            makers.setdefault(photo.maker, []).append(photo)
        with_dice = [tuple(own) for own in makers.values() if any(photo.dice for photo in own)]
        empty += [tuple(own) for own in makers.values() if not any(photo.dice for photo in own)]
        sources.append((Photographs(tuple(with_dice), faces(plan.photos)), SHARES["photographs"]))
    if not sources:
        raise FileNotFoundError("nothing to learn from: name the renderer's stock or photos")
    sources.append((Photographs(tuple(empty), {}), SHARES["empty"]))
    sources.append((Prints(read_other_decks(plan.decks) if plan.decks is not None else ()), SHARES["prints"]))
    make_pieces(plan.runs / "set", sources, plan.pieces, plan.seed)


def train(plan: Plan, threads: int = 1) -> Path:
    """The checkpoint after the last epoch; what was stopped goes on from the end of an epoch."""
    os.environ["YOLO_OFFLINE"] = "true"
    from ultralytics import YOLO

    register_backbone()
    torch.set_num_threads(threads)
    last = plan.runs / "fit" / "weights" / "last.pt"
    if last.exists() and _unfinished(last):
        model = YOLO(str(last))
        _observed(model, plan)
        model.train(resume=True)
        return last
    listed = plan.runs / "set" / "dice.yaml"
    listed.write_text(
        f"path: {(plan.runs / 'set').resolve()}\ntrain: images/train\nval: images/val\n"
        f"kpt_shape: [1, 3]\nflip_idx: [0]\nkpt_oks_sigmas: [{SIGMA}]\nnc: 1\nnames:\n  0: die\n"
    )
    model = YOLO(str(_begun(plan)), task="pose")
    _observed(model, plan)
    model.train(
        data=str(listed),
        imgsz=256,
        epochs=plan.epochs,
        batch=BATCH,
        nbs=BATCH,
        device="cpu",
        workers=0,
        amp=False,
        optimizer="AdamW",
        lr0=plan.rate,
        warmup_epochs=RISING * plan.epochs,
        weight_decay=0.01,
        flipud=0.5,
        hsv_h=0.02,
        hsv_s=0.5,
        hsv_v=0.4,
        scale=0.2,
        translate=0.1,
        mosaic=0.25,
        close_mosaic=1,
        val=False,
        patience=0,
        plots=False,
        seed=plan.seed,
        project=str(plan.runs.resolve()),
        name="fit",
        exist_ok=True,
    )
    return last


def _begun(plan: Plan) -> Path:
    """What the training begins with: a description, a checkpoint, or one made of an ONNX file."""
    if plan.known is not None:
        return begun(plan.known, sorted((plan.runs / "set" / "images" / "train").glob("*.jpg")), plan.runs)
    return plan.going_on or described(plan.runs)


def _unfinished(path: Path) -> bool:
    return bool(torch.load(path, map_location="cpu", weights_only=False).get("epoch", -1) >= 0)


def _observed(model: Any, plan: Plan) -> None:
    """Planes last in memory: on a processor a third faster. Nothing is learnt while the plan's file ``pause`` exists.

    The rate falls with every batch, along a cosine: ultralytics' own falls once an epoch, and there are few.
    """
    done = 0

    def aligned(trainer: Any) -> None:
        trainer.model.to(memory_format=torch.channels_last)
        if torch.cpu._is_amx_tile_supported():
            trainer.model.predict = _halved(trainer.model.predict)

    def counted(_trainer: Any) -> None:
        nonlocal done
        done = 0

    def paced(trainer: Any) -> None:
        nonlocal done
        while plan.pause is not None and plan.pause.exists():
            time.sleep(5)
        share = (trainer.epoch + done / len(trainer.train_loader)) / trainer.epochs
        done += 1
        if share > RISING:
            for group in trainer.optimizer.param_groups:
                group["lr"] = plan.rate * (LAST + (1 - LAST) * (1 + math.cos(math.pi * share)) / 2)

    model.add_callback("on_train_start", aligned)
    model.add_callback("on_train_epoch_start", counted)
    model.add_callback("on_train_batch_start", paced)


def _halved(predict: Callable[..., Any]) -> Callable[..., Any]:
    """A network that reckons in half precision on a processor that is made for it; what it says is whole again."""

    def told(*given: Any, **named: Any) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return _whole(predict(*given, **named))

    return told


def _whole(told: Any) -> Any:
    if isinstance(told, torch.Tensor):
        return told.float() if told.is_floating_point() else told
    if isinstance(told, dict):
        return {name: _whole(part) for name, part in told.items()}
    return type(told)(_whole(part) for part in told) if isinstance(told, list | tuple) else told


def export(plan: Plan) -> Path:
    """Writes the ONNX file, of what was learnt or as far towards it as the plan says.

    Raises :class:`RuntimeError` where the two runtimes disagree by 0.001 or more.
    """
    kept = torch.load(plan.runs / "fit" / "weights" / "last.pt", map_location="cpu", weights_only=False)
    network = (kept.get("ema") or kept["model"]).float().eval()
    path = plan.runs / f"{NAME}.onnx"
    export_onnx(ExportedFinder(network.fuse()), (1, 3, 192, 320), path, growing=True)
    if plan.known is not None:
        interpolate_weights(plan.known, path, plan.learnt, path)
    if (difference := runtime_difference(path, (1, 3, 192, 320))) >= 1e-3:
        raise RuntimeError(f"{path}: ONNX Runtime and OpenCV differ by {difference}")
    return path
