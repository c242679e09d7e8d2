"""What every kept game says of its players: who sat there, who won, and what was rolled at each turn."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from companion.journal.course import Course
from companion.journal.readable_games import Followed
from companion.pieces import Die

DAWN = timedelta(hours=6)
"""What is played before six in the morning belongs to the evening before."""


@dataclass(frozen=True, slots=True)
class Names:
    """Who is the same player: names that differ in case or spaces alone, and those that were said to be one's."""

    same: Mapping[str, str]
    """By another name: the one that counts."""

    def of(self, written: str) -> str:
        """The name that counts.

        >>> names = Names({"Annie": "Ann", "Nan": "Annie"})
        >>> names.of(" annie "), names.of("nan"), names.of("Zoë  L.")
        ('Ann', 'Ann', 'Zoë L.')
        """
        found = {key(other): name for other, name in self.same.items()}
        name = " ".join(written.split())
        while (another := found.pop(key(name), None)) is not None:
            name = another
        return name


def key(name: str) -> str:
    """What is the same for names that are one: without case, and with spaces and accents written one way."""
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
    """Several where it was shared; none while it goes on, or where nobody won."""
    rolled: tuple[tuple[str, Die], ...]
    """Each die that counts, and whose turn it was."""


def evening_of(moment: datetime, zone: tzinfo | None) -> date:
    """The evening that a moment belongs to, by the clock in ``zone`` (None: this machine's)."""
    return (moment.astimezone(zone) - DAWN).date()


def played(games: Iterable[Followed], season: Season, names: Names, zone: tzinfo | None = None) -> list[PlayedGame]:
    """The games that began in a season, the oldest first; one that cannot be followed counts as far as it can.

    A name that several spell differently is the first one's spelling.
    """
    spelt: dict[str, str] = {}

    def called(written: str) -> str:
        name = names.of(written)
        return spelt.setdefault(key(name), name)

    found = []
    for one in sorted(games, key=lambda followed: (followed.game.created, followed.game.id)):
        evening = evening_of(one.game.created, zone)
        if one.course is not None and evening in season:
            found.append(_played(one.course, evening, called))
    return found


def _played(course: Course[object, object], evening: date, called: Callable[[str], str]) -> PlayedGame:
    rules, kept = course.rules, course.game
    players = tuple(called(name) for name in kept.players)
    over = rules.over(course.state)
    winners: tuple[str, ...] = ()
    if over:
        said = rules.score_to_json(course.state, kept.players)
        seats = said["winners"] if "winners" in said else [said["winner"]]
        winners = tuple(players[seat] for seat in seats if seat is not None)
    rolled = tuple((players[seat], die) for seat, die in _dice(course))
    return PlayedGame(kept.id, kept.game, kept.name, evening, players, over, winners, rolled)


def _dice(course: Course[object, object]) -> Iterator[tuple[int, Die]]:
    for step in course.done:
        thrown = course.rules.cast(step.before, step.move)
        if thrown is not None:
            for die in thrown[1]:
                yield course.rules.at_turn(step.before), die
