"""The firmware's own C, compiled here: dice, chance, button, lines, boots, and what the roller says."""

import ctypes
from binascii import crc32, crc_hqx
from collections import Counter
from random import Random

import pytest

from firmware_bridge.codec import (
    OLD_WHO,
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
from firmware_bridge.trials.fuzz import any_message, mutate, other_digits
from tests.cases import each
from tests.hardware.logic import BootSlot, Button, HostedRoller, compiled

ROLLER_OLD_MS = 3000


@pytest.fixture(scope="module")
def logic(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("logic"))


@pytest.fixture
def roller(logic: ctypes.CDLL) -> HostedRoller:
    hosted = HostedRoller(logic, lambda: random.randrange(256))
    random = Random(6)
    assert decoded(hosted.taken()) == [Hello("5F3A91C2", 17, 0, "3.0", ("BUTTON", "LCD"))]
    return hosted


def decoded(lines: list[bytes]) -> list[Message]:
    return [decode(line[:-2]) for line in lines]


def tell(roller: HostedRoller, message: Message) -> list[Message]:
    return decoded(roller.hear(encode(message)[:-2]))


def only_roll(messages: list[Message]) -> Roll:
    [roll] = messages
    assert isinstance(roll, Roll)
    return roll


@each(("faces", "each", "thrown_away"), [(10, 25, 6), (6, 42, 4)])
def test_all_256_bytes_give_every_face_equally_often(
    logic: ctypes.CDLL, faces: int, each: int, thrown_away: int
) -> None:
    counted = Counter(logic.dice_face(byte, faces) for byte in range(256))
    assert counted.pop(0) == thrown_away
    assert counted == dict.fromkeys(range(1, faces + 1), each)


def test_the_generator_is_chacha20_as_rfc_8439_has_it(logic: ctypes.CDLL) -> None:
    block = ctypes.c_uint32 * 16
    state = block(
        *(0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, 0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C),
        *(0x13121110, 0x17161514, 0x1B1A1918, 0x1F1E1D1C, 0x00000001, 0x09000000, 0x4A000000, 0x00000000),
    )
    out = block()
    logic.chacha20_block(state, out)
    assert list(out) == [
        *(0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3, 0xC7F4D1C7, 0x0368C033, 0x9AAA2204, 0x4E6CD4C3),
        *(0x466482D2, 0x09AA9F07, 0x05D7C214, 0xA2028BD9, 0xD19C12B5, 0xB94E16DE, 0xE883D0CB, 0x4E3C50A2),
    ]


def test_one_bit_of_noise_changes_every_byte_that_follows(logic: ctypes.CDLL) -> None:
    def drawn(noise: int) -> list[int]:
        logic.chance_reset()
        logic.chance_stir(noise)
        logic.chance_mix()
        return [logic.chance_byte() for _ in range(64)]

    same = sum(one == other for one, other in zip(drawn(0), drawn(1), strict=True))
    assert same < 5
    assert drawn(1) == drawn(1)


def test_a_press_with_20_bounces_counts_once(logic: ctypes.CDLL) -> None:
    random, button = Random(6), Button()
    presses = 0
    for _ in range(50):
        bounces = [level for _ in range(20) for level in [True] * random.randint(1, 3) + [False] * random.randint(1, 3)]
        for level in [*bounces, *[True] * 60, *bounces, *[False] * 60]:
            presses += logic.button_tick(ctypes.byref(button), level)
    assert presses == 50


def test_a_button_held_while_the_device_starts_is_no_press(logic: ctypes.CDLL) -> None:
    button = Button(pressed=True)
    levels = [*[True] * 500, *[False] * 60]
    assert not any(logic.button_tick(ctypes.byref(button), level) for level in levels)
    assert sum(logic.button_tick(ctypes.byref(button), level) for level in [True] * 60) == 1


def test_the_checksums_agree_with_the_codec_s(logic: ctypes.CDLL) -> None:
    random = Random(6)
    for _ in range(200):
        text = bytes(random.randrange(32, 127) for _ in range(random.randint(0, 60)))
        assert logic.line_crc32(text, len(text)) == crc32(text)
        assert logic.line_crc16(text, len(text)) == crc_hqx(text, 0)


def test_the_boot_number_grows_and_survives_a_torn_write(logic: ctypes.CDLL) -> None:
    slots = (BootSlot * 2)()
    ctypes.memset(slots, 0xFF, ctypes.sizeof(slots))
    devices, boots = set(), []
    for _ in range(20):
        newest = logic.boots_newer(slots)
        fresh = logic.boots_next(newest, 0xABCD0123)
        slots[logic.boots_place(ctypes.byref(fresh))] = fresh
        devices.add(fresh.device)
        boots.append(fresh.boot)
    assert (devices, boots) == ({0xABCD0123}, list(range(1, 21)))
    slots[logic.boots_place(ctypes.byref(fresh))].boot ^= 0x40  # power lost while the 20th was written
    assert logic.boots_next(logic.boots_newer(slots), 1).boot == 20


@each("empty", [0x00, 0xFF])
def test_an_erased_memory_makes_a_new_device(logic: ctypes.CDLL, empty: int) -> None:
    slots = (BootSlot * 2)()
    ctypes.memset(slots, empty, ctypes.sizeof(slots))
    assert not logic.boots_newer(slots)
    fresh = logic.boots_next(None, 42)
    assert (fresh.device, fresh.boot) == (42, 1)


def test_a_question_is_answered_once_however_often_it_is_asked(roller: HostedRoller) -> None:
    first = only_roll(tell(roller, Ask(7)))
    assert (first.boot, first.sequence, first.cause, first.request) == (17, 1, Cause.ASKED, 7)
    assert tell(roller, Ask(7)) == [first]
    assert tell(roller, Acknowledge(17, 1)) == []
    assert tell(roller, Ask(7)) == [first]
    assert only_roll(tell(roller, Ask(8))).sequence == 2


def test_one_roll_is_outstanding_at_a_time(roller: HostedRoller) -> None:
    first = only_roll(tell(roller, Ask(7)))
    assert tell(roller, Ask(8)) == [first]
    assert roller.press() == []
    assert tell(roller, Acknowledge(17, 2)) == []
    assert tell(roller, Acknowledge(16, 1)) == []
    assert tell(roller, Ask(8)) == [first]


def test_an_unacknowledged_roll_is_repeated_ever_more_slowly_and_for_ever(roller: HostedRoller) -> None:
    first = only_roll(tell(roller, Ask(7)))
    assert decoded(roller.wait(1550)) == [first] * 5
    assert decoded(roller.wait(10_000)) == [first] * 10
    tell(roller, Acknowledge(17, 1))
    assert roller.wait(10_000) == []


def test_a_press_counts_only_while_a_game_waits(roller: HostedRoller) -> None:
    assert decoded(roller.press()) == [NotNow(17)]
    assert roller.screen == ("Not now", "no game waits")
    roller.wait(2100)
    assert roller.screen == ("Ready", "start 17")
    tell(roller, Wait(True))
    assert roller.screen[0] == "Press to roll"
    assert only_roll(decoded(roller.press())).cause is Cause.BUTTON
    tell(roller, Acknowledge(17, 1))
    assert decoded(roller.press()) == [NotNow(17)]


def test_waiting_ends_by_itself_when_the_tablet_falls_silent(roller: HostedRoller) -> None:
    tell(roller, Wait(True))
    roller.wait(2900)
    tell(roller, Wait(True))
    roller.wait(2900)
    assert roller.screen[0] == "Press to roll"
    roller.wait(200)
    assert decoded(roller.press()) == [NotNow(17)]


def test_the_display_says_what_became_of_a_roll(roller: HostedRoller) -> None:
    roll = only_roll(tell(roller, Ask(7)))
    dice = f"d10 {roll.d10[0]} {roll.d10[1]} d6 {roll.d6[0]} {roll.d6[1]}"
    assert roller.screen == (dice, "telling...")
    tell(roller, Acknowledge(17, 1))
    assert roller.screen == (dice, "counted")
    tell(roller, Ask(8))
    tell(roller, Void(17, 2))
    assert roller.screen[1] == "VOID"


def test_the_count_of_milliseconds_may_run_over(roller: HostedRoller) -> None:
    roller.now = 2**32 - 30
    first = only_roll(tell(roller, Ask(7)))
    for _ in range(30):
        assert roller.wait(1) == []
    roller.now = 0
    assert decoded(roller.wait(25)) == [first]


def test_the_greeting_tells_the_last_roll_since_the_start(roller: HostedRoller) -> None:
    for sequence in (1, 2, 3):
        tell(roller, Ask(sequence))
        tell(roller, Void(17, sequence))
        assert tell(roller, Who()) == [Hello("5F3A91C2", 17, sequence, "3.0", ("BUTTON", "LCD"))]


def test_damaged_lines_are_not_answered_and_roll_nothing(roller: HostedRoller) -> None:
    random = Random(6)
    for _ in range(5_000):
        message = any_message(random)
        for line in Lines().feed(random.choice((mutate, other_digits))(encode(message), random) + b"\n"):
            try:
                understood = decode(line)
            except BadLine:
                if b"\0" not in line:  # the serial line drops those before the logic sees them
                    assert roller.hear(line) == []
                continue
            assert understood == message
    assert only_roll(tell(roller, Ask(7))).sequence == 1


def test_firmware_and_bridge_agree_on_every_line(roller: HostedRoller) -> None:
    assert tell(roller, Who()) == [Hello("5F3A91C2", 17, 0, "3.0", ("BUTTON", "LCD"))]
    for request in (1, 9, 10, 999_999_999):
        roll = only_roll(tell(roller, Ask(request)))
        assert roll.request == request
        tell(roller, Acknowledge(17, roll.sequence))
    for line in (b"WHO*16101610", b"WHO", b"", b"ASK 0*", b"WAIT 2*", encode(Who())[:-3]):
        assert roller.hear(line) == []


def test_an_old_companion_gets_a_greeting_with_its_own_checksum_that_names_another_version(
    roller: HostedRoller,
) -> None:
    [greeting] = roller.hear(OLD_WHO.rstrip())
    words = b"HELLO 3 5F3A91C2 17 0 3.0 BUTTON,LCD"
    assert greeting == b"%s*%04X\r\n" % (words, crc_hqx(words, 0))
    assert roller.screen == ("Old companion", "update it")
    roller.wait(ROLLER_OLD_MS + 1)
    assert roller.screen == ("Ready", "start 17")


def test_a_line_of_this_protocol_ends_the_word_about_an_old_companion(roller: HostedRoller) -> None:
    roller.hear(OLD_WHO.rstrip())
    tell(roller, Wait(True))
    assert roller.screen[0] == "Press to roll"


def test_an_old_companion_rolls_and_settles_nothing(roller: HostedRoller) -> None:
    first = only_roll(tell(roller, Ask(7)))
    for words in (b"ASK 8", b"WAIT 1", b"ACK 17 1", b"VOID 17 1"):
        assert roller.hear(b"%s*%04X" % (words, crc_hqx(words, 0))) == []
    assert tell(roller, Ask(9)) == [first]


def test_the_longest_greeting_and_the_longest_roll_are_lines(logic: ctypes.CDLL) -> None:
    hosted = HostedRoller(logic, lambda: 249, boot=999_999_999)
    [hello] = decoded(hosted.taken())
    roll = only_roll(decoded(hosted.hear(encode(Ask(999_999_999))[:-2])))
    assert isinstance(hello, Hello) and (hello.boot, roll.request) == (999_999_999, 999_999_999)
