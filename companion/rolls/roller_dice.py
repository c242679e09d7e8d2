"""The roller as a source of rolls. Which roller it is, and on which line, is decided outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.rolls.rolled import Deliver, Fate, Rolled, Source, taxes


class DeviceRoll(Protocol):
    """What the device says: both d6 are always rolled, whether a game needs them or not."""

    @property
    def name(self) -> str:
        """Device, boot and sequence: no other roll has it."""

    @property
    def d10(self) -> tuple[int, int]: ...

    @property
    def d6(self) -> tuple[int, int]: ...


Said = TypeVar("Said", bound=DeviceRoll)


Heard_contra = TypeVar("Heard_contra", bound=DeviceRoll, contravariant=True)


class Line(Protocol[Heard_contra]):
    """What is needed of the line to a roller."""

    def want(self) -> None:
        """A game waits: the button counts."""

    def ask(self) -> None:
        """Rolls without the button."""

    def withdraw(self) -> None: ...

    def acknowledge(self, roll: Heard_contra, *, counted: bool = True) -> None:
        """The journal has it, durably."""

    def void(self, roll: Heard_contra) -> None:
        """No game takes it."""


class RollerDice(Generic[Said]):
    """Rolls that come over a line. Give every roll of the device to :meth:`take`."""

    source = Source.ROLLER

    def __init__(self, line: Line[Said], journaled: Callable[[str], bool]) -> None:
        """``journaled`` tells whether any game's journal holds an entry with this id, durably."""
        self._line, self._journaled = line, journaled
        self._tax_dice = 1
        self._deliver: Deliver | None = None

    def ask(self, tax_dice: int, deliver: Deliver) -> None:
        self._tax_dice, self._deliver = tax_dice, deliver
        self._line.want()

    def roll_now(self) -> None:
        """The awaited roll, without waiting for somebody to press the button."""
        if self._deliver is not None:
            self._line.ask()

    def withdraw(self) -> None:
        self._deliver = None
        self._line.withdraw()

    def take(self, said: Said) -> None:
        """A roll came: a repetition is acknowledged again, one that a game waits for delivered, any other void.

        It is delivered once more as long as nobody settles it; its id is always the same.
        """
        id_ = roll_id(said)
        deliver = self._deliver
        if self._journaled(id_):
            self._line.acknowledge(said, counted=False)
        elif deliver is None:
            self._line.void(said)
        else:
            tax_dice = said.d6[: self._tax_dice] if taxes(said.d10) else ()
            deliver(Rolled(said.d10, tax_dice, self.source, id_, lambda fate: self._settle(said, fate)))

    def _settle(self, said: Said, fate: Fate) -> None:
        if fate is Fate.KNOWN:
            self._line.acknowledge(said, counted=False)
            return
        self._deliver = None
        if fate is Fate.COUNTED:
            self._line.acknowledge(said)
        else:
            self._line.void(said)


def roll_id(said: DeviceRoll) -> str:
    """The id of this roll's entry in a journal.

    >>> from types import SimpleNamespace
    >>> roll_id(SimpleNamespace(name="5F3A91C2-17-3", d10=(7, 10), d6=(4, 2)))
    'roller-5F3A91C2-17-3'
    """
    return f"{Source.ROLLER}-{said.name}"
