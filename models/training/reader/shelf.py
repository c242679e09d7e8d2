"""What the reader learns from, on the accelerator: specimens that come in while it learns, and pictures of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from models.training.dice.specimens import SIDE
from models.training.reader.stocking import ANOTHER, COLUMNS, NONE

SHELVES = 5


class Stock:
    """Up to ``most`` specimens. Columns as of :class:`~models.training.reader.stocking.Shard`."""

    def __init__(self, most: int, device: Any) -> None:
        self.patches = torch.zeros(most * SIDE * SIDE, 4, dtype=torch.uint8, device=device)
        self.most, self.device, self.taken = most, device, 0
        self._kept: dict[str, np.ndarray] = {}
        self.columns: dict[str, Any] = {}
        self.shelves: list[Any] = []

    def __len__(self) -> int:
        return self.taken

    def take(self, shards: Sequence[Mapping[str, np.ndarray]]) -> None:
        """Takes up shards, while there is room."""
        before = self.taken
        for found in shards:
            count = len(found["digit"])
            if self.taken + count > self.most:
                break
            if not self._kept:
                self._kept = {
                    name: np.zeros((self.most, *found[name].shape[1:]), found[name].dtype)
                    for name in COLUMNS
                    if name != "patch"
                }
            for name, kept in self._kept.items():
                kept[self.taken : self.taken + count] = found[name]
            own = slice(self.taken * SIDE * SIDE, (self.taken + count) * SIDE * SIDE)
            self.patches[own] = torch.from_numpy(found["patch"]).to(self.device).reshape(-1, 4)
            self.taken += count
        if self.taken > before:
            self._sort()

    def _sort(self) -> None:
        self.columns = {name: torch.from_numpy(kept[: self.taken]).to(self.device) for name, kept in self._kept.items()}
        shelf = self._kept["shelf"][: self.taken]
        self.shelves = [torch.from_numpy(np.flatnonzero(shelf == number)).to(self.device) for number in range(SHELVES)]


class Pictures:
    """Pictures of tables, photographs and renders in one buffer, and in them the dice and other things known.

    ``table`` has by column: the picture's first pixel, its width and height, middle, diameter, digit (-1: none), the
    direction in which it stands (NaN: unknown), those of up to four neighbours, the answers as bits, tilt and
    direction of the tilt (NaN: unknown), and the group that it is drawn in.
    """

    def __init__(self, archive: Path, device: Any) -> None:
        with np.load(archive) as kept:
            pictures = [
                cv2.imdecode(kept[f"picture{number}"], cv2.IMREAD_COLOR) for number in range(int(kept["count"]))
            ]
            table = {name: kept[name] for name in kept.files if name.startswith("die_")}
            grounds = [
                cv2.imdecode(kept[f"ground{number}"], cv2.IMREAD_COLOR) for number in range(int(kept["grounds"]))
            ]
            self.card = torch.from_numpy(kept["card"]).to(device)
        every = pictures + grounds + [_halved(one) for one in grounds]
        sizes = np.array([[one.shape[1], one.shape[0]] for one in every], np.int64)
        begins = np.concatenate([[0], np.cumsum(sizes.prod(axis=1))[:-1]])
        flat = np.concatenate([np.dstack([one, np.zeros_like(one[..., :1])]).reshape(-1, 4) for one in every])
        self.flat = torch.from_numpy(flat).to(device)
        self.offset, self.size = torch.from_numpy(begins).to(device), torch.from_numpy(sizes).to(device)
        self.first_ground, self.grounds = len(pictures), len(grounds)
        self.table = {name[4:]: torch.from_numpy(column).to(device) for name, column in table.items()}
        groups = table["die_group"]
        self.groups = [
            torch.from_numpy(np.flatnonzero(groups == one)).to(device) for one in range(int(groups.max()) + 1)
        ]


def _halved(picture: Any) -> Any:
    return cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


assert (ANOTHER, NONE) == (3, 4)
