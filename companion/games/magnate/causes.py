"""The causes of a number: the change that a move made, and its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.declared import Move
from companion.games.magnate.rolling import Roll, certain_income
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.magnate.turn_moves import TurnMove
from companion.games.sheet import Line
from companion.locale import Message, Wording
from companion.pieces import Suit


@dataclass(frozen=True, slots=True)
class Cause:
    """The change of a number, and the rule behind it; no rule if a player corrected it."""

    change: int
    rule: str


def token_causes(before: State, move: Move[State], after: State, player: int, suit: Suit) -> tuple[Cause, ...]:
    """Return the changes that the move made to this player's tokens of this suit.

    A roll can make two: it takes by taxation (B10), then brings income (B13–B16).
    """
    if isinstance(move, Roll):
        return tuple(_rolled(before, move, after, player, suit))
    change = after.tokens[player][suit] - before.tokens[player][suit]
    return (Cause(change, move.rule if isinstance(move, TurnMove) else ""),) if change else ()


def total_causes(before: State, move: Move[State], after: State, player: int, district: int) -> tuple[Cause, ...]:
    """Return the change that the move made to this player's total in this district (B38)."""
    if before.districts[district] == after.districts[district]:
        return ()
    was, now = (
        sum(side.total for side in score(state).districts[district].sides if side.player == player)
        for state in (before, after)
    )
    if was == now:
        return ()
    return (Cause(now - was, "B38" if isinstance(move, TurnMove) else ""),)


def explain(before: State, move: Move[State], after: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return every number of tokens and every total that the move changed, each with its rule."""
    return tuple(_explained(before, move, after, names))


def _explained(before: State, move: Move[State], after: State, names: Sequence[str]) -> Iterator[Line]:
    for seat, name in enumerate(names[: before.players]):
        for suit in Suit:
            number = before.tokens[seat][suit]
            for cause in token_causes(before, move, after, seat, suit):
                values: Wording = {"name": name, "suit": suit, "was": number, "now": number + cause.change}
                yield Line(cause.rule, Message("{name}: {suit} {was} → {now}", values))
                number += cause.change
        for place, district in enumerate(after.districts):
            for cause in total_causes(before, move, after, seat, place):
                total = next(side.total for side in score(after).districts[place].sides if side.player == seat)
                values = {"name": name, "card": district.card, "was": total - cause.change, "now": total}
                yield Line(cause.rule, Message("{name}: total at {card} {was} → {now}", values))


def _rolled(before: State, move: Roll, after: State, player: int, suit: Suit) -> Iterator[Cause]:
    if after.roll is not None:
        lost = sum(loss.lost for loss in after.roll.taxed if (loss.player, loss.suit) == (player, suit))
        if lost:
            yield Cause(-lost, "B10")
    gained = after.roll.income[player][suit] if after.roll is not None else 0
    certain = certain_income(before, player, max(move.dice))[suit]
    if certain:
        yield Cause(certain, _paying(max(move.dice)))
    if gained > certain:
        yield Cause(gained - certain, "B15")


def _paying(rank: int) -> str:
    return {10: "B13", 1: "B16"}.get(rank, "B14")
