"""A game that its players stop early, with the score as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from companion.games.declared import Among, Asked, Chosen, Fact, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Typed
from companion.locale import Message

StateT = TypeVar("StateT")


def _goes_on(state: Any, _chosen: Chosen) -> tuple[bool, ...]:
    return () if state.over else (True,)


@dataclass(frozen=True, slots=True)
class StoppedFact(Fact[StateT]):
    """Whether the players have stopped; what is scored is what lies on the table."""

    was: bool
    now: Annotated[bool, Typed("yes"), Among(_goes_on), Asked("stop", Message("Is the game to stop here?"))]

    button = Message("Stop the game early")
    rule: ClassVar[str]
    """The number of the rule about the end."""

    def _held(self, state: StateT) -> bool:
        return bool(getattr(state, "over"))  # noqa: B009 - every state has one

    def _set(self, state: StateT) -> StateT:
        if not self.now and self.was:
            raise IllegalMove(self.rule, Message("the game is over"), Message("undo the last move to go on"))
        return self._stopped(state) if self.now else state

    def _stopped(self, state: StateT) -> StateT:
        raise NotImplementedError

    def _sentence(self, _before: StateT, _names: Names) -> Message:
        return Message("the game stops here, with the score as it stands") if self.now else Message("the game goes on")
