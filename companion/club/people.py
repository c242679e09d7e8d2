"""The people who played, as they are remembered for the next game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from companion.club.history import identity_key
from companion.games.new_game import most_players, numbered_players
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.names import name_key


@cache
def default_names() -> frozenset[str]:
    """Return the default names of seats in every language, as :func:`~companion.names.name_key` compares them.

    Who plays under one of them is nobody in particular, and no person in statistics.
    """
    every = (Message("Near"), Message("Far"), Message("You"), Message("Automa"), *numbered_players(most_players()))
    return frozenset(name_key(one.text(translations(code))) for code in LANGUAGES for one in every)


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
