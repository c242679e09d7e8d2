"""A play that a camera follows, the listener of its events, and the camera's proposals to it: one at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.registry import AnyGame
from companion.journal.course.course import Course
from companion.live.camera_game import Awaits, CameraCards, CameraGame
from companion.live.events import Advised, Asked, LiveEvent, NotKept, Proposed, Withdrawn
from companion.live.registry import camera_game
from companion.locale import Message
from companion.pieces import Wish
from companion.play import AnyPlay, Change, Kind, NoSuchQuestion, Question, Source
from companion.play.possible_moves import refused
from companion.questions import Box

Move = Any
"""A move of any game."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The proposal is closed without a move; ``refused``: a player dismissed it although it is legal."""

    id: str
    moves: tuple[Move, ...]
    refused: bool


ProposalOutcome = Proposed | Question | Closed | NotKept
"""The move was taken, waits for an answer, was closed without a move, or could not be stored."""


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
    match outcome:
        case Question(kind=Kind.WHICH):
            return moves_question(play, outcome, "payment")
        case Question():
            choice = outcome.choices[0]
            return Proposed(outcome.key, choice.move, play.course.rules.move_to_json(choice.move), choice.text)
        case NotKept(_, IllegalMove() as error):
            return Advised(error.reason)
        case Closed(id_):
            return Withdrawn(id_)
    return outcome


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
            self._tell(NotKept(id_, error))
        else:
            if isinstance(found, Question) and id_ == self._id:
                self._tell(found)

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
        step, rules = self._play.course.done[-1], self._play.course.rules
        text = rules.describe(step.before, step.move, step.after, self._play.game.names)
        self._tell(Proposed(id_, step.move, rules.move_to_json(step.move), text, change.seq))

    def _on_withdrawn(self, id_: str) -> None:
        if id_ == self._id:
            self._id = None
            was_legal = any(refused(self._play.course, move) is None for move in self._moves)
            self._tell(Closed(id_, self._moves, refused=was_legal))


class NotFollowed(CompanionError):
    """A game that no camera can follow."""


@dataclass(frozen=True, slots=True)
class FollowedPlay:
    """A play, how a camera follows its game, and the listener of its events."""

    play: AnyPlay
    game: CameraGame
    tell: Callable[[LiveEvent], None]
    new_id: Callable[[], str]

    @classmethod
    def of(cls, play: AnyPlay, tell: Callable[[LiveEvent], None], new_id: Callable[[], str]) -> FollowedPlay:
        """Create the context of a play.

        Args:
            play: The play.
            tell: Receives the events.
            new_id: Returns a new id.

        Raises:
            NotFollowed: If no camera follows the play's game.
        """
        game = camera_game(play.game.game)
        if game is None:
            raise NotFollowed(
                play.game.name, Message("the camera cannot follow {game}", {"game": play.course.rules.title})
            )
        return cls(play, game, tell, new_id)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.play.state

    @property
    def course(self) -> Course[Any, Any]:
        """The game so far."""
        return self.play.course

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return self.play.course.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The player names by seat."""
        return self.play.game.names

    def ask(self, asked: Asked, answered: Callable[[str], None]) -> None:
        """Ask a question at the table.

        Args:
            asked: The question.
            answered: Takes the answer, or raises why it is none.
        """
        self.play.others[asked.key] = answered
        self.tell(asked)

    def drop(self, key: str) -> None:
        """Withdraw a question."""
        self.play.others.pop(key, None)
        self.tell(Withdrawn(key))

    @property
    def cards(self) -> CameraCards:
        """How the game's cards are followed; raises :class:`NotFollowed` if only its dice are."""
        if self.game.cards is None:
            raise NotFollowed(self.rules.title, Message("the camera reads only the dice of this game"))
        return self.game.cards

    @property
    def wish(self) -> Wish | None:
        """The roll that the turn begins with; None if this state has none."""
        state = self.play.state
        return self.game.wish(state) if self.game.wish is not None else self.rules.wish(state)

    @property
    def awaits(self) -> Awaits:
        """What the turn waits for."""
        return self.game.awaits(self.play.state)
