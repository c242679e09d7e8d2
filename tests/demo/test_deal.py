"""The demonstration's hidden cards are drawn and shuffled as a table does it."""

from __future__ import annotations

from companion.demo.deal import Deal
from companion.games.magnate import preset
from companion.games.magnate.moves import Draw, Sell


def test_a_draw_that_fails_leaves_the_hand_as_it_was_and_a_card_sold_before_it_is_drawn_again() -> None:
    deal = Deal.from_seed(1, preset("standard"))
    deal.pile, hand = [], list(deal.hands[0])
    deal.follow(Draw(0))
    assert deal.hands[0] == hand
    deal.follow(Sell(0, hand[0]))
    deal.follow(Draw(0))
    assert (sorted(map(str, deal.hands[0])), deal.pile, deal.discards) == (sorted(map(str, hand)), [], [])
