"""A table of Sorcerous Futures before the first auction, as it is told to ``companion new``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from companion.cli.game_options import option
from companion.errors import CompanionError
from companion.locale import Message

PANEL = "Sorcerous Futures (--aces is needed)"


class NotDealt(CompanionError):
    """Aces that ``companion new`` was not told of."""


@dataclass(frozen=True, slots=True)
class StartingTable:
    """The Aces that lie face up; everything else is hidden, and nobody need tell it."""

    aces: Annotated[
        list[str] | None,
        typer.Option(
            "--aces",
            help="A seat's Aces, AM,AS; once for each seat, clockwise; of four players, X for the one with the Excuse.",
            rich_help_panel=PANEL,
        ),
    ] = None


def setup(laid: StartingTable, players: Sequence[str]) -> dict[str, Any]:
    """The setup's document. Raises :class:`NotDealt` where no Aces were told."""
    if laid.aces is None:
        raise NotDealt(option("aces"), Message("is missing"), Message("see companion new --help"))
    return {"aces": [_listed(own) for own in laid.aces]}


def _listed(codes: str) -> list[str]:
    """The Aces; before the one that has the Excuse there are none."""
    return [code for code in codes.replace(",", " ").split() if code.upper() != "X"]
