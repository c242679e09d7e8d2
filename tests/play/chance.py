"""One legal move of Magnate by chance for any state, from a hand that nobody knows."""

from __future__ import annotations

from random import Random

from companion.games.magnate import Phase, State
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    Sell,
    TakeDeedIncome,
)
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.placing import places
from companion.pieces import DECK, Card, Suit, Tokens
from tests.games.random_play import random_roll, random_tokens


def any_move(state: State, chance: Random) -> Move:
    """Something legal at a table with Courts and two players. Not for a finished game."""
    player = state.player
    if state.phase is Phase.ROLL:
        return random_roll(state, chance)
    if state.phase is Phase.INCOME:
        owner, card = chance.choice(state.pending_income)
        return TakeDeedIncome(owner, card, chance.choice(card.suits))
    for _, deed in state.deeds(player):
        usable = state.tokens[player].only(deed.card.suits)
        if usable and chance.random() < 0.5:
            missing = price(deed.card, state.options) - deed.tokens.total
            return AddToDeed(player, deed.card, random_tokens(usable, chance.randint(1, missing), chance))
    if state.phase is Phase.PLAY:
        return _play(state, chance)
    return Draw(player) if state.last_turns is None else EndTurn(player)


def _play(state: State, chance: Random) -> Move:
    player, purse = state.player, state.tokens[state.player]
    lying = set(state.cards_on_table())
    hand = chance.sample([card for card in DECK if card.is_property and card not in lying], 3)
    for card in hand:
        for place in places(state, player, card):
            payment = _payment(card, price(card, state.options), purse, chance)
            if payment is not None:
                return Develop(player, card, place, payment)
            if purse.covers(deed_price(card, state.options)):
                return BuyDeed(player, card, place, deed_price(card, state.options))
    return Sell(player, hand[0])


def _payment(card: Card, cost: int, purse: Tokens, chance: Random) -> Tokens | None:
    each, usable = Tokens.of(*card.suits), purse.only(card.suits)
    if usable.total < cost or not usable.covers(each):
        return None
    return each + random_tokens(usable - each, cost - each.total, chance)


def correction(state: State, chance: Random) -> Correct:
    """Somebody has other tokens than was thought."""
    seat = chance.randrange(state.players)
    held = Tokens.from_counts({suit: chance.randint(0, 5) for suit in Suit})
    return Correct((TokensFact(seat, state.tokens[seat], held),), "counted")
