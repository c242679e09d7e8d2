"""Renders cards, tokens, tiles, dice and texts as HTML; everything that people typed is escaped."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from html import escape
from urllib.parse import urlencode

from companion.games.texts import Cell, Rows
from companion.locale import Message
from companion.pieces import Card, Die, DieKind, Suit, Tokens
from companion.pieces.cards import describe_card, split_cards
from companion.pieces.piecepack import Tile

Query = Mapping[str, str | int | tuple[str, ...] | None]
"""Fields of an address or a form; None leaves a field out."""

_BREAK_BEFORE_SIGN = re.compile(r" (?=[:;!?»])|(?<=«) ")


def format_message(message: Message, translations: NullTranslations) -> str:
    """Return a text in one language, escaped; French signs never begin a line."""
    return escape(_BREAK_BEFORE_SIGN.sub("\u00a0", message.text(translations)))


def capitalized(message: Message, translations: NullTranslations) -> str:
    """Return a text as :func:`format_message` does, with a capital letter."""
    text = _BREAK_BEFORE_SIGN.sub("\u00a0", message.text(translations))
    return escape(text[:1].upper() + text[1:])


def picture(sheet: str, name: str, box: str, label: str, kind: str) -> str:
    """Return a drawing of one of the sheets of pictures.

    Args:
        sheet: The name of the sheet.
        name: The name of the drawing in it.
        box: Its width and height, as in ``63 88``.
        label: What it shows, escaped; empty for an ornament.
        kind: Its class.

    Returns:
        The picture as HTML.
    """
    spoken = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return f'<svg class="{kind}" viewBox="0 0 {box}" {spoken}><use href="art/{sheet}.svg#{name}"/></svg>'


@cache
def render_card(card: Card, translations: NullTranslations, *, named: bool = True) -> str:
    """Return a card's picture, with its name, rank and suits as alternative text.

    Args:
        card: The card.
        translations: The language.
        named: Whether it has the alternative text; a button around it may have it instead.
    """
    label = format_message(describe_card(card), translations) if named else ""
    return picture("cards", card.code, "63 88", label, "card")


@cache
def render_tile(tile: Tile, translations: NullTranslations) -> str:
    """Return a tile of the piecepack, with its name as alternative text."""
    return picture("tiles", str(tile), "50 50", format_message(tile.wording(), translations), "tile")


@cache
def render_token(suit: Suit, translations: NullTranslations, *, named: bool = True) -> str:
    """Return a suit's token."""
    return picture("signs", f"{suit}", "20 20", format_message(suit.wording(), translations) if named else "", "token")


def icon(name: str) -> str:
    """Return an ornament of this name."""
    return picture("signs", name, "24 24", "", "icon")


def render_tokens(tokens: Tokens, translations: NullTranslations) -> str:
    """Return the number of tokens of each suit that there is, as one group with one name."""
    shown = "".join(
        f'<span class="held">{render_token(suit, translations, named=False)}<b>{count}</b></span>'
        for suit, count in tokens.items()
        if count
    )
    label = format_message(tokens.wording(), translations)
    return f'<span class="tokens" role="img" aria-label="{label}">{shown}</span>'


def render_die(die: Die) -> str:
    """Return a die."""
    return f'<span class="die {die.kind}">{die.value}</span>'


def render_suit_die(die: Die, translations: NullTranslations) -> str:
    """Return a die; six sides show a suit."""
    if die.kind is not DieKind.D6:
        return render_die(die)
    return f'<span class="die suit">{render_token(list(Suit)[die.value - 1], translations)}</span>'


def render_cards(cards: Iterable[Card], translations: NullTranslations) -> str:
    """Return cards in a row."""
    return f'<span class="cards">{"".join(render_card(card, translations) for card in cards)}</span>'


def render_cell(cell: Cell, translations: NullTranslations) -> str:
    """Return a cell of a board; codes of cards in a text become pictures."""
    if isinstance(cell, tuple):
        return render_cards(cell, translations) if cell else "–"
    parts = split_cards(cell.text(translations))
    return "".join(escape(one) if isinstance(one, str) else render_card(one, translations) for one in parts)


def address(path: str, query: Query | None = None) -> str:
    """Return a path with its query; paths are relative to the document's base.

    >>> address("seat/0", {"card": "7SK", "pay": None})
    'seat/0?card=7SK'
    """
    pairs = [(name, value) for name, value in (query or {}).items() if value is not None]
    return f"{path}?{urlencode(pairs, doseq=True)}" if pairs else path


