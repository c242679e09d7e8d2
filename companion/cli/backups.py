"""``companion backup`` and ``restore``: every game kept here in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import done, print_aside, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.locale import Message, Wording, listed

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def backup(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="The file to make; games-DATE-TIME.db in this folder if left out.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Copies every game kept here into one file, also while games go on."""
    from companion.files import check_output_path
    from companion.journal.backups import back_up

    made = file or Path(f"games-{_moment()}.db")
    check_output_path(made, context.obj.own)
    games = back_up(context.obj.journal_url, made)
    done(Message("the backup {file} is made", {"file": str(made)}))
    if as_json:
        print_json(stamped("backup", {"file": str(made), "games": games}))
    else:
        told: Wording = {"file": str(made), "n": games}
        print_line(say(Message("{file}: {n} game", told, plural="{file}: {n} games", count="n")))
    return 0


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `companion backup` made.")],
    as_json: AsJson = False,
) -> int:
    """Puts the games of a backup into the place of those kept here, which stay beside it."""
    from companion.journal import backups

    restored = backups.restore(context.obj.ensure_writable().journal_url, file, f"replaced-{_moment()}")
    done(Message("the games of {file} are kept here now", {"file": str(file)}))
    kept = None if restored.kept is None else str(restored.kept)
    if restored.left_out:
        what: Wording = {"file": str(file), "what": listed(restored.left_out)}
        print_aside(
            say(Message("{file} also defined {what}, which the companion does not make: that was left out", what))
        )
    if as_json:
        document = {"file": str(file), "games": restored.games, "kept": kept}
        print_json(stamped("restore", document))
        return 0
    n = restored.games
    print_line(say(Message("{n} game is kept here now", {"n": n}, plural="{n} games are kept here now", count="n")))
    if kept is not None:
        print_line(say(Message("what was kept here before is in {file}", {"file": kept})))
    return 0


def _moment() -> str:
    from companion.cli.kept_games import now

    return now().astimezone().strftime("%Y%m%d-%H%M%S")
