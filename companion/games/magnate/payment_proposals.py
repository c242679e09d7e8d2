"""Proposals of payments for the player to confirm, never a rule."""

from __future__ import annotations

from companion.games.magnate.options import Options
from companion.games.magnate.state import Deed
from companion.pieces import Card, Suit, Tokens


def payment_for(card: Card, cost: int, purse: Tokens) -> Tokens | None:
    """Return one token of each suit of the card and the rest from the fullest suits; None if unaffordable (B18)."""
    each = Tokens.of(*card.suits)
    if cost < each.total or not purse.covers(each) or purse.only(card.suits).total < cost:
        return None
    return each + take_from_fullest((purse - each).only(card.suits), cost - each.total)


def take_from_fullest(purse: Tokens, amount: int) -> Tokens:
    """Return this number of tokens, each from the suit with the most left."""
    taken = Tokens()
    for _ in range(amount):
        rest = purse - taken
        taken += Tokens.of(max(Suit, key=lambda suit: (rest[suit], -suit.priority)))
    return taken


def payment_to_deed(deed: Deed, left: int, purse: Tokens, options: Options) -> Tokens:
    """Return as many tokens as a deed lacks or the purse allows, each from the suit with the most left."""
    suits, put = deed.card.suits, Tokens()
    if options.every_suit_on_a_deed:
        put = Tokens.of(*[suit for suit in suits if not deed.tokens[suit] and purse[suit]][:left])
    usable = purse.only(suits)
    return put + take_from_fullest(usable - put, min(left, usable.total) - put.total)


def shift_payment(payment: Tokens, to: Suit, purse: Tokens) -> Tokens:
    """Return the payment with one token more of ``to`` and one less of the fullest other suit.

    Each suit of the payment keeps at least one. If nothing can shift, the payment is unchanged.
    """
    givers = [suit for suit in payment.suits if suit is not to and payment[suit] > 1]
    if not givers or purse[to] <= payment[to]:
        return payment
    giver = max(givers, key=lambda suit: payment[suit])
    return payment - Tokens.of(giver) + Tokens.of(to)
