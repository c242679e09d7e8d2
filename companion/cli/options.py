"""Options and arguments that several commands share, and what a shell completes in them."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import DEFAULT_GAME, game, game_names


def fold_case(name: str | None) -> str | None:
    """Return the name of a game or preset as it is registered, in small letters."""
    return None if name is None else name.casefold()


SIMPLE = re.compile(r"[\w.-]+")
"""A name that every shell takes without quotes."""


def complete_saved_games(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the saved games by name, or by id where a name needs quotes or several games have it.

    A shell shows no errors while it completes, so of games that cannot be read there are none.
    """
    data, database = context.find_root().params.get("data"), os.environ.get("COMPANION_DATABASE_URL") or None
    folders = Folders.default(database) if data is None else Folders(Path(data), database=database)
    if not (folders.on_server or folders.journal.exists()):
        return []
    from companion.journal import Journal

    try:
        with closing(Journal.open(folders.journal_url)) as journal:
            games = journal.game_list.names()
    except CompanionError:
        return []
    count = Counter(name for _, name in games)
    words = [(name if SIMPLE.fullmatch(name) and count[name] == 1 else id, name) for id, name in games]
    return [(word, name) for word, name in words if word.startswith(incomplete)]


def complete_games(incomplete: str) -> list[str]:
    """Return the kinds of games."""
    return [name for name in game_names() if name.startswith(incomplete.casefold())]


def complete_presets(context: typer.Context, incomplete: str) -> list[str]:
    """Return the presets of the game that the command line names; all presets if it names a saved game."""
    named = context.params.get("game") or DEFAULT_GAME
    games = [named] if named in game_names() else game_names()
    return [preset for name in games for preset in game(name).presets if preset.startswith(incomplete.casefold())]


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
KindOfGame = Annotated[str, typer.Option(callback=fold_case, autocompletion=complete_games, help="The game.")]
"""A kind of game, for commands without a saved one."""
Table = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=complete_saved_games,
        help="A saved game, whose options apply, or the name of a kind of game.",
    ),
]
