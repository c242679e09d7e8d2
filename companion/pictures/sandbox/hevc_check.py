"""Detection of damage inside a HEIC file, from the warnings of libde265, which libheif does not pass on.

Boxes are those of ISO/IEC 14496-12 and 23008-12. The library is the one in the wheel of pillow-heif; where it cannot be
loaded, damage stays undetected (``docs/cannot.md``).
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1"}
_HARMLESS = {1000, 1001, 1022, 1024, 1025}
"""Warnings about threads, memory, full buffers and skipped SEI messages (``de265.h``)."""
_STEPS = 100_000
"""Decoding steps of one item; a tile takes a few."""


def is_heic(data: bytes | bytearray) -> bool:
    """Return whether a file begins as HEIC does."""
    return data[4:8] == b"ftyp" and bytes(data[8:12]) in _BRANDS


def is_damaged(data: bytes | bytearray) -> bool:
    """Return whether the coded data of the primary picture is damaged; False if nothing can tell.

    Args:
        data: a whole HEIC file.
    """
    library = _libde265()
    if library is None:
        return False
    try:
        items = _Items.read(bytes(data))
        return any(not _decodes(library, units) for units in items.coded())
    except (IndexError, KeyError, ValueError):
        return False  # boxes that cannot be followed are libheif's to refuse


@cache
def _libde265() -> ctypes.CDLL | None:
    spec = find_spec("pillow_heif")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    folders = (package.parent / "pillow_heif.libs", package / ".dylibs", package.parent)
    names = [str(file) for folder in folders if folder.is_dir() for file in sorted(folder.glob("*de265*"))]
    for name in [*names, ctypes.util.find_library("de265")]:
        try:
            library = ctypes.CDLL(name) if name is not None else None
        except OSError:
            continue
        if library is not None:
            library.de265_new_decoder.restype = ctypes.c_void_p
            library.de265_push_NAL.argtypes = [
                ctypes.c_void_p,
                ctypes.c_char_p,
                ctypes.c_int,
                ctypes.c_int64,
                ctypes.c_void_p,
            ]
            library.de265_start_worker_threads.argtypes = [ctypes.c_void_p, ctypes.c_int]
            library.de265_decode.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
            for function in (library.de265_flush_data, library.de265_get_warning, library.de265_free_decoder):
                function.argtypes = [ctypes.c_void_p]
            return library
    return None


def _decodes(library: ctypes.CDLL, units: list[bytes]) -> bool:
    """Return whether NAL units decode without an error or a warning."""
    decoder = library.de265_new_decoder()
    library.de265_start_worker_threads(decoder, os.cpu_count() or 1)
    try:
        if any(library.de265_push_NAL(decoder, unit, len(unit), 0, None) for unit in units):
            return False
        library.de265_flush_data(decoder)
        more = ctypes.c_int(1)
        for _ in range(_STEPS):
            if not more.value:
                break
            if library.de265_decode(decoder, ctypes.byref(more)) or _is_warned(library, decoder):
                return False
        return not _is_warned(library, decoder)
    finally:
        library.de265_free_decoder(decoder)


def _is_warned(library: ctypes.CDLL, decoder: int) -> bool:
    """Return whether a warning is about the coded data."""
    while warning := library.de265_get_warning(decoder):
        if warning not in _HARMLESS:
            return True
    return False


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the type, start and end of the contents of each box."""
    while start + 8 <= end:
        size, kind, header = int.from_bytes(data[start : start + 4], "big"), data[start + 4 : start + 8], 8
        if size == 1:
            size, header = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        size = end - start if size == 0 else size
        if size < header or start + size > end:
            raise ValueError(kind)
        yield kind, start + header, start + size
        start += size


@dataclass(slots=True)
class _Reader:
    """Big-endian numbers of a box, one after the other."""

    data: bytes
    at: int

    def number(self, size: int) -> int:
        value = int.from_bytes(self.data[self.at : self.at + size], "big")
        self.at += size
        return value


