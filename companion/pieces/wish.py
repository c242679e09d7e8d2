"""The roll that a game waits for, in dice alone: the first dice, and those that their values call for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces.dice import Cast, DieKind


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


def _nothing_more(_cast: Cast) -> MoreDice | None:
    return None


@dataclass(frozen=True, slots=True)
class Wish:
    """A roll: the ``first`` dice, all of one kind; ``then`` returns the dice still missing for the values so far.

    >>> from companion.pieces import Die
    >>> six = Wish((DieKind.D6,))
    >>> six.then((Die(DieKind.D6, 3),)) is None
    True
    """

    first: tuple[DieKind, ...]
    then: Callable[[Cast], MoreDice | None] = _nothing_more

    def __post_init__(self) -> None:
        _check(self.first)


def _check(kinds: tuple[DieKind, ...]) -> None:
    if len(set(kinds)) != 1:
        raise ValueError(f"dice that are rolled together are of one kind, not {', '.join(map(str, kinds)) or 'none'}")
