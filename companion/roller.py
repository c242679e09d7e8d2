"""The dice roller on a serial port as a source of rolls."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CompanionError, report_on_stderr
from companion.locale import Message
from companion.rolls.roller_dice import RollerDice
from firmware_bridge.codec import FIRMWARE, Hello, OtherHello
from firmware_bridge.conversation import DeviceRoll, Event, Greeted, PressedNotNow, Rolled, Voided
from firmware_bridge.roller import Changed, Roller, Status

Notice = Callable[[Message], None]


class ConnectedRoller:
    """A roller that reconnects by itself; ``dice`` is the source of rolls.

    All callbacks run on the roller's own thread.

    Args:
        journaled: Returns whether any game's journal has an entry with this id.
        notice: Called with what players should know.
        failed: Called with every exception that an event raised.
        port: The serial port; None: every likely one.
        changed: Called with every new status.
        voided: Called with the id of a roll that was lost when the device restarted.
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
        self._notified: Status | None = None
        self._roller = Roller(self._receive, port)
        self.dice: RollerDice[DeviceRoll] = RollerDice(self._roller, journaled)
        self._roller.start()

    @property
    def state(self) -> Changed:
        """The latest status."""
        return self._roller.state

    def close(self) -> None:
        """Close the port and end the thread."""
        self._roller.close()

    def __enter__(self) -> ConnectedRoller:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _receive(self, event: Changed | Event) -> None:
        try:
            self._handle(event)
        except Exception as error:  # later events must still be handled
            self._failed(error)

    def _handle(self, event: Changed | Event) -> None:
        match event:
            case Rolled(roll):
                self._take(roll)
            case Changed():
                self._changed(event)
                self._notify_status(event)
            case Voided(roll):
                self._voided(self.dice.id_of(roll))
                self._notice(void_message(roll))
            case PressedNotNow():
                self._notice(Message("The roller's button was pressed, but no roll is expected now."))
            case Greeted():
                pass

    def _take(self, roll: DeviceRoll) -> None:
        try:
            self.dice.take(roll)
        except CompanionError as error:  # it is not settled, so the next request delivers it again
            self._notice(Message("Cannot save the roller's roll ({why}).", {"why": error.reason}))

    def _notify_status(self, now: Changed) -> None:
        status = Status.READY if now.status is Status.ROLLING else now.status
        if status is not self._notified:
            self._notified = status
            self._notice(status_message(now))


def status_message(now: Changed) -> Message:
    """Return the roller's status as a sentence."""
    if now.hello is not None:
        return Message("Roller {device} is ready on {port}.", {"device": now.hello.device, "port": now.port or "?"})
    if now.other is not None:
        values = {"refused": firmware_message(now.other, now.port or "?")}
        return Message("{refused} Until then, enter the dice by hand or use the app's dice.", values)
    if now.status is Status.CONNECTING:
        return Message("Searching for a roller on {port} …", {"port": now.port or "?"})
    if now.status is Status.LOST:
        return Message(
            "Roller disconnected ({why}). Reconnecting … Until then, enter the dice by hand.",
            {"why": reason_message(now.why)},
        )
    if now.port is not None:
        return Message(
            "No roller on {port} ({why}). Enter the dice by hand, or use the app's dice.",
            {"port": now.port, "why": reason_message(now.why)},
        )
    return Message("No roller connected. Enter the dice by hand, or use the app's dice.")


def firmware_message(other: OtherHello, port: str) -> Message:
    """Return what to do about a roller whose firmware speaks another version of the protocol."""
    values = {"device": other.device, "port": port, "firmware": other.firmware, "needed": FIRMWARE}
    if other.too_old:
        return Message(
            "Roller {device} on {port} has firmware {firmware}, but {needed} is required. Update it in the "
            "project's folder with `make -C hardware/roller flash PORT={port}`.",
            values,
        )
    return Message(
        "Roller {device} on {port} has firmware {firmware}, which is newer than this companion. Update the companion.",
        values,
    )


def void_message(roll: DeviceRoll) -> Message:
    """Return what players should know of a roll that was lost when the device restarted."""
    first, second = roll.d10
    return Message(
        "The roller restarted, so its roll {first} {second} does not count. Roll again.",
        {"first": first, "second": second},
    )


def greeting_document(hello: Hello) -> dict[str, object]:
    """Return a device's greeting as JSON."""
    return {
        "device": hello.device,
        "boot": hello.boot,
        "firmware": hello.firmware,
        "abilities": list(hello.abilities),
    }


def reason_message(why: str) -> Message:
    """Return the bridge's reason as a translatable message; the system's own words stay as they are."""
    return REASONS.get(why, Message("{why}", {"why": why}))


REASONS = {
    str(reason): reason
    for reason in (
        Message("in use by another program"),
        Message("permission denied"),
        Message("no such port"),
        Message("not a serial port"),
        Message("unplugged"),
        Message("not responding"),
        Message("no roller responds there"),
    )
}
