"""Random and mutated bytes into the codec."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from firmware_bridge.codec import (
    Acknowledge,
    Ask,
    BadLine,
    Cause,
    Hello,
    Lines,
    Message,
    NotNow,
    Roll,
    Void,
    Wait,
    Who,
    decode,
    encode,
)

_ALPHABET = b"0123456789ABCDEF *\r\nROLLHELLOASKEDBUTTONNOTNOWACKVOIDWAITWHO"


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What a run of the fuzzer met."""

    bytes_fed: int
    lines: int
    exceptions: int
    false_messages: int
    """Lines that decoded to something nobody sent."""
    survivors: int
    """Mutated lines that still say what they said: the change was in the line's end, or undone."""


def fuzz(total: int, seed: int = 6) -> Fuzzed:
    """Feeds ``total`` bytes, a third of them random, a third random protocol characters, a third mutated messages."""
    random = Random(seed)
    fed = lines = exceptions = false = survivors = 0
    while fed < total:
        kind = random.randrange(3)
        said: Message | None = None
        if kind == 0:
            data = random.randbytes(random.randint(1, 120))
        elif kind == 1:
            data = bytes(random.choices(_ALPHABET, k=random.randint(1, 80)))
        else:
            said = any_message(random)
            data = mutate(encode(said), random)
        fed += len(data) + 1
        for line in Lines().feed(data + b"\n"):
            lines += 1
            try:
                heard = decode(line)
            except BadLine:
                continue
            except Exception:  # counting any other exception is what this is for
                exceptions += 1
                continue
            if heard == said:
                survivors += 1
            else:
                false += 1
    return Fuzzed(fed, lines, exceptions, false, survivors)


def any_message(random: Random) -> Message:
    """A message of any kind with any values."""
    boot, sequence, request = (random.randint(1, 10 ** random.randint(1, 9)) for _ in range(3))
    d10 = (random.randint(1, 10), random.randint(1, 10))
    d6 = (random.randint(1, 6), random.randint(1, 6))
    return random.choice(
        (
            Roll(boot, sequence, Cause.ASKED, request, d10, d6),
            Roll(boot, sequence, Cause.BUTTON, 0, d10, d6),
            Hello(f"{random.getrandbits(32):08X}", boot, random.choice((0, sequence)), "2.0", ("BUTTON", "LCD")),
            NotNow(boot),
            Who(),
            Ask(request),
            Wait(random.random() < 0.5),
            Acknowledge(boot, sequence),
            Void(boot, sequence),
        )
    )


def mutate(line: bytes, random: Random) -> bytes:
    """The line with one to four bytes changed, dropped, doubled or swapped, or cut short."""
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
