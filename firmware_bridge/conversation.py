"""State machine of the roller's line, without port, threads or clock.

Times are seconds from any fixed start. Messages to send collect in ``outbox``, events in ``events``; the owner of the
port takes both after each call.
"""

from dataclasses import dataclass

from firmware_bridge.codec import Acknowledge, Ask, Cause, FromHost, Hello, Message, NotNow, Roll, Void, Wait, Who

FIRST_WHO, NEXT_WHO = 0.3, 0.5
"""Seconds until the first request for a greeting, and between the next."""
SILENCE = 2.0
"""Seconds without a message after which the device is asked for a greeting."""
LOST_AFTER = 3
"""Number of unanswered requests for a greeting after which the device is lost."""
FIRST_ASK, LAST_ASK = 0.06, 0.5
"""Seconds until a request for a roll is repeated: at first, and at most."""
KEEP_WAITING = 1.0
"""Seconds between two ``WAIT`` messages."""


@dataclass(frozen=True, slots=True)
class DeviceRoll:
    """A roll with its unique name: device, boot and sequence."""

    device: str
    boot: int
    sequence: int
    cause: Cause
    d10: tuple[int, int]
    d6: tuple[int, int]
    left_over: bool = False
    """Made before this program's first greeting from the device, so the game it was made for is unknown."""

    @property
    def name(self) -> str:
        """The unique name."""
        return f"{self.device}-{self.boot}-{self.sequence}"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The device greeted after the port was opened, or after a start of its own."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll to be journaled, then settled with ``acknowledge`` or ``void``."""

    roll: DeviceRoll


@dataclass(frozen=True, slots=True)
class PressedNotNow:
    """The button was pressed while no game waits."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The device restarted before this roll was settled: it counts only if the journal has it."""

    roll: DeviceRoll


Event = Greeted | Rolled | PressedNotNow | Voided


