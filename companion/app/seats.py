"""Who sits where around a tablet that lies on the table, and what players are called before they say otherwise."""

from __future__ import annotations

from companion.app.words import words


def seat_name(seat: int) -> str:
    """The usual name of a seat of two, in the language of the screen; seat 0 is the near side."""
    names: list[str] = [words._("Near"), words._("Far")]
    return names[seat]


def sits_far(seat: int, seats: int) -> bool:
    """Whether this one of so many seats is at the far side: the later ones are, fewer than half of an odd number.

    >>> [sits_far(seat, 3) for seat in range(3)]
    [False, False, True]
    """
    return seat >= seats - seats // 2
