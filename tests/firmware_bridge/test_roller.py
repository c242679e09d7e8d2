"""The roller on its thread, against a device that a test plays on a real pseudo-terminal."""

import os
import pty
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import firmware_bridge.roller
from firmware_bridge.codec import Acknowledge, Ask, BadLine, Cause, Hello, Lines, Message, Roll, Who, decode, encode
from firmware_bridge.conversation import DeviceRoll, Event, Rolled
from firmware_bridge.roller import Changed, Roller, Status
from tests.waiting import until

HELLO = Hello("5F3A91C2", 17, 0, "3.0", ("BUTTON", "LCD"))


class PlayedDevice:
    """A device that answers as the test says, behind a link that can be pulled."""

    def __init__(
        self,
        link: Path,
        answer: Callable[[Message], list[bytes]],
        misread: Callable[[bytes], list[bytes]] = lambda _: [],
    ) -> None:
        """``misread`` answers lines that are no message of this protocol."""
        self.link, self.answer, self.misread = link, answer, misread
        self.received: list[Message] = []
        self.plug()

    def plug(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(slave))
        self._slave = slave
        threading.Thread(target=self._live, args=(self._master,), daemon=True).start()

    def unplug(self) -> None:
        self.link.unlink()
        os.close(self._slave)
        os.close(self._master)

    def _live(self, master: int) -> None:
        lines = Lines()
        while True:
            try:
                data = os.read(master, 1000)
            except OSError:
                return
            for line in lines.feed(data):
                try:
                    messages = decode(line)
                except BadLine:
                    answers = self.misread(line)
                else:
                    self.received.append(messages)
                    answers = self.answer(messages)
                for answer in answers:
                    with suppress(OSError):  # unplugged meanwhile
                        os.write(master, answer)


class Listening:
    """What a roller told, to be waited for."""

    def __init__(self) -> None:
        self.events: list[Changed | Event] = []
        self._news = threading.Condition()

    def __call__(self, event: Changed | Event) -> None:
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def wait_for(self, wanted: Callable[[Changed | Event], bool]) -> Changed | Event:
        with self._news:
            assert self._news.wait_for(lambda: any(map(wanted, self.events)), timeout=60), self.events
            return next(event for event in self.events if wanted(event))

    def status(self, status: Status) -> Changed:
        event = self.wait_for(lambda events: isinstance(events, Changed) and events.status is status)
        assert isinstance(event, Changed)
        return event

    def roll(self) -> DeviceRoll:
        event = self.wait_for(lambda events: isinstance(events, Rolled))
        assert isinstance(event, Rolled)
        return event.roll


def greets_and_rolls(message: Message) -> list[bytes]:
    match message:
        case Who():
            return [encode(HELLO)]
        case Ask(request):
            return [encode(Roll(17, 1, Cause.ASKED, request, (9, 1), (2, 5)))] * 2
    return []


@pytest.fixture
def listening() -> Listening:
    return Listening()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[PlayedDevice]:
    yield PlayedDevice(tmp_path / "port", greets_and_rolls)


def test_a_device_that_greets_is_ready(device: PlayedDevice, listening: Listening) -> None:
    with Roller(listening, str(device.link)) as roller:
        ready = listening.status(Status.READY)
        assert (ready.port, ready.hello) == (str(device.link), HELLO)
        assert roller.state == ready
    statuses = [events.status for events in listening.events if isinstance(events, Changed)]
    assert statuses[:2] == [Status.CONNECTING, Status.READY]


def test_a_roll_is_asked_for_delivered_and_acknowledged(device: PlayedDevice, listening: Listening) -> None:
    with Roller(listening, str(device.link)) as roller:
        listening.status(Status.READY)
        roller.ask()
        roll = listening.roll()
        assert (roll.name, roll.d10, roll.d6) == ("5F3A91C2-17-1", (9, 1), (2, 5))
        listening.status(Status.ROLLING)
        assert Acknowledge(17, 1) not in device.received
        roller.acknowledge(roll)
        until(lambda: Acknowledge(17, 1) in device.received)
    assert sum(isinstance(events, Rolled) for events in listening.events) == 1


def test_an_unplugged_device_is_lost_and_comes_back_by_itself(device: PlayedDevice, listening: Listening) -> None:
    with Roller(listening, str(device.link)):
        listening.status(Status.READY)
        device.unplug()
        assert listening.status(Status.LOST).why
        listening.events.clear()
        device.plug()
        listening.status(Status.READY)


def test_a_missing_port_is_absent_with_its_reason(tmp_path: Path, listening: Listening) -> None:
    with Roller(listening, str(tmp_path / "nothing")):
        assert listening.status(Status.ABSENT).why == "no such port"


def test_closing_does_not_wait_for_a_device(tmp_path: Path, listening: Listening) -> None:
    silent = PlayedDevice(tmp_path / "port", lambda _: [])
    roller = Roller(listening, str(silent.link))
    roller.start()
    listening.status(Status.CONNECTING)
    began = time.monotonic()
    roller.close()
    assert time.monotonic() - began < 30


def test_a_listener_that_fails_does_not_end_the_line(device: PlayedDevice, caplog: pytest.LogCaptureFixture) -> None:
    listening = Listening()

    def fails_first(event: Changed | Event) -> None:
        listening(event)
        if isinstance(event, Changed) and event.status is Status.READY:
            raise RuntimeError("no screen to show it on")

    with Roller(fails_first, str(device.link)) as roller:
        listening.status(Status.READY)
        roller.ask()
        assert listening.roll().sequence == 1
    assert "whoever listens to the roller failed" in caplog.text


def test_a_roller_plugged_in_under_another_name_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [tmp_path / "ttyUSB0", tmp_path / "ttyUSB1"]
    monkeypatch.setattr(
        firmware_bridge.roller, "likely_ports", lambda: [str(name) for name in names if name.is_symlink()]
    )
    device, listening = PlayedDevice(names[0], greets_and_rolls), Listening()
    with Roller(listening) as roller:
        listening.status(Status.READY)
        device.unplug()
        listening.status(Status.LOST)
        device.link = names[1]
        device.plug()
        listening.wait_for(
            lambda event: isinstance(event, Changed) and event.status is Status.READY and event.port == str(names[1])
        )
        roller.ask()
        assert listening.roll().device == HELLO.device
