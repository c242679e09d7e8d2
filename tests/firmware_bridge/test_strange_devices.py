"""What is behind a port may be anything: another's board, an older firmware, a roller that falls silent."""

from binascii import crc_hqx
from pathlib import Path

import pytest

from firmware_bridge import conversation, roller
from firmware_bridge.codec import Message, Who, encode
from firmware_bridge.roller import Changed, Roller, Status
from tests.firmware_bridge.test_roller import HELLO, Listening, PlayedDevice


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits a tenth as long as at a table."""
    for module, name in (
        (roller, "GREETING_TIMEOUT"),
        (roller, "RECONNECT_INTERVAL"),
        (roller, "FAST_RECONNECT_INTERVAL"),
        (conversation, "SILENCE"),
        (conversation, "NEXT_WHO"),
        (conversation, "FIRST_WHO"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name) / 10)


def test_somebody_elses_board_is_opened_once_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chatter = PlayedDevice(tmp_path / "port", lambda _: [b"ok T:20.1\r\n"])
    listening, delays = Listening(), []

    def ports() -> list[str]:
        delays.append(1)
        if len(delays) == 4:
            listening(Changed(Status.READY, "looked often enough"))
        return [str(chatter.link)]

    monkeypatch.setattr(roller, "likely_ports", ports)
    with Roller(listening):
        assert listening.status(Status.ABSENT).why == "no roller responds there"
        listening.status(Status.READY)
    assert sum(isinstance(events, Changed) and events.status is Status.CONNECTING for events in listening.events) == 1


def test_an_older_firmware_is_told_from_a_stranger(tmp_path: Path) -> None:
    text = b"HELLO 1 5F3A91C2 17 0 1.0 BUTTON"
    older = PlayedDevice(tmp_path / "port", lambda _: [b"%s*%04X\r\n" % (text, crc_hqx(text, 0))])
    listening = Listening()
    with Roller(listening, str(older.link)):
        assert listening.status(Status.ABSENT).why == "its firmware 1.0 is too old: flash firmware 3.0"


def test_a_roller_that_falls_silent_is_lost(tmp_path: Path) -> None:
    greeted: list[Message] = []

    def greets_once(message: Message) -> list[bytes]:
        if isinstance(message, Who) and not greeted:
            greeted.append(message)
            return [encode(HELLO)]
        return []

    device, listening = PlayedDevice(tmp_path / "port", greets_once), Listening()
    with Roller(listening, str(device.link)):
        assert listening.status(Status.LOST).why == "not responding"
