"""What the camera proposes to a game: one thing at a time, taken back when the table tells otherwise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.journal import Entry
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

    def told(self) -> Advised | NotKept:
        """A move that is legal no more needs only a hint; what the journal cannot keep is said as such."""
        if isinstance(self.error, IllegalMove):
            return Advised(self.error.reason)
        return NotKept(self.id, self.error)


ProposalOutcome = Taken | Waits | Gone | Failed


def proposed(play: AnyPlay, id: str, move: Move, text: Message, seq: int | None = None) -> Proposed:
    """A move that waits to be confirmed, or was taken at once."""
    return Proposed(id, move, play.course.rules.move_to_json(move), text, seq)


def which(play: AnyPlay, question: Question, kind: str, region: Box | None = None) -> Asked:
    """The several moves that a proposal may have been, as a question of this kind."""
    documents = tuple(play.course.rules.move_to_json(one.move) for one in question.choices)
    return Asked(question.key, kind, question.text, question.choices, region=region, documents=documents)


class Proposals:
    """At most one open proposal. Lives on the thread that owns the play; ``tell`` hears what becomes of each."""

    def __init__(self, play: AnyPlay, new_id: Callable[[], str], tell: Callable[[ProposalOutcome], None]) -> None:
        self._play, self._new_id, self._tell = play, new_id, tell
        self._id: str | None = None
        self._moves: tuple[Move, ...] = ()
        self._take_back: Callable[[], None] = lambda: None

    @property
    def open(self) -> tuple[Move, ...]:
        """The moves that are proposed now; none where nothing is."""
        return self._moves if self._id is not None else ()

    @property
    def id(self) -> str | None:
        """The open proposal's."""
        return self._id

    def propose(self, moves: tuple[Move, ...], *, id: str | None = None, ask: bool = False) -> None:
        """Hands a move in, or the several that it may have been. The same again is left as it is."""
        if moves == self.open:
            return
        self.withdraw()
        self._id, self._moves = id or f"{Source.CAMERA}-{self._new_id()}", moves
        self._take_back = self._play.hand_in(
            *moves,
            source=Source.CAMERA,
            seat=self._play.course.rules.at_turn(self._play.state),
            base_seq=self._play.seq,
            id=self._id,
            ask=ask,
            answered=partial(self._answered, self._id),
            refused=partial(self._refused, self._id),
            withdrawn=partial(self._withdrawn, self._id),
        )

    def withdraw(self) -> None:
        """The table tells otherwise now."""
        id_, self._id = self._id, None
        if id_ is not None:
            self._take_back()
            with suppress(NoSuchQuestion):
                self._play.dismiss(id_)
            self._tell(Gone(id_, self._moves, refused=False))

    def hear(self, change: Change[Any, Any]) -> None:
        """Give it every change of the play."""
        if change.entry is None or change.entry.id != self._id:
            return
        id_, self._id = self._id, None
        step = self._play.course.done[-1]
        text = self._play.course.rules.describe(step.before, step.move, step.after, self._play.game.names)
        self._tell(Taken(id_, step.move, text, change.seq))

    def _answered(self, id_: str, given: Entry | Question) -> None:
        if id_ == self._id and isinstance(given, Question):
            self._tell(Waits(given))

    def _refused(self, id_: str, error: CompanionError) -> None:
        if id_ == self._id:
            self._id = None
        elif isinstance(error, IllegalMove):  # it was put aside meanwhile
            return
        self._tell(Failed(id_, error))

    def _withdrawn(self, id_: str) -> None:
        if id_ == self._id:
            self._id = None
            self._tell(Gone(id_, self._moves, refused=any(map(self._legal, self._moves))))

    def _legal(self, move: Move) -> bool:
        try:
            self._play.course.check(move)
        except IllegalMove:
            return False
        return True
