"""Encoding and decoding of the roller's messages, as hardware/roller/PROTOCOL.md defines them."""

import re
from binascii import crc32, crc_hqx
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, fields
from enum import Enum

PROTOCOL = 3
FIRMWARE = f"{PROTOCOL}.0"
"""First firmware that speaks this version: a firmware's first number is the version of its protocol."""
LONGEST = 63
"""Maximum length of a line in characters, without its end."""
OLD_WHO = b"WHO*E610\r\n"
"""``WHO`` as protocols 1 and 2 write it. Every firmware answers it with a greeting that has their checksum."""


class Cause(Enum):
    """Why the device rolled."""

    ASKED = "ASKED"
    BUTTON = "BUTTON"


@dataclass(frozen=True, slots=True)
class Hello:
    """The device's greeting: its eight hexadecimal digits, its boot number, the sequence of its last roll (or 0)."""

    device: str
    boot: int
    sequence: int
    firmware: str
    abilities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherHello:
    """The greeting of a device with another protocol version; ``firmware`` is ``?`` if the greeting names none."""

    protocol: int
    device: str
    firmware: str

    @property
    def too_old(self) -> bool:
        """Whether the firmware must be flashed, rather than the companion updated."""
        return self.protocol < PROTOCOL

    def __str__(self) -> str:
        if self.too_old:
            return f"its firmware {self.firmware} is too old: flash firmware {FIRMWARE}"
        return f"its firmware {self.firmware} is newer than this companion: update the companion"


@dataclass(frozen=True, slots=True)
class Roll:
    """Two d10 (1…10) and two d6; ``request`` is 0 for a press of the button."""

    boot: int
    sequence: int
    cause: Cause
    request: int
    d10: tuple[int, int]
    d6: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NotNow:
    """A press of the button while no game waits for a roll."""

    boot: int


@dataclass(frozen=True, slots=True)
class Who:
    """Request for a greeting."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Request for a roll, with its number."""

    request: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Whether a game waits for a roll, so that the button counts."""

    waiting: bool


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Confirmation that a roll is in the journal."""

    boot: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Void:
    """Notice that no game takes a roll."""

    boot: int
    sequence: int


FromDevice = Hello | Roll | NotNow
FromHost = Who | Ask | Wait | Acknowledge | Void
Message = FromDevice | FromHost


class Fault(Enum):
    """Reasons why a line is no message."""

    LENGTH = "too long"
    FRAME = "no text with a checksum behind a star"
    CHECKSUM = "the checksum does not fit"
    WORDS = "no message of this protocol"
    VERSION = "another version of the protocol"


class BadLine(ValueError):
    """A line that is no message: ``fault`` is the reason, ``other`` a greeting of another protocol version."""

    def __init__(self, line: bytes, fault: Fault, other: OtherHello | None = None) -> None:
        self.fault, self.other = fault, other
        super().__init__(f"{line!r}: {fault.value}")


def encode(message: Message) -> bytes:
    r"""Return the message as a line with its end.

    >>> encode(Ask(7))
    b'ASK 7*2BFFC524\r\n'
    """
    text = _words(message).encode("ascii")
    return b"%s*%08X\r\n" % (text, crc32(text))


def decode(line: bytes) -> Message:
    """Return the message of a line without its end.

    >>> decode(b"ACK 17 3*124F8E30")
    Acknowledge(boot=17, sequence=3)

    Args:
        line: the line.

    Raises:
        BadLine: if the line is no message of this protocol.
    """
    if len(line) > LONGEST:
        raise BadLine(line, Fault.LENGTH)
    frame = _FRAME.fullmatch(line)
    if frame is None:
        other = _old_greeting(line)
        raise BadLine(line, Fault.VERSION if other else Fault.FRAME, other)
    text, checksum = frame.groups()
    if crc32(text) != int(checksum, 16):
        raise BadLine(line, Fault.CHECKSUM)
    words = text.decode("ascii")
    for shape, make in _SHAPES:
        if (found := shape.fullmatch(words)) is not None:
            return make(found)
    other = _other_greeting(words)
    raise BadLine(line, Fault.VERSION if other else Fault.WORDS, other)


