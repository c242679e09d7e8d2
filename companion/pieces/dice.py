"""The dice on the table, without a game's meaning of their values, and the roll that a game waits for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from companion.locale import Message


class DieKind(Enum):
    """A die by its number of faces; a d10's ``0`` face has the value 10."""

    D6 = "d6"
    D10 = "d10"

    __hash__ = object.__hash__
    """That of :class:`~enum.Enum` is written in Python, and dice are counted by kind in every fold."""

    def __str__(self) -> str:
        return self.value

    def __init__(self, name: str) -> None:
        self.faces = int(name[1:])
        """The number of faces."""

    def shows(self, value: int) -> bool:
        """Return whether one of the faces has this value.

        >>> DieKind.D10.shows(10), DieKind.D10.shows(0), DieKind.D6.shows(7)
        (True, False, False)
        """
        return 1 <= value <= self.faces


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled die and its value.

    >>> Die(DieKind.D6, 7)
    Traceback (most recent call last):
    ...
    ValueError: no face of a d6 shows 7
    """

    kind: DieKind
    value: int

    def __post_init__(self) -> None:
        if not self.kind.shows(self.value):
            raise ValueError(f"no face of a {self.kind} shows {self.value}")


Cast = tuple[Die, ...]
"""The dice of one roll, in the order rolled."""


def cast_of(kind: DieKind, values: Iterable[int]) -> Cast:
    """Return dice of one kind with these values."""
    return tuple(Die(kind, value) for value in values)


def shown(cast: Cast, kind: DieKind) -> tuple[int, ...]:
    """Return the values of the dice of one kind, in the order rolled.

    >>> shown((Die(DieKind.D10, 1), Die(DieKind.D10, 9), Die(DieKind.D6, 4)), DieKind.D10)
    (1, 9)
    """
    return tuple(die.value for die in cast if die.kind is kind)


@dataclass(frozen=True, slots=True)
class MoreDice:
    """Dice, all of one kind, that a roll still needs because of the values so far."""

    kinds: tuple[DieKind, ...]
    request: Message
    """The message that asks for them."""
    question: Message
    """The question whether a die that has not moved is one of them."""

    def __post_init__(self) -> None:
        _check(self.kinds)


@dataclass(frozen=True, slots=True)
class Wish:
    """A roll: the ``first`` dice, all of one kind; ``then`` returns the dice still missing for the values so far.

    >>> from companion.pieces import Die
    >>> six = Wish((DieKind.D6,))
    >>> six.then((Die(DieKind.D6, 3),)) is None
    True
    """

    first: tuple[DieKind, ...]
    then: Callable[[Cast], MoreDice | None] = lambda _cast: None

    def __post_init__(self) -> None:
        _check(self.first)


def _check(kinds: tuple[DieKind, ...]) -> None:
    if len(set(kinds)) != 1:
        raise ValueError(f"dice that are rolled together are of one kind, not {', '.join(map(str, kinds)) or 'none'}")
