"""Seats around a tablet that lies on the table, and their default names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.app.texts.i18n import words
from companion.games.new_game import numbered_players
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.names import name_key

MOST_SEATS = 9
"""Seats that a game may have, at most."""


def usual_names(seats: int) -> Sequence[Message]:
    """Return the default names of so many seats; of two, seat 0 is the near side."""
    return (Message("Near"), Message("Far")) if seats == 2 else numbered_players(seats)


def seat_name(seat: int, seats: int = 2) -> str:
    """Return the default name of a seat in the current language."""
    name: str = words.say(usual_names(seats)[seat])
    return name


@cache
def default_names() -> frozenset[str]:
    """Return the default names of seats in every language, as :func:`~companion.names.name_key` compares them."""
    every = (*usual_names(2), Message("You"), Message("Automa"), *numbered_players(MOST_SEATS))
    return frozenset(name_key(one.text(translations(code))) for code in LANGUAGES for one in every)


def is_far_seat(seat: int, seats: int) -> bool:
    """Return whether a seat is at the far side: the later ones are, the smaller part of an odd number.

    >>> [is_far_seat(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
