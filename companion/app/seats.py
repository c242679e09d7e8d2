"""Who sits where around a tablet that lies on the table, and what players are called before they say otherwise."""

from __future__ import annotations

from companion.app.i18n import words


def seat_name(seat: int, seats: int = 2) -> str:
    """The usual name of a seat, in the language of the screen; of two, seat 0 is the near side."""
    if seats == 2:
        names: list[str] = [words._("Near"), words._("Far")]
        return names[seat]
    said: str = words._("Player {number}").format(number=seat + 1)
    return said


def is_far_seat(seat: int, seats: int) -> bool:
    """Whether this one of so many seats is at the far side: the later ones are, fewer than half of an odd number.

    >>> [sits_far(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
