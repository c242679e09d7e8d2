"""A roller on a port: one thread that finds it, talks to it, and comes back to it by itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from secrets import randbelow

from firmware_bridge.codec import OLD_WHO, BadLine, Hello, Lines, Message, OtherHello, Who, decode, encode
from firmware_bridge.conversation import Conversation, DeviceRoll, Event, Greeted
from firmware_bridge.port import Port, PortLost, likely_ports

_log = logging.getLogger(__name__)

GREETING = 4.0
"""Seconds that a board may take to start and greet after its port was opened."""
ASK_OLD = 1.0
"""Seconds without a greeting after which the device is asked, again and again, in the words of the old protocols."""
LOOK_AGAIN = 1.0
SOON = 0.2
"""Seconds between looks just after it was lost, when it is most likely on its way back."""
SOON_FOR = 10.0


class NoRoller(PortLost):
    """The port opens, and nothing that speaks this protocol is behind it; ``other`` greeted in another version."""

    def __init__(self, name: str, reason: str, other: OtherHello | None = None) -> None:
        self.other = other
        super().__init__(name, reason)


class Status(Enum):
    """What is known of the roller."""

    ABSENT = "absent"
    CONNECTING = "connecting"
    READY = "ready"
    ROLLING = "rolling"
    LOST = "lost"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Changed:
    """Another status. ``port`` and ``hello`` are None where there is none; ``why`` explains what went wrong, ``other``
    is the roller that greeted in another version of the protocol."""

    status: Status
    port: str | None = None
    hello: Hello | None = None
    why: str = ""
    other: OtherHello | None = None


Listener = Callable[[Changed | Event], None]
"""Called from the roller's thread, or from within one of its methods; one call at a time is not promised."""


class Roller:
    """The roller, there or not. Its methods may be called from any thread, also from within a listener."""

    def __init__(self, listener: Listener, port: str | None = None) -> None:
        """``port`` is a device, a pseudo-terminal or a URL; None looks at every likely port."""
        self._listener = listener
        self._looking = port is None
        self._where: Callable[[], Sequence[str]] = likely_ports if port is None else lambda: [port]
        self._conversation = Conversation(randbelow(9_000))  # few digits: short lines
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._port: Port | None = None
        self._state = Changed(Status.ABSENT)
        self._was_here = False
        self._thread = threading.Thread(target=self._live, name="roller", daemon=True)

    def start(self) -> None:
        """Looks for it from now on, until ``close``. Wishes may be made before."""
        self._thread.start()

    @property
    def state(self) -> Changed:
        """The latest status."""
        return self._state

    def want(self) -> None:
        """A game waits for a roll: a press of the button counts."""
        self._do(lambda: self._conversation.want(time.monotonic()))

    def ask(self) -> None:
        """Rolls now, without the button."""
        self._do(lambda: self._conversation.ask(time.monotonic()))

    def withdraw(self) -> None:
        """Nobody waits any more."""
        self._do(self._conversation.withdraw)

    def acknowledge(self, roll: DeviceRoll, *, counted: bool = True) -> None:
        """The journal has this roll, durably; not ``counted`` where it had it before already."""
        self._do(lambda: self._conversation.acknowledge(roll, time.monotonic(), counted=counted))

    def void(self, roll: DeviceRoll) -> None:
        """No game takes this roll."""
        self._do(lambda: self._conversation.void(roll, time.monotonic()))

    def close(self) -> None:
        """Lets the port go and ends the thread."""
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
        """Acts on the conversation, says what it has to say, tells what it has to tell."""
        with self._lock:
            act()
            said, self._conversation.outbox = self._conversation.outbox, []
            told, self._conversation.events = self._conversation.events, []
            if self._port is not None:
                if said:
                    with suppress(PortLost):  # the reading thread meets the same and deals with it
                        self._port.write(b"".join(map(encode, said)))
                if threading.current_thread() is not self._thread:
                    self._port.wake()
        for event in told:
            self._tell(event)
        self._follow(any(isinstance(event, Greeted) for event in told))

    def _follow(self, greeted: bool = False) -> None:
        if self._state.status in (Status.READY, Status.ROLLING) or greeted:
            status = Status.ROLLING if self._conversation.rolling else Status.READY
            hello, port = self._conversation.hello, self._port
            if hello is not None and port is not None:
                self._change(Changed(status, port.name, hello))

    def _change(self, state: Changed) -> None:
        if state != self._state:
            self._state = state
            self._tell(state)

    def _tell(self, event: Changed | Event) -> None:
        try:
            self._listener(event)
        except Exception:  # whoever listens may fail; the line goes on
            _log.exception("whoever listens to the roller failed at %r", event)

    def _live(self) -> None:
        soon_until = 0.0
        strangers: set[str] = set()
        while not self._stop.is_set():
            names = self._where()
            strangers &= set(names)
            for name in names:
                if self._stop.is_set() or name in strangers:
                    continue
                try:
                    self._visit(name)
                except PortLost as lost:
                    if self._state.hello is not None:
                        soon_until = time.monotonic() + SOON_FOR
                    if self._looking and isinstance(lost, NoRoller):
                        strangers.add(name)  # opening it again and again would restart somebody else's board
                    status = Status.LOST if self._was_here else Status.ABSENT
                    other = lost.other if isinstance(lost, NoRoller) else None
                    self._change(Changed(status, name, None, lost.reason, other))
            self._stop.wait(SOON if time.monotonic() < soon_until else LOOK_AGAIN)

    def _visit(self, name: str) -> None:
        """Talks to what is on this port until it is lost or this is closed."""
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
        ask_old_at = opened + ASK_OLD
        other: OtherHello | None = None
        while not self._stop.is_set():
            now = time.monotonic()
            if not self._conversation.open:
                raise PortLost(port.name, "it answers no more")
            if self._conversation.hello is None and now - opened > GREETING:
                raise NoRoller(port.name, str(other or "nothing there greets as a roller"), other)
            if self._conversation.hello is None and now >= ask_old_at:
                self._ask_old(port)
                ask_old_at = now + ASK_OLD
            for line in lines.feed(port.read(min(self._conversation.due - now, GREETING))):
                try:
                    self._hear(decode(line))
                except BadLine as bad:
                    other = bad.other or other
            self._do(lambda: self._conversation.tick(time.monotonic()))

    def _ask_old(self, port: Port) -> None:
        """Ask for the greeting of an older firmware; the second line shows a current one that we are not older."""
        with self._lock:
            port.write(OLD_WHO + encode(Who()))

    def _hear(self, message: Message) -> None:
        self._was_here = self._was_here or isinstance(message, Hello)
        self._do(lambda: self._conversation.hear(message, time.monotonic()))
