"""Files of arrays: made once, complete or not there, and read together."""

from pathlib import Path

import numpy as np
import pytest

from models.training.common.shards import make_shards, read_arrays, write_arrays


def test_only_the_shards_that_are_missing_are_made(tmp_path: Path) -> None:
    write_arrays(tmp_path / "0001.npz", {"numbers": np.array([7])})
    made: list[int] = []

    def shard(number: int) -> dict[str, np.ndarray]:
        made.append(number)
        return {"numbers": np.array([number])}

    assert [path.name for path in make_shards(tmp_path, 3, shard)] == ["0000.npz", "0001.npz", "0002.npz"]
    assert made == [0, 2]
    assert read_arrays(tmp_path)["numbers"].tolist() == [0, 7, 2]


def test_a_shard_whose_writing_was_interrupted_is_not_read(tmp_path: Path) -> None:
    write_arrays(tmp_path / "0000.npz", {"numbers": np.array([1])})
    (tmp_path / "0001.part.npz").write_bytes(b"half a file")
    assert read_arrays(tmp_path)["numbers"].tolist() == [1]


def test_a_folder_without_shards_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no shard"):
        read_arrays(tmp_path)
