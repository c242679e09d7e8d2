"""Everything that can happen in a game of Magistratvm. Seats are counted from 0, clockwise."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magistratvm.facts import Fact, Rival
from companion.games.magistratvm.offices import Office
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """Of a payment: gold that comes from a governed Province (I8).

    What is not said to come from one is what lies in the Estate; where that does not reach, what lies on governed
    Provinces, in the order in which they were won.
    """

    tile: Tile
    gold: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Who rolls for the first Prefect has rolled; the dice in their order, a null being 6 (I5)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """A player's income: of the tokens, of so many Quaestors, and of the Income die or not (I7, I9, I10)."""

    player: int
    quaestors: int = 0
    die: bool = True


@dataclass(frozen=True, slots=True)
class Bid:
    """For the office of Prefect (I11)."""

    player: int
    gold: int


@dataclass(frozen=True, slots=True)
class Pass:
    """No higher bid, for good (I11), or no action this time (I13)."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceTokens:
    """Influence beside a contested Province, paid for (I14)."""

    player: int
    tile: Tile
    tokens: int = 1
    provincial: tuple[Drawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Enter:
    """A Patrician becomes Tribune, Quaestor or Aedile (I15)."""

    player: int
    office: Office
    provincial: tuple[Drawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Promote:
    """An active Magistrate rises, and displaces a rival where there is no space (I16, I17)."""

    player: int
    office: Office
    to: Office
    displaces: Rival | None = None
    provincial: tuple[Drawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Fall:
    """A displaced Magistrate is set down one level lower by its owner, and may displace a rival there (I17)."""

    player: int
    to: Office
    displaces: Rival | None = None


@dataclass(frozen=True, slots=True)
class UseTribune:
    """One token for nothing (I18)."""

    player: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class UseAedile:
    """Anybody's token moves from one contested Province to another (I18)."""

    player: int
    owner: int
    tile: Tile
    to: Tile


@dataclass(frozen=True, slots=True)
class UsePraetor:
    """One or two tokens of a Province go home to their owners (I18)."""

    player: int
    tile: Tile
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A Consul sends another Magistrate home (I18)."""

    player: int
    office: Office
    magistrate: Rival


@dataclass(frozen=True, slots=True)
class RecallGovernor:
    """A Consul sends a Governor home (I18)."""

    player: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Appoint:
    """An active Magistrate becomes Governor of an own Province (I19)."""

    player: int
    office: Office
    tile: Tile


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A Governor goes home (I19)."""

    player: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Dictate:
    """The Dictator wins a Province outright, and governs it or goes home (I20)."""

    player: int
    tile: Tile
    governs: bool = True


@dataclass(frozen=True, slots=True)
class StartCircuit:
    """The Prefect names the Province that votes first (I21)."""

    player: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Lend:
    """A Magistrate's influence is added to somebody's votes (I22)."""

    player: int
    office: Office
    to: int


@dataclass(frozen=True, slots=True)
class Count:
    """The Prefect, who leads the circuit, has the votes counted (I22–I25, I28)."""

    player: int


@dataclass(frozen=True, slots=True)
class Put:
    """Tokens for a Province."""

    tile: Tile
    tokens: int


@dataclass(frozen=True, slots=True)
class Redistribute:
    """A player's tokens that left a Province go to others; what is not named goes home (I26)."""

    player: int
    to: tuple[Put, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile for a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Refill:
    """New Provinces where some were decided (I27)."""

    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """A deal: gold changes hands (I31)."""

    player: int
    to: int
    gold: int
    provincial: tuple[Drawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Correct:
    """The players set things to what lies on the table."""

    facts: tuple[Fact, ...]


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
