"""The firmware's logic compiled for this machine, its state to be taken out and put back."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

from tests.hardware.logic import CHANCE, SAY, SHOW, BoardLent

TICK = 1000
"""Milliseconds of the roller's clock: its longest time between two repetitions of a roll."""

DEVICE = 0x5F3A91C2
_ZERO = CHANCE(lambda: 0)  # every roll shows the same dice: only their names tell them apart
_STATIC = {
    "boot": 4,
    "sequence": 4,
    "request": 4,
    "fate": 4,
    "repeat_after": 4,
    "waiting": 1,
    "not_now": 1,
    "old_companion": 1,
}
_TIMES = ("repeat_at", "wait_until", "not_now_until", "old_until")


class Firmware:
    """``roller.c``, whose variables can be taken out and put back."""

    def __init__(self, library: ctypes.CDLL, file: Path) -> None:
        self._library, self._messages = library, list[bytes]()
        self._board = BoardLent(SAY(self._say), SHOW(lambda _top, _bottom: None), _ZERO)
        listed = subprocess.run(["nm", str(file)], capture_output=True, text=True, check=True).stdout.splitlines()
        places = {line.split()[2].split(".")[0]: int(line.split()[0], 16) for line in listed if len(line.split()) == 3}
        base = ctypes.cast(library.roller_start, ctypes.c_void_p).value
        assert base is not None
        base -= places["roller_start"]
        self._at = {name: base + places[name] for name in (*_STATIC, *_TIMES, "d10", "d6")}
        library.roller_start(ctypes.byref(self._board), DEVICE, 1)
        self._messages.clear()

    def start(self, boot: int) -> list[bytes]:
        self._library.roller_start(ctypes.byref(self._board), DEVICE, boot)
        return self._taken()

    def hear(self, line: bytes) -> list[bytes]:
        self._library.roller_hear(ctypes.create_string_buffer(line), 0)
        return self._taken()

    def press(self) -> list[bytes]:
        self._library.roller_press(0)
        return self._taken()

    def tick(self) -> list[bytes]:
        """Time passes; afterwards it is zero again."""
        self._library.roller_tick(TICK)
        for name in _TIMES:
            at = ctypes.c_int32.from_address(self._at[name])
            at.value = max(at.value - TICK, -1)
        return self._taken()

    def taken_out(self) -> tuple[int, ...]:
        fields = [int.from_bytes(ctypes.string_at(self._at[name], size), "little") for name, size in _STATIC.items()]
        times = [ctypes.c_int32.from_address(self._at[name]).value for name in _TIMES]
        return (*fields, *times, *ctypes.string_at(self._at["d10"], 2), *ctypes.string_at(self._at["d6"], 2))

    def put_back(self, values: tuple[int, ...]) -> None:
        for (name, size), value in zip(_STATIC.items(), values, strict=False):
            ctypes.memmove(self._at[name], value.to_bytes(size, "little"), size)
        for name, value in zip(_TIMES, values[len(_STATIC) :], strict=False):
            ctypes.c_int32.from_address(self._at[name]).value = value
        ctypes.memmove(self._at["d10"], bytes(values[-4:-2]), 2)
        ctypes.memmove(self._at["d6"], bytes(values[-2:]), 2)

    def _say(self, line: Any, length: int) -> None:
        self._messages.append(ctypes.string_at(line, length).rstrip(b"\r\n"))

    def _taken(self) -> list[bytes]:
        messages, self._messages[:] = list(self._messages), []
        return messages
