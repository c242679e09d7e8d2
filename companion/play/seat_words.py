"""Players in typed moves: a name, or ``p`` and the seat."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from companion.names import NoSuchPlayer, find_seat, name_key

_NUMBERED = re.compile(r"[pP]([0-9]{1,9})")


def seat_word(names: Sequence[str], seat: int, taken: Collection[str] = ()) -> str:
    """Return the word for a player: the name, or ``p`` and the seat if the name is no single, unmistakable word.

    >>> [seat_word(("Ann", "Ben Lee", "draw", "7"), seat, {"draw"}) for seat in range(4)]
    ['Ann', 'Ben_Lee', 'p2', 'p3']
    """
    word = "_".join(names[seat].split())
    usable = word[:1].isalpha() and not word.endswith((",", ":")) and not _NUMBERED.fullmatch(word)
    alone = [name_key(name.replace(" ", "_")) for name in names].count(name_key(word)) == 1
    return word if usable and alone and word.casefold() not in taken else f"p{seat}"


def read_seat_word(word: str, names: Sequence[str]) -> int:
    """Return the seat of a word: a name in any case, with ``_`` for blanks, ``p`` and a seat, or a seat.

    Raises:
        NoSuchPlayer: no player is called so.
    """
    numbered = _NUMBERED.fullmatch(word)
    if numbered and int(numbered[1]) < len(names):
        return int(numbered[1])
    try:
        return find_seat(word.replace("_", " "), names)
    except NoSuchPlayer:
        return find_seat(word, names)


def names_seat(word: str, names: Sequence[str]) -> bool:
    """Return whether a word names a player; a bare number does not."""
    if word.isdecimal():
        return False
    try:
        read_seat_word(word, names)
    except NoSuchPlayer:
        return False
    return True
