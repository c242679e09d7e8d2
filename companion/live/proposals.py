"""What the camera proposes to a game: one thing at a time, taken back when the table tells otherwise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.live.events import Advised, Asked, NotKept, Proposed
from companion.locale import Message
from companion.play import AnyPlay, Change, NoSuchQuestion, Question, Source
from companion.questions import Box

Move = Any
"""A move of whichever game."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The journal has it."""

    id: str
    move: Move
    text: Message
    seq: int


@dataclass(frozen=True, slots=True)
class Waits:
    """It is asked about."""

    question: Question


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing comes of it; ``refused``: a player dismissed it, though it would be legal."""

    id: str
    moves: tuple[Move, ...]
    refused: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be kept, and why."""

    id: str
    error: CompanionError

    def to_event(self) -> Advised | NotKept:
        """A move that is legal no more needs only a hint; what the journal cannot keep is said as such."""
        if isinstance(self.error, IllegalMove):
            return Advised(self.error.reason)
        return NotKept(self.id, self.error)


ProposalOutcome = Taken | Waits | Gone | Failed


def proposal_event(play: AnyPlay, id: str, move: Move, text: Message, seq: int | None = None) -> Proposed:
    """A move that waits to be confirmed, or was taken at once."""
    return Proposed(id, move, play.course.rules.move_to_json(move), text, seq)


def moves_question(play: AnyPlay, question: Question, kind: str, region: Box | None = None) -> Asked:
    """The several moves that a proposal may have been, as a question of this kind."""
    documents = tuple(play.course.rules.move_to_json(one.move) for one in question.choices)
    return Asked(question.key, kind, question.text, question.choices, region=region, documents=documents)


class Proposals:
    """At most one open proposal. It belongs to the thread that owns the play; ``tell`` receives every outcome."""

    def __init__(self, play: AnyPlay, new_id: Callable[[], str], tell: Callable[[ProposalOutcome], None]) -> None:
        self._play, self._new_id, self._tell = play, new_id, tell
        self._id: str | None = None
        self._moves: tuple[Move, ...] = ()

    @property
    def open(self) -> tuple[Move, ...]:
        """The moves that are proposed now; empty if there is no proposal."""
        return self._moves if self._id is not None else ()

    def propose(self, moves: tuple[Move, ...], *, id: str | None = None, ask: bool = False) -> None:
        """Propose one move, or the several that it may have been. The proposal that is open already is left as it is.

        Args:
            moves: The moves.
            id: The proposal's id; a new one if it is None.
            ask: Whether the proposal must be confirmed whatever the policy.
        """
        if moves == self.open:
            return
        self.withdraw()
        self._id = id_ = id or f"{Source.CAMERA}-{self._new_id()}"
        self._moves = moves
        try:
            found = self._play.propose(
                *moves,
                source=Source.CAMERA,
                seat=self._play.course.rules.at_turn(self._play.state),
                base_seq=self._play.seq,
                id=id_,
                ask=ask,
                withdrawn=partial(self._on_withdrawn, id_),
            )
        except CompanionError as error:
            self._id = None
            self._tell(Failed(id_, error))
        else:
            if isinstance(found, Question) and id_ == self._id:
                self._tell(Waits(found))

    def withdraw(self) -> None:
        """Withdraw the open proposal: the table shows something else now."""
        id_, self._id = self._id, None
        if id_ is not None:
            with suppress(NoSuchQuestion):
                self._play.dismiss(id_)
            self._tell(Gone(id_, self._moves, refused=False))

    def on_change(self, change: Change[Any, Any]) -> None:
        """Handle a change of the play: the entry of the open proposal closes it."""
        if change.entry is None or change.entry.id != self._id:
            return
        id_, self._id = self._id, None
        step = self._play.course.done[-1]
        text = self._play.course.rules.describe(step.before, step.move, step.after, self._play.game.names)
        self._tell(Taken(id_, step.move, text, change.seq))

    def _on_withdrawn(self, id_: str) -> None:
        if id_ == self._id:
            self._id = None
            self._tell(Gone(id_, self._moves, refused=any(map(self._is_legal, self._moves))))

    def _is_legal(self, move: Move) -> bool:
        try:
            self._play.course.check(move)
        except IllegalMove:
            return False
        return True
