"""A club's history in tables, as rows and as CSV, and figures over all games, as numbers, curves and sentences."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date
from itertools import accumulate, permutations

from companion.club.history import PlayedGame
from companion.club.people import default_names
from companion.games.figures import Curve, Panel
from companion.games.registry import game as rules_of
from companion.games.registry import game_names
from companion.locale import Message, Wording, decimal, listed
from companion.names import name_key
from companion.pieces import DieKind


@dataclass(frozen=True, slots=True)
class PlayedGameRow:
    """A game that was played."""

    evening: date
    """An evening ends at six in the morning."""
    id: str
    game: str
    name: str
    players: tuple[str, ...]
    """The players' main names, by seat."""
    scores: tuple[int, ...]
    """By seat; empty before the end of a game that has no score until then."""
    over: bool
    winners: tuple[str, ...]
    """Several if the win was shared; empty if the game is not finished or nobody won."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's evenings and games."""

    player: str
    evenings: int
    games: int
    over: int
    """The number of finished games: the sum of `won`, `shared`, `drawn` and `not_won`."""
    won: int
    shared: int
    drawn: int
    """Games that nobody won."""
    not_won: int


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row per pair of players."""

    player: str
    other: str
    games: int
    player_won: int
    """Games that this player won or shared."""
    other_won: int


@dataclass(frozen=True, slots=True)
class DiceRow:
    """How often a player rolled a value with one kind of die on one evening."""

    evening: date
    game: str
    player: str
    die: str
    shows: int
    times: int


Row = PlayedGameRow | PlayerRow | PairRow | DiceRow


def games(played: Sequence[PlayedGame]) -> list[PlayedGameRow]:
    """Return a row for each game: evening, game, players, scores, result."""
    return [
        PlayedGameRow(one.evening, one.id, one.game, one.name, one.players, one.scores, one.over, one.winners)
        for one in played
    ]


def players(played: Sequence[PlayedGame]) -> list[PlayerRow]:
    """Return a row for each player: evenings, games and results; a default name is nobody's."""
    rows = []
    names = {name for one in played for name in one.players if name_key(name) not in default_names()}
    for name in sorted(names, key=str.casefold):
        own = [one for one in played if name in one.players]
        over = [one for one in own if one.over]
        won = [one for one in over if name in one.winners]
        shared, drawn = sum(len(one.winners) > 1 for one in won), sum(one.drawn for one in over)
        evenings = len({one.evening for one in own})
        ended = len(won) - shared, shared, drawn, len(over) - len(won) - drawn
        rows.append(PlayerRow(name, evenings, len(own), len(over), *ended))
    return rows


def pairs(played: Sequence[PlayedGame]) -> list[PairRow]:
    """Return a row for each two players: games together, and victories of each."""
    together, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for one in played:
        people = dict.fromkeys(name for name in one.players if name_key(name) not in default_names())
        for pair in permutations(people, 2):
            together[pair] += 1
            won[pair] += one.over and pair[0] in one.winners
    return [PairRow(a, b, together[a, b], won[a, b], won[b, a]) for a, b in sorted(together) if a < b]


def dice(played: Sequence[PlayedGame]) -> list[DiceRow]:
    """Return a row for each value of a kind of die, by evening and player: how often it was rolled."""
    shown = Counter[tuple[date, str, str, str, int]]()
    for one in played:
        for name, die, times in one.rolled:
            shown[one.evening, one.game, name, str(die.kind), die.value] += times
    return [DiceRow(*key, times) for key, times in sorted(shown.items())]


TABLES: Mapping[str, tuple[type[Row], Callable[[Sequence[PlayedGame]], Sequence[Row]]]] = {
    "games": (PlayedGameRow, games),
    "players": (PlayerRow, players),
    "pairs": (PairRow, pairs),
    "dice": (DiceRow, dice),
}
"""By name, the rows of a table, and the function that builds them."""


def format_csv(table: str, rows: Sequence[Row]) -> str:
    """Return a table as CSV (RFC 4180), headings first: the fields of a row, with spaces in place of ``_``.

    Several names have `` | `` between them, truth values are 1 or 0. An apostrophe comes before what a spreadsheet
    would take for a formula.
    """
    out = io.StringIO()
    headings = [field.name.replace("_", " ") for field in fields(TABLES[table][0])]
    csv.writer(out).writerows([headings, *(map(_cell, astuple(row)) for row in rows)])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        value = " | ".join(map(str, value))
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


EXPECTED_MEAN = (1 + DieKind.D10.faces) / 2
"""Expected mean of ten-sided dice."""


