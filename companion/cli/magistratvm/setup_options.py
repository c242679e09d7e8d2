"""Magistratvm's options of ``companion new``: the table before the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from companion.cli.game_options import option_flag
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces.piecepack import Suit

PANEL = "Magistratvm (--tiles is required)"


class MissingTiles(CompanionError):
    """The option ``--tiles`` is missing."""


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The six tiles that were turned up, and each player's suit."""

    tiles: Annotated[
        str | None,
        typer.Option(
            help="The six tiles, clockwise from the upper left: TA4,TC5,TM0,… (suits S M C A; 0 null, 1 ace).",
            rich_help_panel=PANEL,
        ),
    ] = None
    suits: Annotated[
        str | None,
        typer.Option(help="Each player's piecepack suit, in seat order. Default: S,M,C,A.", rich_help_panel=PANEL),
    ] = None


def setup_document(options: SetupOptions, players: Sequence[str]) -> dict[str, Any]:
    """Return the setup's document.

    Args:
        options: The table.
        players: The players' names, by seat.

    Returns:
        The document.

    Raises:
        MissingTiles: There are no tiles.
    """
    if options.tiles is None:
        raise MissingTiles(option_flag("tiles"), Message("missing"), Message("see `companion new --help`"))
    default = [suit.value for suit in Suit][: len(players)]
    suits = default if options.suits is None else _split_codes(options.suits)
    return {"circuit": _split_codes(options.tiles), "suits": suits}


def _split_codes(codes: str) -> list[str]:
    return codes.replace(",", " ").split()
