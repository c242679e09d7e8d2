"""What ``roll`` prints of a roll of Magnate."""

from __future__ import annotations

from typing import Annotated, TypedDict

from companion.games.field_types import Named
from companion.games.json_schema import Code, Counts, Letter

D10 = Annotated[int, Named("d10")]
D6 = Annotated[int, Named("d6")]


class Pays(TypedDict):
    """A card that a rank pays."""

    card: Code
    pays: list[Letter]


class RollDocument(TypedDict):
    """A roll, whom it taxes, and what every rank earns."""

    source: str
    """`app`, `camera` or `roller`."""
    id: str
    """Of the roll: the same id never counts twice."""
    dice: tuple[D10, D10]
    tax_dice: list[D6]
    """Empty without a 1."""
    taxed: list[Letter]
    """Each suit once."""
    rank: int
    """The higher die."""
    ranks: dict[str, list[Pays]]
    """By rank, 1 Aces to 10 Crowns: the cards that it pays."""


class PlayersRoll(TypedDict):
    """What the roll did to a player."""

    player: str
    """By name; in order of seats."""
    lost: dict[str, int]
    """To taxation, by suit letter."""
    income: Counts
    tokens: Counts
    """Held now."""


class AwaitedAnswer(TypedDict):
    """What the game waits for."""

    player: str
    text: str


class RollInGame(TypedDict):
    """What a roll in a game says besides."""

    game: str
    """The game's id."""
    seq: int
    """The roll's place in the game."""
    players: list[PlayersRoll]
    waiting_for: list[AwaitedAnswer]
