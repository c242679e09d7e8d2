"""Options and arguments that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.cli.completions import complete_saved_games


def fold_case(name: str | None) -> str | None:
    """Return the name of a game or preset as it is registered, in small letters."""
    return None if name is None else name.casefold()


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsAnyJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""Of commands that print one document, or one a line."""
_GAME_NAME = typer.Argument(
    help="The game's id, the start of the id, or the game's name.", autocompletion=complete_saved_games
)
GameName = Annotated[str, _GAME_NAME]
"""A saved game. It is named by an argument in every command."""
OptionalGame = Annotated[str | None, _GAME_NAME]
GameOption = Annotated[str | None, typer.Option("--game", help="The same as GAME, for other programs.")]
"""The contract with other programs names the saved game of ``roll`` and ``watch`` by this option."""
Table = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=complete_saved_games,
        help="A saved game, whose options apply, or the name of a kind of game.",
    ),
]
