"""Who says what when, by the protocol's page; rollers and companions of another protocol are refused by name."""

import shutil
from binascii import crc32, crc_hqx
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.roller import firmware_message, status_message
from companion.rolls.roller_dice import roll_id
from firmware_bridge.codec import (
    OLD_WHO,
    Acknowledge,
    Ask,
    Cause,
    FromHost,
    Hello,
    NotNow,
    OtherHello,
    Roll,
    Void,
    Wait,
    Who,
    decode,
)
from firmware_bridge.conversation import (
    FIRST_ASK,
    LOST_AFTER,
    Conversation,
    DeviceRoll,
    Event,
    Greeted,
    PressedNotNow,
    Rolled,
    Voided,
)
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing, build
from firmware_bridge.port import Port
from firmware_bridge.roller import Changed, Roller, Status
from firmware_bridge.trials.line import Line
from tests.firmware_bridge.test_roller import Listening, PlayedDevice

OLD_FIRMWARE = Path(__file__).parent / "older" / "firmware-2.0.elf"
"""Built from the last sources that spoke protocol 2, without its debugging sections."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the harness and firmware 2.0."""
    folder = tmp_path_factory.mktemp("older")
    try:
        (folder / "harness").symlink_to(build() / "harness")
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    shutil.copy(OLD_FIRMWARE, folder / "firmware.elf")
    return folder


@pytest.fixture
def old_board(older: Path, tmp_path: Path) -> Iterator[EmulatedBoard]:
    with EmulatedBoard(tmp_path, older) as powered:
        powered.wait_for_screen(lambda upper, _: upper == "Ready")  # so it greeted, and opening does not restart it
        yield powered


