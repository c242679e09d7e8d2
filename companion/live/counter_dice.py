"""Dice that players set by hand as counters: what they show is compared with the game, and proposes moves."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion.live.camera_game import Awaits, CounterDice
from companion.live.followed_play import Closed, FollowedPlay, ProposalOutcome, Proposals, outcome_event
from companion.pieces import Cast, Die
from companion.play import Change
from companion.table.sightings import DieSighting, Edge, Point


@dataclass(frozen=True, slots=True)
class Limits:
    """What can be assigned."""

    dice: int = 6
    """Maximum number of dice, since all orders are tried."""


LIMITS = Limits()


def order_by_seat(cast: Cast, places: Sequence[Point], seats: Sequence[int], players: int, near: Edge) -> Cast:
    """Return the dice in the order of the seats; seats are clockwise, as their dice are around their middle.

    >>> from companion.pieces import DieKind, cast_of
    >>> dice, places = cast_of(DieKind.D6, (5, 1, 3)), ((700, 100), (500, 900), (100, 200))
    >>> [die.value for die in order_by_seat(dice, places, (0, 1, 2), 3, Edge.BOTTOM)]
    [1, 3, 5]

    Args:
        cast: The dice.
        places: The centre of each in the picture.
        seats: The seats whose dice they are.
        players: The number of players.
        near: The edge of the picture at which player 0 sits.

    Returns:
        The dice by seat; as they are if there is not one die for each seat.
    """
    if not len(cast) == len(places) == len(seats) <= LIMITS.dice:
        return cast
    middle = tuple(sum(axis) / len(places) for axis in zip(*places, strict=True))
    begin = _angle(near.direction)
    turns = [_angle((x - middle[0], y - middle[1])) - begin for x, y in places]

    def fit(order: tuple[int, ...]) -> float:
        return sum(math.cos(turns[die] - 2 * math.pi * seat / players) for die, seat in zip(order, seats, strict=True))

    return tuple(cast[die] for die in max(permutations(range(len(cast))), key=fit))


def _angle(vector: Point) -> float:
    """Return the angle of a vector in the picture, in radians, growing clockwise (y points down)."""
    return math.atan2(vector[1], vector[0])


Values = tuple[int, ...]


class CounterDiceAtTable:
    """The counter dice of a followed game. It belongs to the thread that owns the play.

    Only dice that lay as the game has them show a move once they are set otherwise: players may still be setting them.
    """

    def __init__(self, followed: FollowedPlay, near: Callable[[], Edge]) -> None:
        self._followed, self.near = followed, near
        self._proposals = Proposals(followed.play, followed.new_id, self._on_outcome)
        self._shown: Values | None = None
        """What the dice show by seat; None unless one certain die lies there for each."""
        self._agreed = False
        """Whether they agreed with the game since a roll was awaited."""
        self._refused: Values | None = None
        """What they showed when players dismissed the proposal."""

    def settle(self, dice: Sequence[DieSighting]) -> None:
        """Take the dice in view once nothing moves."""
        counters = self._followed.game.counters
        if counters is None:
            return
        self._shown = self._by_seat(counters, dice)
        if self._shown != self._refused:
            self._refused = None
        self.update()

    def on_change(self, change: Change[Any, Any]) -> None:
        """Handle a change of the play."""
        self._proposals.on_change(change)

    def update(self) -> None:
        """Compare the dice with the game, and propose what they show."""
        counters = self._followed.game.counters
        if counters is None:
            return
        state = self._followed.state
        if self._followed.awaits is Awaits.ROLL:
            self._agreed = False
        elif self._shown == tuple(counters.values(state)):
            self._agreed = True
        moves = self._shown_moves(counters)
        if moves:
            self._proposals.propose(moves, ask=True)
        else:
            self._proposals.withdraw()

    def _shown_moves(self, counters: CounterDice) -> tuple[Any, ...]:
        shown, state = self._shown, self._followed.state
        if shown is None or not self._agreed or shown in (self._refused, tuple(counters.values(state))):
            return ()
        return tuple(counters.moves(state, shown))

    def _by_seat(self, counters: CounterDice, dice: Sequence[DieSighting]) -> Values | None:
        seats = range(len(self._followed.names))
        own = [die for die in dice if die.kind is counters.kind]
        if len(own) != len(seats) or not all(die.sure for die in own):
            return None
        cast = tuple(Die(die.kind, die.value) for die in own if die.value is not None)
        ordered = order_by_seat(cast, [die.center for die in own], seats, len(seats), self.near())
        return tuple(die.value for die in ordered)

    def _on_outcome(self, outcome: ProposalOutcome) -> None:
        if isinstance(outcome, Closed) and outcome.refused:
            self._refused = self._shown
        self._followed.tell(outcome_event(self._followed.play, outcome))
