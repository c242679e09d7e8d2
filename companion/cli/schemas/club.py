"""What ``transfer`` and the ``club`` commands print."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypedDict

from companion.club.tables import DiceRow, PairRow, PlayedGameRow, PlayerRow


class LeftGames(TypedDict):
    """Games that could not be copied."""

    left: list[str]
    """Why games could not be copied."""


class HistoryDocument(TypedDict):
    """The history of a season, or of all saved games."""

    since: date | None
    """The first day included; null if there is no limit."""
    until: date | None
    """The last day included; null if there is no limit."""
    errors: list[str]
    """Why games could not be read completely; their readable moves count."""


class GamesTable(TypedDict):
    """One row per game."""

    told: Literal["games"]
    rows: list[PlayedGameRow]


class PlayersTable(TypedDict):
    """One row per player."""

    told: Literal["players"]
    rows: list[PlayerRow]


class PairsTable(TypedDict):
    """One row per pair of players."""

    told: Literal["pairs"]
    rows: list[PairRow]


class DiceTable(TypedDict):
    """One row per die value."""

    told: Literal["dice"]
    rows: list[DiceRow]
