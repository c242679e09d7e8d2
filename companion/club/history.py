"""The games of a season, with players, winners and rolls."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from companion.journal import KeptGame
from companion.journal.course.summaries import Overview, Summary
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
    rolled: tuple[tuple[str, Die, int], ...]
    """How often each die value counts, after the current player's name."""
    turns: int
    """The number of its last turn."""
    decided_by: str
    """What decided it, as in its score's document; empty before the end, or if the game names none."""
    scores: tuple[int, ...] = ()
    """By seat, as far as the game has a score in one number."""

    @property
    def drawn(self) -> bool:
        """Whether it ended without a winner, which is a loss for nobody."""
        return self.over and not self.winners


def evening_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the evening that a moment belongs to.

    Args:
        moment: A moment with a time zone.
        zone: The time zone of the evening; None: this machine's.
    """
    return (moment.astimezone(zone) - EVENING_END).date()


def list_played_games(
    games: Iterable[Overview], season: Season, names: Names, zone: tzinfo | None = None
) -> list[PlayedGame]:
    """Return the games that began in a season, the oldest first; an unreadable game counts as far as it can be read.

    Of a name's spellings, the first one counts.

    Args:
        games: All games.
        season: The season.
        names: Which names are one player's.
        zone: The time zone of the evenings; None: this machine's.
    """
    spellings: dict[str, str] = {}

    def canonical_name(written: str) -> str:
        name = names.resolve(written)
        return spellings.setdefault(identity_key(name), name)

    found = []
    begun = [(one.game, one.summary) for one in games if one.game is not None and one.summary is not None]
    for game, summary in sorted(begun, key=lambda one: (one[0].created, one[0].id)):
        evening = evening_of(game.created, zone)
        if evening in season:
            found.append(_played_game(game, summary, evening, canonical_name))
    return found


def _played_game(game: KeptGame, summary: Summary, evening: date, canonical_name: Callable[[str], str]) -> PlayedGame:
    players = tuple(canonical_name(name) for name in game.players)
    winners = tuple(players[seat] for seat in summary.winners)
    rolled = tuple((players[seat], die, times) for (seat, die), times in summary.dice.standing.items())
    return PlayedGame(
        *(game.id, game.game, game.name, evening, players, summary.over, winners, rolled),
        turns=summary.turn,
        decided_by=summary.decided_by,
        scores=summary.scores,
    )
