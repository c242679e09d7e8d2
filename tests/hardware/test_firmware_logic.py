"""The firmware's own C, compiled here: dice, chance, button, lines and boots, and power lost while it writes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from binascii import crc32, crc_hqx
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
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
from firmware_bridge.emulator import EmulatedBoard, EmulatorMissing, build
from firmware_bridge.trials.fuzz import any_message, mutate, other_digits
from firmware_bridge.trials.line import Line
from tests.cases import each

SOURCE = Path(__file__).parents[2] / "hardware" / "roller"

SAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_char), ctypes.c_uint8)
SHOW = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p)
CHANCE = ctypes.CFUNCTYPE(ctypes.c_uint8)


class BoardLent(ctypes.Structure):
    """``struct roller_board``."""

    _fields_ = (("say", SAY), ("show", SHOW), ("chance", CHANCE))


class BootSlot(ctypes.Structure):
    """``struct boots_slot``."""

    _fields_ = (("device", ctypes.c_uint32), ("boot", ctypes.c_uint32), ("check", ctypes.c_uint16))


class Button(ctypes.Structure):
    """``struct button``."""

    _fields_ = (("pressed", ctypes.c_bool), ("different", ctypes.c_uint8))


def compiled(folder: Path) -> ctypes.CDLL:
    """The library, freshly made in ``folder``; skips where there is no C compiler."""
    if shutil.which("make") is None or shutil.which("cc") is None:
        pytest.skip("no C compiler here: sudo apt-get install gcc make")
    subprocess.run(["make", "--silent", "-C", str(SOURCE), f"BUILD={folder}", "logic"], check=True)
    library = ctypes.CDLL(str(folder / "liblogic.so"))
    library.dice_face.restype = library.chance_byte.restype = library.boots_place.restype = ctypes.c_uint8
    library.line_crc16.restype = ctypes.c_uint16
    library.line_crc32.restype = ctypes.c_uint32
    library.button_tick.restype = library.line_open.restype = ctypes.c_bool
    library.boots_newer.restype = ctypes.POINTER(BootSlot)
    library.boots_next.restype = BootSlot
    return library


class HostedRoller:
    """``roller.c`` on a board that only remembers what was said and shown."""

    def __init__(self, library: ctypes.CDLL, chance: Callable[[], int], boot: int = 17) -> None:
        self.sent: list[bytes] = []
        self.screen = ("", "")
        self.now = 0
        self._library = library
        self._board = BoardLent(SAY(self._say), SHOW(self._show), CHANCE(chance))
        library.roller_start(ctypes.byref(self._board), 0x5F3A91C2, boot)

    def hear(self, line: bytes) -> list[bytes]:
        """A line without its end; gives what the roller says to it."""
        self._library.roller_hear(ctypes.create_string_buffer(line), self.now)
        return self.taken()

    def press(self) -> list[bytes]:
        self._library.roller_press(self.now)
        return self.taken()

    def wait(self, milliseconds: int) -> list[bytes]:
        for _ in range(milliseconds):
            self.now += 1
            self._library.roller_tick(self.now)
        return self.taken()

    def taken(self) -> list[bytes]:
        sent, self.sent = self.sent, []
        return sent

    def _say(self, line: ctypes._Pointer[ctypes.c_char], length: int) -> None:
        self.sent.append(ctypes.string_at(line, length))

    def _show(self, top: bytes, bottom: bytes) -> None:
        self.screen = (top.decode(), bottom.decode())


DEVICE = 0xABCD0123
BYTES = 10
"""Of a slot in EEPROM: the device's number, the start's, and a check value of both."""


def slot_of(content: bytes) -> BootSlot:
    values = (content[:4], content[4:8], content[8:])
    return BootSlot(*(int.from_bytes(value, "little") for value in values))


def content_of(slot: BootSlot) -> bytes:
    return b"".join(
        value.to_bytes(size, "little") for value, size in ((slot.device, 4), (slot.boot, 4), (slot.check, 2))
    )


def next_start(logic: ctypes.CDLL, slots: list[bytes]) -> tuple[int, bytes, int]:
    """The number of the next start of what stands there, what is written for it, and into which slot."""
    there = (BootSlot * 2)(*map(slot_of, slots))
    fresh = logic.boots_next(logic.boots_newer(there), 1)
    return fresh.boot if fresh.device == DEVICE else 0, content_of(fresh), logic.boots_place(ctypes.byref(fresh))


def after(logic: ctypes.CDLL, starts: int) -> list[bytes]:
    """The two slots after so many starts."""
    slots = [b"\xff" * BYTES] * 2
    for _ in range(starts):
        there = (BootSlot * 2)(*map(slot_of, slots))
        fresh = logic.boots_next(logic.boots_newer(there), DEVICE)
        slots[logic.boots_place(ctypes.byref(fresh))] = content_of(fresh)
    return slots


def cut(before: bytes, written: bytes) -> Iterator[bytes]:
    """What may stand in a slot that lost its power: any of its bytes new, and one of them anything at all."""
    for reached in product((False, True), repeat=BYTES):
        yield bytes(new if done else old for old, new, done in zip(before, written, reached, strict=True))
    for place, torn in product(range(BYTES), range(256)):
        yield written[:place] + bytes([torn]) + before[place + 1 :]
        yield before[:place] + bytes([torn]) + written[place + 1 :]


@each("starts", [2, 3, 255, 256, 65_535])
def test_a_start_cut_short_at_any_byte_gives_no_number_that_was_told_before(logic: ctypes.CDLL, starts: int) -> None:
    slots = after(logic, min(starts, 300)) if starts < 1000 else _with(logic, starts)
    _, written, place = next_start(logic, slots)
    for torn in cut(slots[place], written):
        left = list(slots)
        left[place] = torn
        number, _, where = next_start(logic, left)
        assert number in (starts + 1, starts + 2), f"{torn.hex()}: start {number} after {starts}"
        assert number == starts + 2 or where == place, "the last start that was told of is never written over"


def _with(logic: ctypes.CDLL, boot: int) -> list[bytes]:
    """Two slots of a device that started so often."""
    slots = [b""] * 2
    for number in (boot - 1, boot):
        made = logic.boots_next(ctypes.byref(BootSlot(DEVICE, number - 1, 0)), 1)
        slots[logic.boots_place(ctypes.byref(made))] = content_of(made)
    return slots


@pytest.mark.paced
@pytest.mark.prove("roller")
@pytest.mark.parametrize("reached", range(BYTES + 1))
@pytest.mark.parametrize("torn", [0x00, 0xFF, 0x5A])
def test_the_emulated_roller_starts_under_a_new_number_after_a_brown_out_at_each_byte(
    logic: ctypes.CDLL, tmp_path: Path, reached: int, torn: int
) -> None:
    try:
        built = build()
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    slots = after(logic, 4)
    _, written, place = next_start(logic, slots)
    half = (written[:reached] + bytes([torn]) + slots[place][reached + 1 :])[:BYTES]
    slots[place] = half
    (tmp_path / "eeprom").write_bytes((slots[0] + slots[1]).ljust(1024, b"\xff"))
    with EmulatedBoard(tmp_path, built) as board, Line(board.port) as line:
        hello = line.greeted()
    assert hello is not None and hello.device == f"{DEVICE:08X}"
    assert hello.boot == (6 if half == written else 5)


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
def test_all_256_bytes_give_each_face_as_often(logic: ctypes.CDLL, faces: int, each: int, thrown_away: int) -> None:
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


def test_an_old_companion_gets_a_greeting_of_another_version_with_its_own_checksum(roller: HostedRoller) -> None:
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
