"""Seats around a tablet that lies on the table, and their default names."""

from __future__ import annotations

from companion.app.i18n import words


def seat_name(seat: int, seats: int = 2) -> str:
    """Return the default name of a seat in the current language; of two, seat 0 is the near side."""
    if seats == 2:
        names: list[str] = [words._("Near"), words._("Far")]
        return names[seat]
    name: str = words._("Player {number}").format(number=seat + 1)
    return name


def is_far_seat(seat: int, seats: int) -> bool:
    """Return whether a seat is at the far side: the later ones are, the smaller part of an odd number.

    >>> [sits_far(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
