"""What a shell completes besides commands and options: saved games, kinds of games and presets."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import typer

from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import DEFAULT_GAME, game, game_names

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
