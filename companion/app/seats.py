"""Seats around a tablet that lies on the table, and their default names."""

from __future__ import annotations

from functools import cache

from companion.app.texts.i18n import words
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.names import name_key

MOST_SEATS = 9
"""Seats that a game may have, at most."""


def seat_name(seat: int, seats: int = 2) -> str:
    """Return the default name of a seat in the current language; of two, seat 0 is the near side."""
    if seats == 2:
        names: list[str] = [words._("Near"), words._("Far")]
        return names[seat]
    name: str = words._("Player {number}").format(number=seat + 1)
    return name


@cache
def default_names() -> frozenset[str]:
    """Return the default names of seats in every language, as :func:`~companion.names.name_key` compares them."""
    seats = (Message("Near"), Message("Far"), Message("You"), Message("Automa"))
    numbered = tuple(Message("Player {number}", {"number": number}) for number in range(1, MOST_SEATS + 1))
    return frozenset(name_key(one.text(translations(code))) for code in LANGUAGES for one in (*seats, *numbered))


def is_far_seat(seat: int, seats: int) -> bool:
    """Return whether a seat is at the far side: the later ones are, the smaller part of an odd number.

    >>> [sits_far(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
