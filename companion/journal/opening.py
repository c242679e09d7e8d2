"""Opening of stored games: a long one from its newest checkpoint, with the moves before it when they are used."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.protocol import Game
from companion.journal.checkpoints import Checkpoint, checkpoint_of, is_due, newest_due
from companion.journal.continued import Continued
from companion.journal.course import Course
from companion.journal.entries import Entry, KeptGame
from companion.journal.errors import DamagedJournal, JournalError
from companion.journal.folding import Step
from companion.locale import Message

if TYPE_CHECKING:
    from companion.journal.storage import GameStorage

State = TypeVar("State")
Move = TypeVar("Move")

_NO_MATCH = Message("the stored state does not match the moves")


def open_course(storage: GameStorage, rules: Game[Any, Any, State, Move], id_: str) -> Course[State, Move]:
    """Return a stored game.

    Moves before its newest checkpoint are read, verified and folded when something uses them. They raise the error then
    that a whole game raises here.

    Raises:
        JournalError: if it cannot be read.
        CompanionError: as ``Course.of``.
    """
    game = storage.game(id_)
    with suppress(CompanionError):  # the whole game says what is wrong, if it is not the checkpoint
        checkpoint = storage.checkpoints.newest(rules, id_) if storage.checkpoints is not None else None
        if checkpoint is not None:
            return course_from_checkpoint(storage, rules, game, checkpoint)
    entries = storage.entries(id_)
    seq = newest_due(entries)
    course = Course.of(rules, game, entries[:seq] or entries)
    if seq == 0:
        return course
    keep_checkpoint(storage, course)
    return course.following(entries[seq:])


def keep_checkpoint(storage: GameStorage, course: Course[Any, Any]) -> None:
    """Store a checkpoint after a game's last entry, if it is due there; a full or read-only disk does not matter."""
    if storage.checkpoints is None or course.rules.state_codec is None or not course.entry_steps:
        return
    entry = course.entry_steps[-1][0]
    if is_due(entry):
        with suppress(JournalError):
            storage.checkpoints.keep(course.rules, entry, checkpoint_of(course))


def check_checkpoint(storage: GameStorage, course: Course[Any, Any]) -> JournalError | None:
    """Compare the checkpoint that a game is opened from with its moves, and remove one that does not match.

    Args:
        storage: the store of the game.
        course: the whole game.

    Returns:
        The error, or None.
    """
    rules, game = course.rules, course.game
    checkpoint = storage.checkpoints.newest(rules, game.id) if storage.checkpoints is not None else None
    if checkpoint is None:
        return None
    entries = [entry for entry, _ in course.entry_steps[: checkpoint.seq]]
    return None if checkpoint_of(Course.of(rules, game, entries)) == checkpoint else _removed(storage, game)


def course_from_checkpoint(
    storage: GameStorage,
    rules: Game[Any, Any, State, Move],
    game: KeptGame,
    checkpoint: Checkpoint[State, Move],
) -> Course[State, Move]:
    """Return a stored game whose moves up to a checkpoint are folded when they are used; raise as :func:`open_course`.

    Args:
        storage: the store of the game.
        rules: the rules of the game.
        game: the game as it was set up.
        checkpoint: a checkpoint of it.
    """
    begun = Course.begun(rules, game, checkpoint.format)
    earlier = _Earlier(storage, begun, checkpoint)
    course = replace(
        begun,
        seq=checkpoint.seq,
        done=Continued(checkpoint.moves, earlier.done),
        entry_steps=Continued(checkpoint.seq, earlier.entry_steps),
        casts=checkpoint.casts,
        dice=checkpoint.dice,
    )
    return course.following(storage.entries(game.id, after=checkpoint.seq), checkpoint.state)


class _Earlier(Generic[State, Move]):
    """The moves up to a checkpoint, folded once, by any thread."""

    def __init__(
        self,
        storage: GameStorage,
        begun: Course[State, Move],
        checkpoint: Checkpoint[State, Move],
    ) -> None:
        self._storage, self._begun, self._checkpoint = storage, begun, checkpoint
        self._lock = Lock()
        self._course: Course[State, Move] | None = None

    def done(self) -> tuple[Step[State, Move], ...]:
        """Return the moves in force."""
        return tuple(self._folded().done)

    def entry_steps(self) -> tuple[tuple[Entry, Step[State, Move]], ...]:
        """Return each entry with its step."""
        return tuple(self._folded().entry_steps)

    def _folded(self) -> Course[State, Move]:
        with self._lock:
            if self._course is None:
                self._course = self._fold()
            return self._course

    def _fold(self) -> Course[State, Move]:
        checkpoint, game = self._checkpoint, self._begun.game
        course = self._begun.following(self._storage.entries(game.id)[: checkpoint.seq])
        if checkpoint_of(course) != checkpoint:
            raise _removed(self._storage, game)
        # the moves after the checkpoint begin with its very state
        entry, step = course.entry_steps[-1]
        last = replace(step, after=checkpoint.state)
        return replace(course, done=(*course.done[:-1], last), entry_steps=(*course.entry_steps[:-1], (entry, last)))


def _removed(storage: GameStorage, game: KeptGame) -> DamagedJournal:
    """Remove a game's checkpoints and return the error for one that does not match."""
    assert storage.checkpoints is not None
    with suppress(JournalError):
        storage.checkpoints.remove(game.id)
    return DamagedJournal(game.name, _NO_MATCH, Message("open the game again"))
