"""The firmware's logic compiled for this machine, so that a test can call it."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "hardware" / "roller"

SAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_char), ctypes.c_uint8)
SHOW = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p)
CHANCE = ctypes.CFUNCTYPE(ctypes.c_uint8)


class BoardLent(ctypes.Structure):
    """``struct roller_board``."""

    _fields_ = (("say", SAY), ("show", SHOW), ("chance", CHANCE))


class BootSlot(ctypes.Structure):
    """``struct boots_slot``."""

    _fields_ = (("device", ctypes.c_uint32), ("boot", ctypes.c_uint32), ("check", ctypes.c_uint16))


class Button(ctypes.Structure):
    """``struct button``."""

    _fields_ = (("pressed", ctypes.c_bool), ("different", ctypes.c_uint8))


def compiled(folder: Path) -> ctypes.CDLL:
    """The library, freshly made in ``folder``; skips where there is no C compiler."""
    if shutil.which("make") is None or shutil.which("cc") is None:
        pytest.skip("no C compiler here: sudo apt-get install gcc make")
    subprocess.run(["make", "--silent", "-C", str(SOURCE), f"BUILD={folder}", "logic"], check=True)
    library = ctypes.CDLL(str(folder / "liblogic.so"))
    library.dice_face.restype = library.chance_byte.restype = library.boots_place.restype = ctypes.c_uint8
    library.line_crc16.restype = ctypes.c_uint16
    library.line_crc32.restype = ctypes.c_uint32
    library.button_tick.restype = library.line_open.restype = ctypes.c_bool
    library.boots_newer.restype = ctypes.POINTER(BootSlot)
    library.boots_next.restype = BootSlot
    return library


class HostedRoller:
    """``roller.c`` on a board that only remembers what was said and shown."""

    def __init__(self, library: ctypes.CDLL, chance: Callable[[], int], boot: int = 17) -> None:
        self.sent: list[bytes] = []
        self.screen = ("", "")
        self.now = 0
        self._library = library
        self._board = BoardLent(SAY(self._say), SHOW(self._show), CHANCE(chance))
        library.roller_start(ctypes.byref(self._board), 0x5F3A91C2, boot)

    def hear(self, line: bytes) -> list[bytes]:
        """A line without its end; gives what the roller says to it."""
        self._library.roller_hear(ctypes.create_string_buffer(line), self.now)
        return self.taken()

    def press(self) -> list[bytes]:
        self._library.roller_press(self.now)
        return self.taken()

    def wait(self, milliseconds: int) -> list[bytes]:
        for _ in range(milliseconds):
            self.now += 1
            self._library.roller_tick(self.now)
        return self.taken()

    def taken(self) -> list[bytes]:
        sent, self.sent = self.sent, []
        return sent

    def _say(self, line: ctypes._Pointer[ctypes.c_char], length: int) -> None:
        self.sent.append(ctypes.string_at(line, length))

    def _show(self, top: bytes, bottom: bytes) -> None:
        self.screen = (top.decode(), bottom.decode())
