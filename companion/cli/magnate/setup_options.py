"""Magnate's options of ``companion new``: the table before the first roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import typer

from companion.cli.game_options import option_flag
from companion.errors import CompanionError
from companion.locale import Message
from companion.names import find_seat
from companion.pieces import Tokens

T = TypeVar("T")
PANEL = "Magnate (--districts, --crowns and --starts are required)"


class MissingSetup(CompanionError):
    """A required option is missing."""


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The cards on the table, by code, and who starts."""

    districts: Annotated[
        str | None,
        typer.Option(
            help="The district cards, from the first player's left: PMSL,PMYK,X,PSWK,PWLY.", rich_help_panel=PANEL
        ),
    ] = None
    crowns: Annotated[
        list[str] | None,
        typer.Option(
            "--crowns",
            help="A player's Crowns, such as CM,CS,CW. Repeat for each player, in seat order.",
            rich_help_panel=PANEL,
        ),
    ] = None
    starts: Annotated[
        str | None,
        typer.Option(help="Who starts: a player's name, or a seat number from 0.", rich_help_panel=PANEL),
    ] = None
    tokens: Annotated[
        str,
        typer.Option(
            help="Each player's tokens, such as M2W1,K4. Default: one of the suit of each own Crown.",
            rich_help_panel=PANEL,
        ),
    ] = ""
    pile: Annotated[
        int | None,
        typer.Option(help="Cards in the draw pile. Default: the rest of the deck.", rich_help_panel=PANEL),
    ] = None


def setup_document(options: SetupOptions, players: Sequence[str]) -> dict[str, Any]:
    """Return the setup's document; raise :class:`MissingSetup` if a required option is missing.

    Args:
        options: The table.
        players: The players' names, by seat.

    Returns:
        The document.
    """
    starts = _require("starts", options.starts)
    document: dict[str, Any] = {
        "districts": _split_codes(_require("districts", options.districts)),
        "crowns": [_split_codes(hand) for hand in _require("crowns", options.crowns)],
        "first_player": find_seat(starts, players, option_flag("starts")),
        "pile": options.pile,
    }
    if options.tokens:
        document["tokens"] = [Tokens.parse(held).to_json() for held in options.tokens.split(",")]
    return document


def _require(name: str, value: T | None) -> T:
    if value is None:
        raise MissingSetup(option_flag(name), Message("missing"), Message("see `companion new --help`"))
    return value


def _split_codes(codes: str) -> list[str]:
    return codes.replace(",", " ").split()
