"""What is in the box: the Decktet's cards and suits, dice, tokens. Facts only, no rules."""

from companion.pieces.cards import DECK, Card, Rank, UnknownCard
from companion.pieces.dice import DieKind
from companion.pieces.suits import Suit, UnknownSuit
from companion.pieces.tokens import NotEnoughTokens, Tokens, UnreadableTokens

__all__ = [
    "DECK",
    "Card",
    "DieKind",
    "NotEnoughTokens",
    "Rank",
    "Suit",
    "Tokens",
    "UnknownCard",
    "UnknownSuit",
    "UnreadableTokens",
]
