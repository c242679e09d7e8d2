"""Checkpoints of long games: the state after a move, so that opening a game folds only the moves after it.

A checkpoint stands in the row of its entry. Its check value covers the entry's link, so that one of another entry, or a
damaged one, does not count. One of another version of the companion does not count either. Then the game is folded from
its first move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import companion
from companion.errors import CompanionError
from companion.games.documents import Fields, read_integer
from companion.games.protocol import Game
from companion.journal.checked_json import checked, with_check
from companion.journal.course import Course
from companion.journal.dice_json import dice_to_json, take_dice
from companion.journal.entries import Entry
from companion.journal.folding import DiceCount

State = TypeVar("State")
Move = TypeVar("Move")

VERSION = 1
"""It increases with every change of the rules or of what a checkpoint contains: the same moves give another state."""

FIRST = 300
"""Number of the first entry that may have a checkpoint. Most games are shorter, and folded whole in about 30 ms."""

EVERY = 50
"""Entries from one checkpoint to the next. Folding so many takes about 4 ms, and a checkpoint about 3 kB."""

AFTER = 10
"""Minimum number of entries after a checkpoint that a game is opened from: its last moves can be undone at once."""


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[State, Move]):
    """A game after an entry that was a move, so that nothing can be redone."""

    seq: int
    """The number of the entry."""
    moves: int
    """The number of moves in force."""
    format: int
    """The format of the game's first entry."""
    state: State
    casts: Mapping[str, Move]
    """The dice of undone rolls, as in :class:`~companion.journal.course.Course`."""
    dice: DiceCount


def is_due(entry: Entry) -> bool:
    """Return whether a checkpoint is stored after this entry."""
    return entry.seq >= FIRST and entry.seq % EVERY == 0 and entry.move.get("type") not in ("undo", "redo")


def newest_due(entries: Sequence[Entry]) -> int:
    """Return the number of the last of a game's entries that a game with these entries is opened from, or 0."""
    last = range(len(entries) - AFTER, FIRST - 1, -1)
    return next((seq for seq in last if is_due(entries[seq - 1])), 0)


def checkpoint_of(course: Course[State, Move]) -> Checkpoint[State, Move]:
    """Return the checkpoint of a game whose last entry is a move."""
    return Checkpoint(course.seq, len(course.done), course.format, course.state, course.casts, course.dice)


def write_checkpoint(rules: Game[Any, Any, State, Move], checkpoint: Checkpoint[State, Move], last: str) -> str:
    """Return a checkpoint as JSON text with its version and check value.

    Args:
        rules: a game with a codec for its states.
        checkpoint: the checkpoint.
        last: the link of its entry.
    """
    assert rules.state_codec is not None
    return with_check(
        {
            "version": _version(),
            "seq": checkpoint.seq,
            "moves": checkpoint.moves,
            "format": checkpoint.format,
            "state": rules.state_codec.to_json(checkpoint.state),
            "casts": {name: rules.move_to_json(move) for name, move in checkpoint.casts.items()},
            **dice_to_json(checkpoint.dice),
        },
        last,
    )


def read_checkpoint(
    rules: Game[Any, Any, State, Move], written: object, last: object
) -> Checkpoint[State, Move] | None:
    """Read a checkpoint.

    Args:
        rules: the rules of the game.
        written: the text in the entry's row.
        last: the link of that entry.

    Returns:
        The checkpoint, or None if there is none, or it is damaged, of another version or of another entry.
    """
    document = checked(written, last)
    if document is None or document.pop("version", None) != _version() or rules.state_codec is None:
        return None
    try:
        found = Fields(document, "")
        checkpoint = Checkpoint(
            found.take("seq", read_integer),
            found.take("moves", read_integer),
            found.take("format", read_integer),
            found.take("state", rules.state_codec.from_json),
            found.take("casts", lambda value, place: _casts(rules, value, place)),
            take_dice(found),
        )
        found.done()
    except (CompanionError, ValueError):
        return None
    return checkpoint


def _casts(rules: Game[Any, Any, Any, Move], value: object, place: str) -> dict[str, Move]:
    if not isinstance(value, dict):
        raise ValueError(place)
    return {str(name): rules.move_from_json(move, place) for name, move in value.items()}


def _version() -> str:
    return f"{companion.__version__}-{VERSION}"
