"""A roller on a port: one thread that finds it, talks to it, and reconnects."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from secrets import randbelow

from firmware_bridge.codec import OLD_WHO, BadLine, Hello, Lines, Message, OtherHello, Who, decode, encode
from firmware_bridge.conversation import Conversation, DeviceRoll, Event, Greeted
from firmware_bridge.port import Port, PortLost, likely_ports

_log = logging.getLogger(__name__)

GREETING_TIMEOUT = 4.0
"""Seconds in which a board must start and greet after its port was opened."""
OLD_GREETING_INTERVAL = 1.0
"""Seconds between requests for a greeting of older protocol versions."""
RECONNECT_INTERVAL = 1.0
"""Seconds between attempts to connect."""
FAST_RECONNECT_INTERVAL = 0.2
"""Seconds between attempts just after a loss, when the roller is most likely to return."""
FAST_RECONNECT_SECONDS = 10.0
"""Seconds for which the attempts after a loss are fast."""


class NoRoller(PortLost):
    """The port opens, but no device with this protocol answers; ``other`` greeted in another version."""

    def __init__(self, name: str, reason: str, other: OtherHello | None = None) -> None:
        self.other = other
        super().__init__(name, reason)


class Status(StrEnum):
    """State of the connection to the roller."""

    ABSENT = "absent"
    CONNECTING = "connecting"
    READY = "ready"
    ROLLING = "rolling"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Changed:
    """A new state; ``port`` and ``hello`` are None if there is none.

    ``why`` is the reason of a failure, ``other`` the roller that greeted in another protocol version.
    """

    status: Status
    port: str | None = None
    hello: Hello | None = None
    why: str = ""
    other: OtherHello | None = None


Listener = Callable[[Changed | Event], None]
"""Called from the roller's thread, or from within one of its methods, possibly by two threads at once."""


class Roller:
    """A roller, connected or not; its methods may be called from any thread, also from within a listener."""

    def __init__(self, listener: Listener, port: str | None = None) -> None:
        """Prepare a roller at ``port`` (a device, a pseudo-terminal or a URL); None tries every likely port."""
        self._listener = listener
        self._searches = port is None
        self._where: Callable[[], Sequence[str]] = likely_ports if port is None else lambda: [port]
        self._conversation = Conversation(randbelow(9_000))  # few digits: short lines
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._port: Port | None = None
        self._state = Changed(Status.ABSENT)
        self._was_here = False
        self._thread = threading.Thread(target=self._run, name="roller", daemon=True)

    def start(self) -> None:
        """Connect and reconnect until ``close``; requests may be made before."""
        self._thread.start()

    @property
    def state(self) -> Changed:
        """The latest state."""
        return self._state

    def want(self) -> None:
        """Let a press of the button count: a game waits for a roll."""
        self._do(lambda: self._conversation.want(time.monotonic()))

    def ask(self) -> None:
        """Request a roll now, without the button."""
        self._do(lambda: self._conversation.ask(time.monotonic()))

    def withdraw(self) -> None:
        """Note that no game waits any more."""
        self._do(self._conversation.withdraw)

    def acknowledge(self, roll: DeviceRoll, *, counted: bool = True) -> None:
        """Confirm a roll that is in the journal; ``counted`` is False if the journal had it before."""
        self._do(lambda: self._conversation.acknowledge(roll, time.monotonic(), counted=counted))

    def void(self, roll: DeviceRoll) -> None:
        """Reject a roll that no game takes."""
        self._do(lambda: self._conversation.void(roll, time.monotonic()))

    def close(self) -> None:
        """Close the port and end the thread."""
        self.withdraw()
        self._stop.set()
        with self._lock:
            if self._port is not None:
                self._port.wake()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Roller:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, act: Callable[[], None]) -> None:
        """Call a method of the conversation, send its messages and report its events."""
        with self._lock:
            act()
            messages, self._conversation.outbox = self._conversation.outbox, []
            events, self._conversation.events = self._conversation.events, []
            if self._port is not None:
                if messages:
                    with suppress(PortLost):  # the reading thread meets the same and deals with it
                        self._port.write(b"".join(map(encode, messages)))
                if threading.current_thread() is not self._thread:
                    self._port.wake()
        for event in events:
            self._report(event)
        self._follow(any(isinstance(event, Greeted) for event in events))

    def _follow(self, greeted: bool = False) -> None:
        if self._state.status in (Status.READY, Status.ROLLING) or greeted:
            status = Status.ROLLING if self._conversation.rolling else Status.READY
            hello, port = self._conversation.hello, self._port
            if hello is not None and port is not None:
                self._change(Changed(status, port.name, hello))

    def _change(self, state: Changed) -> None:
        if state != self._state:
            self._state = state
            self._report(state)

    def _report(self, event: Changed | Event) -> None:
        try:
            self._listener(event)
        except Exception:  # whoever listens may fail; the line goes on
            _log.exception("whoever listens to the roller failed at %r", event)

    def _run(self) -> None:
        fast_until = 0.0
        other_devices: set[str] = set()
        while not self._stop.is_set():
            names = self._where()
            other_devices &= set(names)
            for name in names:
                if self._stop.is_set() or name in other_devices:
                    continue
                try:
                    self._visit(name)
                except PortLost as lost:
                    if self._state.hello is not None:
                        fast_until = time.monotonic() + FAST_RECONNECT_SECONDS
                    if self._searches and isinstance(lost, NoRoller):
                        other_devices.add(name)  # opening it again and again would restart somebody else's board
                    status = Status.LOST if self._was_here else Status.ABSENT
                    other = lost.other if isinstance(lost, NoRoller) else None
                    self._change(Changed(status, name, None, lost.reason, other))
            self._stop.wait(FAST_RECONNECT_INTERVAL if time.monotonic() < fast_until else RECONNECT_INTERVAL)

    def _visit(self, name: str) -> None:
        """Talk to the device on this port until it is lost or the roller is closed."""
        port = Port(name)
        with self._lock:
            self._port = port
            self._conversation.opened(time.monotonic())
        if not self._was_here:
            self._change(Changed(Status.CONNECTING, name))
        try:
            self._talk(port)
        finally:
            with self._lock:
                self._port = None
                self._conversation.closed()
            port.close()

    def _talk(self, port: Port) -> None:
        lines, opened = Lines(), time.monotonic()
        ask_old_at = opened + OLD_GREETING_INTERVAL
        other: OtherHello | None = None
        while not self._stop.is_set():
            now = time.monotonic()
            if not self._conversation.open:
                raise PortLost(port.name, "not responding")
            if self._conversation.hello is None and now - opened > GREETING_TIMEOUT:
                raise NoRoller(port.name, str(other or "no roller responds there"), other)
            if self._conversation.hello is None and now >= ask_old_at:
                with self._lock:  # the second line lets a current firmware answer as well
                    port.write(OLD_WHO + encode(Who()))
                ask_old_at = now + OLD_GREETING_INTERVAL
            for line in lines.feed(port.read(min(self._conversation.due - now, GREETING_TIMEOUT))):
                try:
                    self._receive(decode(line))
                except BadLine as bad:
                    other = bad.other or other
            self._do(lambda: self._conversation.tick(time.monotonic()))

    def _receive(self, message: Message) -> None:
        self._was_here = self._was_here or isinstance(message, Hello)
        self._do(lambda: self._conversation.receive(message, time.monotonic()))
