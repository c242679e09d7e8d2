"""Sorcerous Futures on the web page: the cards in the middle, and the auction."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from companion.games.board import Board
from companion.games.sorcerous_futures.state import AUCTIONS, State
from companion.locale import Message
from companion.pieces import DECK, Card, Rank
from companion.web.pages.game_view import BoardHtml, Clock, GameView, render_counters
from companion.web.pages.html import format_message, render_card, render_cell


def make_clock(state: State) -> Clock | None:
    """Return the number of auctions left, the present one included."""
    left = AUCTIONS - state.auctions
    if state.over:
        return None
    return Clock(left, Message("auction left", {"n": left}, "auctions left", "n"), left <= 1)


def render_table(state: State, board: Board, _names: Sequence[str], translations: NullTranslations) -> BoardHtml:
    """Return the cards in the middle; the one in the auction is marked, with the state of the auction below.

    Args:
        state: The state.
        board: Its board.
        _names: The player names, by seat.
        translations: The language.

    Returns:
        The board as HTML.
    """
    cards = []
    for card in state.middle:
        auctioned = state.auction is not None and state.auction.card == card
        stands = board.rows.rows[0][2] if auctioned else Message("")
        text = f"<figcaption>{render_cell(stands, translations)}</figcaption>" if auctioned else ""
        cards.append(
            f'<figure class="{"auctioned" if auctioned else ""}">{render_card(card, translations)}{text}</figure>'
        )
    head = f"<h3>{format_message(board.rows.headings[0], translations)}</h3>" if cards else ""
    seats = tuple(render_counters(board, seat, translations) for seat in range(state.seats))
    return BoardHtml(f'{head}<div class="middle">{"".join(cards)}</div>', seats)


def _aces(name: str, _options: object) -> Sequence[Card]:
    return [card for card in DECK if card.rank is Rank.ACE] if name == "aces" else ()


SORCEROUS_FUTURES_VIEW = GameView(
    render_board=render_table,
    make_clock=make_clock,
    laid=_aces,
    labels={"aces": Message("Aces")},
)
