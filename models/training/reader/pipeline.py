"""Configuration, sources, training, ONNX file and figures of the die reader."""

from __future__ import annotations

import copy
import math
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.dice.upright import LEANS, OTHER
from models.training.reader.lessons import NOWHERE, Sizes, Unreadable, another, batch, cocked

NAME = "die-reader"
OF_THE_FIRST = (0.64, 0.22, 0.0, 0.14)
"""Of the first renderer's mixed specimens: digits, pips, dice that nobody should read, and no dice."""
CLUTTERED = 120
"""Pictures of clutter, on which what the detector finds is no die."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where data lies and checkpoints go; ``before`` holds the ONNX file that training starts from."""

    runs: Path
    first: Path
    studio: Path
    families: Path
    before: Path
    decks: Path | None = None
    pause: Path | None = None

    @property
    def checkpoint(self) -> Path:
        return self.runs / f"{NAME}.pt"

    @property
    def weights(self) -> Path:
        return self.runs / f"{NAME}.onnx"

    @property
    def embedded(self) -> Path:
        return self.runs / f"{NAME}-embedded.pt"

    @property
    def gathered(self) -> Path:
        return self.runs / "gathered.npz"

    @property
    def calibration(self) -> Path:
        return self.runs / "die-calibration.json"

    @property
    def comparison(self) -> Path:
        return self.runs / "comparison.json"

    def wait(self) -> None:
        """Returns once there is no file ``pause``."""
        while self.pause is not None and self.pause.exists():
            time.sleep(2)


def configuration(path: Path) -> Mapping[str, Any]:
    """The settings of a TOML file like ``die-reader.toml``."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Data:
    """All sources, read once; new shards of the studio are read when they appear."""

    def __init__(self, folders: Folders, shares: Mapping[str, float]) -> None:
        from companion.vision.networks import load_network
        from models.training.dice.backgrounds import read_grounds
        from models.training.dice.lessons import Shelves
        from models.training.dice.mining import mined
        from models.training.dice.stock import read_stock
        from models.training.reader.families import read_families
        from models.training.upright.lessons import Clutter, Specimens
        from models.training.upright.photos import clutter, false_dice, shelved

        folders.runs.mkdir(parents=True, exist_ok=True)
        self._folders, self._shares, self._shards = folders, shares, 0
        self._finder = load_network("die-finder")
        first = folders.first
        stock = read_stock(sorted(first.glob("stock/*.npz")) + sorted(first.glob("amiss/*.npz")))
        self.grounds = read_grounds(sorted(first.glob("grounds/*.npz")))
        false = mined(self.grounds, self._finder, folders.runs / "mined.npz")
        strewn = clutter(folders.runs / "clutter", CLUTTERED, folders.decks)
        found = false_dice(strewn, self._finder, folders.runs / "mined-clutter.json")
        self.families = read_families(sorted(folders.families.glob("????.npz")))
        self._always = [
            (Specimens(Shelves.of(stock, OF_THE_FIRST), self.grounds, false), shares["specimens"]),
            (self._unreadable("cocked", LEANS), shares["cocked"]),
            (self._unreadable("another", OTHER), shares["another"]),
            (Clutter(shelved(found)), shares["clutter"]),
        ]
        self.sources: list[tuple[Any, float]] = []
        self.refresh()

    def _unreadable(self, name: str, answer: int) -> Unreadable:
        from models.training.dice.lessons import Shelves
        from models.training.dice.stock import read_stock

        stock = read_stock(sorted(self._folders.runs.glob(f"{name}/????.npz")))
        return Unreadable(Shelves.of(stock), self.grounds, answer)

    def refresh(self) -> None:
        """Reads the studio's shards anew where there are more than before."""
        from models.training.studio.mistaken import mistaken
        from models.training.studio.shards import read_shards
        from models.training.upright.lessons import Studio

        shards = sorted(self._folders.studio.glob("????.npz"))
        if shards and len(shards) == self._shards:
            return
        self._shards = len(shards)
        found = list(self._always)
        if shards:
            shots = read_shards(shards)
            found.append((Studio(shots, false=mistaken(shots, self._finder)), self._shares["studio"]))
        whole = sum(share for _, share in found)
        self.sources = [(source, share / whole) for source, share in found]


