"""Dice that players set by hand as counters: what they show is compared with the game, and proposes moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.live.camera_game import Awaits, CounterDice
from companion.live.dice_of_seats import order_by_seat
from companion.live.followed_play import FollowedPlay
from companion.live.proposals import (
    Closed,
    ProposalOutcome,
    Proposals,
    outcome_event,
)
from companion.pieces import Die
from companion.play import Change
from companion.table.edge import Edge
from companion.table.sightings import DieSighting

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
