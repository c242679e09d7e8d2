"""The roller as a source of rolls. The caller chooses the roller and its line."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Cast, DieKind, Wish
from companion.rolls.source import Deliver, Fate, Rolled, Source, fulfil


class CannotRoll(CompanionError):
    """A roll that needs more dice than the device has."""


class DeviceRoll(Protocol):
    """A roll as the device reports it: both d6 are always rolled."""

    @property
    def name(self) -> str:
        """Device, start and sequence number: unique for each roll."""

    @property
    def left_over(self) -> bool:
        """Whether it was rolled before this program first connected to the device."""

    @property
    def d10(self) -> tuple[int, int]:
        """The values of the two d10."""

    @property
    def d6(self) -> tuple[int, int]:
        """The values of the two d6."""


RollT = TypeVar("RollT", bound=DeviceRoll)


RollT_contra = TypeVar("RollT_contra", bound=DeviceRoll, contravariant=True)


class RollerLine(Protocol[RollT_contra]):
    """What a line to a roller must offer."""

    def want(self) -> None:
        """Enable the button: a game waits."""

    def ask(self) -> None:
        """Roll without the button."""

    def withdraw(self) -> None:
        """Disable the button."""

    def acknowledge(self, roll: RollT_contra, *, counted: bool = True) -> None:
        """Report that the journal contains the roll."""

    def void(self, roll: RollT_contra) -> None:
        """Report that no game takes the roll."""


class RollerDice(Generic[RollT]):
    """Rolls that arrive over a line. Pass every roll of the device to :meth:`take`."""

    source = Source.ROLLER

    def __init__(self, line: RollerLine[RollT], journaled: Callable[[str], bool]) -> None:
        """Create the source; ``journaled`` returns whether any game's journal contains an entry with this id."""
        self._line, self._journaled = line, journaled
        self._awaited: tuple[Wish, Deliver] | None = None
        self._latest, self._id = "", ""
        """The name of the roll that was taken last, and its id."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll and enable the button."""
        self._awaited = wish, deliver
        self._line.want()

    def roll_now(self) -> None:
        """Roll the awaited dice without the button."""
        if self._awaited is not None:
            self._line.ask()

    def withdraw(self) -> None:
        """Stop waiting and disable the button."""
        self._awaited = None
        self._line.withdraw()

    def take(self, roll: RollT) -> None:
        """Handle a roll of the device: acknowledge a repetition, deliver an awaited roll, void any other.

        A roll is delivered again, with the same id, until it is settled. A roll that needs more dice than the device
        has raises
        :class:`CannotRoll`.
        """
        taken_before = roll.left_over or roll.name == self._latest
        id_, awaited = self.id_of(roll), self._awaited
        self._latest, self._id = roll.name, id_
        if taken_before and self._journaled(id_):
            self._line.acknowledge(roll, counted=False)
        elif awaited is None:
            self._line.void(roll)
        else:
            wish, deliver = awaited
            deliver(Rolled(_cast(roll, wish), self.source, id_, roll.left_over, lambda fate: self._settle(roll, fate)))

    def id_of(self, roll: RollT) -> str:
        """Return the id of this roll's entry in a journal.

        An entry that has the id of a roll made only now must come from elsewhere, so the roll gets another id.
        """
        if roll.name == self._latest:
            return self._id
        id_ = roll_id(roll)
        while not roll.left_over and self._journaled(id_):
            id_ += "'"
        return id_

    def _settle(self, roll: RollT, fate: Fate) -> None:
        if fate is Fate.KNOWN:
            self._line.acknowledge(roll, counted=False)
            return
        self._awaited = None
        if fate is Fate.COUNTED:
            self._line.acknowledge(roll)
        else:
            self._line.void(roll)


def _cast(roll: DeviceRoll, wish: Wish) -> Cast:
    """Return as many of the device's dice as the wish needs."""
    left = {DieKind.D10: list(roll.d10), DieKind.D6: list(roll.d6)}
    try:
        return fulfil(wish, lambda kind: left[kind].pop(0))
    except IndexError:
        raise CannotRoll(
            Message("dice roller"),
            Message("only has two d10 and two d6"),
            Message("roll the game's own dice and enter them by hand"),
        ) from None


def roll_id(roll: DeviceRoll) -> str:
    """Return the id of a roll in a journal. It contains the values, so that nobody can name a roll before it is made.

    >>> from types import SimpleNamespace
    >>> roll_id(SimpleNamespace(name="5F3A91C2-17-3", d10=(7, 10), d6=(4, 2)))
    'roller-5F3A91C2-17-3-7.10.4.2'
    """
    return f"{Source.ROLLER}-{roll.name}-{'.'.join(map(str, (*roll.d10, *roll.d6)))}"
