"""The cards that a companion never sees: hands, the draw pile and the discards, shuffled from a seed.

At a real table the players hold them. The demonstration has no players, so it holds them here and
tells the game only what players would lay down.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.games.magnate.moves import BuyDeed, Develop, Draw, Move, Sell
from companion.games.magnate.options import Options
from companion.games.magnate.setup import Setup, usual_districts
from companion.pieces import DECK, Card, Rank


@dataclass(slots=True)
class Deal:
    """A shuffled deck as it lies on the table, open and hidden (B2–B5)."""

    setup: Setup
    hands: list[list[Card]]
    pile: list[Card]
    discards: list[Card]
    shuffling: Random

    @classmethod
    def from_seed(cls, seed: int, options: Options) -> Deal:
        """Shuffles one deck for two players; the same seed gives the same deal."""
        shuffling = Random(seed)
        districts = list(usual_districts(options))
        crowns = [card for card in DECK if card.rank is Rank.CROWN]
        pile = [card for card in DECK if card.is_property and (options.courts or card.rank is not Rank.COURT)]
        for cards in (districts, crowns, pile):
            shuffling.shuffle(cards)
        each = options.crowns_each
        hands = [[pile.pop() for _ in range(options.hand)] for _ in range(options.players)]
        dealt = tuple(tuple(crowns[seat * each : (seat + 1) * each]) for seat in range(options.players))
        return cls(Setup(tuple(districts), dealt), hands, pile, [], shuffling)

    def draw(self, seat: int) -> None:
        """Takes the top card into that hand, if there is one; the discards become the pile where it is empty (B35)."""
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.shuffling.shuffle(self.pile)
        if self.pile:
            self.hands[seat].append(self.pile.pop())

    def follow(self, move: Move) -> None:
        """Moves the real cards as a move of the game says."""
        match move:
            case Develop() | BuyDeed():
                self.hands[move.player].remove(move.card)
            case Sell():
                self.hands[move.player].remove(move.card)
                self.discards.append(move.card)
            case Draw():
                self.draw(move.player)
            case _:
                pass
