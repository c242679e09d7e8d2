"""The arrays of a deck out of their zip. Runs in the worker; nothing of the file is believed before it was checked.

Sizes are looked up in the zip's directory and in the arrays' heads before anything is unpacked.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import prod
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib import format as arrays

Array = np.ndarray[Any, np.dtype[Any]]


class NoArrays(ValueError):
    """Bytes that are no such zip: ``kind`` is other, large or damaged, ``why`` what is told of it."""

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(kind)
        self.kind, self.why = kind, why


def unpack_arrays(data: bytes | bytearray, names: Sequence[str], most: int) -> dict[str, Array]:
    """The arrays of these names, all there are, of at most so many bytes together. Raises :class:`NoArrays`."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            _check_directory(packed, names, most)
            return {name: _array(packed, name) for name in names}
    except (NoArrays, MemoryError):
        raise
    except Exception as error:  # a damaged file makes the readers of zips and arrays raise almost anything
        raise NoArrays("damaged", str(error) or type(error).__name__) from error


def _check_directory(packed: ZipFile, names: Sequence[str], most: int) -> None:
    members = packed.infolist()
    if sorted(member.filename for member in members) != sorted(f"{name}.npy" for name in names):
        raise NoArrays("other")
    if sum(member.file_size for member in members) > most:
        raise NoArrays("large")
    if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in members):
        raise NoArrays("other")


def _array(packed: ZipFile, name: str) -> Array:
    """An array of numbers or letters; no object is ever made of what a file says."""
    member = packed.getinfo(f"{name}.npy")
    with packed.open(member) as file:
        # Not to the end: a zip may unpack to more than its directory says.
        written = BytesIO(file.read(member.file_size))
    version = arrays.read_magic(written)
    read_head = arrays.read_array_header_1_0 if version == (1, 0) else arrays.read_array_header_2_0
    shape, by_columns, kind = read_head(written)
    values = written.getbuffer()[written.tell() :]
    if by_columns or kind.hasobject or len(values) != prod(shape) * kind.itemsize:
        raise ValueError(f"{name}.npy")
    return np.frombuffer(values, kind).reshape(shape)
