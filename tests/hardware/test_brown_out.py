"""Power lost at any byte of the roller's memory leaves a device whose every start has a number of its own."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from firmware_bridge.emulator import EmulatedBoard, EmulatorMissing, build
from firmware_bridge.trials.line import Line
from tests.cases import each
from tests.hardware.logic import BootSlot, compiled

DEVICE = 0xABCD0123
BYTES = 10
"""Of a slot in EEPROM: the device's number, the start's, and a check value of both."""


@pytest.fixture(scope="module")
def logic(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("logic"))


def slot_of(content: bytes) -> BootSlot:
    values = (content[:4], content[4:8], content[8:])
    return BootSlot(*(int.from_bytes(value, "little") for value in values))


def content_of(slot: BootSlot) -> bytes:
    return b"".join(
        value.to_bytes(size, "little") for value, size in ((slot.device, 4), (slot.boot, 4), (slot.check, 2))
    )


def next_start(logic: ctypes.CDLL, slots: list[bytes]) -> tuple[int, bytes, int]:
    """The number of the next start of what stands there, what is written for it, and into which slot."""
    there = (BootSlot * 2)(*map(slot_of, slots))
    fresh = logic.boots_next(logic.boots_newer(there), 1)
    return fresh.boot if fresh.device == DEVICE else 0, content_of(fresh), logic.boots_place(ctypes.byref(fresh))


def after(logic: ctypes.CDLL, starts: int) -> list[bytes]:
    """The two slots after so many starts."""
    slots = [b"\xff" * BYTES] * 2
    for _ in range(starts):
        there = (BootSlot * 2)(*map(slot_of, slots))
        fresh = logic.boots_next(logic.boots_newer(there), DEVICE)
        slots[logic.boots_place(ctypes.byref(fresh))] = content_of(fresh)
    return slots


def cut(before: bytes, written: bytes) -> Iterator[bytes]:
    """What may stand in a slot that lost its power: any of its bytes new, and one of them anything at all."""
    for reached in product((False, True), repeat=BYTES):
        yield bytes(new if done else old for old, new, done in zip(before, written, reached, strict=True))
    for place, torn in product(range(BYTES), range(256)):
        yield written[:place] + bytes([torn]) + before[place + 1 :]
        yield before[:place] + bytes([torn]) + written[place + 1 :]


@each("starts", [2, 3, 255, 256, 65_535])
def test_a_start_cut_short_at_any_byte_gives_no_number_that_was_told_before(logic: ctypes.CDLL, starts: int) -> None:
    slots = after(logic, min(starts, 300)) if starts < 1000 else _with(logic, starts)
    _, written, place = next_start(logic, slots)
    for torn in cut(slots[place], written):
        left = list(slots)
        left[place] = torn
        number, _, where = next_start(logic, left)
        assert number in (starts + 1, starts + 2), f"{torn.hex()}: start {number} after {starts}"
        assert number == starts + 2 or where == place, "the last start that was told of is never written over"


def _with(logic: ctypes.CDLL, boot: int) -> list[bytes]:
    """Two slots of a device that started so often."""
    slots = [b""] * 2
    for number in (boot - 1, boot):
        made = logic.boots_next(ctypes.byref(BootSlot(DEVICE, number - 1, 0)), 1)
        slots[logic.boots_place(ctypes.byref(made))] = content_of(made)
    return slots


@pytest.mark.paced
@pytest.mark.prove("roller")
@pytest.mark.parametrize("reached", range(BYTES + 1))
@pytest.mark.parametrize("torn", [0x00, 0xFF, 0x5A])
def test_the_emulated_roller_starts_under_a_new_number_after_a_brown_out_at_each_byte(
    logic: ctypes.CDLL, tmp_path: Path, reached: int, torn: int
) -> None:
    try:
        built = build()
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    slots = after(logic, 4)
    _, written, place = next_start(logic, slots)
    half = (written[:reached] + bytes([torn]) + slots[place][reached + 1 :])[:BYTES]
    slots[place] = half
    (tmp_path / "eeprom").write_bytes((slots[0] + slots[1]).ljust(1024, b"\xff"))
    with EmulatedBoard(tmp_path, built) as board, Line(board.port) as line:
        hello = line.greeted()
    assert hello is not None and hello.device == f"{DEVICE:08X}"
    assert hello.boot == (6 if half == written else 5)
