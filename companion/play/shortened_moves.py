"""Shortened moves that no legal move matches: what their words may stand for, and which of them are unknown."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

MAX_COMPLETED = 400
"""Most ways in which the words of one move are completed."""
_ANY_NUMBER = ("0", "1", "2", "5")
"""Numbers to complete a move with; a refusal counts only if it is the same for all of them."""
_NUMBER = "#"
_AMOUNT = re.compile(r"-?\d+|(?:[A-Za-z]\d+)+")
"""A number, or numbers of suits."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """One word of a pattern: a name in capitals, or a word as it is."""

    text: str
    required: bool
    repeated: bool = False


def completions(
    pattern: str, words: Sequence[str], domains: Mapping[str, Sequence[str]]
) -> Iterator[tuple[list[str], ...]]:
    """Yield the words of a move with abbreviations written out and what was left out filled in.

    Args:
        pattern: What is written after the move's name.
        words: The typed words after the move's name.
        domains: The words that may stand for a name of the pattern; a name without any is a number.

    Yields:
        The same words with any number in place of those that were left out.
    """
    filled = _filled(_slots(pattern), words, domains)
    if filled is not None:
        for line in islice(product(*filled), MAX_COMPLETED):
            numbers = _ANY_NUMBER if _NUMBER in line else _ANY_NUMBER[:1]
            yield tuple([number if word == _NUMBER else word for word in line] for number in numbers)


def unknown_word(
    pattern: str, words: Sequence[str], domains: Mapping[str, Sequence[str]]
) -> tuple[int, Sequence[str]] | None:
    """Return the place of the first word that stands for nothing in the pattern, and the words that may; or None."""
    slots = _slots(pattern)
    for place in range(len(words)):
        if _filled(slots, words[: place + 1], domains) is None:
            return place, next((domains[one.text] for one in _behind(slots, words[:place], domains)), ())
    return None


def _behind(slots: Sequence[_Slot], words: Sequence[str], domains: Mapping[str, Sequence[str]]) -> Iterator[_Slot]:
    """Yield the places with words of their own that are left after these words."""
    left = list(words)
    for slot in slots:
        if left and _meanings(slot.text, left[0], domains):
            del left[0]
        elif not left and slot.text in domains:
            yield slot


def _slots(pattern: str) -> list[_Slot]:
    slots: list[_Slot] = []
    depth = 0
    for word in re.findall(r"[\[\]]|…|[^\s\[\]…]+", pattern):
        if word in "[]":
            depth += 1 if word == "[" else -1
        elif word == "…":
            slots[-1] = _Slot(slots[-1].text, slots[-1].required, repeated=True)
        else:
            slots.append(_Slot(word, depth == 0))
    return slots


def _filled(
    slots: Sequence[_Slot], words: Sequence[str], domains: Mapping[str, Sequence[str]]
) -> list[Sequence[str]] | None:
    """Return the choices for each word of a move, or None if a typed word has no place."""
    if not slots:
        return None if words else []
    slot, *rest = slots
    if words and (meant := _meanings(slot.text, words[0], domains)):
        behind = _filled(slots if slot.repeated else rest, words[1:], domains)
        if behind is not None:
            return [meant, *behind]
    behind = _filled(rest, words, domains)
    if behind is None or not slot.required:
        return behind
    known = [value for one in slot.text.split("|") for value in domains.get(one, ())]
    return [known or (_NUMBER,), *behind]


def _meanings(name: str, word: str, domains: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what a typed word may be in a place of the pattern."""
    found: list[str] = []
    for one in name.split("|"):
        if ":" in one and ":" in word:
            sides = [_meanings(*pair, domains) for pair in zip(one.split(":", 1), word.split(":", 1), strict=True)]
            found += [":".join(both) for both in product(*sides)]
        elif one in domains:
            near = [value for value in domains[one] if _plain(value).startswith(_plain(word))]
            found += [value for value in near if _plain(value) == _plain(word)] or near
        elif not one.isupper() and not re.search(r"\d", one):
            found += [one] if one.startswith(word.casefold()) else []
        elif ":" not in one and _AMOUNT.fullmatch(word):
            found.append(word)
    return found


def _plain(word: str) -> str:
    return word.casefold().removeprefix("@")
