"""Whole games of Magnate between simple players, from hidden cards shuffled from a seed and any source of rolls.

It plays plausibly, not strongly, for the demonstration and its bundled game. Its choice depends on the state and the
hand alone.

At a real table the players hold these cards, and the game records only what they play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from companion.games.errors import IllegalMove
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, Move, Sell, TakeDeedIncome, Trade, apply
from companion.games.magnate.options import Options, Solo, wish
from companion.games.magnate.paying import deed_price, payment_for, price, take_from_fullest
from companion.games.magnate.playing import automa_places
from companion.games.magnate.rolling import roll_from_dice
from companion.games.magnate.setup import Setup, default_districts, start
from companion.games.magnate.state import Phase, State
from companion.games.magnate.turns import turns_end
from companion.pieces import DECK, Card, Rank, Suit, Wish
from companion.rolls.source import AppDice, Rolled

_TRADE_FROM = 5
"""Tokens of one suit from which three are traded, before taxation takes them."""


def next_move(state: State, hand: Sequence[Card]) -> Move:
    """Return the first of the player's preferred moves that is legal.

    Args:
        state: A state that waits for a move, not for a roll.
        hand: The current player's hand.

    Returns:
        The move.
    """
    if state.phase is Phase.INCOME:
        owner, card = state.pending_income[0]
        purse = state.tokens[owner]
        return TakeDeedIncome(owner, card, min(card.suits, key=lambda suit: (purse[suit], suit.priority)))
    return next(move for move in _preferred_moves(state, hand) if _is_legal(state, move))


def _preferred_moves(state: State, hand: Sequence[Card]) -> Iterator[Move]:
    yield from _additions(state)
    if state.phase is Phase.PLAY:
        dearest_first = sorted(hand, key=lambda card: -price(card, state.options))
        yield from _developments(state, dearest_first)
        yield from _trades(state)
        yield from _deeds(state, dearest_first)
        for card in reversed(dearest_first):
            yield from (Sell(state.player, card, place) for place in automa_places(state, card))
            yield Sell(state.player, card)
    yield turns_end(state)


def _additions(state: State) -> Iterator[Move]:
    for _, deed in state.deeds(state.player):
        missing = price(deed.card, state.options) - deed.tokens.total
        usable = state.tokens[state.player].only(deed.card.suits)
        if usable:
            yield AddToDeed(state.player, deed.card, take_from_fullest(usable, min(missing, usable.total)))


def _developments(state: State, cards: Sequence[Card]) -> Iterator[Move]:
    for card in cards:
        payment = payment_for(card, price(card, state.options), state.tokens[state.player])
        if payment is not None:
            yield from (Develop(state.player, card, place, payment) for place in _weakest_first(state))


def _deeds(state: State, cards: Sequence[Card]) -> Iterator[Move]:
    if state.last_turns is None:
        for card in cards:
            if price(card, state.options) > len(card.suits):
                cost = deed_price(card, state.options)
                yield from (BuyDeed(state.player, card, place, cost) for place in _weakest_first(state))


def _trades(state: State) -> Iterator[Move]:
    purse = state.tokens[state.player]
    for suit, count in purse.items():
        if count >= _TRADE_FROM:
            yield Trade(state.player, suit, min(Suit, key=lambda other: (purse[other], other.priority)))


def _weakest_first(state: State) -> list[int]:
    """Return the districts, those with the fewest own cards first."""

    def own_cards(place: int) -> int:
        column = state.column(state.player, place)
        return len(column.cards) if column is not None else 0

    return sorted(range(len(state.districts)), key=lambda place: (own_cards(place), place))


def _is_legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


@dataclass(slots=True)
class Deal:
    """A shuffled and dealt deck (B2–B5)."""

    setup: Setup
    hands: list[list[Card]]
    pile: list[Card]
    discards: list[Card]
    shuffling: Random
    reshuffles: int = 1
    """How often the discards may still be shuffled into a new pile (B35, F10)."""
    drawn: int = 1
    """Cards drawn at the end of a turn (B34, F6)."""

    @classmethod
    def from_seed(cls, seed: int, options: Options) -> Deal:
        """Shuffle and deal as many decks as the options have; the same seed gives the same deal."""
        shuffling = Random(seed)
        districts = list(default_districts(options))
        decks = [Card(card.rank, card.suits, copy + 1) for copy in range(options.decks) for card in DECK]
        crowns = [card for card in decks if card.rank is Rank.CROWN]
        pile = [card for card in decks if card.is_property and (options.courts or card.rank is not Rank.COURT)]
        for cards in (districts, crowns, pile):
            shuffling.shuffle(cards)
        each, seats = options.crowns_each, range(options.players)
        hands = [[pile.pop() for _ in range(0 if _plays_itself(options, seat) else options.hand)] for seat in seats]
        dealt = tuple(tuple(crowns[seat * each : (seat + 1) * each]) for seat in seats)
        return cls(Setup(tuple(districts), dealt), hands, pile, [], shuffling, options.reshuffles, options.plays)

    def draw(self, seat: int) -> None:
        """Draw the top card into a seat's hand, if there is one; shuffle the discards if the pile is empty (B35)."""
        if not self.pile and self.reshuffles:
            self.reshuffles -= bool(self.discards)
            self.pile, self.discards = self.discards, []
            self.shuffling.shuffle(self.pile)
        if self.pile:
            self.hands[seat].append(self.pile.pop())

    def follow(self, move: Move) -> None:
        """Move the cards that a move of the game plays or draws."""
        match move:
            case Develop() | BuyDeed():
                self.hands[move.player].remove(move.card)
            case Sell():
                self.hands[move.player].remove(move.card)
                if move.district is None:
                    self.discards.append(move.card)
            case Draw():
                for _ in range(self.drawn):
                    self.draw(move.player)
            case _:
                pass


def _plays_itself(options: Options, seat: int) -> bool:
    """Return whether this seat is the automa's, which has no hand (D1)."""
    return options.solo is not Solo.NO and seat > 0


RollDice = Callable[[Wish], Rolled]
"""Rolls the dice that a game wishes for."""

PlayedStep = tuple[Move, State, Rolled | None]
"""A move, the state after it, and the roll that it records, if any."""


def play_game(deal: Deal, roll: RollDice, options: Options) -> Iterator[PlayedStep]:
    """Play a game until it is over.

    Args:
        deal: The shuffled deck.
        roll: The source of rolls.
        options: The game's options.

    Yields:
        Every move in order, with the state after it.
    """
    state = start(options, deal.setup)
    while not state.over:
        rolled = roll(wish(options)) if state.phase is Phase.ROLL else None
        if rolled is not None:
            move: Move = roll_from_dice(state.player, rolled.cast)
        else:
            move = next_move(state, deal.hands[state.player])
        state = apply(state, move)
        deal.follow(move)
        yield move, state, rolled


def seeded_game(seed: int, options: Options) -> Iterator[tuple[Move, State]]:
    """Play a game with deal and rolls from one seed.

    Args:
        seed: The seed.
        options: The game's options.

    Yields:
        Every move in order, with the state after it.
    """
    dice = AppDice(Random(seed))
    for move, state, _ in play_game(Deal.from_seed(seed, options), dice.roll, options):
        yield move, state
