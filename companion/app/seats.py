"""What players are called before they say otherwise."""

from __future__ import annotations

from companion.app.words import words


def seat_name(seat: int) -> str:
    """The usual name of a seat of two, in the language of the screen; seat 0 is the near side."""
    names: list[str] = [words._("Near"), words._("Far")]
    return names[seat]
