"""The pieces in the box: the Decktet's cards and suits, dice, tokens. Facts only, no rules."""

from companion.pieces.cards import DECK, Card, Rank, UnknownCard
from companion.pieces.dice import Cast, Die, DieKind, MoreDice, Wish, cast_of, shown
from companion.pieces.suits import NotEnoughTokens, Suit, Tokens, UnknownSuit, UnreadableTokens

__all__ = [
    "DECK",
    "Card",
    "Cast",
    "Die",
    "DieKind",
    "MoreDice",
    "NotEnoughTokens",
    "Rank",
    "Suit",
    "Tokens",
    "UnknownCard",
    "UnknownSuit",
    "UnreadableTokens",
    "Wish",
    "cast_of",
    "shown",
]
