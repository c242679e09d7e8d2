"""The cards that may be in a hand, as far as the companion knows."""

from __future__ import annotations

from companion.games.magnate.state import State
from companion.pieces import DECK, Card, Rank


def possible_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that may be in a hand: those with a copy neither on the table nor just sold."""
    away = [*state.cards_on_table(), *state.hidden.discarded]
    copies = (Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks))
    courts = state.options.courts
    free = [one for one in copies if one.is_property and (courts or one.rank is not Rank.COURT) and one not in away]
    return tuple({card.kind: card for card in reversed(free)}.values())[::-1]
