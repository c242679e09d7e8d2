"""Renders cards, tokens, tiles, dice and texts as HTML; everything that people typed is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from gettext import NullTranslations
from html import escape

from companion.games.board import Cell
from companion.locale import Message
from companion.pieces import Card, Die, DieKind, Suit, Tokens
from companion.pieces.cards import UnknownCard
from companion.pieces.piecepack import Tile

_BREAK_BEFORE_SIGN = re.compile(r" (?=[:;!?»])|(?<=«) ")
_CODE = re.compile(r"\b[A-Z0-9]{1,5}(?:#\d)?\b")


def format_message(message: Message, translations: NullTranslations) -> str:
    """Return a text in one language, escaped; French signs never begin a line."""
    return escape(_BREAK_BEFORE_SIGN.sub("\u00a0", message.text(translations)))


def render_card(card: Card) -> str:
    """Return a card's picture, with its code as alternative text."""
    code = str(card).partition("#")[0]
    return f'<img class="card" src="/art/{code}.svg" alt="{code}">'


def render_tile(tile: Tile, translations: NullTranslations) -> str:
    """Return a tile of the piecepack, with its name as alternative text."""
    return f'<img class="tile" src="/art/{tile}.svg" alt="{format_message(tile.wording(), translations)}">'


def render_token(suit: Suit, translations: NullTranslations) -> str:
    """Return a suit's token."""
    return f'<img class="token" src="/art/{suit}.svg" alt="{format_message(suit.wording(), translations)}">'


def render_tokens(tokens: Tokens, translations: NullTranslations, *, none: bool = False) -> str:
    """Return the number of tokens of each suit.

    Args:
        tokens: The tokens.
        translations: The language.
        none: Whether suits without tokens are shown too.

    Returns:
        The tokens as HTML.
    """
    return "".join(
        f'<span class="held">{render_token(suit, translations)}<b>{count}</b></span>'
        for suit, count in tokens.items()
        if count or none
    )


def render_die(die: Die) -> str:
    """Return a die."""
    return f'<span class="die {die.kind}">{die.value}</span>'


def render_suit_die(die: Die, translations: NullTranslations) -> str:
    """Return a die; six sides show a suit."""
    if die.kind is not DieKind.D6:
        return render_die(die)
    suit = list(Suit)[die.value - 1]
    return f'<span class="die suit">{render_token(suit, translations)}</span>'


def render_cards(cards: Iterable[Card]) -> str:
    """Return cards in a row."""
    return f'<span class="cards">{"".join(map(render_card, cards))}</span>'


def render_cell(cell: Cell, translations: NullTranslations) -> str:
    """Return a cell of a board; codes of cards in a text become pictures."""
    if isinstance(cell, tuple):
        return render_cards(cell) if cell else "–"
    text, drawn, end = cell.text(translations), list[str](), 0
    for found in _CODE.finditer(text):
        card = _card(found[0])
        if card is not None:
            drawn += [escape(text[end : found.start()]), render_card(card)]
            end = found.end()
    return "".join(drawn) + escape(text[end:])


def _card(code: str) -> Card | None:
    if code.isdigit() or (len(code) < 2 and code != "X"):
        return None
    try:
        return Card.parse(code)
    except UnknownCard:
        return None
