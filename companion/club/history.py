"""The games of a season, with players, winners and rolls."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from companion.journal.course import Course
from companion.journal.readable_games import Followed
from companion.pieces import Die

EVENING_END = timedelta(hours=6)
"""Time of the day before which a game belongs to the evening before."""


@dataclass(frozen=True, slots=True)
class Names:
    """Which names are one player's: those that differ in case or spaces alone, and the aliases in ``same``."""

    same: Mapping[str, str]
    """By alias, the name that counts, which may be an alias itself."""

    def resolve(self, written: str) -> str:
        """Return the name that counts.

        >>> names = Names({"Annie": "Ann", "Nan": "Annie"})
        >>> names.resolve(" annie "), names.resolve("nan"), names.resolve("Zoë  L.")
        ('Ann', 'Ann', 'Zoë L.')
        """
        found = {identity_key(other): name for other, name in self.same.items()}
        name = " ".join(written.split())
        while (another := found.pop(identity_key(name), None)) is not None:
            name = another
        return name


def identity_key(name: str) -> str:
    """Return what two spellings of a name have in common: case, spaces and the form of accents do not count."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings from one day to another, both included."""

    first: date = date.min
    last: date = date.max

    def __contains__(self, evening: date) -> bool:
        return self.first <= evening <= self.last


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a season."""

    id: str
    game: str
    name: str
    evening: date
    players: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    """Several if the victory was shared; none before the end, or if nobody won."""
    rolled: tuple[tuple[str, Die], ...]
    """Each die that counts, after the current player's name."""


def evening_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the evening that a moment belongs to.

    Args:
        moment: A moment with a time zone.
        zone: The time zone of the evening; None: this machine's.

    Returns:
        The evening.
    """
    return (moment.astimezone(zone) - EVENING_END).date()


def list_played_games(
    games: Iterable[Followed], season: Season, names: Names, zone: tzinfo | None = None
) -> list[PlayedGame]:
    """Return the games that began in a season, the oldest first; an unreadable game counts as far as it can be read.

    Of a name's spellings, the first one counts.

    Args:
        games: All games.
        season: The season.
        names: Which names are one player's.
        zone: The time zone of the evenings; None: this machine's.

    Returns:
        The games.
    """
    spellings: dict[str, str] = {}

    def canonical_name(written: str) -> str:
        name = names.resolve(written)
        return spellings.setdefault(identity_key(name), name)

    found = []
    for one in sorted(games, key=lambda followed: (followed.game.created, followed.game.id)):
        evening = evening_of(one.game.created, zone)
        if one.course is not None and evening in season:
            found.append(_played_game(one.course, evening, canonical_name))
    return found


def _played_game(course: Course[object, object], evening: date, canonical_name: Callable[[str], str]) -> PlayedGame:
    rules, kept = course.rules, course.game
    players = tuple(canonical_name(name) for name in kept.players)
    over = rules.over(course.state)
    winners: tuple[str, ...] = ()
    if over:
        score = rules.score_to_json(course.state, kept.players)
        seats = score["winners"] if "winners" in score else [score["winner"]]
        winners = tuple(players[seat] for seat in seats if seat is not None)
    rolled = tuple((players[seat], die) for seat, die in _dice(course))
    return PlayedGame(kept.id, kept.game, kept.name, evening, players, over, winners, rolled)


def _dice(course: Course[object, object]) -> Iterator[tuple[int, Die]]:
    for step in course.done:
        cast = course.rules.cast(step.before, step.move)
        if cast is not None:
            for die in cast[1]:
                yield course.rules.at_turn(step.before), die