@dataclass(slots=True)
class _Items:
    """The items of a file: their coded bytes, configurations and references."""

    data: bytes
    primary: int = 0
    extents: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    tiles: dict[int, list[int]] = field(default_factory=dict)
    configurations: dict[int, bytes] = field(default_factory=dict)

    @classmethod
    def read(cls, data: bytes) -> _Items:
        items = cls(data)
        (start, end), *_ = [(start, end) for kind, start, end in _boxes(data, 0, len(data)) if kind == b"meta"]
        found = {kind: (start, end) for kind, start, end in _boxes(data, start + 4, end)}
        box = _Reader(data, found[b"pitm"][0])
        items.primary = box.number(4 if box.number(4) >> 24 else 2)
        items._read_extents(_Reader(data, found[b"iloc"][0]))
        items._read_configurations(*found[b"iprp"])
        if b"iref" in found:
            items._read_tiles(*found[b"iref"])
        return items

    def coded(self) -> Iterator[list[bytes]]:
        """Yield the NAL units of the primary picture or of each of its tiles, parameter sets first."""
        for item in self.tiles.get(self.primary, [self.primary]):
            configuration = self.configurations[item]
            coded = b"".join(self.data[start : start + size] for start, size in self.extents[item])
            yield [*_parameter_sets(configuration), *_units(coded, (configuration[21] & 3) + 1)]

    def _read_extents(self, box: _Reader) -> None:
        version = box.number(4) >> 24
        sizes = box.number(2)
        offset_size, length_size, base_size = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15
        index_size = sizes & 15 if version else 0
        for _ in range(box.number(2 if version < 2 else 4)):
            item = box.number(2 if version < 2 else 4)
            in_file = not version or not box.number(2) & 15
            box.number(2)
            base = box.number(base_size)
            parts = []
            for _ in range(box.number(2)):
                box.number(index_size)
                parts.append((base + box.number(offset_size), box.number(length_size)))
            if in_file:
                self.extents[item] = parts

    def _read_configurations(self, start: int, end: int) -> None:
        properties: list[tuple[bytes, bytes]] = []
        for kind, inside, stop in _boxes(self.data, start, end):
            if kind == b"ipco":
                properties = [(name, self.data[one:last]) for name, one, last in _boxes(self.data, inside, stop)]
            elif kind == b"ipma":
                box = _Reader(self.data, inside)
                flags = box.number(4)
                for _ in range(box.number(4)):
                    item = box.number(4 if flags >> 24 else 2)
                    for _ in range(box.number(1)):
                        number = box.number(2) & 0x7FFF if flags & 1 else box.number(1) & 0x7F
                        if number and properties[number - 1][0] == b"hvcC":
                            self.configurations[item] = properties[number - 1][1]

    def _read_tiles(self, start: int, end: int) -> None:
        wide = 4 if self.data[start] else 2
        for kind, inside, _ in _boxes(self.data, start + 4, end):
            if kind == b"dimg":
                box = _Reader(self.data, inside)
                item = box.number(wide)
                self.tiles[item] = [box.number(wide) for _ in range(box.number(2))]


def _parameter_sets(configuration: bytes) -> list[bytes]:
    """Return the parameter sets of an ``hvcC`` box."""
    box, found = _Reader(configuration, 22), []
    for _ in range(box.number(1)):
        box.number(1)
        for _ in range(box.number(2)):
            size = box.number(2)
            found.append(configuration[box.at : box.at + size])
            box.at += size
    return found


def _units(coded: bytes, prefix: int) -> list[bytes]:
    """Return NAL units that each follow their length in ``prefix`` bytes."""
    box, found = _Reader(coded, 0), []
    while box.at + prefix <= len(coded):
        size = box.number(prefix)
        found.append(coded[box.at : box.at + size] if size and box.at + size <= len(coded) else b"\0")
        box.at += size
    return found
