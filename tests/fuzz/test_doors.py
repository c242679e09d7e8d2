"""Whatever comes in through a door is refused in a line or read; nothing raises, hangs or fills the memory."""

import importlib.util
import random
from binascii import crc32
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from firmware_bridge.codec import BadLine, Lines, decode, encode
from tests.cases import each
from tests.fuzz.counted import MILLION, WANTED, summary, try_on
from tests.fuzz.guided import LONGEST
from tests.fuzz.mutating import mutated as by_form
from tests.fuzz.reached import DOORS, ROOT
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
FEW = {"record": 60, "deck": 60, "picture": 40}
"""Inputs in ``make test`` of the doors that take longest; of the others 300."""
ODD = (b"0", b"-1", b"9" * 30, b"null", b"[", b"\xff", b"\n", b'"', b"\\ud800")


@each("target", DOORS)
def test_the_files_of_a_door_whose_lines_are_counted_are_there(target: str) -> None:
    assert [name for name in DOORS[target] if not (ROOT / "companion" / name).is_file()] == []


def examples(target: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


def mutated(example: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """An example with a few bits flipped, bytes taken out, doubled or put in, or joined with another."""
    data = bytearray(example)
    for _ in range(chance.randint(1, 4)):
        place, length = chance.randrange(len(data) + 1), chance.choice((1, 1, 2, 4, 16, 200))
        match chance.randrange(6):
            case 0 if place < len(data):
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                del data[place : place + length]
            case 2:
                data[place:place] = data[place : place + length]
            case 3:
                data[place:place] = chance.choice(ODD)
            case 4:
                data[place : place + length] = chance.randbytes(length)
            case _:
                other = chance.choice(others)
                data[place:] = other[chance.randrange(len(other) + 1) :]
    return bytes(data)


@each("target", TARGETS)
def test_every_example_goes_through_its_door(target: str) -> None:
    for example in examples(target):
        TARGETS[target](example)


@each("target", TARGETS)
def test_changed_examples_are_refused_in_a_line_or_read(target: str) -> None:
    chance, known = random.Random(target), examples(target)
    for _ in range(FEW.get(target, 300)):
        data = mutated(chance.choice(known), known, chance)
        try:
            TARGETS[target](data)
        except Exception as error:
            raise AssertionError(f"{target} raised at {data!r}") from error


@each("target", TARGETS)
def test_an_example_changed_by_its_form_gets_past_the_first_check(target: str) -> None:
    """A changed record is JSON still, and a deck whose arrays were changed is a zip whose checksums fit."""
    known = [example for example in examples(target) if example.startswith((b"{", b"PK"))]
    for seed in range(60 if known else 0):
        changed = by_form(known[seed % len(known)], 1_000_000, seed, lambda data, most: data[: most - 1])
        TARGETS[target](changed)
        if changed.startswith(b"PK"):
            with ZipFile(BytesIO(changed)) as packed:
                assert packed.testzip() is None


def test_a_changed_line_of_the_rollers_has_a_checksum_that_fits() -> None:
    (roll,) = Lines().feed(b"ROLL 17 3 ASKED 90210 7 10 4 2*9A7C18F0\n")
    for seed in range(60):
        (changed,) = Lines().feed(by_form(roll, 400, seed, lambda data, _: b"ROLL 17*DD4429C9\n"))
        with suppress(BadLine):
            assert encode(decode(changed)).strip() == changed
        words, _, checksum = changed.rpartition(b"*")
        assert crc32(words) == int(checksum, 16)


@pytest.mark.prove("fuzz")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("target", TARGETS)
def test_a_million_inputs_led_by_what_they_reach_are_refused_in_a_line_or_read(target: str) -> None:
    """Seven minutes a door at most; run again, a door goes on where it was."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed (the extra `fuzz`; it has wheels for some Pythons under Linux only)")
    done, wanted = try_on(target, 420), WANTED.get(target, MILLION)
    print(summary(target, done))
    assert done.slowest < LONGEST
    assert done.most_mb < 700
    if done.inputs < wanted:
        pytest.skip(f"{done.inputs:,} of {wanted:,} inputs until now: run it again, it goes on")
