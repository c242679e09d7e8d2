"""The people who played, as they are remembered for the next game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.club.history import identity_key


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who played a stored game."""

    name: str
    """As it was written last."""
    number: int
    """The place among all people by their first game, from 0; it stays the same when others join."""


def list_people(seated: Sequence[Sequence[str]]) -> tuple[Person, ...]:
    """Return everybody who played, the latest players first.

    Args:
        seated: The player names of each game, the newest game first.

    Returns:
        One person for all spellings of a name that differ in case, spaces or accents' form.

    >>> [(one.name, one.number) for one in list_people([("Cat", "ann"), ("Ann", "Ben")])]
    [('Cat', 2), ('ann', 0), ('Ben', 1)]
    """
    spelt: dict[str, str] = {}
    for name in (name for names in seated for name in names):
        spelt.setdefault(identity_key(name), name)
    first = dict.fromkeys(identity_key(name) for names in reversed(seated) for name in names)
    numbers = {key: number for number, key in enumerate(first)}
    return tuple(Person(name, numbers[key]) for key, name in spelt.items())
