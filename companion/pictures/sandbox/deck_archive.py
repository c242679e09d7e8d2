"""Unpack the arrays of a deck from their zip. Runs in the sandbox and trusts nothing in the file.

Sizes are checked in the zip's directory and in the arrays' headers before anything is unpacked.
"""

from collections.abc import Sequence
from io import BytesIO
from math import prod
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
from numpy.lib import format as arrays

Array = np.ndarray[Any, np.dtype[Any]]


class NoArrays(ValueError):
    """Raise for bytes that are no such zip.

    Args:
        kind: ``other``, ``large`` or ``damaged``.
        why: The reason in a library's words.
    """

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(kind)
        self.kind, self.why = kind, why


def unpack_arrays(data: bytes | bytearray, names: Sequence[str], most: int) -> dict[str, Array]:
    """Unpack the arrays of a zip.

    Args:
        data: The bytes of the zip.
        names: The names of all its arrays.
        most: Bytes of the arrays together.

    Returns:
        The arrays by name.

    Raises:
        NoArrays: The zip holds something else, too much, or is damaged.
        MemoryError: There is not enough memory.
    """
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
    """Return an array of numbers or letters; objects are never unpickled."""
    member = packed.getinfo(f"{name}.npy")
    with packed.open(member) as file:
        # Not to the end: a zip may unpack to more than its directory says.
        written = BytesIO(file.read(member.file_size))
    version = arrays.read_magic(written)
    read_head = arrays.read_array_header_1_0 if version == (1, 0) else arrays.read_array_header_2_0
    shape, fortran_order, kind = read_head(written)
    values = written.getbuffer()[written.tell() :]
    if fortran_order or kind.hasobject or len(values) != prod(shape) * kind.itemsize:
        raise ValueError(f"{name}.npy")
    return np.frombuffer(values, kind).reshape(shape)
