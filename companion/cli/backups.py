"""``companion backup`` and ``restore``: all games in one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.kept_games import now, report_damage
from companion.cli.options import AsJson
from companion.cli.output import note_done, print_json, print_line, print_to_stderr
from companion.cli.written_files import OUTPUT, check_output
from companion.errors import CompanionError
from companion.files import free_path
from companion.journal.copies import backups
from companion.locale import Message, Wording, listed


class TwoFiles(CompanionError):
    """Two names for one file to write."""


@dataclass(frozen=True, slots=True)
class BackupDocument:
    """A new backup."""

    file: str
    games: int
    """The number of games in it."""


@dataclass(frozen=True, slots=True)
class RestoreDocument:
    """A restored backup."""

    file: str
    games: int
    """The number of saved games now."""
    kept: str | None
    """The path of the previous journal; null if there was none."""


def backup(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="The file to write. Default: games-DATE-TIME.db in the current folder.")
    ] = None,
    output: Annotated[Path | None, typer.Option(*OUTPUT, help="The file to write, if FILE is not used.")] = None,
    as_json: AsJson = False,
) -> int:
    """Back up all saved games to one file, even during a game."""
    if file is not None and output is not None:
        raise TwoFiles(str(output), Message("there are two files to write"), Message("name the file once"))
    file = file or output or free_path(Path(f"games-{_timestamp()}.db"))
    check_output(file, context.obj.protected)
    games = backups.back_up(context.obj.journal_url, file, report=report_damage)
    note_done(Message("backup saved to {file}", {"file": str(file)}))
    if as_json:
        print_json("backup", BackupDocument(str(file), games))
    else:
        values: Wording = {"file": str(file), "n": games}
        print_line(Message("{file} saved: {n} game", values, "{file} saved: {n} games", "n"))
    return 0


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file written by `companion backup`.")],
    as_json: AsJson = False,
) -> int:
    """Restore a backup. The current games are kept in a separate file."""
    url, aside = context.obj.ensure_writable().journal_url, f"replaced-{_timestamp()}"
    restored = backups.restore(url, file, aside, report_damage)
    note_done(Message("games restored from {file}", {"file": str(file)}))
    kept = None if restored.kept is None else str(restored.kept)
    if restored.left_out:
        values: Wording = {"file": str(file), "what": listed(restored.left_out)}
        print_to_stderr(
            Message("{file} contains {what}, which is not part of a companion database. Skipped it.", values)
        )
    if as_json:
        print_json("restore", RestoreDocument(str(file), restored.games, kept))
        return 0
    n = restored.games
    print_line(Message("Restored {n} game.", {"n": n}, plural="Restored {n} games.", count="n"))
    if kept is not None:
        print_line(Message("The previous games are in {file}.", {"file": kept}))
    return 0


def _timestamp() -> str:
    return now().astimezone().strftime("%Y%m%d-%H%M%S")
