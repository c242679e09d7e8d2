"""Figures over all games: victories by what decided them, the mean of the dice, the longest games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.club.history import PlayedGame
from companion.pieces import DieKind

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
