"""The moves that made a number, with their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.games.figures import PlayedMove
from companion.games.magnate.causes import Cause, token_causes, total_causes
from companion.games.magnate.moves import Move
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.reasons import Reason
from companion.locale import Message
from companion.pieces import Suit

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
