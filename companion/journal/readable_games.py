"""Each kept game by itself: all of it, or what can be saved of it and why the rest cannot."""

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
    """A kept game as far as it can be read back and followed by its rules."""

    game: KeptGame
    course: Course[Any, Any] | None
    """The game up to there; None where not even its beginning can be played."""
    entries: tuple[Entry, ...]
    """What can be saved: what the course took in, or without a course what can be read back."""
    error: CompanionError | None
    """What is wrong with the entry after those, or with the beginning."""

    def shown(self) -> Course[Any, Any]:
        """The course, as far as it goes; raises what is wrong where there is none."""
        if self.course is None:
            assert self.error is not None
            raise self.error
        return self.course


def follow(journal: Journal, game: KeptGame) -> Followed:
    """A game of this journal, whatever is wrong with it; raises a ``JournalError`` only where the journal fails."""
    entries, unreadable = journal.readable(game.id)
    try:
        course = Course.of(rules_of(game.game), game, entries)
    except RefusedEntry as refused:
        return Followed(game, refused.course, entries[: refused.course.seq], refused)
    except CompanionError as error:
        said = JournalError(within(game.name, error.thing), error.reason, error.next_step)
        said.__cause__ = error
        return Followed(game, None, entries, said)
    return Followed(game, course, entries, unreadable)


def follow_rest(journal: Journal, game: UnreadableGame) -> Followed | None:
    """What can be saved of a game that cannot be read back, its players by number where nobody knows them."""
    if game.rest is None:
        return None
    try:
        rules = rules_of(game.rest.game)
        seats = range(1, rules.seats(rules.options_from_json(game.rest.options, "options")) + 1)
    except CompanionError:
        return None
    rest = replace(game.rest, players=game.rest.players or tuple(map(str, seats)))
    return replace(follow(journal, rest), error=game.error)
