"""Short distinct labels for sentences that differ in a few words."""

from collections.abc import Sequence
from itertools import takewhile

LEAST_WORDS = 4
"""Sentences with fewer words stay whole."""


def short_labels(sentences: Sequence[str], *, ends: bool = False) -> list[str]:
    """Return what distinguishes the sentences: without the words that all of them begin and end with.

    A capitalised word before the difference stays, since it may be part of a name.

    Args:
        sentences: The sentences.
        ends: Whether their ends stay, so that each still reads as a sentence.

    >>> short_labels(["Ann takes a Moon from the bank", "Ann takes a Sun from the bank"])
    ['Moon', 'Sun']
    >>> short_labels(["Ann takes a Moon from the bank", "Ann takes a Sun from the bank"], ends=True)
    ['Moon from the bank', 'Sun from the bank']
    >>> short_labels(["They ask Ben Lee for gold", "They ask Ben Kay for gold"])
    ['Ben Lee', 'Ben Kay']
    >>> short_labels(["You take a Moon, then rest", "You take two Suns: then rest"])
    ['A Moon', 'Two Suns']
    >>> short_labels(["You roll the dice", "You roll the dice again"])
    ['You roll the dice', 'You roll the dice again']
    >>> short_labels(["Yes", "No"]), short_labels(["Ann sells 2 Suns"])
    (['Yes', 'No'], ['Ann sells 2 Suns'])
    """
    words = [one.split(" ") for one in sentences]
    if len(words) < 2 or min(map(len, words)) < LEAST_WORDS:
        return list(sentences)
    start = _common(words)
    while start and words[0][start - 1][:1].isupper():
        start -= 1
    rests = [one[start:] for one in words]
    end = 0 if ends else _common([one[::-1] for one in rests])
    short = [" ".join(one[: len(one) - end]).rstrip(",;:") for one in rests]
    if not all(short) or len(set(short)) < len(short):
        return list(sentences)
    return [one[:1].upper() + one[1:] for one in short]


def _common(words: Sequence[Sequence[str]]) -> int:
    """Return the number of words that all begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))
