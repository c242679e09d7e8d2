"""Training of the embedding alone, on features of a trunk that stays as it is: cheap, with large batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Floats
from models.training.dice.backgrounds import Grounds
from models.training.reader.families import Families
from models.training.reader.lessons import of_family

Whole = NDArray[np.int64]

WAYS = 6
"""Turns from upright at which every face is cropped; crops at different turns are not alike."""
TIMES = 1
"""Pictures taken of every specimen for one of these turns."""
MAKES, FACES, VIEWS = 24, 8, 3
"""Numbers in one batch."""
STEPS = 1500
HELD_OUT = 5
"""Every so many-th make is left for validation."""


def gather_crops(
    families: Families, grounds: Grounds, rng: np.random.Generator, wait: Callable[[], None]
) -> tuple[Floats, Whole, Whole]:
    """Crops (N × 6 × 64 × 64), and of each the make and a number of face and turn (N each)."""
    crops, makes, faces = [], [], []
    turns = rng.uniform(0, 2 * np.pi, (int(families.make.max()) + 1, 32, WAYS))
    turns[..., 0] = 0
    for number in range(len(families.make)):
        wait()
        make, face = int(families.make[number]), int(families.face[number])
        for way in {0, int(rng.integers(1, WAYS))}:
            for _ in range(TIMES):
                own, _ = of_family(families.stock[number], float(turns[make, face, way]), grounds, rng)
                crops.append(own)
                makes.append(make)
                faces.append((make * 32 + face) * WAYS + way)
    return np.concatenate(crops), np.array(makes, np.int64), np.array(faces, np.int64)


def features(network: Any, crops: Floats) -> Any:
    """The trunk's features of crops (N × length), without gradients."""
    import torch

    with torch.no_grad():
        return torch.cat(
            [network.eval().features(torch.from_numpy(crops[first : first + 64])) for first in range(0, len(crops), 64)]
        )


def train_embedding(network: Any, rows: Any, makes: Whole, faces: Whole, steps: int, seed: int) -> list[float]:
    """Trains ``network.embed`` on features; returns the loss every hundred steps."""
    import torch

    from models.training.reader.network import contrastive

    optimiser = torch.optim.AdamW(network.embed.parameters(), lr=2e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2e-3, steps)
    network.embed.train()
    losses, recent = [], 0.0
    rng = np.random.default_rng(seed)
    by_make = {int(make): np.flatnonzero(makes == make) for make in np.unique(makes)}
    for step in range(steps):
        chosen = _drawn(by_make, faces, rng)
        loss = contrastive(network.embedded(rows[chosen]), torch.from_numpy(faces[chosen]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        recent += float(loss.detach()) / 100
        if (step + 1) % 100 == 0:
            losses.append(round(recent, 4))
            recent = 0.0
    network.embed.eval()
    return losses


def _drawn(by_make: dict[int, Whole], faces: Whole, rng: np.random.Generator) -> Whole:
    """Crops of several makes, several faces of each, several crops of each face."""
    chosen: list[int] = []
    for make in rng.choice(list(by_make), min(MAKES, len(by_make)), replace=False):
        own = by_make[int(make)]
        there = np.unique(faces[own])
        for face in rng.choice(there, min(FACES, len(there)), replace=False):
            alike = own[faces[own] == face]
            chosen += list(rng.choice(alike, min(VIEWS, len(alike)), replace=False))
    return np.array(chosen, np.int64)


def nearest_neighbours(embedding: Floats, makes: Whole, faces: Whole, examples: Sequence[int]) -> dict[int, float]:
    """Share of upright crops whose nearest example of their own make shows their face, by examples of each face."""
    rng = np.random.default_rng(1)
    right: dict[int, list[bool]] = {count: [] for count in examples}
    for make in np.unique(makes):
        own = np.flatnonzero((makes == make) & (faces % WAYS == 0))
        shuffled = rng.permutation(own)
        for count in examples:
            known = [number for face in np.unique(faces[own]) for number in shuffled[faces[shuffled] == face][:count]]
            asked = np.setdiff1d(own, known)
            nearest = np.array(known)[(embedding[asked] @ embedding[known].T).argmax(axis=1)]
            right[count] += list(faces[nearest] == faces[asked])
    return {count: round(float(np.mean(found)), 4) for count, found in right.items()}
