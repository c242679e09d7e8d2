"""Cards, tokens, tiles, dice and numbers as HTML. Whatever people wrote is escaped here."""

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


def format_message(message: Message, spoken: NullTranslations) -> str:
    """A sentence in one language; no line begins with a sign that a space parts from its word, as in French."""
    return escape(_BREAK_BEFORE_SIGN.sub("\u00a0", message.text(spoken)))


def render_card(card: Card) -> str:
    """A card's picture, with its code for whoever cannot see it."""
    code = str(card).partition("#")[0]
    return f'<img class="card" src="/art/{code}.svg" alt="{code}">'


def render_tile(tile: Tile, spoken: NullTranslations) -> str:
    """A tile of the piecepack, with what it is called."""
    return f'<img class="tile" src="/art/{tile}.svg" alt="{format_message(tile.wording(), spoken)}">'


def render_token(suit: Suit, spoken: NullTranslations) -> str:
    """A suit's token."""
    return f'<img class="token" src="/art/{suit}.svg" alt="{format_message(suit.wording(), spoken)}">'


def render_tokens(tokens: Tokens, spoken: NullTranslations, *, none: bool = False) -> str:
    """How many of each suit; ``none``: also of those of which there are none."""
    return "".join(
        f'<span class="held">{render_token(suit, spoken)}<b>{count}</b></span>'
        for suit, count in tokens.items()
        if count or none
    )


def render_die(die: Die) -> str:
    """What a die shows."""
    return f'<span class="die {die.kind}">{die.value}</span>'


def render_suit_die(die: Die, spoken: NullTranslations) -> str:
    """What a die shows that names suits; any other as it is."""
    if die.kind is not DieKind.D6:
        return render_die(die)
    suit = list(Suit)[die.value - 1]
    return f'<span class="die suit">{render_token(suit, spoken)}</span>'


def render_cards(cards: Iterable[Card]) -> str:
    """Cards in a row; nothing where there are none."""
    return f'<span class="cards">{"".join(map(render_card, cards))}</span>'


def render_cell(cell: Cell, spoken: NullTranslations) -> str:
    """What lies at a place: cards are drawn, also where a text names them by their codes."""
    if isinstance(cell, tuple):
        return render_cards(cell) if cell else "–"
    text, drawn, end = cell.text(spoken), list[str](), 0
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
