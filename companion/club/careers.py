"""Curves of one player over all games: the victories so far, and the mean of the dice in each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from companion.club.history import PlayedGame
from companion.club.statistics import EXPECTED_MEAN, mean_rolls
from companion.games.figures import Curve, Panel
from companion.locale import Message


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
