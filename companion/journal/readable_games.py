"""Kept games one by one: the whole game, or what can be saved of it and why the rest cannot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError, within
from companion.games.registry import game as rules_of
from companion.journal.course import Course, RefusedEntry
from companion.journal.entries import Entry, KeptGame, UnreadableGame
from companion.journal.errors import JournalError

if TYPE_CHECKING:
    from companion.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Followed:
    """A kept game as far as it can be read and folded."""

    game: KeptGame
    course: Course[Any, Any] | None
    """The game so far, or None if its setup cannot be played."""
    entries: tuple[Entry, ...]
    """The entries folded, or without a course those that can be read."""
    error: CompanionError | None
    """The error of the entry after those, or of the setup."""

    def shown(self) -> Course[Any, Any]:
        """Return the course so far, or raise the error if there is none."""
        if self.course is None:
            assert self.error is not None
            raise self.error
        return self.course


def follow(journal: Journal, game: KeptGame) -> Followed:
    """Fold a kept game, whatever is wrong with it.

    Raises:
        JournalError: only if the journal itself fails.
    """
    entries, unreadable = journal.readable(game.id)
    try:
        course = Course.of(rules_of(game.game), game, entries)
    except RefusedEntry as refused:
        return Followed(game, refused.course, entries[: refused.course.seq], refused)
    except CompanionError as error:
        located = JournalError(within(game.name, error.thing), error.reason, error.next_step)
        located.__cause__ = error
        return Followed(game, None, entries, located)
    return Followed(game, course, entries, unreadable)


def follow_rest(journal: Journal, game: UnreadableGame) -> Followed | None:
    """Return what can be saved of an unreadable game, with players by number if their names are lost."""
    if game.rest is None:
        return None
    try:
        rules = rules_of(game.rest.game)
        seats = range(1, rules.seats(rules.options_from_json(game.rest.options, "options")) + 1)
    except CompanionError:
        return None
    rest = replace(game.rest, players=game.rest.players or tuple(map(str, seats)))
    return replace(follow(journal, rest), error=game.error)
