"""The causes of a number: the changes that moves made, with their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.figures import PlayedMove, Reason
from companion.games.magnate.moves import Move
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


def token_causes(before: State, move: Move, after: State, player: int, suit: Suit) -> tuple[Cause, ...]:
    """Return the changes that the move made to this player's tokens of this suit.

    A roll can make two: it takes by taxation (B10), then brings income (B13–B16).
    """
    if isinstance(move, Roll):
        return tuple(_rolled(before, move, after, player, suit))
    change = after.tokens[player][suit] - before.tokens[player][suit]
    return (Cause(change, move.rule if isinstance(move, TurnMove) else ""),) if change else ()


def total_causes(before: State, move: Move, after: State, player: int, district: int) -> tuple[Cause, ...]:
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


def explain(before: State, move: Move, after: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return every number of tokens and every total that the move changed, each with its rule."""
    return tuple(_explained(before, move, after, names))


def _explained(before: State, move: Move, after: State, names: Sequence[str]) -> Iterator[Line]:
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


SETUP = Message("setup")
CAUSES: Mapping[str, Message] = {
    "B4": SETUP,
    "B10": Message("tax"),
    **dict.fromkeys(("B13", "B14", "B15", "B16"), Message("income")),
    **dict.fromkeys(("B18", "B19", "C2"), Message("development")),
    **dict.fromkeys(("B24", "B25", "C3", "B27"), Message("deed")),
    **dict.fromkeys(("B32", "C4"), Message("sale")),
    "B33": Message("trade"),
    "B38": Message("cards played"),
}
"""What changed a number, by the rule behind it."""


def why(steps: Sequence[PlayedMove[State, Move]], spot: str) -> tuple[Reason, ...]:
    """Return what changed the number of a spot, a player's tokens or a side of a district, from the first move on."""
    kind, *place = spot.split("-")
    if not steps or kind not in ("token", "side"):
        return ()
    start = steps[0].before
    if kind == "token":
        seat, suit = int(place[0]), Suit.parse(place[1])
        return _reasons(steps, start.tokens[seat][suit], lambda one: _token_causes(one, seat, suit))
    district, seat = int(place[0]), int(place[1])
    initial = sum(side.total for side in score(start).districts[district].sides if side.player == seat)
    return _reasons(steps, initial, lambda one: total_causes(one.before, one.move, one.after, seat, district))


def _token_causes(one: PlayedMove[State, Move], seat: int, suit: Suit) -> tuple[Cause, ...]:
    return token_causes(one.before, one.move, one.after, seat, suit)


def _reasons(
    steps: Sequence[PlayedMove[State, Move]],
    now: int,
    find_causes: Callable[[PlayedMove[State, Move]], tuple[Cause, ...]],
) -> tuple[Reason, ...]:
    found = []
    for step in steps:
        for cause in find_causes(step):
            now += cause.change
            text = CAUSES.get(cause.rule, Message("correction"))
            found.append(Reason(step.seq, step.before.turn, cause.change, now, text, cause.rule))
    return tuple(found)
