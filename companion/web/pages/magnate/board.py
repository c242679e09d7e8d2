"""Magnate's table on the web page: the districts with their columns, and each player's pieces."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from html import escape

from companion.games.board import Board
from companion.games.magnate.paying import price
from companion.games.magnate.rolling import paying_cards
from companion.games.magnate.scoring import DistrictScore, Score, score
from companion.games.magnate.state import Column, Deed, District, State
from companion.locale import Message
from companion.pieces import Card
from companion.web.pages.game_view import BoardHtml, Clock
from companion.web.pages.html import format_message, render_card, render_cards, render_tokens

NEAR_END_CARDS = 3
"""Cards on the pile from which on the end is announced, as on the tablet."""


def make_clock(state: State) -> Clock | None:
    """Return the cards left to draw or, in the last round, the turns left."""
    if state.over:
        return None
    if state.last_turns is not None:
        return Clock(state.last_turns, Message("last turn", {"n": state.last_turns}, "last turns", "n"), is_urgent=True)
    return Clock(state.pile, Message("to draw"), state.pile <= NEAR_END_CARDS)


def render_table(state: State, _board: Board, names: Sequence[str], translations: NullTranslations) -> BoardHtml:
    """Return the districts in a row; the first seat's columns are below them, the others' above, as on the tablet.

    Args:
        state: The state.
        _board: Its board.
        names: The player names, by seat.
        translations: The language.

    Returns:
        The board as HTML.
    """
    stands = score(state)
    row = "".join(
        _district(state, district, how, names, translations)
        for district, how in zip(state.districts, stands.districts, strict=True)
    )
    seats = tuple(_seat(state, seat, stands, translations) for seat in range(state.players))
    # A district with two columns on a side is as wide as two, so that every column is as wide as any other.
    many = " many" if sum(map(_width, state.districts)) > 6 else ""
    return BoardHtml(f'<div class="districts{many}">{row}</div>', seats, far=tuple(range(1, state.players)))


def _district(
    state: State, district: District, stands: DistrictScore, names: Sequence[str], translations: NullTranslations
) -> str:
    totals = {side.player: side.total for side in stands.sides}

    def side(seat: int, column: Column) -> str:
        near, paid = seat == 0, _paid(state, seat)
        cards = [_slot(render_card(card, translations), paid=card in paid) for card in column.properties]
        if column.deed is not None:
            cards.append(_deed(state, column.deed, translations, paid=column.deed.card in paid))
        # HTML runs downwards, but above the row a column grows upwards.
        lying = cards if near else cards[::-1]
        holds = stands.won_by == seat
        mark = "★ " if holds else ""
        total = f'<p class="total" title="{escape(names[seat])}">{mark}{totals[seat]}</p>'
        return (
            f'<div class="side seat{seat} {"near" if near else "far"}{" holds" if holds else ""}">'
            f'<h3>{escape(names[seat])}</h3><div class="column">{"".join(lying)}</div>{total}</div>'
        )

    sides = [side(seat, column) for seat, column in enumerate(district.columns) if column is not None]
    near = sides[:1] if district.columns[0] is not None else []
    far = "".join(sides[len(near) :])
    wide, place = " wide" if _width(district) > 1 else "", render_card(district.card, translations)
    return (
        f'<article class="district{wide}"><div class="sides far">{far}</div><div class="place">{place}</div>'
        f'<div class="sides near">{"".join(near)}</div></article>'
    )


def _width(district: District) -> int:
    """Return the number of columns next to each other."""
    return max(1, sum(column is not None for column in district.columns[1:]))


def _slot(inside: str, *, kind: str = "", paid: bool = False) -> str:
    return f'<span class="slot{kind}{" paid" if paid else ""}">{inside}</span>'


def _deed(state: State, deed: Deed, translations: NullTranslations, *, paid: bool) -> str:
    """Return a deed with its tokens and its price."""
    needed = price(deed.card, state.options)
    text = f'<span class="deed"><b>{deed.tokens.total}/{needed}</b>{render_tokens(deed.tokens, translations)}</span>'
    return _slot(render_card(deed.card, translations) + text, kind=" unpaid", paid=paid)


def _paid(state: State, seat: int) -> frozenset[Card]:
    """Return the cards that this turn's roll made pay."""
    return frozenset() if state.roll is None else frozenset(paying_cards(state, seat, state.roll.rank))


def _seat(state: State, seat: int, stands: Score, translations: NullTranslations) -> str:
    held = format_message(Message("districts"), translations)
    held_tokens = render_tokens(state.tokens[seat], translations, none=True)
    counts = "" if seat == state.automa else f'<div class="tokens">{held_tokens}</div>'
    return (
        f'<div class="count"><span class="what">{held}</span> <b>{stands.districts_won[seat]}</b></div>'
        f'{counts}<div class="crowns">{render_cards(state.crowns[seat], translations)}</div>'
    )
