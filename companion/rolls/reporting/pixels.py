"""Pixels' messages, as "Pixels Communications Protocol" documents them (``docs/dice.md`` names where).

Little endian; the first byte says which message it is. Newer firmware says ``ROLLED`` once where a roll ends and
``ON_FACE`` wherever the die merely lies; older firmware knows the first five states only, and calls 1 "on face".
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from enum import IntEnum

from companion.pieces import DieKind
from companion.rolls.reporting.motion import DieMotion, Report

SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NOTIFY_CHARACTERISTIC, WRITE_CHARACTERISTIC = (
    "a6b90002-7a5a-43f2-a962-350c8edc9b5b",
    "a6b90003-7a5a-43f2-a962-350c8edc9b5b",
)
OLD_NOTIFY_CHARACTERISTIC = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Of dice sold first."""
KINDS = {6: DieKind.D6, 21: DieKind.D6, 10: DieKind.D10}
"""What a die is, by its lights: one a face, or one a pip. Others are no dice of a game known here."""


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
    """Said whenever the state or the face changes; ``face`` counts from 0."""

    state: State
    face: int

    def to_bytes(self) -> bytes:
        """As it is sent."""
        return struct.pack("<BBB", 3, *astuple(self))


@dataclass(frozen=True, slots=True)
class IAmADie:
    """The answer to :data:`WHO_ARE_YOU`; ``built`` is the firmware's time, in Unix seconds, ``battery`` in percent."""

    lights: int
    look: int
    data: int
    die: int
    room: int
    built: int
    state: State
    face: int
    battery: int
    charging: int

    def to_bytes(self) -> bytes:
        return struct.pack("<BBBxIIHIBBBB", 2, *astuple(self))


@dataclass(frozen=True, slots=True)
class BatteryLevel:
    """In percent, and how it is charged."""

    battery: int
    charging: int

    def to_bytes(self) -> bytes:
        return struct.pack("<BBB", 34, *astuple(self))


Message = RollState | IAmADie | BatteryLevel
WHO_ARE_YOU = b"\x01"


def said(data: bytes) -> Message | None:
    """What a die said; None for what is not known here, and for what is mangled.

    >>> said(bytes([3, 1, 4]))
    RollState(state=<State.ROLLED: 1>, face=4)
    >>> said(bytes([3, 9, 4])) is None
    True
    """
    try:
        match data[:1]:
            case b"\x03":
                state, face = struct.unpack("<xBB", data)
                return RollState(State(state), face)
            case b"\x02":
                lights, look, hash_, die, room, built, state, face, *power = struct.unpack("<xBBxIIHIBBBB", data)
                return IAmADie(lights, look, hash_, die, room, built, State(state), face, power[0], power[1])
            case b"\x22":
                return BatteryLevel(*struct.unpack("<xBB", data))
    except (struct.error, ValueError):
        pass
    return None


def report(message: Message, kind: DieKind) -> Report | None:
    """What it says of the die's motion; None where it says nothing of that, or names a face that the kind has not."""
    if isinstance(message, BatteryLevel):
        return None
    motion = _MOTIONS[message.state]
    if motion not in (DieMotion.ROLLED, DieMotion.PUT, DieMotion.TILTED):
        return Report(motion)
    return Report(motion, value_of(message.face, kind)) if message.face < kind.faces else None


def value_of(face: int, kind: DieKind) -> int:
    """What a face counted from 0 shows: a d10's first is its 0, which is worth 10.

    >>> [value_of(face, DieKind.D10) for face in (0, 1, 9)], value_of(0, DieKind.D6)
    ([10, 1, 9], 1)
    """
    return face + 1 if kind is DieKind.D6 else face or DieKind.D10.faces
