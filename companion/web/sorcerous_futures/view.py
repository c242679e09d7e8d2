"""How Sorcerous Futures is shown on the page: what lies in the middle, and which card is up for auction."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from companion.games.board import Board
from companion.games.sorcerous_futures.state import AUCTIONS, State
from companion.locale import Message
from companion.web.game_view import Clock, Lying, PageFace, counted
from companion.web.html import card_html, cell_html, said


def clock(state: State) -> Clock | None:
    """Auctions still to come, the one going on included: there are four times five."""
    left = AUCTIONS - state.auctions
    if state.over:
        return None
    return Clock(left, Message("auction left", {"n": left}, "auctions left", "n"), left <= 1)


def drawn(state: State, board: Board, _names: Sequence[str], spoken: NullTranslations) -> Lying:
    """The middle's cards in a row; the one up for auction is marked, and beneath it how its auction stands."""
    cards = []
    for card in state.middle:
        auctioned = state.auction is not None and state.auction.card == card
        stands = board.rows.rows[0][2] if auctioned else Message("")
        told = f"<figcaption>{cell_html(stands, spoken)}</figcaption>" if auctioned else ""
        cards.append(f'<figure class="{"auctioned" if auctioned else ""}">{card_html(card)}{told}</figure>')
    head = f"<h3>{said(board.rows.headings[0], spoken)}</h3>" if cards else ""
    seats = tuple(counted(board, seat, spoken) for seat in range(state.seats))
    return Lying(f'{head}<div class="middle">{"".join(cards)}</div>', seats)


SORCEROUS_FUTURES_PAGE = PageFace(draws=drawn, clock=clock)
