"""``companion replay``, ``export``, ``import``, ``backup`` and ``restore``: games as files."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer

from companion.cli.board import show_board, show_history
from companion.cli.documents import head, score_document, state_document
from companion.cli.options import AsJson, GameName, find_readable_game, new_id, now, open_journal, report_damage
from companion.cli.output import (
    OUTPUT,
    Language,
    check_output,
    note_done,
    print_error,
    print_json,
    print_line,
    print_result,
    print_to_stderr,
    print_utf8,
    write_output,
)
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.files import free_path
from companion.games.registry import game as rules_of
from companion.journal.course.course import AnyCourse, Course, RefusedEntry
from companion.journal.course.folding import UNDO
from companion.journal.course.summaries import summarise
from companion.journal.records.record import read_record, write_record
from companion.journal.values import MOST_BYTES
from companion.locale import Message, Wording, listed

Record = Annotated[Path, typer.Argument(help="A record file, or - for standard input.")]


class UnusableFile(CompanionError):
    """A file that cannot be read, or that must not be replaced."""


def replay(
    record: Record,
    states: Annotated[bool, typer.Option("--states", help="Print the state after each move.")] = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Replay a game record and print its result. Exit status 1: the rules refuse a move, which is printed."""
    course, refused = _read_course(record)
    if as_json:
        document: dict[str, Any] = {**head(course), "state": state_document(course, course.state)}
        if states:
            document["start"] = state_document(course, course.start)
            document["states"] = _states(course)
        document |= {"score": score_document(course), "error": None if refused is None else _refusal(refused)}
        print_json("replay", document)
    else:
        _print_course(course, states)
    if refused is not None:
        print_error(refused)
    return 0 if refused is None else 1


def export(
    context: typer.Context,
    game: GameName,
    output: Annotated[Path | None, typer.Option(*OUTPUT, help="Write to this file.")] = None,
) -> int:
    """Write a saved game, including undone moves, as a record file. Default: to standard output.

    Exit status 1: the game could not be read completely, so only the readable moves are written.
    """
    with open_journal(context.obj) as journal:
        followed = find_readable_game(journal, game)
    written = write_record(followed.game, followed.entries)
    if output is None:
        print_utf8(written)
    elif followed.error is not None and output.is_file():
        raise UnusableFile(
            str(output),
            Message("file exists, and only a part of {name} can be written", {"name": followed.game.name}),
            Message("choose another file"),
        ) from followed.error
    else:
        check_output(output, context.obj.protected)
        write_output(output, written.encode(), protected=context.obj.protected)
    return report_damage(followed.error)


class ImportDocument(TypedDict):
    """The saved game of a record."""

    id: str
    name: str
    seq: int
    """The number of moves."""


def import_(
    context: typer.Context,
    record: Record,
    copy: Annotated[bool, typer.Option("--copy", help="Save it as a separate game with a new id.")] = False,
    as_json: AsJson = False,
) -> int:
    """Save the game of a record file. Importing the same record again changes nothing."""
    course, refused = _read_course(record)
    if refused is not None:
        print_error(refused)
        return 1
    kept, entries = course.game, tuple(entry for entry, _ in course.entry_steps)
    if copy:
        kept = replace(kept, id=new_id()[:12])
        entries = tuple(replace(entry, game=kept.id) for entry in entries)
    with open_journal(context.obj) as journal:
        exists = any(id_ == kept.id for id_, _ in journal.game_list.names())
        journal.create(kept, entries, summarise(course))
    note_done(Message("game {id} saved", {"id": kept.id}))
    if as_json:
        print_json("import", ImportDocument(id=kept.id, name=kept.name, seq=len(entries)))
    else:
        print_line(f"{kept.id}  {kept.name}", flush=True)
    if exists:
        print_to_stderr(Message("{name} is already saved. Nothing changed.", {"name": kept.name}))
    return 0


def _read_course(record: Path) -> tuple[AnyCourse, RefusedEntry | None]:
    """Return the game of a record as far as the rules accept it, and the move that they refuse, if any."""
    name = "standard input" if str(record) == "-" else record.name
    try:
        with sys.stdin.buffer if str(record) == "-" else record.open("rb") as file:
            written = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnusableFile(
            str(record),
            Message("cannot read ({why})", {"why": error.strerror or str(error)}),
            Message("choose a record file"),
        ) from error
    kept, entries = read_record(written, name, now=now, new_id=lambda: new_id()[:12])
    try:
        return Course.of(rules_of(kept.game), kept, entries), None
    except RefusedEntry as error:
        return error.course, error


def _states(course: AnyCourse) -> list[dict[str, Any]]:
    return [
        {
            "seq": entry.seq,
            "move": dict(entry.move),
            **state_document(course, step.before if entry.move == UNDO else step.after),
        }
        for entry, step in course.entry_steps
    ]


def _refusal(error: RefusedEntry) -> dict[str, Any]:
    return {
        "seq": error.entry.seq,
        "move": dict(error.entry.move),
        "rule": getattr(error.cause, "rule", None),
        "reason": str(error.cause.reason),
    }


def _print_course(course: AnyCourse, states: bool) -> None:
    console = terminal()
    console.print(Message("{name}: {text}", {"name": course.game.name, "text": ", ".join(course.game.names)}))
    if states:
        show_history(console, course)
    show_board(console, course)


class TwoFiles(CompanionError):
    """Two names for one file to write."""


class BackupDocument(TypedDict):
    """A new backup."""

    file: str
    games: int
    """The number of games in it."""


class RestoreDocument(TypedDict):
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
    from companion.journal.copies import backups  # imports SQLAlchemy, which replay does not need
    from companion.journal.copies.evenings import moment

    if file is not None and output is not None:
        raise TwoFiles(str(output), Message("there are two files to write"), Message("name the file once"))
    file = file or output or free_path(Path(f"games-{moment()}.db"))
    check_output(file, context.obj.protected)
    games = backups.back_up(context.obj.journal_url, file, report=report_damage)
    note_done(Message("backup saved to {file}", {"file": str(file)}))
    saved = Message("{file} saved: {n} game", {"file": str(file), "n": games}, "{file} saved: {n} games", "n")
    print_result("backup", BackupDocument(file=str(file), games=games), as_json, saved)
    return 0


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file written by `companion backup`.")],
    as_json: AsJson = False,
) -> int:
    """Restore a backup. The current games are kept in a separate file."""
    from companion.journal.copies import backups
    from companion.journal.copies.evenings import moment

    url, aside = context.obj.ensure_writable().journal_url, f"replaced-{moment()}"
    restored = backups.restore(url, file, aside, report_damage)
    note_done(Message("games restored from {file}", {"file": str(file)}))
    kept = None if restored.kept is None else str(restored.kept)
    if restored.left_out:
        values: Wording = {"file": str(file), "what": listed(restored.left_out)}
        print_to_stderr(
            Message("{file} contains {what}, which is not part of a companion database. Skipped it.", values)
        )
    lines = [Message("Restored {n} game.", {"n": restored.games}, plural="Restored {n} games.", count="n")]
    if kept is not None:
        lines.append(Message("The previous games are in {file}.", {"file": kept}))
    document = RestoreDocument(file=str(file), games=restored.games, kept=kept)
    print_result("restore", document, as_json, *lines)
    return 0
