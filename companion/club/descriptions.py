"""What the figures of players say, in sentences that every front end shows."""

from __future__ import annotations

from collections import Counter

from companion.club.history import PlayedGame
from companion.club.statistics import EXPECTED_MEAN
from companion.club.tables import PlayerRow
from companion.games.registry import game as rules_of
from companion.games.registry import game_names
from companion.locale import Message, Wording, decimal, listed


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
