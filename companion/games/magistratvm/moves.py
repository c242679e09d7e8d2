"""The moves of Magistratvm. Seats count from 0, clockwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games import field_types
from companion.games.field_types import D6, Bounds, Choices, Flag, Positive, Seat, Typed
from companion.games.magistratvm.facts import Fact, Place, Rival
from companion.games.magistratvm.offices import ENTERED, Office
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """The part of a payment that comes from a governed Province (I8).

    The rest comes from the Estate, then from governed Provinces in the order in which they were won.
    """

    tile: Tile
    gold: Positive


Provincial = Annotated[tuple[Drawn, ...], Typed(after="from")]
"""What a payment takes from governed Provinces."""
Displaced = Annotated[Rival | None, Typed(after="over")]
"""Whom a Magistrate displaces."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice for the first Prefect in the seats' order, a null being 6 (I5)."""

    dice: Annotated[tuple[D6, ...], Typed("D6 …")]
    """A null is 6."""


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """A player's income: from tokens, a number of Quaestors, and the Income die if wished (I7, I9, I10)."""

    player: Seat
    quaestors: field_types.Count = 0
    die: Annotated[bool, Flag("die")] = True


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid for the office of Prefect (I11)."""

    player: Seat
    gold: field_types.Count


@dataclass(frozen=True, slots=True)
class Pass:
    """A final pass in the auction (I11), or no action this time (I13)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class PlaceTokens:
    """Tokens placed in a contested Province for gold (I14)."""

    player: Seat
    tile: Tile
    tokens: Positive = 1
    provincial: Provincial = ()


@dataclass(frozen=True, slots=True)
class Enter:
    """A Patrician who becomes Tribune, Quaestor or Aedile (I15)."""

    player: Seat
    office: Annotated[Office, Choices(tuple(office.value for office in ENTERED))]
    provincial: Provincial = ()


@dataclass(frozen=True, slots=True)
class Promote:
    """An active Magistrate who rises, and displaces a rival if there is no space (I16, I17)."""

    player: Seat
    office: Office
    to: Office
    displaces: Displaced = None
    provincial: Provincial = ()


@dataclass(frozen=True, slots=True)
class Fall:
    """A displaced Magistrate whom the owner puts one level lower, where a rival may be displaced (I17)."""

    player: Seat
    to: Office
    displaces: Displaced = None


@dataclass(frozen=True, slots=True)
class UseTribune:
    """A token placed free of charge (I18)."""

    player: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class UseAedile:
    """Any token moved from one contested Province to another (I18)."""

    player: Seat
    owner: Seat
    tile: Tile
    to: Tile


@dataclass(frozen=True, slots=True)
class UsePraetor:
    """One or two tokens of a Province returned to their owners (I18)."""

    player: Seat
    tile: Tile
    owners: Annotated[tuple[Seat, ...], Bounds(1, 2), Typed("PLAYER [PLAYER]")]


@dataclass(frozen=True, slots=True)
class Recall:
    """A Magistrate whom a Consul sends home (I18)."""

    player: Seat
    office: Office
    magistrate: Rival


@dataclass(frozen=True, slots=True)
class RecallGovernor:
    """A Governor whom a Consul sends home (I18)."""

    player: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Appoint:
    """An active Magistrate who becomes Governor of an own Province (I19)."""

    player: Seat
    office: Office
    tile: Tile


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A Governor who goes home (I19)."""

    player: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Dictate:
    """A Province that the Dictator wins outright, and governs if wished (I20)."""

    player: Seat
    tile: Tile
    governs: Annotated[bool, Flag("home", False)] = True


@dataclass(frozen=True, slots=True)
class StartCircuit:
    """The Prefect's choice of the Province that votes first (I21)."""

    player: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Lend:
    """A Magistrate's influence added to a player's votes (I22)."""

    player: Seat
    office: Office
    to: Seat


@dataclass(frozen=True, slots=True)
class Count:
    """The end of a vote, by the Prefect, who leads the circuit (I22–I25, I28)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Put:
    """Tokens for a Province."""

    tile: Tile
    tokens: Positive


@dataclass(frozen=True, slots=True)
class Redistribute:
    """A player's tokens from a Province moved to others; those not named go home (I26)."""

    player: Seat
    to: tuple[Put, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile for a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: Place
    tile: Tile


@dataclass(frozen=True, slots=True)
class Refill:
    """New Provinces in place of decided ones (I27)."""

    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """A deal: gold from one player to another (I31)."""

    player: Seat
    to: Seat
    gold: Positive
    provincial: Provincial = ()


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]


Action = (
    PlaceTokens
    | Enter
    | Promote
    | UseTribune
    | UseAedile
    | UsePraetor
    | Recall
    | RecallGovernor
    | Appoint
    | Withdraw
    | Pass
)
Move = (
    Roll
    | TakeIncome
    | Bid
    | Action
    | Fall
    | Dictate
    | StartCircuit
    | Lend
    | Count
    | Redistribute
    | Refill
    | Give
    | Correct
)
