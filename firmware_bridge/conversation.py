"""Who says what when on the roller's line, apart from any port, thread or clock.

Times are seconds from any fixed start. What is to be said gathers in ``outbox``, what happened in
``events``; whoever holds the port takes both away after each call.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.codec import Acknowledge, Ask, Cause, FromHost, Hello, Message, NotNow, Roll, Void, Wait, Who

FIRST_WHO, NEXT_WHO = 0.3, 0.5
SILENCE = 2.0
LOST_AFTER = 3
"""Greetings asked for in a row and not given."""
FIRST_ASK, LAST_ASK = 0.06, 0.5
KEEP_WAITING = 1.0


@dataclass(frozen=True, slots=True)
class DeviceRoll:
    """A roll with its name for good: no other has the same device, boot and sequence."""

    device: str
    boot: int
    sequence: int
    cause: Cause
    d10: tuple[int, int]
    d6: tuple[int, int]
    left_over: bool = False
    """Made before this program first heard of the device: for whom, it cannot know."""

    @property
    def name(self) -> str:
        return f"{self.device}-{self.boot}-{self.sequence}"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The device said who it is: after opening, or after a start of its own."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll to be journaled, then settled with ``acknowledge`` or ``void``."""

    roll: DeviceRoll


@dataclass(frozen=True, slots=True)
class PressedNotNow:
    """The button was pressed while nobody waits."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The device started anew before this roll was settled: unless the journal has it, it does not count."""

    roll: DeviceRoll


Event = Greeted | Rolled | PressedNotNow | Voided


class Conversation:
    """One roller's line, over any number of openings of its port. Not for two threads at once."""

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
        """Whether a roll is asked for, or here and not settled."""
        return self._asking or self._unsettled

    @property
    def _unsettled(self) -> bool:
        return self._roll is not None and self._answer is None

    def opened(self, now: float) -> None:
        """The port is open; the device may be starting because of that."""
        self.open, self.hello = True, None
        self._who_at, self._unanswered = now + FIRST_WHO, 0

    def closed(self) -> None:
        """The port is gone. What was wanted is still wanted, and asked for again later."""
        self.open, self.hello = False, None

    def want(self, now: float) -> None:
        """A game waits for a roll: the button counts from now on."""
        self._waiting, self._wait_at = True, now
        self._remind()
        self.tick(now)

    def ask(self, now: float) -> None:
        """The device shall roll now, button or not."""
        if not self._asking:
            self._asking = True
            self._next_request()
        self._ask_at, self._ask_after = now, FIRST_ASK
        self._remind()
        self.tick(now)

    def withdraw(self) -> None:
        """Nobody waits any more."""
        if self._waiting and self.hello is not None:
            self.outbox.append(Wait(False))
        self._asking = self._waiting = False

    def acknowledge(self, roll: DeviceRoll, now: float, *, counted: bool = True) -> None:
        """The journal has it, from now on or (not ``counted``) from before: then the wish stays open."""
        if counted:
            self._asking = self._waiting = False
        else:
            self._next_request()  # the device may have given that roll for this number, and would again
        self._settle(roll, Acknowledge(roll.boot, roll.sequence), now)

    def void(self, roll: DeviceRoll, now: float) -> None:
        """No game takes it."""
        self._asking = self._waiting = False
        self._settle(roll, Void(roll.boot, roll.sequence), now)

    def hear(self, message: Message, now: float) -> None:
        """The device, or noise that spells a message of the other side, said this."""
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
        """Says whatever is due."""
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
        """When ``tick`` has something to say next; infinity where it has not."""
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

    def _rolled(self, said: Roll) -> None:
        if self.hello is None or said.boot != self.hello.boot:
            self.outbox.append(Who())
            return
        if self._roll is not None and said.sequence <= self._roll.sequence:
            if said.sequence == self._roll.sequence and self._answer is not None:
                self.outbox.append(self._answer)
            return
        left_over = said.sequence <= self._before
        if left_over and said.cause is Cause.ASKED and said.request == self._request:
            self._next_request()  # an earlier program asked under this number: that is no answer to this one
            return
        self._roll = DeviceRoll(self.hello.device, said.boot, said.sequence, said.cause, said.d10, said.d6, left_over)
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
