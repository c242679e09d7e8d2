"""What the documents of a game are where it is one of Magnate: its options, its setup, its states, its score."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from companion.games.documents import Json
from companion.games.json_schema import Code, Letter


class PendingIncome(TypedDict):
    """A deed whose owner has still to choose what it pays."""

    owner: int
    card: Code


class WaitingFor(TypedDict):
    """A question that blocks play."""

    owner: int
    """The seat that answers."""
    kind: str
    """`roll`, `deed_income`, `play`, `draw`, or in the last turns `end_turn`."""
    text: str
    card: Code | None
    """The deed that pays, for `deed_income`."""
    suits: list[Letter]
    """What there is to choose from, for `deed_income`."""


class AsShown(TypedDict):
    """What a state's document has otherwise than the state."""

    pending_income: list[PendingIncome]
    waiting_for: list[WaitingFor]
    """The questions that block play; owners answer in any order."""
    as_format_1: NotRequired[bool]
    """True for a game whose entries began with format 1; else left out."""


class TableOfEvent(TypedDict):
    """What the camera reads of the districts; the rows that differ, if the table contradicts the game."""

    districts: NotRequired[list[Json]]
    columns: NotRequired[list[Json]]


class TaxDiceOfEvent(TypedDict):
    """The tax dice of a roll; null for one that could not be read."""

    tax_dice: NotRequired[list[int | None]]
