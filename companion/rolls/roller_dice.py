"""The roller as a source of rolls. Which roller it is, and on which line, is decided outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Cast, DieKind, Wish
from companion.rolls.rolled import Deliver, Fate, Rolled, fulfil
from companion.rolls.source import Source


class CannotRoll(CompanionError):
    """A roll that needs more dice than the device has."""


class DeviceRoll(Protocol):
    """What the device says: both d6 are always rolled, whether a game needs them or not."""

    @property
    def name(self) -> str:
        """Device, boot and sequence: no other roll has it."""

    @property
    def left_over(self) -> bool:
        """Whether it was made before this program first heard of the device."""

    @property
    def d10(self) -> tuple[int, int]: ...

    @property
    def d6(self) -> tuple[int, int]: ...


RollT = TypeVar("RollT", bound=DeviceRoll)


RollT_contra = TypeVar("RollT_contra", bound=DeviceRoll, contravariant=True)


class RollerLine(Protocol[RollT_contra]):
    """What is needed of the line to a roller."""

    def want(self) -> None:
        """A game waits: the button counts."""

    def ask(self) -> None:
        """Rolls without the button."""

    def withdraw(self) -> None: ...

    def acknowledge(self, roll: RollT_contra, *, counted: bool = True) -> None:
        """The journal has it, durably."""

    def void(self, roll: RollT_contra) -> None:
        """No game takes it."""


class RollerDice(Generic[RollT]):
    """Rolls that come over a line. Give every roll of the device to :meth:`take`."""

    source = Source.ROLLER

    def __init__(self, line: RollerLine[RollT], journaled: Callable[[str], bool]) -> None:
        """``journaled`` tells whether any game's journal holds an entry with this id, durably."""
        self._line, self._journaled = line, journaled
        self._awaited: tuple[Wish, Deliver] | None = None
        self._latest, self._id = "", ""
        """The name of the roll that was taken last, and its id."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        self._awaited = wish, deliver
        self._line.want()

    def roll_now(self) -> None:
        """The awaited roll, without waiting for somebody to press the button."""
        if self._awaited is not None:
            self._line.ask()

    def withdraw(self) -> None:
        self._awaited = None
        self._line.withdraw()

    def take(self, said: RollT) -> None:
        """A roll came: a repetition is acknowledged again, one that a game waits for delivered, any other void.

        It is delivered once more as long as nobody settles it; its id is always the same. Raises :class:`CannotRoll`
        where the game needs dice that the device has not.
        """
        taken_before = said.left_over or said.name == self._latest
        id_, awaited = self.id_of(said), self._awaited
        self._latest, self._id = said.name, id_
        if taken_before and self._journaled(id_):
            self._line.acknowledge(said, counted=False)
        elif awaited is None:
            self._line.void(said)
        else:
            wish, deliver = awaited
            deliver(Rolled(_cast(said, wish), self.source, id_, said.left_over, lambda fate: self._settle(said, fate)))

    def id_of(self, said: RollT) -> str:
        """The id of this roll's entry in a journal.

        An entry that has the id of a roll that was only now made cannot be it, wherever it came from: then the roll
        has another.
        """
        if said.name == self._latest:
            return self._id
        id_ = roll_id(said)
        while not said.left_over and self._journaled(id_):
            id_ += "'"
        return id_

    def _settle(self, said: RollT, fate: Fate) -> None:
        if fate is Fate.KNOWN:
            self._line.acknowledge(said, counted=False)
            return
        self._awaited = None
        if fate is Fate.COUNTED:
            self._line.acknowledge(said)
        else:
            self._line.void(said)


def _cast(said: DeviceRoll, wish: Wish) -> Cast:
    """As many of the device's dice as are wished for."""
    left = {DieKind.D10: list(said.d10), DieKind.D6: list(said.d6)}
    try:
        return fulfil(wish, lambda kind: left[kind].pop(0))
    except IndexError:
        raise CannotRoll(
            Message("the roller"),
            Message("has two d10 and two d6 only"),
            Message("roll the game's own dice, and tap in what they show"),
        ) from None


def roll_id(said: DeviceRoll) -> str:
    """What names this roll in a journal. Its dice are part of it, so that nobody can name it before it is made.

    >>> from types import SimpleNamespace
    >>> roll_id(SimpleNamespace(name="5F3A91C2-17-3", d10=(7, 10), d6=(4, 2)))
    'roller-5F3A91C2-17-3-7.10.4.2'
    """
    return f"{Source.ROLLER}-{said.name}-{'.'.join(map(str, (*said.d10, *said.d6)))}"