class Conversation:
    """The conversation with one roller, over any number of openings of its port; not thread-safe."""

    def __init__(self, first_request: int) -> None:
        """``first_request``: any number; it may be one that an earlier program asked under."""
        self.outbox: list[FromHost] = []
        self.events: list[Event] = []
        self.hello: Hello | None = None
        self.open = False
        """False also once the device answers no more: the port should be opened anew."""
        self._request = first_request
        self._known: tuple[str, int] | None = None
        """The device and the start of it that greeted last."""
        self._before = 0
        """The last roll of that start that was made before its greeting was first heard."""
        self._asking = self._waiting = False
        self._roll: DeviceRoll | None = None
        self._answer: Acknowledge | Void | None = None
        self._who_at = self._ask_at = self._wait_at = 0.0
        self._ask_after = FIRST_ASK
        self._unanswered = 0

    @property
    def rolling(self) -> bool:
        """Whether a roll is requested, or received and not settled."""
        return self._asking or self._unsettled

    @property
    def _unsettled(self) -> bool:
        return self._roll is not None and self._answer is None

    def opened(self, now: float) -> None:
        """Start greeting the device after the port was opened, which may restart it."""
        self.open, self.hello = True, None
        self._who_at, self._unanswered = now + FIRST_WHO, 0

    def closed(self) -> None:
        """Note that the port is closed; open requests are repeated later."""
        self.open, self.hello = False, None

    def want(self, now: float) -> None:
        """Let the button count from now on: a game waits for a roll."""
        self._waiting, self._wait_at = True, now
        self._remind()
        self.tick(now)

    def ask(self, now: float) -> None:
        """Request a roll now, without the button."""
        if not self._asking:
            self._asking = True
            self._next_request()
        self._ask_at, self._ask_after = now, FIRST_ASK
        self._remind()
        self.tick(now)

    def withdraw(self) -> None:
        """Note that no game waits any more."""
        if self._waiting and self.hello is not None:
            self.outbox.append(Wait(False))
        self._asking = self._waiting = False

    def acknowledge(self, roll: DeviceRoll, now: float, *, counted: bool = True) -> None:
        """Confirm a roll that is in the journal.

        Args:
            roll: the roll.
            now: the present time in seconds.
            counted: False if the journal had it before; then the open request remains.
        """
        if counted:
            self._asking = self._waiting = False
        else:
            self._next_request()  # the device may have given that roll for this number, and would again
        self._settle(roll, Acknowledge(roll.boot, roll.sequence), now)

    def void(self, roll: DeviceRoll, now: float) -> None:
        """Reject a roll that no game takes."""
        self._asking = self._waiting = False
        self._settle(roll, Void(roll.boot, roll.sequence), now)

    def receive(self, message: Message, now: float) -> None:
        """Handle a message from the device, or noise that decodes to one."""
        self._unanswered = 0
        if self.hello is not None:
            self._who_at = now + SILENCE
        match message:
            case Hello():
                self._greeted(message, now)
            case Roll():
                self._rolled(message)
            case NotNow(boot) if self.hello is not None and boot == self.hello.boot:
                self.events.append(PressedNotNow())
            case _:
                pass

    def tick(self, now: float) -> None:
        """Queue all messages that are due."""
        if not self.open:
            return
        if now >= self._who_at:
            self._who(now)
        if self.hello is None or self._unsettled:
            return
        if self._waiting and now >= self._wait_at:
            self.outbox.append(Wait(True))
            self._wait_at = now + KEEP_WAITING
        if self._asking and now >= self._ask_at:
            self.outbox.append(Ask(self._request))
            self._ask_at, self._ask_after = now + self._ask_after, min(2 * self._ask_after, LAST_ASK)

    @property
    def due(self) -> float:
        """When ``tick`` has a message next; infinity if it has none."""
        if not self.open:
            return float("inf")
        times = [self._who_at]
        if self.hello is not None and not self._unsettled:
            times += [self._wait_at] * self._waiting + [self._ask_at] * self._asking
        return min(times)

    def _who(self, now: float) -> None:
        if self.hello is not None and self._unanswered == LOST_AFTER:
            self.closed()
            return
        self.outbox.append(Who())
        self._unanswered += 1
        self._who_at = now + NEXT_WHO

    def _greeted(self, hello: Hello, now: float) -> None:
        if self._roll is not None and (self._roll.device, self._roll.boot) != (hello.device, hello.boot):
            if self._unsettled:
                self.events.append(Voided(self._roll))
            self._roll = self._answer = None
        if self._known != (hello.device, hello.boot):
            self._known, self._before = (hello.device, hello.boot), hello.sequence
        known = self.hello is not None and (self.hello.device, self.hello.boot) == self._known
        self._who_at = now + SILENCE
        if not known:
            self.hello = hello
            self.events.append(Greeted(hello))
            self._wait_at = self._ask_at = now
            self._ask_after = FIRST_ASK
            self.tick(now)

    def _rolled(self, roll: Roll) -> None:
        if self.hello is None or roll.boot != self.hello.boot:
            self.outbox.append(Who())
            return
        if self._roll is not None and roll.sequence <= self._roll.sequence:
            if roll.sequence == self._roll.sequence and self._answer is not None:
                self.outbox.append(self._answer)
            return
        left_over = roll.sequence <= self._before
        if left_over and roll.cause is Cause.ASKED and roll.request == self._request:
            self._next_request()  # an earlier program asked under this number: that is no answer to this one
            return
        self._roll = DeviceRoll(self.hello.device, roll.boot, roll.sequence, roll.cause, roll.d10, roll.d6, left_over)
        self._answer = None
        self.events.append(Rolled(self._roll))

    def _settle(self, roll: DeviceRoll, answer: Acknowledge | Void, now: float) -> None:
        if self._roll == roll:
            self._answer = answer
            if self.hello is not None:
                self.outbox.append(answer)
        self._wait_at = self._ask_at = now
        self.tick(now)

    def _next_request(self) -> None:
        self._request = self._request % 999_999_999 + 1

    def _remind(self) -> None:
        # A roll that whoever takes them lost on the way to the journal is given once more.
        if self._unsettled and self._roll is not None:
            self.events.append(Rolled(self._roll))
