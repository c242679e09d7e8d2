"""GoDice's messages, as its makers document them (see ``docs/dice.md``).

A message starts with letters. A die at rest adds three signed bytes: the direction that is up, in its own axes. The
same core fits into the shells of a d6 and of a d10; it does not know which, so the player chooses the kind.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum
from math import hypot

from companion.pieces import DieKind
from companion.rolls.reporting.motion import DieMotion, Report

NAME_PREFIX = "GoDice"
"""The start of the name that a die advertises."""
SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
NOTIFY_CHARACTERISTIC = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"


class Rest(Enum):
    """How a die came to rest, by the letters of the message."""

    STABLE = b"S"
    """Flat, after a roll."""
    TILT = b"TS"
    """Not flat, after a roll."""
    FAKE = b"FS"
    """After something that was no roll: held in the hand, put down."""
    MOVE = b"MS"
    """After a turn from one face to another."""


_MOTIONS = {
    Rest.STABLE: DieMotion.ROLLED,
    Rest.TILT: DieMotion.TILTED,
    Rest.FAKE: DieMotion.PUT,
    Rest.MOVE: DieMotion.PUT,
}


@dataclass(frozen=True, slots=True)
class RollStart:
    """The die begins to roll."""

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return b"R"


@dataclass(frozen=True, slots=True)
class Rested:
    """The die is at rest; ``up`` is in sixty-fourths of gravity, from -128 to 127."""

    rest: Rest
    up: tuple[int, int, int]

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return self.rest.value + struct.pack("bbb", *self.up)


@dataclass(frozen=True, slots=True)
class Battery:
    """The charge in percent."""

    percent: int

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return b"Bat" + bytes([self.percent])


@dataclass(frozen=True, slots=True)
class Colour:
    """The colour of its dots: black, red, green, blue, yellow, orange, from 0."""

    number: int

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return b"Col" + bytes([self.number])


Message = RollStart | Rested | Battery | Colour


def parse_message(data: bytes) -> Message | None:
    """Parse a message; None if it is unknown or malformed.

    >>> parse_message(b"R"), parse_message(b"FS" + bytes([0, 0, 64]))
    (RollStart(), Rested(rest=<Rest.FAKE: b'FS'>, up=(0, 0, 64)))
    """
    if data == b"R":
        return RollStart()
    if len(data) == 4 and data[:3] in (b"Bat", b"Col"):
        return Battery(data[3]) if data.startswith(b"Bat") else Colour(data[3])
    for rest in Rest:
        if data.startswith(rest.value) and len(data) == len(rest.value) + 3:
            return Rested(rest, struct.unpack("bbb", data[-3:]))
    return None


def to_report(message: Message, kind: DieKind) -> Report | None:
    """Convert a message to a report of motion, by the kind of the shell; None if it contains none."""
    match message:
        case RollStart():
            return Report(DieMotion.ROLLING)
        case Rested(rest, up) if any(up):
            return Report(_MOTIONS[rest], face_value(up, kind))
    return None


_SIDES: dict[DieKind, dict[int, tuple[int, int, int]]] = {
    DieKind.D6: {1: (-1, 0, 0), 2: (0, 0, 1), 3: (0, 1, 0), 4: (0, -1, 0), 5: (0, 0, -1), 6: (1, 0, 0)},
    DieKind.D10: {
        1: (0, 22, 64),
        2: (42, -42, 42),
        3: (22, 64, 0),
        4: (42, 42, -42),
        5: (42, -42, -42),
        6: (0, -22, 64),
        7: (22, -64, 0),
        8: (64, 0, 22),
        9: (42, 42, 42),
        10: (64, 0, -22),
    },
}
"""The direction that is up for each value; opposite sides of the d10's twenty show the same value."""


def face_value(up: tuple[int, int, int], kind: DieKind) -> int:
    """Return the value whose side is closest to ``up``.

    >>> face_value((3, -2, 63), DieKind.D6), face_value((-60, 4, 20), DieKind.D10)
    (2, 10)
    """

    def nearness(value: int) -> float:
        side = _SIDES[kind][value]
        along = sum(one * other for one, other in zip(up, side, strict=True)) / hypot(*side)
        return along if kind is DieKind.D6 else abs(along)

    return max(_SIDES[kind], key=nearness)
