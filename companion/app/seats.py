"""Seats around a tablet that lies on the table, and their default names."""

from collections.abc import Sequence

from companion.app.texts.i18n import words
from companion.games.new_game import numbered_players
from companion.locale import Message


def usual_names(seats: int) -> Sequence[Message]:
    """Return the default names of so many seats; of two, seat 0 is the near side."""
    return (Message("Near"), Message("Far")) if seats == 2 else numbered_players(seats)


def seat_name(seat: int, seats: int = 2) -> str:
    """Return the default name of a seat in the current language."""
    name: str = words.say(usual_names(seats)[seat])
    return name


def is_far_seat(seat: int, seats: int) -> bool:
    """Return whether a seat is at the far side: the later ones are, the smaller part of an odd number.

    >>> [is_far_seat(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
