"""False detections of the trained finder: hard negatives for the strip reader."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats
from companion.vision.cards.finder_output import SIDE_MULTIPLE, STRIP_HEAD, decode_head
from companion.vision.cards.index_strips import MIN_SCORE
from companion.vision.networks import Network, picture_tensor
from models.training.cards.shards import HIDDEN_STRIP, Shard, read_shard
from models.training.common.shards import write_arrays


def mine_false_strips(paths: list[Path], finder: Network, folder: Path) -> list[Path]:
    """Write a file of the finder's false strips for every shard; existing files are kept.

    Args:
        paths: the shards.
        finder: the trained finder.
        folder: where the files go.

    Returns:
        The files, one per shard.
    """
    files = []
    for path in paths:
        file = folder / path.parent.name / path.name
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            tile, corners = false_strips(read_shard(path), finder)
            write_arrays(file, {"tile": tile, "corners": corners})
        files.append(file)
    return files


def false_strips(shard: Shard, finder: Network) -> tuple[NDArray[np.int64], Floats]:
    """Return tile numbers (N) and corners (N × 4 × 2) of strips detected where none is visible."""
    tiles, quads = [], []
    for number, picture in enumerate(shard.tiles):
        for quad in decode_head(finder(picture_tensor(picture, SIDE_MULTIPLE))[0], STRIP_HEAD, MIN_SCORE)[0]:
            if not is_strip(shard, number, quad):
                tiles.append(number)
                quads.append(quad)
    return np.array(tiles, np.int64), np.array(quads, np.float32).reshape(-1, 4, 2)


def is_strip(shard: Shard, tile: int, quad: Floats) -> bool:
    """Return True if a strip that is at least partly visible has these corners."""
    is_visible = (shard.tile == tile) & (shard.visible >= HIDDEN_STRIP)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    distances = np.linalg.norm(shard.corners[is_visible] - quad, axis=2).mean(axis=1)
    return bool((distances < 0.8 * size).any())
