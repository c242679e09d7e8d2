"""Files of arrays that get their name only when they are complete, so that an interrupted step continues."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, Any]
"""Arrays by name."""
Make = Callable[[int], Any]
"""Makes a shard's :data:`Arrays`, or a dataclass of arrays."""


def make_shards(folder: Path, count: int, make: Make) -> list[Path]:
    """Return the paths of ``count`` files of arrays; ``make`` is called with the number of each that is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            write_arrays(path, make(number))
    return paths


def write_arrays(path: Path, arrays: Any) -> None:
    """Write :data:`Arrays`, or a dataclass of arrays, into an ``.npz`` file."""
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **(arrays if isinstance(arrays, Mapping) else asdict(arrays)))
    unfinished.replace(path)


def read_arrays(folder: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of all files in a folder, joined by name.

    Args:
        folder: where :func:`make_shards` wrote them.

    Returns:
        The arrays by name.

    Raises:
        FileNotFoundError: if there is no file.
    """
    parts = [dict(np.load(path)) for path in sorted(folder.glob("[0-9]*.npz")) if ".part" not in path.name]
    if not parts:
        raise FileNotFoundError(f"{folder} holds no shard: run the step that makes them")
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
