"""Fuzzing of the codec with random and mutated bytes."""

from binascii import crc32
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from firmware_bridge import codec
from firmware_bridge.codec import BadLine, Cause, Fault, Lines, Message, decode, encode

_ALPHABET = b"0123456789ABCDEF *\r\nROLLHELLOASKEDBUTTONNOTNOWACKVOIDWAITWHO"
_DIGITS = b"0123456789"


@dataclass(slots=True)
class FuzzResult:
    """Counts of a run of the fuzzer."""

    bytes_fed: int = 0
    lines: int = 0
    by_checksum_alone: int = 0
    """Lines that are a message except for their checksum."""
    exceptions: int = 0
    false_messages: int = 0
    """Lines that decoded to a message nobody sent."""
    survivors: int = 0
    """Mutated lines that still mean the same: the change was in the line's end, or undone."""

    def feed(self, data: bytes, sent: Sequence[Message]) -> None:
        """Decode the bytes, which hold what is left of the messages ``sent``."""
        self.bytes_fed += len(data) + 1
        for line in Lines().feed(data + b"\n"):
            self.lines += 1
            try:
                decoded = decode(line)
            except BadLine as bad:
                self.by_checksum_alone += bad.fault is Fault.CHECKSUM and _is_message(line)
            except Exception:  # counting any other exception is what this is for
                self.exceptions += 1
            else:
                if decoded in sent:
                    self.survivors += 1
                else:
                    self.false_messages += 1


def _is_message(line: bytes) -> bool:
    """Return True if the words of this line are a message once their checksum is corrected."""
    text = line.rpartition(b"*")[0]
    try:
        decode(b"%s*%08X" % (text, crc32(text)))
    except BadLine:
        return False
    return True


def fuzz(total: int, seed: int = 6) -> FuzzResult:
    """Feed ``total`` bytes.

    Of eight pieces one is random bytes, one random protocol characters, three are mutated messages, two are messages
    with other digits. One is the start of one message with the end of another, as after lost bytes.

    Args:
        total: number of bytes.
        seed: seed of the bytes.

    Returns:
        The counts.
    """
    random, met = Random(seed), FuzzResult()
    while met.bytes_fed < total:
        kind = random.randrange(8)
        if kind == 0:
            met.feed(random.randbytes(random.randint(1, 120)), ())
        elif kind == 1:
            met.feed(bytes(random.choices(_ALPHABET, k=random.randint(1, 80))), ())
        elif kind < 7:
            sent = any_message(random)
            change = mutate if kind < 5 else other_digits
            met.feed(change(encode(sent), random), (sent,))
        else:
            first, second = any_message(random), any_message(random)
            met.feed(splice(encode(first), encode(second), random), (first, second))
    return met


def any_message(random: Random) -> Message:
    """Return a random message with random values."""
    boot, sequence, request = (random.randint(1, 10 ** random.randint(1, 9)) for _ in range(3))
    d10 = (random.randint(1, 10), random.randint(1, 10))
    d6 = (random.randint(1, 6), random.randint(1, 6))
    return random.choice(
        (
            codec.Roll(boot, sequence, Cause.ASKED, request, d10, d6),
            codec.Roll(boot, sequence, Cause.BUTTON, 0, d10, d6),
            codec.Hello(
                f"{random.getrandbits(32):08X}", boot, random.choice((0, sequence)), codec.FIRMWARE, ("BUTTON", "LCD")
            ),
            codec.NotNow(boot),
            codec.Who(),
            codec.Ask(request),
            codec.Wait(random.random() < 0.5),
            codec.Acknowledge(boot, sequence),
            codec.Void(boot, sequence),
        )
    )


def mutate(line: bytes, random: Random) -> bytes:
    """Return the line with one to four bytes changed, dropped, doubled or swapped, or cut short."""
    data = bytearray(line)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data)) if data else 0
        match random.randrange(6):
            case 0:
                data[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                data[at : at + 1] = bytes([random.choice(_ALPHABET)])
            case 2:
                del data[at : at + 1]
            case 3:
                data[at:at] = data[at : at + 1]
            case 4:
                data[at : at + 2] = data[at : at + 2][::-1]
            case _:
                del data[random.randint(at, len(data)) :]
    return bytes(data)


def other_digits(line: bytes, random: Random) -> bytes:
    """Return the line with about half of its digits replaced, so that it often is a message except for the checksum."""
    data = bytearray(line)
    for at, byte in enumerate(line):
        if byte in _DIGITS and random.random() < 0.5:
            data[at] = random.choice(_DIGITS)
    return bytes(data)


def splice(first: bytes, second: bytes, random: Random) -> bytes:
    """Return the start of one line with the end of another."""
    return first[: random.randrange(len(first))] + second[random.randrange(len(second)) :]
