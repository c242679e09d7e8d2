"""Codes of cards within a text."""

from __future__ import annotations

import re

from companion.pieces.cards import Card, UnknownCard

_CODE = re.compile(r"\b[A-Z0-9]{1,5}(?:#\d)?\b")


def split_cards(text: str) -> list[str | Card]:
    """Return a text in parts, with the cards in place of their codes.

    >>> split_cards("Ann lays 4MS open.")
    ['Ann lays ', Card(4MS), ' open.']
    """
    parts, end = list[str | Card](), 0
    for found in _CODE.finditer(text):
        card = _card(found[0])
        if card is not None:
            parts += [text[end : found.start()], card]
            end = found.end()
    return [*parts, text[end:]]


def _card(code: str) -> Card | None:
    if code.isdigit() or (len(code) < 2 and code != "X"):
        return None
    try:
        return Card.parse(code)
    except UnknownCard:
        return None
