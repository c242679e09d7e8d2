"""A table of Magnate before the first roll, as it is told to ``companion new``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import typer

from companion.cli.game_options import option
from companion.errors import CompanionError
from companion.locale import Message
from companion.names import find_seat

T = TypeVar("T")
PANEL = "Magnate (--districts, --crowns and --starts are needed)"


class NotLaid(CompanionError):
    """Something that ``companion new`` was not told of the table."""


@dataclass(frozen=True, slots=True)
class StartingTable:
    """What lies there, in card codes, and who starts."""

    districts: Annotated[
        str | None,
        typer.Option(
            help="The district cards from the first seat's left: PMSL,PMYK,X,PSWK,PWLY.", rich_help_panel=PANEL
        ),
    ] = None
    crowns: Annotated[
        list[str] | None,
        typer.Option("--crowns", help="A seat's Crowns, CM,CS,CW; once for each seat.", rich_help_panel=PANEL),
    ] = None
    starts: Annotated[
        str | None,
        typer.Option(help="Who starts: a player's name or seat, counted from 0.", rich_help_panel=PANEL),
    ] = None
    tokens: Annotated[
        str,
        typer.Option(
            help="Each seat's tokens, M2W1,K4; one of each own Crown's suit if left out.", rich_help_panel=PANEL
        ),
    ] = ""
    pile: Annotated[
        int | None,
        typer.Option(help="Cards in the draw pile; what the deck leaves if left out.", rich_help_panel=PANEL),
    ] = None


def setup(laid: StartingTable, players: Sequence[str]) -> dict[str, Any]:
    """The setup's document. Raises :class:`NotLaid` for what nobody can guess."""
    from companion.pieces import Tokens

    starts = _told("starts", laid.starts)
    document: dict[str, Any] = {
        "districts": _listed(_told("districts", laid.districts)),
        "crowns": [_listed(hand) for hand in _told("crowns", laid.crowns)],
        "first_player": find_seat(starts, players, option("starts")),
        "pile": laid.pile,
    }
    if laid.tokens:
        document["tokens"] = [Tokens.parse(held).to_json() for held in laid.tokens.split(",")]
    return document


def _told(name: str, value: T | None) -> T:
    if value is None:
        raise NotLaid(option(name), Message("is missing"), Message("see companion new --help"))
    return value


def _listed(codes: str) -> list[str]:
    return codes.replace(",", " ").split()
