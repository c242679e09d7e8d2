"""GoDice's messages, as its makers document them (see ``docs/dice.md``).

A message starts with letters. A die at rest adds three signed bytes: the direction that is up, in its own axes. The
same core fits into the shells of a d6 and of a d10; it does not know which, so the player chooses the kind.
"""

import struct
from math import hypot

from companion.pieces import DieKind
from companion.rolls.reporting.motion import DieMotion, Report

NAME_PREFIX = "GoDice"
"""The start of the name that a die advertises."""
NOTIFY_CHARACTERISTIC = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

_RESTS = {
    b"S": DieMotion.ROLLED,  # flat, after a roll
    b"TS": DieMotion.TILTED,  # not flat, after a roll
    b"FS": DieMotion.PUT,  # after something that was no roll: held in the hand, put down
    b"MS": DieMotion.PUT,  # after a turn from one face to another
}
"""How a die came to rest, by the letters of the message."""


def parse_report(data: bytes, kind: DieKind) -> Report | None:
    """Parse a message by the kind of the shell; None if it is unknown, malformed or not about motion.

    >>> str(parse_report(b"R", DieKind.D6)), str(parse_report(b"FS" + bytes([0, 0, 64]), DieKind.D6))
    ('rolling', 'put 2')
    """
    if data == b"R":
        return Report(DieMotion.ROLLING)
    motion = _RESTS.get(data[:-3])
    if motion is None or not any(data[-3:]):
        return None
    return Report(motion, face_value(struct.unpack("bbb", data[-3:]), kind))


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