def render_families(folders: Folders, settings: Mapping[str, Any]) -> None:
    """Renders the makes that the embedding learns to tell apart, and dice not to be read; what exists already stays."""
    from models.training.dice.stock import make_stock
    from models.training.reader.families import make_families

    seed = int(settings["seed"])
    make_families(folders.families, int(settings["families"]), seed)
    for number, (name, draw) in enumerate((("cocked", cocked), ("another", another))):
        make_stock(folders.runs / name, int(settings["unreadable"]), seed + 1 + number, draw)


def start(folders: Folders, data: Data, seed: int) -> Any:
    """The network with the answers of the ONNX file ``die-upright.onnx`` and an embedding that knows nothing yet."""
    import torch

    from models.training.common.resume import resume_from_onnx
    from models.training.reader.network import DieReader
    from models.training.upright.network import any_of, build

    sizes = Sizes(dice=24, makes=2)

    def loss(network: Any, _: int, rng: np.random.Generator) -> Any:
        crops, true = batch(data.sources, data.families, data.grounds, sizes, rng)[:2]
        return any_of(network(torch.from_numpy(crops)), torch.from_numpy(true))

    return DieReader(resume_from_onnx(build(pretrained=False), folders.before / "die-upright.onnx", loss, seed))


def train(folders: Folders, settings: Mapping[str, Any]) -> None:
    """Trains, going on from the checkpoint where there is one, and leaves one every few minutes."""
    import torch

    from companion.vision.networks import load_with_onnxruntime
    from models.training.reader.network import anchored, contrastive, split
    from models.training.upright.network import any_of, build

    torch.set_num_threads(1)
    seed, steps = int(settings["seed"]), int(settings["steps"])
    torch.manual_seed(seed)
    data = Data(folders, settings["shares"])
    sizes = Sizes(**settings["batch"])
    if folders.checkpoint.exists():
        from models.training.reader.network import DieReader

        network = DieReader(build(pretrained=False))
    else:
        network = start(folders, data, seed)
    network = network.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network).eval()
    teacher = load_with_onnxruntime(folders.before / "die-upright.onnx")
    fresh = list(network.embed.parameters())
    known = [one for one in network.parameters() if not any(one is new for new in fresh)]
    groups = [{"params": known, "faster": 1.0}, {"params": fresh, "faster": float(settings["faster"])}]
    optimiser = torch.optim.AdamW(groups, lr=settings["rate"], weight_decay=settings["decay"])
    step = _resumed(folders.checkpoint, network, mean, optimiser)
    network.train()
    began = kept_at = time.monotonic()
    recent = [0.0, 0.0]
    while step < steps:
        folders.wait()
        for group in optimiser.param_groups:
            group["lr"] = group["faster"] * rate_at(step, steps, float(settings["rate"]), int(settings["warm"]))
        torch.manual_seed(seed * 1_000_003 + step)
        crops, true, faces = batch(
            data.sources, data.families, data.grounds, sizes, np.random.default_rng([seed, step])
        )
        answers, embedding = split(network(torch.from_numpy(crops).to(memory_format=torch.channels_last)))
        wrong = any_of(answers, torch.from_numpy(true))
        held = anchored(answers, torch.from_numpy(teacher(crops)), torch.from_numpy(true))
        named = torch.from_numpy(faces != NOWHERE)
        alike = contrastive(embedding[named], torch.from_numpy(faces)[named])
        optimiser.zero_grad(set_to_none=True)
        (wrong + float(settings["anchor"]) * held + float(settings["embedding"]) * alike).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _follow(mean, network, min(float(settings["mean"]), (step + 1) / (step + 10)))
        step += 1
        now = [float(wrong.detach()), float(alike.detach())]
        recent = [0.98 * old + 0.02 * new if old else new for old, new in zip(recent, now, strict=True)]
        if step == steps or time.monotonic() - kept_at > 60 * float(settings["minutes"]):
            _keep(folders.checkpoint, step, network, mean, optimiser)
            kept_at = time.monotonic()
            print(
                f"step {step}: answers {recent[0]:.4f}, embedding {recent[1]:.4f}; {kept_at - began:.0f} s, "
                f"{time.process_time():.0f} s of processor",
                flush=True,
            )
            data.refresh()


