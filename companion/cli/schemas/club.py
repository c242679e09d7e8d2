"""What ``transfer`` and the ``club`` commands print."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypedDict


class TransferDocument(TypedDict):
    """Games that were copied from one journal to another."""

    games: int
    """The number of new ones."""
    moves: int
    """The number of new ones, in all games."""
    names: int
    """Aliases that were new there."""
    seasons: int
    """The number of new ones."""
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


class PlayedGameRow(TypedDict):
    """A game that was played."""

    evening: date
    """An evening ends at six in the morning."""
    id: str
    game: str
    name: str
    players: list[str]
    """The players' main names, by seat."""
    scores: list[int]
    """By seat; empty before the end of a game that has no score until then."""
    over: bool
    winners: list[str]
    """Several if the win was shared; empty if the game is not finished or nobody won."""


class PlayerRow(TypedDict):
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


class PairRow(TypedDict):
    """One row per pair of players."""

    player: str
    other: str
    games: int
    player_won: int
    """Games that this player won or shared."""
    other_won: int


class DiceRow(TypedDict):
    """How often a player rolled a value with one kind of die on one evening."""

    evening: date
    game: str
    player: str
    die: str
    shows: int
    times: int


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


class NameRow(TypedDict):
    """An alias of a player."""

    other: str
    name: str
    """The player's main name."""


class SeasonRow(TypedDict):
    """A season of a club."""

    name: str
    first: date | None
    """The first day; null if there is no first day."""
    last: date | None
    """The last day; null if the season is open."""
