"""The roller on this machine's line as a source of rolls: where the bridge and the rolls meet."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CompanionError, report_on_stderr
from companion.locale import Message
from companion.rolls import RollerDice
from firmware_bridge.codec import FIRMWARE, Hello, OtherHello
from firmware_bridge.conversation import DeviceRoll, Event, Greeted, PressedNotNow, Rolled, Voided
from firmware_bridge.roller import Changed, Roller, Status

Notice = Callable[[Message], None]


class ConnectedRoller:
    """A roller that comes and goes by itself; ``dice`` is what a game asks.

    ``journaled`` tells whether any game's journal holds an entry with an id. ``notice`` hears what
    players should know, ``failed`` what was raised in hearing any of it, ``changed`` every other status, ``voided``
    the id of a roll that a start of the device took with it; all on the roller's own thread.
    """

    def __init__(
        self,
        journaled: Callable[[str], bool],
        notice: Notice,
        failed: Callable[[Exception], None] = report_on_stderr,
        *,
        port: str | None = None,
        changed: Callable[[Changed], None] = lambda _: None,
        voided: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._notice, self._failed, self._changed, self._voided = notice, failed, changed, voided
        self._spoken: Status | None = None
        self._roller = Roller(self._hear, port)
        self.dice: RollerDice[DeviceRoll] = RollerDice(self._roller, journaled)
        self._roller.start()

    @property
    def state(self) -> Changed:
        """The latest status."""
        return self._roller.state

    def close(self) -> None:
        self._roller.close()

    def __enter__(self) -> ConnectedRoller:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hear(self, event: Changed | Event) -> None:
        try:
            self._told(event)
        except Exception as error:  # the line goes on
            self._failed(error)

    def _told(self, event: Changed | Event) -> None:
        match event:
            case Rolled(roll):
                self._take(roll)
            case Changed():
                self._changed(event)
                self._tell(event)
            case Voided(roll):
                self._voided(self.dice.id_of(roll))
                self._notice(void(roll))
            case PressedNotNow():
                self._notice(Message("The roller's button was pressed, but no roll is awaited now."))
            case Greeted():
                pass

    def _take(self, roll: DeviceRoll) -> None:
        try:
            self.dice.take(roll)
        except CompanionError as error:  # it is not settled, so it comes again as soon as a game asks again
            self._notice(Message("The roller's roll could not be kept ({why}).", {"why": error.reason}))

    def _tell(self, now: Changed) -> None:
        spoken = Status.READY if now.status is Status.ROLLING else now.status
        if spoken is not self._spoken:
            self._spoken = spoken
            self._notice(status(now))


def status(now: Changed) -> Message:
    """The roller's status as a sentence."""
    if now.hello is not None:
        return Message("The roller {device} is ready on {port}.", {"device": now.hello.device, "port": now.port or "?"})
    if now.other is not None:
        values = {"refused": refused(now.other, now.port or "?")}
        return Message("{refused} Until then tap the dice in, or use the app's.", values)
    if now.status is Status.CONNECTING:
        return Message("Looking for a roller on {port}.", {"port": now.port or "?"})
    if now.status is Status.LOST:
        return Message(
            "The roller is lost ({why}); it is looked for. Until then tap the dice in.", {"why": reason(now.why)}
        )
    if now.port is not None:
        return Message(
            "No roller on {port} ({why}). Tap the dice in, or use the app's.",
            {"port": now.port, "why": reason(now.why)},
        )
    return Message("No roller is plugged in. Tap the dice in, or use the app's.")


def refused(other: OtherHello, port: str) -> Message:
    """Name a roller whose firmware speaks another version of the protocol, and what to do about it."""
    values = {"device": other.device, "port": port, "firmware": other.firmware, "needed": FIRMWARE}
    if other.too_old:
        return Message(
            "The roller {device} on {port} has firmware {firmware}, which is too old: this companion needs {needed}. "
            "Flash it with make -C hardware/roller flash PORT={port} in the project's folder.",
            values,
        )
    return Message(
        "The roller {device} on {port} has firmware {firmware}, which is newer than this companion. Update the "
        "companion.",
        values,
    )


def void(roll: DeviceRoll) -> Message:
    """A roll that a start of the device took with it."""
    first, second = roll.d10
    return Message(
        "The roller started anew: its roll {first} {second} is void. Roll again.", {"first": first, "second": second}
    )


def greeting(hello: Hello) -> dict[str, object]:
    """What a device says of itself, as JSON."""
    return {
        "device": hello.device,
        "boot": hello.boot,
        "firmware": hello.firmware,
        "abilities": list(hello.abilities),
    }


def reason(why: str) -> Message:
    """The bridge's reason, as something that can be translated; what the system says stays as it is."""
    return REASONS.get(why, Message("{why}", {"why": why}))


REASONS = {
    str(reason): reason
    for reason in (
        Message("another program has it open"),
        Message("this user may not open it"),
        Message("there is no such port"),
        Message("it is no serial port"),
        Message("it was unplugged"),
        Message("it answers no more"),
        Message("nothing there greets as a roller"),
    )
}
