"""What ``transfer`` and the ``club`` commands print."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypedDict


class TransferDocument(TypedDict):
    """Games that were taken from one journal into another."""

    games: int
    """Those that were not there before."""
    moves: int
    """Those that were not there before, in all games."""
    names: int
    """Other names of players that were not known there before."""
    seasons: int
    """Those that were not there before."""
    left: list[str]
    """Why games stayed where they are."""


class HistoryDocument(TypedDict):
    """The history of a season, or of all that is kept."""

    since: date | None
    """The first evening that counts; null: the first of all."""
    until: date | None
    """The last evening that counts; null: the last of all."""
    errors: list[str]
    """What keeps games from being followed to their end; they count as far as they go."""


class PlayedGameRow(TypedDict):
    """A game that was played."""

    evening: date
    """An evening lasts until six in the morning."""
    id: str
    game: str
    name: str
    players: list[str]
    """By seat, by the names that count."""
    over: bool
    winners: list[str]
    """Several where it was shared; none while it goes on, or where nobody won."""


class PlayerRow(TypedDict):
    """A player's evenings and games."""

    player: str
    evenings: int
    games: int
    over: int
    """How many games came to their end: those `won`, `shared` and `not_won` together."""
    won: int
    shared: int
    not_won: int


class PairRow(TypedDict):
    """Two who played one another."""

    player: str
    other: str
    games: int
    player_won: int
    """Games that this one won or shared."""
    other_won: int


class DiceRow(TypedDict):
    """How often a player's dice of one kind showed a value, on one evening."""

    evening: date
    game: str
    player: str
    die: str
    shows: int
    times: int


class GamesTable(TypedDict):
    """Each game."""

    told: Literal["games"]
    rows: list[PlayedGameRow]


class PlayersTable(TypedDict):
    """Each player."""

    told: Literal["players"]
    rows: list[PlayerRow]


class PairsTable(TypedDict):
    """Who played whom."""

    told: Literal["pairs"]
    rows: list[PairRow]


class DiceTable(TypedDict):
    """What the dice showed."""

    told: Literal["dice"]
    rows: list[DiceRow]


class NameRow(TypedDict):
    """Another name of a player's."""

    other: str
    name: str
    """The name that counts."""


class SeasonRow(TypedDict):
    """A season that has a name."""

    name: str
    first: date | None
    """Its first evening; null: from the beginning."""
    last: date | None
    """Its last evening; null: it goes on."""