def link_button(href: str, inside: str, *, kind: str = "", label: str = "", current: bool = False) -> str:
    """Return a link that looks like a button.

    Args:
        href: The address.
        inside: Its content as HTML.
        kind: Its further classes.
        label: What it does, escaped, if its content does not say it.
        current: Whether it is the one that is chosen now.
    """
    spoken = f' aria-label="{label}"' if label else ""
    chosen = ' aria-current="true"' if current else ""
    return f'<a class="button {kind}" href="{escape(href)}"{spoken}{chosen}>{inside}</a>'


def hidden_fields(fields: Query) -> str:
    """Return the hidden fields of a form."""
    pairs = [
        (name, one)
        for name, value in fields.items()
        if value is not None
        for one in (value if isinstance(value, tuple) else (value,))
    ]
    return "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(str(one))}">' for name, one in pairs)


def action_button(path: str, fields: Query, inside: str, *, kind: str = "", label: str = "") -> str:
    """Return a button that sends these fields.

    Args:
        path: The address that they are sent to.
        fields: The fields.
        inside: The content of the button as HTML.
        kind: Its further classes.
        label: What it does, escaped, if its content does not say it.

    Returns:
        The form as HTML.
    """
    spoken = f' aria-label="{label}"' if label else ""
    return (
        f'<form method="post" action="{escape(path)}">{hidden_fields(fields)}'
        f'<button class="{kind}"{spoken}>{inside}</button></form>'
    )


def send_form(path: str, fields: Query, inside: str, button: str, *, kind: str = "", more: str = "") -> str:
    """Return a form with inputs and one button that sends it.

    Args:
        path: The address that it is sent to.
        fields: Its hidden fields.
        inside: Its inputs as HTML.
        button: The text of the button, escaped.
        kind: The classes of the form.
        more: Its further attributes as HTML, each with a space before it.

    Returns:
        The form as HTML.
    """
    return (
        f'<form method="post" class="{kind}" action="{escape(path)}"{more}>{hidden_fields(fields)}{inside}'
        f'<button class="main">{button}</button></form>'
    )


def render_select(name: str, options: Iterable[tuple[str, str, bool]]) -> str:
    """Return a list to choose from: values, their texts as HTML, and whether they are chosen already."""
    shown = "".join(f'<option value="{one}"{" selected" if now else ""}>{text}</option>' for one, text, now in options)
    return f'<select name="{name}">{shown}</select>'


def choice_buttons(
    path: str, fields: Query, name: str, choices: Sequence[tuple[str, str, str]], kind: str, chosen: str = ""
) -> str:
    """Return one form with a button for each choice.

    Args:
        path: The address that they are sent to.
        fields: The fields that all choices share.
        name: The name of the field that holds the choice.
        choices: For each choice its value, its content as HTML, and its name if the content does not say it.
        kind: The class of the form.
        chosen: The value of the choice that is stored; empty for none.
    """
    buttons = []
    for value, inside, label in choices:
        spoken = f' aria-label="{label}"' if label else ""
        pressed = ' aria-pressed="true"' if chosen and value == chosen else ""
        buttons.append(f'<button name="{escape(name)}" value="{escape(value)}"{spoken}{pressed}>{inside}</button>')
    return (
        f'<form method="post" class="{kind}" action="{escape(path)}">{hidden_fields(fields)}{"".join(buttons)}</form>'
    )


def render_rows(rows: Rows, translations: NullTranslations) -> str:
    """Return rows as a table with headings."""
    heads = "".join(f"<th>{format_message(head, translations)}</th>" for head in rows.headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{render_cell(one, translations)}</td>' for one in row)}</tr>" for row in rows.rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def render_panel(seat: int, name: str, inside: str, *, turn: bool, mark: str = "") -> str:
    """Return a seat's panel.

    Args:
        seat: The seat.
        name: The player name.
        inside: The content, as HTML.
        turn: Whether it is this player's turn.
        mark: What stands next to the name then, as HTML.
    """
    marked = " turn" if turn else ""
    return f'<section class="seat seat{seat}{marked}"><h2>{escape(name)}{mark if turn else ""}</h2>{inside}</section>'
