"""A table of Magistratvm before the first turn, as it is told to ``companion new``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from companion.cli.game_options import option
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces.piecepack import Suit

PANEL = "Magistratvm (--tiles is needed)"


class NotLaidOut(CompanionError):
    """Tiles that ``companion new`` was not told of."""


@dataclass(frozen=True, slots=True)
class StartingTable:
    """The six tiles that were turned up, and everybody's suit."""

    tiles: Annotated[
        str | None,
        typer.Option(
            help="The six tiles, clockwise from the upper left: TA4,TC5,TM0,… (suits S M C A; 0 null, 1 ace).",
            rich_help_panel=PANEL,
        ),
    ] = None
    suits: Annotated[
        str | None,
        typer.Option(help="Everybody's suit of the piecepack, by seat; S,M,C,A if left out.", rich_help_panel=PANEL),
    ] = None


def setup(laid: StartingTable, players: Sequence[str]) -> dict[str, Any]:
    """The setup's document. Raises :class:`NotLaidOut` where no tiles were told."""
    if laid.tiles is None:
        raise NotLaidOut(option("tiles"), Message("is missing"), Message("see companion new --help"))
    usual = [suit.value for suit in Suit][: len(players)]
    return {"circuit": _listed(laid.tiles), "suits": usual if laid.suits is None else _listed(laid.suits)}


def _listed(codes: str) -> list[str]:
    return codes.replace(",", " ").split()