class Lines:
    """Splits a stream of bytes into lines.

    >>> lines = Lines()
    >>> list(lines.feed(b"WH"))
    []
    >>> [decode(line) for line in lines.feed(encode(Who())[2:])]
    [Who()]
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Return the lines that are now complete, without their ends; empty and overlong lines are dropped."""
        *complete, self._rest = _END.split(self._rest + data)
        # More than the longest line cannot become one: one byte too many is enough to know that later.
        self._rest = self._rest[: LONGEST + 1]
        return (line for line in complete if 0 < len(line) <= LONGEST)


Counted = NotNow | Who | Ask | Acknowledge | Void
_COUNTED: dict[type[Counted], str] = {NotNow: "NOTNOW", Who: "WHO", Ask: "ASK", Acknowledge: "ACK", Void: "VOID"}
"""The messages whose fields are counts, each with its first word."""
_END = re.compile(rb"[\r\n]")
_FRAME = re.compile(rb"([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\*([0-9A-F]{8})")
_OLD_GREETING = re.compile(rb"(HELLO [\x20-\x7e]+)\*([0-9A-F]{4})")
_OTHER_GREETING = re.compile(r"HELLO ([1-9]\d{0,3}) ([0-9A-F]{8})(?: .*)?", re.ASCII)
_FIRMWARE = re.compile(r" (\d+\.\d+)(?= |$)", re.ASCII)
_COUNT = r"([1-9]\d{0,8})"
_D10 = r"([1-9]|10)"
_D6 = r"([1-6])"


def _old_greeting(line: bytes) -> OtherHello | None:
    """Read a greeting that has the 16-bit checksum of protocols 1 and 2."""
    frame = _OLD_GREETING.fullmatch(line)
    if frame is None or crc_hqx(frame[1], 0) != int(frame[2], 16):
        return None
    return _other_greeting(frame[1].decode("ascii"))


def _other_greeting(words: str) -> OtherHello | None:
    """Read what the greetings of all versions have in common; None for this version's own."""
    found = _OTHER_GREETING.fullmatch(words)
    if found is None or int(found[1]) == PROTOCOL:
        return None
    firmware = _FIRMWARE.search(words)
    return OtherHello(int(found[1]), found[2], firmware[1] if firmware else "?")


def _words(message: Message) -> str:
    match message:
        case Hello(device, boot, sequence, firmware, abilities):
            words: tuple[object, ...] = ("HELLO", PROTOCOL, device, boot, sequence, firmware, ",".join(abilities))
        case Roll(boot, sequence, cause, request, d10, d6):
            words = ("ROLL", boot, sequence, cause.value, request, *d10, *d6)
        case Wait(waiting):
            words = ("WAIT", int(waiting))
        case _:
            words = (_COUNTED[type(message)], *astuple(message))
    return " ".join(map(str, words))


def _roll(words: re.Match[str]) -> Roll:
    boot, sequence, asked, *dice = words.groups()
    first, second, third, fourth = map(int, dice)
    cause = Cause.ASKED if asked else Cause.BUTTON
    return Roll(int(boot), int(sequence), cause, int(asked or 0), (first, second), (third, fourth))


def _hello(words: re.Match[str]) -> Hello:
    return Hello(words[1], int(words[2]), int(words[3]), words[4], tuple(words[5].split(",")))


def _reader(kind: type[Counted]) -> Callable[[re.Match[str]], Message]:
    return lambda words: kind(*map(int, words.groups()))


_READERS: dict[str, Callable[[re.Match[str]], Message]] = {
    rf"ROLL {_COUNT} {_COUNT} (?:ASKED {_COUNT}|BUTTON 0) {_D10} {_D10} {_D6} {_D6}": _roll,
    rf"HELLO {PROTOCOL} ([0-9A-F]{{8}}) {_COUNT} (0|[1-9]\d{{0,8}}) (\d+\.\d+) ([A-Z0-9]+(?:,[A-Z0-9]+)*)": _hello,
    r"WAIT ([01])": lambda words: Wait(words[1] == "1"),
    **{" ".join([name, *[_COUNT] * len(fields(kind))]): _reader(kind) for kind, name in _COUNTED.items()},
}
_SHAPES = [(re.compile(shape, re.ASCII), make) for shape, make in _READERS.items()]