def victories(played: Sequence[PlayedGame]) -> dict[str, Counter[tuple[str, str]]]:
    """Count each player's victories.

    Args:
        played: The games.

    Returns:
        By player, how many were won by each pair of a game and what decided it. Games that name nothing are left out.
    """
    won: dict[str, Counter[tuple[str, str]]] = {}
    for one in played:
        for name in one.winners if one.decided_by else ():
            won.setdefault(name, Counter())[one.game, one.decided_by] += 1
    return won


def mean_rolls(played: Sequence[PlayedGame]) -> dict[str, float]:
    """Return the mean of each player's ten-sided dice."""
    total, times = Counter[str](), Counter[str]()
    for name, die, count in (rolled for one in played for rolled in one.rolled):
        if die.kind is DieKind.D10:
            total[name] += die.value * count
            times[name] += count
    return {name: total[name] / times[name] for name in times}


def longest_games(played: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Return the finished game with most turns of each kind of game, by the kind's name; the earliest of equals."""
    longest: dict[str, PlayedGame] = {}
    for one in played:
        if one.over and (one.game not in longest or one.turns > longest[one.game].turns):
            longest[one.game] = one
    return [longest[game] for game in sorted(longest)]


def describe_games(row: PlayerRow) -> tuple[Message, Message]:
    """Return how many games a player played, and how the finished ones ended."""
    counts: Wording = {"won": row.won + row.shared, "drawn": row.drawn, "over": row.over}
    drawn = Message("{won} won and {drawn} drawn of {over} finished", counts)
    won = drawn if row.drawn else Message("{won} won of {over} finished", counts)
    return Message("{n} game", {"n": row.games}, "{n} games", "n"), won


def describe_victories(won_by: Counter[tuple[str, str]]) -> Message | None:
    """Return what decided a player's victories; None if nothing is known of them.

    Args:
        won_by: How many were won by each pair of a game and what decided it.
    """
    decided = ((rules_of(game).deciders.get(by), n) for (game, by), n in won_by.most_common() if game in game_names())
    reasons = [Message("{what} {n}", {"what": what, "n": n}) for what, n in decided if what is not None]
    return Message("Won by: {reasons}", {"reasons": listed(reasons)}) if reasons else None


def describe_mean(mean: float | None) -> Message | None:
    """Return the mean of a player's ten-sided dice beside the expected one; None without rolls."""
    if mean is None:
        return None
    values: Wording = {"mean": decimal(mean, 1), "expected": decimal(EXPECTED_MEAN, 1)}
    return Message("Dice {mean} on average, {expected} expected", values)


def describe_length(one: PlayedGame) -> Message:
    """Return a game with its number of turns, as the longest of its kind."""
    values: Wording = {"game": rules_of(one.game).title, "name": one.name, "n": one.turns}
    return Message("Longest game of {game}: {name}, {n} turn", values, "Longest game of {game}: {name}, {n} turns", "n")


@dataclass(frozen=True, slots=True)
class CareerPanel:
    """Curves with a value for each of some games, in the order in which they were played."""

    panel: Panel
    games: tuple[str, ...]
    """The ids of the games."""


def career(played: Sequence[PlayedGame], name: str) -> tuple[CareerPanel, ...]:
    """Return the curves of a player.

    A finished game counts as won or lost unless it was played alone or drawn. A shared victory counts as one.

    Args:
        played: All games, the oldest first.
        name: The player name.

    Returns:
        The victories next to as many as equal chances bring, and by how much the mean of the ten-sided dice was above
        the expected one; each if there are at least two such games.
    """
    own = [one for one in played if name in one.players]
    finished = [one for one in own if one.winners and len(one.players) > 1]
    rolled = [(one, mean) for one in own if (mean := mean_rolls([one]).get(name)) is not None]
    won = tuple(accumulate(float(name in one.winners) for one in finished))
    chances = tuple(accumulate(1 / len(one.players) for one in finished))
    means = tuple(mean for _, mean in rolled)
    who = Message("{name}", {"name": name})
    victories = Panel(Message("games won so far"), (Curve(who, won), Curve(Message("with equal chances"), chances)))
    luck = Curve(who, tuple(mean - EXPECTED_MEAN for mean in means))
    dice = Panel(Message("mean of the dice in each game, above or below the expected one"), (luck,), around_zero=True)
    found = (
        CareerPanel(victories, tuple(one.id for one in finished)),
        CareerPanel(dice, tuple(one.id for one, _ in rolled)),
    )
    return tuple(one for one in found if len(one.games) > 1)