@pytest.mark.prove("roller")
@pytest.mark.paced
def test_a_roller_with_firmware_2_is_listed_as_too_old(
    old_board: EmulatedBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--data", str(tmp_path), "roller", "list", "--port", old_board.port]) == 1
    listed = " ".join(capsys.readouterr().out.split())
    if "firmware" not in listed:
        raise BoardTimedOut(listed)
    assert "has firmware 2.0, but 3.0 is required" in listed
    assert f"make -C hardware/roller flash PORT={old_board.port}" in listed
    assert run(["--data", str(tmp_path), "roller", "test", "--port", old_board.port, "--no-button"]) == 1
    assert "has firmware 2.0, but 3.0 is required" in " ".join(capsys.readouterr().err.split())


@pytest.mark.paced
def test_a_roller_keeps_its_number_and_counts_on_when_firmware_3_is_flashed(older: Path, tmp_path: Path) -> None:
    with EmulatedBoard(tmp_path, older) as board:
        board.wait_for_screen(lambda upper, lower: (upper, lower) == ("Ready", "start 1"))
        greeting = board.sent().split(b" ")
    with EmulatedBoard(tmp_path) as board, Line(board.port) as line:
        hello = line.greeted()
        if hello is None:
            raise BoardTimedOut("no greeting")
        assert (hello.device.encode(), hello.boot, hello.firmware) == (greeting[2], 2, "3.0")


@pytest.mark.prove("roller")
@pytest.mark.paced
def test_an_old_companion_is_answered_in_its_own_protocol_and_named_on_the_display(tmp_path: Path) -> None:
    try:
        board = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with board:
        board.wait_for_screen(lambda upper, _: upper == "Ready")
        port = Port(board.port)
        port.read(1.0)
        port.write(OLD_WHO)
        assert board.wait_for_screen(lambda upper, _: upper == "Old companion") == ("Old companion", "update it")
        board.wait_for_screen(lambda upper, _: upper == "Ready")
        port.close()
        words, _, checksum = board.sent().splitlines()[-1].rpartition(b"*")
    assert words.startswith(b"HELLO 3 ")
    assert int(checksum, 16) == crc_hqx(words, 0) and len(checksum) == 4


def test_an_old_roller_that_does_not_restart_is_asked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.roller.OLD_GREETING_INTERVAL", 0.1)
    monkeypatch.setattr("firmware_bridge.roller.GREETING_TIMEOUT", 1.0)
    greeting = b"HELLO 2 5F3A91C2 17 0 2.0 BUTTON,LCD*8F1C\r\n"
    device = PlayedDevice(
        tmp_path / "port", lambda _: [], misread=lambda line: [greeting] if line == OLD_WHO.rstrip() else []
    )
    listening = Listening()
    with Roller(listening, str(device.link)):
        absent = listening.status(Status.ABSENT)
    assert absent.other == OtherHello(2, "5F3A91C2", "2.0")
    assert absent.why == "its firmware 2.0 is too old: flash firmware 3.0"
    assert Who() in device.received


def test_a_roller_that_is_too_old_or_too_new_is_a_sentence_with_a_way_on() -> None:
    old = Changed(Status.ABSENT, "/dev/ttyUSB0", None, "", OtherHello(2, "5F3A91C2", "2.0"))
    assert str(status_message(old)) == (
        "Roller 5F3A91C2 on /dev/ttyUSB0 has firmware 2.0, but 3.0 is required. "
        "Update it in the project's folder with `make -C hardware/roller flash PORT=/dev/ttyUSB0`. "
        "Until then, enter the dice by hand or use the app's dice."
    )
    assert str(firmware_message(OtherHello(4, "5F3A91C2", "4.1"), "COM3")) == (
        "Roller 5F3A91C2 on COM3 has firmware 4.1, which is newer than this companion. Update the companion."
    )


def test_a_roll_has_the_name_in_the_journal_that_protocol_2_gave_it() -> None:
    words = b"ROLL 17 3 ASKED 90210 7 10 4 2"
    messages = decode(b"%s*%08X" % (words, crc32(words)))
    assert isinstance(messages, Roll)
    roll = DeviceRoll("5F3A91C2", messages.boot, messages.sequence, messages.cause, messages.d10, messages.d6)
    assert roll_id(roll) == "roller-5F3A91C2-17-3-7.10.4.2"


FIRST_BOOT = Hello("5F3A91C2", 17, 0, "3.0", ("BUTTON", "LCD"))
NEXT_BOOT = Hello("5F3A91C2", 18, 0, "3.0", ("BUTTON", "LCD"))


def sent_messages(talk: Conversation) -> list[FromHost]:
    words, talk.outbox = talk.outbox, []
    return words


def taken_events(talk: Conversation) -> list[Event]:
    events, talk.events = talk.events, []
    return events


def roll(sequence: int = 1, boot: int = 17, request: int = 0) -> Roll:
    return Roll(boot, sequence, Cause.ASKED if request else Cause.BUTTON, request, (9, 1), (2, 5))


def greeted() -> Conversation:
    talk = Conversation(first_request=100)
    talk.opened(0.0)
    talk.receive(FIRST_BOOT, 1.0)
    sent_messages(talk)
    taken_events(talk)
    return talk


def delivered(talk: Conversation) -> list[DeviceRoll]:
    return [event.roll for event in taken_events(talk) if isinstance(event, Rolled)]


def test_a_device_that_was_just_opened_is_asked_who_it_is_until_it_greets() -> None:
    talk = Conversation(first_request=100)
    talk.opened(0.0)
    talk.tick(0.1)
    assert sent_messages(talk) == []
    talk.tick(0.4)
    talk.tick(1.0)
    assert sent_messages(talk) == [Who(), Who()]
    talk.receive(FIRST_BOOT, 1.1)
    assert taken_events(talk) == [Greeted(FIRST_BOOT)]


def test_a_question_is_repeated_under_one_number_until_its_roll_is_there() -> None:
    talk = greeted()
    talk.ask(2.0)
    talk.tick(2.0 + FIRST_ASK)
    talk.tick(2.0 + 3 * FIRST_ASK)
    assert sent_messages(talk) == [Ask(101)] * 3
    talk.receive(roll(request=101), 2.2)
    talk.tick(3.0)
    assert len(delivered(talk)) == 1
    assert sent_messages(talk) == []


def test_a_roll_is_delivered_once_and_acknowledged_only_when_told_so() -> None:
    talk = greeted()
    talk.want(2.0)
    assert sent_messages(talk) == [Wait(True)]
    talk.receive(roll(), 2.1)
    talk.receive(roll(), 2.2)
    [first] = delivered(talk)
    assert first.name == "5F3A91C2-17-1"
    assert sent_messages(talk) == []
    talk.acknowledge(first, 2.3)
    assert sent_messages(talk) == [Acknowledge(17, 1)]
    talk.receive(roll(), 2.4)
    assert delivered(talk) == []
    assert sent_messages(talk) == [Acknowledge(17, 1)]


def test_after_a_counted_roll_nobody_waits_any_more() -> None:
    talk = greeted()
    talk.want(2.0)
    talk.ask(2.0)
    talk.receive(roll(), 2.1)
    talk.acknowledge(delivered(talk)[0], 2.2)
    sent_messages(talk)
    talk.tick(4.0)
    assert not [word for word in sent_messages(talk) if isinstance(word, Wait | Ask)]
    assert not talk.rolling


def test_a_roll_known_from_before_leaves_the_wish_open_under_another_number() -> None:
    talk = greeted()
    talk.ask(2.0)
    talk.receive(roll(request=77), 2.1)
    talk.acknowledge(delivered(talk)[0], 2.2, counted=False)
    assert sent_messages(talk) == [Ask(101), Acknowledge(17, 1), Ask(102)]


def test_an_unwanted_roll_is_void_also_when_it_is_repeated() -> None:
    talk = greeted()
    talk.receive(roll(), 2.1)
    talk.void(delivered(talk)[0], 2.2)
    talk.receive(roll(), 2.3)
    assert sent_messages(talk) == [Void(17, 1), Void(17, 1)]


def test_a_start_of_the_device_voids_what_was_not_settled_and_says_so() -> None:
    talk = greeted()
    talk.ask(2.0)
    talk.receive(roll(request=101), 2.1)
    [lost] = delivered(talk)
    talk.receive(NEXT_BOOT, 3.0)
    assert taken_events(talk) == [Voided(lost), Greeted(NEXT_BOOT)]
    assert Ask(101) in sent_messages(talk)
    talk.acknowledge(lost, 3.1)
    assert Acknowledge(17, 1) not in sent_messages(talk)


def test_a_settled_roll_is_not_voided_by_a_start() -> None:
    talk = greeted()
    talk.receive(roll(), 2.1)
    talk.acknowledge(delivered(talk)[0], 2.2)
    talk.receive(NEXT_BOOT, 3.0)
    assert taken_events(talk) == [Greeted(NEXT_BOOT)]


def test_a_roll_of_a_boot_that_has_not_greeted_is_not_believed() -> None:
    talk = greeted()
    talk.receive(roll(boot=18), 2.0)
    assert taken_events(talk) == []
    assert sent_messages(talk) == [Who()]


def test_an_acknowledgement_that_was_lost_with_the_port_is_said_again_after_it_is_back() -> None:
    talk = greeted()
    talk.receive(roll(), 2.0)
    [first] = delivered(talk)
    talk.closed()
    talk.acknowledge(first, 2.1)
    assert sent_messages(talk) == []
    talk.opened(3.0)
    talk.receive(FIRST_BOOT, 4.0)
    talk.receive(roll(), 4.1)
    assert delivered(talk) == []
    assert Acknowledge(17, 1) in sent_messages(talk)


def test_what_was_wanted_before_the_port_was_lost_is_wanted_after_it_is_back() -> None:
    talk = greeted()
    talk.want(2.0)
    sent_messages(talk)
    talk.closed()
    talk.tick(2.5)
    talk.opened(3.0)
    talk.receive(FIRST_BOOT, 4.0)
    assert sent_messages(talk) == [Wait(True)]


def test_an_unsettled_roll_is_delivered_again_to_whoever_waits_next() -> None:
    talk = greeted()
    talk.receive(roll(), 2.0)
    [first] = delivered(talk)
    talk.want(5.0)
    assert delivered(talk) == [first]


def test_a_silent_device_is_asked_and_then_given_up() -> None:
    talk = greeted()
    now = 1.0
    while talk.open and now < 60:
        now = talk.due
        talk.tick(now)
    assert sent_messages(talk) == [Who()] * LOST_AFTER
    assert now < 5.0


def test_an_idle_line_needs_a_word_every_two_seconds_at_most() -> None:
    talk = greeted()
    ticks, now = 0, 1.0
    while now < 101.0:
        now = talk.due
        talk.tick(now)
        talk.receive(FIRST_BOOT, now)
        ticks += 1
    assert ticks <= 51


def test_a_withdrawn_wish_is_taken_back_on_the_line() -> None:
    talk = greeted()
    talk.want(2.0)
    talk.withdraw()
    talk.tick(9.0)
    assert sent_messages(talk)[:2] == [Wait(True), Wait(False)]
    assert not talk.rolling


def test_a_press_while_nobody_waits_is_told() -> None:
    talk = greeted()
    talk.receive(NotNow(17), 2.0)
    assert taken_events(talk) == [PressedNotNow()]


def rolled_before(sequence: int = 3) -> Conversation:
    """A device that rolled before this program heard of it."""
    talk = Conversation(first_request=100)
    talk.opened(0.0)
    talk.receive(replace(FIRST_BOOT, sequence=sequence), 1.0)
    sent_messages(talk)
    taken_events(talk)
    return talk


def test_a_roll_from_before_is_left_over_and_the_next_is_not() -> None:
    talk = rolled_before()
    talk.want(2.0)
    talk.receive(roll(3), 2.1)
    [before] = delivered(talk)
    assert before.left_over
    talk.void(before, 2.2)
    talk.want(2.3)
    talk.receive(roll(4), 2.4)
    assert [one.left_over for one in delivered(talk)] == [False]


def test_a_roll_that_an_earlier_program_asked_for_under_the_same_number_answers_nothing() -> None:
    talk = rolled_before()
    talk.ask(2.0)
    talk.receive(roll(3, request=101), 2.1)
    assert delivered(talk) == []
    talk.tick(2.0 + FIRST_ASK)
    assert sent_messages(talk) == [Ask(101), Ask(102)]
    talk.receive(roll(4, request=102), 2.3)
    assert [(one.sequence, one.left_over) for one in delivered(talk)] == [(4, False)]


def test_greeting_again_after_rolls_is_no_news_and_makes_none_left_over() -> None:
    talk = greeted()
    talk.want(2.0)
    talk.closed()
    talk.opened(3.0)
    talk.receive(replace(FIRST_BOOT, sequence=1), 4.0)
    talk.receive(roll(1), 4.1)
    assert [one.left_over for one in delivered(talk)] == [False]
    talk.receive(replace(FIRST_BOOT, sequence=1), 4.2)
    assert taken_events(talk) == []


def test_rolls_of_a_start_that_others_saw_are_left_over() -> None:
    talk = greeted()
    talk.receive(replace(NEXT_BOOT, sequence=2), 9.0)
    talk.receive(roll(2, boot=18), 9.1)
    assert [one.left_over for one in delivered(talk)] == [True]
