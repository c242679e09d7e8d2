"""The hidden cards of a demonstration: hands, draw pile and discards, shuffled from a seed.

At a real table the players hold these cards, and the game records only what they play.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.games.magnate.moves import BuyDeed, Develop, Draw, Move, Sell
from companion.games.magnate.options import Options, Solo
from companion.games.magnate.setup import Setup, default_districts
from companion.pieces import DECK, Card, Rank


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