def rate_at(step: int, steps: int, rate: float, warm: int) -> float:
    """The learning rate: rises over ``warm`` steps, then falls along a cosine to a fiftieth."""
    done = min(1.0, step / max(1, steps))
    return rate * min(1.0, (step + 1) / warm) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def _follow(mean: Any, network: Any, slowly: float) -> None:
    import torch

    with torch.no_grad():
        for slow, quick in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.is_floating_point():
                slow.lerp_(quick, 1 - slowly)
            else:
                slow.copy_(quick)


def _resumed(path: Path, network: Any, mean: Any, optimiser: Any) -> int:
    import torch

    if not path.exists():
        return 0
    kept = torch.load(path, weights_only=True)
    network.load_state_dict(kept["network"])
    mean.load_state_dict(kept["mean"])
    optimiser.load_state_dict(kept["optimiser"])
    return int(kept["step"])


def _keep(path: Path, step: int, network: Any, mean: Any, optimiser: Any) -> None:
    import torch

    kept = {"step": step, "network": network.state_dict(), "mean": mean.state_dict()}
    unfinished = path.with_suffix(".part")
    torch.save({**kept, "optimiser": optimiser.state_dict()}, unfinished)
    unfinished.replace(path)


def embed(folders: Folders, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Trains the embedding alone on the trunk of the checkpoint, or of the ONNX file where there is none.

    Returns its loss and, of makes left out, the share of faces that the nearest of 1, 2 and 4 examples names.
    """
    import torch

    from models.training.reader import embedding

    torch.set_num_threads(1)
    seed = int(settings["seed"])
    data = Data(folders, settings["shares"])
    network = _mean_of(folders.checkpoint) if folders.checkpoint.exists() else start(folders, data, seed).eval()
    crops, makes, faces = embedding.gather_crops(
        data.families, data.grounds, np.random.default_rng([seed, 7]), folders.wait
    )
    rows = embedding.features(network, crops)
    held = makes % embedding.HELD_OUT == 0
    learnt = np.flatnonzero(~held)
    losses = embedding.train_embedding(network, rows[learnt], makes[learnt], faces[learnt], embedding.STEPS, seed)
    with torch.no_grad():
        strange = network.embedded(rows[np.flatnonzero(held)]).numpy()
    state = network.state_dict()
    unfinished = folders.embedded.with_suffix(".part")
    torch.save({"step": -1, "network": state, "mean": state}, unfinished)
    unfinished.replace(folders.embedded)
    found = embedding.nearest_neighbours(strange, makes[held], faces[held], (1, 2, 4))
    return {"crops": len(crops), "loss": losses, "nearest": found}


def _mean_of(checkpoint: Path) -> Any:
    import torch

    from models.training.reader.network import DieReader
    from models.training.upright.network import build

    network = DieReader(build(pretrained=False))
    network.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    return network.eval()


def write_weights(folders: Folders) -> None:
    """Writes the network with the embedding trained last as ONNX; else the slow mean of the checkpoint."""
    from companion.vision.dice.upright import PLANES, SIDE
    from models.training.common.onnx_export import export_onnx

    network = _mean_of(folders.embedded if folders.embedded.exists() else folders.checkpoint)
    export_onnx(network, (1, PLANES, SIDE, SIDE), folders.weights, growing=False)
