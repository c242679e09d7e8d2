"""The text of a legal move that is nearest to what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

MAX_COMPARED = 3000
"""Most texts that are compared; a turn of Magnate has a few hundred."""


def nearest(typed: str, texts: Sequence[str]) -> str | None:
    """Return the text with the most in common with what was typed, the first of equals; None without texts.

    Whole words in common count first, then letters. A text is compared with and without the player's name before it.

    >>> nearest("devlop 4MS @2", ["Ann draw", "Ann develop 4MS @2 M2S2"])
    'Ann develop 4MS @2 M2S2'
    >>> nearest("sel 4MS", ["Ann draw 4MS", "Ann sell 4MS"])
    'Ann sell 4MS'
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(typed.casefold())

    words = set(typed.casefold().split())

    def likeness(text: str) -> tuple[int, float]:
        found = 0.0
        for part in (text, text.partition(" ")[2]):
            matcher.set_seq1(part.casefold())
            found = max(found, matcher.ratio())
        return len(words & set(text.casefold().split())), found

    return max(texts[:MAX_COMPARED], key=likeness, default=None)
