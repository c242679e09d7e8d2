"""Proposals of the camera to a game: one at a time, withdrawn when the table shows something else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.live.events import Advised, Asked, LiveEvent, NotKept, Proposed, Withdrawn
from companion.locale import Message
from companion.play import AnyPlay, Change, Kind, NoSuchQuestion, Question, Source
from companion.play.possible_moves import refused
from companion.questions import Box

Move = Any
"""A move of any game."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The journal contains the move."""

    id: str
    move: Move
    text: Message
    seq: int


@dataclass(frozen=True, slots=True)
class Waits:
    """The proposal waits for an answer."""

    question: Question


@dataclass(frozen=True, slots=True)
class Closed:
    """The proposal is closed without a move; ``refused``: a player dismissed it although it is legal."""

    id: str
    moves: tuple[Move, ...]
    refused: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """The move could not be stored, with the reason."""

    id: str
    error: CompanionError


ProposalOutcome = Taken | Waits | Closed | Failed


def moves_question(play: AnyPlay, question: Question, kind: str, region: Box | None = None) -> Asked:
    """Return the question which of several moves was made.

    Args:
        play: The play.
        question: The play's question.
        kind: The kind of the event's question.
        region: The region of the picture, if there is one.

    Returns:
        The event.
    """
    documents = tuple(play.course.rules.move_to_json(choice.move) for choice in question.choices)
    return Asked(question.key, kind, question.text, question.choices, region=region, documents=documents)


def outcome_event(play: AnyPlay, outcome: ProposalOutcome) -> LiveEvent:
    """Return the event of an outcome; of several moves that wait, the payment is asked."""
    move_to_json = play.course.rules.move_to_json
    match outcome:
        case Waits(question) if question.kind is Kind.WHICH:
            return moves_question(play, question, "payment")
        case Waits(question):
            choice = question.choices[0]
            return Proposed(question.key, choice.move, move_to_json(choice.move), choice.text)
        case Taken(id_, move, text, seq):
            return Proposed(id_, move, move_to_json(move), text, seq)
        case Failed(_, IllegalMove() as error):
            return Advised(error.reason)
        case Failed(id_, error):
            return NotKept(id_, error)
        case Closed(id_):
            return Withdrawn(id_)


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
            self._tell(Closed(id_, self._moves, refused=False))

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
            self._tell(
                Closed(id_, self._moves, refused=any(refused(self._play.course, move) is None for move in self._moves))
            )
