"""Pixels' messages, as "Pixels Communications Protocol" documents them (see ``docs/dice.md``).

They are little endian, and the first byte is the type. Newer firmware sends ``ROLLED`` once when a roll ends, and
``ON_FACE`` whenever the die merely rests. Older firmware knows only the first five states, and calls state 1 "on face".
"""

import struct

from companion.pieces import DieKind
from companion.rolls.reporting.motion import DieMotion, Report

SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NOTIFY_CHARACTERISTIC = "a6b90002-7a5a-43f2-a962-350c8edc9b5b"
OLD_NOTIFY_CHARACTERISTIC = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""The same for the first dice that were sold."""
KINDS = {6: DieKind.D6, 21: DieKind.D6, 10: DieKind.D10}
"""The kind of a die by its number of lights: one per face, or one per pip. Others are not used by any game."""

_MOTIONS = (
    DieMotion.UNKNOWN,
    DieMotion.ROLLED,
    DieMotion.HANDLED,
    DieMotion.ROLLING,
    DieMotion.TILTED,
    DieMotion.PUT,
)
"""By the number of the roll state: unknown, rolled, handling, rolling, crooked, on a face."""

_FORMATS = {b"\x03": "<xBB", b"\x02": "<18xBBxx"}
"""Where a message has the roll state and the face, by its type: a change of them, and a die's description of itself."""


def parse_report(data: bytes, kind: DieKind) -> Report | None:
    """Parse a message; None if it is unknown, malformed, not about motion, or names a face that the kind does not have.

    >>> str(parse_report(bytes([3, 1, 4]), DieKind.D10)), parse_report(bytes([3, 9, 4]), DieKind.D10)
    ('rolled 4', None)
    """
    try:
        state, face = struct.unpack(_FORMATS[data[:1]], data)
        motion = _MOTIONS[state]
    except (KeyError, IndexError, struct.error):
        return None
    if motion not in (DieMotion.ROLLED, DieMotion.PUT, DieMotion.TILTED):
        return Report(motion)
    return Report(motion, face_value(face, kind)) if face < kind.faces else None


def face_value(face: int, kind: DieKind) -> int:
    """Return the value of a face that is counted from 0: a d10's first face is its 0, which counts as 10.

    >>> [face_value(face, DieKind.D10) for face in (0, 1, 9)], face_value(0, DieKind.D6)
    ([10, 1, 9], 1)
    """
    return face + 1 if kind is DieKind.D6 else face or DieKind.D10.faces
