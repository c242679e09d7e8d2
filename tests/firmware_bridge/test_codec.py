"""Lines of hardware/roller/PROTOCOL.md: what is written reads back, what is damaged does not."""

from binascii import crc_hqx
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import LONGEST, BadLine, Cause, Fault, Hello, Lines, Roll, decode, encode
from firmware_bridge.trials.fuzz import any_message, fuzz, mutate

ROLL = Roll(17, 3, Cause.ASKED, 90210, (7, 10), (4, 2))


def framed(text: bytes) -> bytes:
    return b"%s*%04X" % (text, crc_hqx(text, 0))


def test_the_checksum_is_crc_16_xmodem() -> None:
    assert crc_hqx(b"123456789", 0) == 0x31C3


def test_a_roll_reads_like_the_protocol_page() -> None:
    assert encode(ROLL).startswith(b"ROLL 17 3 ASKED 90210 7 10 4 2*")


@given(st.integers(0, 2**64))
def test_every_message_comes_back_from_its_line(seed: int) -> None:
    message = any_message(Random(seed))
    line = encode(message)
    assert line.endswith(b"\r\n")
    assert len(line) <= LONGEST + 2
    assert decode(line[:-2]) == message


@given(st.integers(0, 2**64), st.lists(st.integers(1, 30), min_size=1, max_size=40))
def test_lines_come_out_whole_however_the_stream_is_cut(seed: int, pieces: list[int]) -> None:
    random = Random(seed)
    messages = [any_message(random) for _ in range(5)]
    stream = b"".join(map(encode, messages))
    lines, heard, at = Lines(), [], 0
    for piece in chain(pieces, [len(stream)]):
        heard += [decode(line) for line in lines.feed(stream[at : at + piece])]
        at += piece
    assert heard == messages


def test_an_endless_line_is_dropped_and_the_next_one_is_heard() -> None:
    lines = Lines()
    assert list(lines.feed(b"x" * 5000)) == []
    assert [decode(line) for line in lines.feed(b"y\r\n" + encode(ROLL))] == [ROLL]


def test_a_changed_byte_is_always_noticed() -> None:
    line = encode(ROLL)[:-2]
    for at in range(len(line)):
        for value in range(256):
            if value != line[at]:
                with pytest.raises(BadLine):
                    decode(line[:at] + bytes([value]) + line[at + 1 :])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"", Fault.FRAME),
        (b"ROLL", Fault.FRAME),
        (b"A" * 64, Fault.LENGTH),
        (b"WHO*0000", Fault.CHECKSUM),
        (framed(b"DANCE"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 90210 7 11 4 2"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 90210 7 10 4 0"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 0 7 10 4 2"), Fault.WORDS),
        (framed(b"ROLL 17 3 BUTTON 5 7 10 4 2"), Fault.WORDS),
        (framed(b"ROLL 017 3 ASKED 5 7 10 4 2"), Fault.WORDS),
        (framed(b"ACK 1000000000 1"), Fault.WORDS),
        (framed(b"ACK  1 1"), Fault.WORDS),
        (framed(b"HELLO 1 5F3A91C2 17 1.0 BUTTON"), Fault.VERSION),
    ],
)
def test_what_is_no_message_says_why(line: bytes, fault: Fault) -> None:
    with pytest.raises(BadLine) as caught:
        decode(line)
    assert caught.value.fault is fault


def test_a_greeting_names_device_boot_version_and_abilities() -> None:
    assert decode(framed(b"HELLO 2 5F3A91C2 17 0 2.0 BUTTON,LCD")) == Hello("5F3A91C2", 17, 0, "2.0", ("BUTTON", "LCD"))


def test_random_and_mutated_bytes_raise_nothing_and_say_nothing_false() -> None:
    met = fuzz(400_000)
    assert met.lines > 5_000
    assert (met.exceptions, met.false_messages) == (0, 0)


@given(st.integers(0, 2**64))
def test_a_mutated_line_says_what_it_said_or_nothing(seed: int) -> None:
    random = Random(seed)
    message = any_message(random)
    for line in Lines().feed(mutate(encode(message), random) + b"\n"):
        try:
            heard = decode(line)
        except BadLine:
            continue
        assert heard == message
