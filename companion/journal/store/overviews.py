"""Stored games one by one, as far as they can be read, and as lists show them: by their summaries, or folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError, within
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course, RefusedEntry
from companion.journal.course.summaries import Overview, summarise
from companion.journal.entries import Entry, JournalError, KeptGame, UnreadableGame

if TYPE_CHECKING:
    from companion.journal.store.game_list import ListedGame
    from companion.journal.store.journal import Journal

_BATCH = 20
"""Games that are folded before their summaries are stored together."""


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


def overviews(journal: Journal, limit: int | None = None, offset: int = 0) -> tuple[Overview, ...]:
    """Return one page of the games, the newest first.

    A game without a valid summary is folded, and its summary is stored. A change inside a game that has one is
    reported when the game is opened, or by a check of all games.

    Args:
        journal: the journal.
        limit: the largest number of games; None: all, those with an unreadable row last, then those of which only moves
            exist.
        offset: the number of newer games to leave out.

    Raises:
        JournalError: if the journal itself fails.
    """
    listed = journal.game_list.page(limit, offset)
    if limit is None:
        listed = tuple(sorted(listed, key=lambda one: isinstance(one.game, UnreadableGame)))
    found = _shown(journal, listed)
    if limit is None and not any(isinstance(one.game, UnreadableGame) for one in listed):
        return (*found, *(_without_row(journal, one) for one in journal.game_list.without_row()))
    return found


def fill(journal: Journal) -> Iterator[int]:
    """Store the missing summaries, some games at a time; yield the number of games that were folded so far.

    Raises:
        JournalError: if the journal itself fails.
    """
    folded = damaged = 0
    while listed := journal.game_list.without_summary(_BATCH, damaged):
        damaged += sum(one.error is not None or one.summary is None for one in _shown(journal, listed))
        still = journal.game_list.without_summary(1, damaged)
        if still and still[0].game.id == listed[0].game.id:  # they could not be stored
            return
        folded += len(listed)
        yield folded


def _shown(journal: Journal, listed: Sequence[ListedGame]) -> tuple[Overview, ...]:
    """Fold the games that have no valid summary, and store their summaries."""
    found = tuple(_overview(journal, one) for one in listed)
    folded = [
        (one, shown.summary)
        for one, shown in zip(listed, found, strict=True)
        if one.summary is None and shown.summary is not None and shown.error is None
    ]
    with suppress(JournalError):  # a full or read-only disk: they are folded again next time
        journal.game_list.keep(folded)
    return found


def _overview(journal: Journal, one: ListedGame) -> Overview:
    if isinstance(one.game, UnreadableGame):
        return _without_row(journal, one.game)
    if one.summary is not None:
        return Overview(one.game.id, one.game.name, one.game, one.summary, None)
    return _as_folded(follow(journal, one.game))


def _without_row(journal: Journal, game: UnreadableGame) -> Overview:
    rest = follow_rest(journal, game)
    if rest is None:
        return Overview(game.id, game.name, None, None, game.error)
    return _as_folded(rest)


def _as_folded(followed: Followed) -> Overview:
    summary = summarise(followed.course) if followed.course is not None else None
    return Overview(followed.game.id, followed.game.name, followed.game, summary, followed.error)
