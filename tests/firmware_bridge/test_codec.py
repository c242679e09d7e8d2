"""Lines of hardware/roller/PROTOCOL.md: what is written reads back, what is damaged does not."""

from binascii import crc32, crc_hqx
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import (
    LONGEST,
    OLD_WHO,
    BadLine,
    Cause,
    Fault,
    Hello,
    Lines,
    OtherHello,
    Roll,
    decode,
    encode,
)
from firmware_bridge.trials.fuzz import any_message, fuzz, mutate
from tests.cases import each

ROLL = Roll(17, 3, Cause.ASKED, 90210, (7, 10), (4, 2))


def framed(text: bytes) -> bytes:
    return b"%s*%08X" % (text, crc32(text))


def framed_of_old(text: bytes) -> bytes:
    """As protocols 1 and 2 write it."""
    return b"%s*%04X" % (text, crc_hqx(text, 0))


def test_the_checksum_is_crc_32() -> None:
    assert crc32(b"123456789") == 0xCBF43926


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
    lines, received, at = Lines(), [], 0
    for piece in chain(pieces, [len(stream)]):
        received += [decode(line) for line in lines.feed(stream[at : at + piece])]
        at += piece
    assert received == messages


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


@each(
    ("line", "fault"),
    [
        (b"", Fault.FRAME),
        (b"ROLL", Fault.FRAME),
        (b"A" * 64, Fault.LENGTH),
        (b"WHO*00000000", Fault.CHECKSUM),
        (b"WHO*E610", Fault.FRAME),
        (framed_of_old(b"ROLL 17 3 ASKED 90210 7 10 4 2"), Fault.FRAME),
        (b"HELLO 2 5F3A91C2 17 0 2.0 BUTTON,LCD*0000", Fault.FRAME),
        (framed_of_old(b"HELLO 3 5F3A91C2 17 0 3.0 BUTTON,LCD"), Fault.FRAME),
        (framed(b"DANCE"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 90210 7 11 4 2"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 90210 7 10 4 0"), Fault.WORDS),
        (framed(b"ROLL 17 3 ASKED 0 7 10 4 2"), Fault.WORDS),
        (framed(b"ROLL 17 3 BUTTON 5 7 10 4 2"), Fault.WORDS),
        (framed(b"ROLL 017 3 ASKED 5 7 10 4 2"), Fault.WORDS),
        (framed(b"ACK 1000000000 1"), Fault.WORDS),
        (framed(b"ACK  1 1"), Fault.WORDS),
        (framed_of_old(b"HELLO 1 5F3A91C2 17 1.0 BUTTON"), Fault.VERSION),
    ],
)
def test_what_is_no_message_says_why(line: bytes, fault: Fault) -> None:
    with pytest.raises(BadLine) as caught:
        decode(line)
    assert caught.value.fault is fault


def test_a_greeting_names_device_boot_version_and_abilities() -> None:
    assert decode(framed(b"HELLO 3 5F3A91C2 17 0 3.0 BUTTON,LCD")) == Hello("5F3A91C2", 17, 0, "3.0", ("BUTTON", "LCD"))


@each(
    ("line", "other"),
    [
        (framed_of_old(b"HELLO 1 5F3A91C2 17 1.0 BUTTON"), OtherHello(1, "5F3A91C2", "1.0")),
        (framed_of_old(b"HELLO 2 5F3A91C2 17 0 2.0 BUTTON,LCD"), OtherHello(2, "5F3A91C2", "2.0")),
        (framed_of_old(b"HELLO 12 5F3A91C2"), OtherHello(12, "5F3A91C2", "?")),
        (framed(b"HELLO 4 5F3A91C2 17 0 4.1 BUTTON,LCD,USB"), OtherHello(4, "5F3A91C2", "4.1")),
    ],
)
def test_a_greeting_of_another_version_names_device_and_firmware(line: bytes, other: OtherHello) -> None:
    with pytest.raises(BadLine) as caught:
        decode(line)
    assert (caught.value.fault, caught.value.other) == (Fault.VERSION, other)
    assert other.too_old == (other.protocol < 3)
    assert other.firmware in str(other)


def test_the_one_line_of_the_old_protocols_that_is_still_sent_has_their_checksum() -> None:
    assert framed_of_old(b"WHO") + b"\r\n" == OLD_WHO


def test_random_and_mutated_bytes_raise_nothing_and_say_nothing_false() -> None:
    met = fuzz(400_000)
    assert met.by_checksum_alone > 1_500
    assert (met.exceptions, met.false_messages) == (0, 0)


@pytest.mark.prove("roller")
@pytest.mark.timeout(2400)
def test_of_100_million_random_and_mutated_bytes_none_becomes_a_false_message() -> None:
    met = fuzz(100_000_000)
    print(met)
    assert met.by_checksum_alone > 400_000
    assert (met.exceptions, met.false_messages) == (0, 0)


@given(st.integers(0, 2**64))
def test_a_mutated_line_says_what_it_said_or_nothing(seed: int) -> None:
    random = Random(seed)
    message = any_message(random)
    for line in Lines().feed(mutate(encode(message), random) + b"\n"):
        try:
            received = decode(line)
        except BadLine:
            continue
        assert received == message
