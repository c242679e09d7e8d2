"""Sorcerous Futures' options of ``companion new``: the table before the first auction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from companion.cli.game_options import option_flag
from companion.errors import CompanionError
from companion.locale import Message

PANEL = "Sorcerous Futures (--aces is required)"


class MissingAces(CompanionError):
    """The option ``--aces`` is missing."""


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The Aces that lie face up; everything else is hidden."""

    aces: Annotated[
        list[str] | None,
        typer.Option(
            "--aces",
            help="A player's Aces, such as AM,AS. Repeat for each player, "
            "clockwise. With four players, X is the Excuse.",
            rich_help_panel=PANEL,
        ),
    ] = None


def setup_document(options: SetupOptions, players: Sequence[str]) -> dict[str, Any]:
    """Return the setup's document.

    Args:
        options: The table.
        players: The players' names, by seat.

    Returns:
        The document.

    Raises:
        MissingAces: There are no Aces.
    """
    if options.aces is None:
        raise MissingAces(option_flag("aces"), Message("missing"), Message("see `companion new --help`"))
    return {"aces": [_split_codes(own) for own in options.aces]}


def _split_codes(codes: str) -> list[str]:
    """Return a seat's Aces; the seat with the Excuse, X, has none."""
    return [code for code in codes.replace(",", " ").split() if code.upper() != "X"]
