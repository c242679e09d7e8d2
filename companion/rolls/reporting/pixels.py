"""Pixels' messages, as "Pixels Communications Protocol" documents them (see ``docs/dice.md``).

They are little endian, and the first byte is the type. Newer firmware sends ``ROLLED`` once when a roll ends, and
``ON_FACE`` whenever the die merely rests. Older firmware knows only the first five states, and calls state 1 "on face".
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum

from companion.pieces import DieKind
from companion.rolls.reporting.motion import DieMotion, Report

SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NOTIFY_CHARACTERISTIC = "a6b90002-7a5a-43f2-a962-350c8edc9b5b"
OLD_NOTIFY_CHARACTERISTIC = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""The same for the first dice that were sold."""
KINDS = {6: DieKind.D6, 21: DieKind.D6, 10: DieKind.D10}
"""The kind of a die by its number of lights: one per face, or one per pip. Others are not used by any game."""


class State(IntEnum):
    """The roll state of a die."""

    UNKNOWN = 0
    ROLLED = 1
    HANDLING = 2
    ROLLING = 3
    CROOKED = 4
    ON_FACE = 5


_MOTIONS = {
    State.UNKNOWN: DieMotion.UNKNOWN,
    State.ROLLED: DieMotion.ROLLED,
    State.HANDLING: DieMotion.HANDLED,
    State.ROLLING: DieMotion.ROLLING,
    State.CROOKED: DieMotion.TILTED,
    State.ON_FACE: DieMotion.PUT,
}


@dataclass(frozen=True, slots=True)
class RollState:
    """Sent whenever the state or the face changes; ``face`` counts from 0."""

    state: State
    face: int

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return struct.pack("<BBB", 3, *astuple(self))


@dataclass(frozen=True, slots=True)
class IAmADie:
    """The description of a die; ``built`` is the firmware's time in Unix seconds, ``battery`` in percent."""

    lights: int
    colorway: int
    data: int
    die: int
    room: int
    built: int
    state: State
    face: int
    battery: int
    charging: int

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return struct.pack("<BBBxIIHIBBBB", 2, *astuple(self))


@dataclass(frozen=True, slots=True)
class BatteryLevel:
    """The charge in percent, and how it is charged."""

    battery: int
    charging: int

    def to_bytes(self) -> bytes:
        """Return the message as it is sent."""
        return struct.pack("<BBB", 34, *astuple(self))


Message = RollState | IAmADie | BatteryLevel


def parse_message(data: bytes) -> Message | None:
    """Parse a message; None if it is unknown or malformed.

    >>> parse_message(bytes([3, 1, 4]))
    RollState(state=<State.ROLLED: 1>, face=4)
    >>> parse_message(bytes([3, 9, 4])) is None
    True
    """
    try:
        match data[:1]:
            case b"\x03":
                state, face = struct.unpack("<xBB", data)
                return RollState(State(state), face)
            case b"\x02":
                lights, colorway, hash_, die, room, built, state, face, *power = struct.unpack("<xBBxIIHIBBBB", data)
                return IAmADie(lights, colorway, hash_, die, room, built, State(state), face, power[0], power[1])
            case b"\x22":
                return BatteryLevel(*struct.unpack("<xBB", data))
    except (struct.error, ValueError):
        pass
    return None


def to_report(message: Message, kind: DieKind) -> Report | None:
    """Convert a message to a report of motion; None if it contains none, or a face that the kind does not have."""
    if isinstance(message, BatteryLevel):
        return None
    motion = _MOTIONS[message.state]
    if motion not in (DieMotion.ROLLED, DieMotion.PUT, DieMotion.TILTED):
        return Report(motion)
    return Report(motion, face_value(message.face, kind)) if message.face < kind.faces else None


def face_value(face: int, kind: DieKind) -> int:
    """Return the value of a face that is counted from 0: a d10's first face is its 0, which counts as 10.

    >>> [face_value(face, DieKind.D10) for face in (0, 1, 9)], face_value(0, DieKind.D6)
    ([10, 1, 9], 1)
    """
    return face + 1 if kind is DieKind.D6 else face or DieKind.D10.faces
