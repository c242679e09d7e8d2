"""The tokens that each seat lost and gained with a move."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.rolling import paying_cards
from companion.games.magnate.state import State
from companion.pieces import Card, Tokens


@dataclass(frozen=True, slots=True)
class TokenChange:
    """One player's tokens lost and gained; a roll can do both to one suit."""

    lost: Tokens = Tokens()
    gained: Tokens = Tokens()


def token_changes(before: State | None, after: State) -> tuple[TokenChange, ...]:
    """Return the changes by seat; no changes if there was no state before.

    Args:
        before: The state before the move.
        after: The state after it.
    """
    if before is None:
        return (TokenChange(),) * after.players
    if after.roll is not None and before.roll is None:
        roll = after.roll
        return tuple(
            TokenChange(
                Tokens.from_counts({loss.suit: loss.lost for loss in roll.taxed if loss.player == seat}), gained
            )
            for seat, gained in enumerate(roll.income)
        )
    return tuple(_between(old, new) for old, new in zip(before.tokens, after.tokens, strict=True))


def paid_cards(state: State) -> frozenset[Card]:
    """Return the cards that this turn's roll made pay (B13–B16)."""
    if state.roll is None:
        return frozenset()
    return frozenset(card for seat in range(state.players) for card in paying_cards(state, seat, state.roll.rank))


def _between(before: Tokens, after: Tokens) -> TokenChange:
    lost = {suit: max(0, count - after[suit]) for suit, count in before.items()}
    gained = {suit: max(0, count - before[suit]) for suit, count in after.items()}
    return TokenChange(Tokens.from_counts(lost), Tokens.from_counts(gained))
