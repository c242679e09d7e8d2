"""``companion games`` and ``show``: the kept games."""

from __future__ import annotations

from datetime import datetime
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.board import show_board, show_history
from companion.cli.documents import AnyCourse, course_document
from companion.cli.kept_games import find_damage, find_lost_games, find_readable_game, open_journal, report_damage
from companion.cli.languages import Language, set_language, translate, translate_error
from companion.cli.options import AsJson, GameName
from companion.cli.output import print_json, print_utf8
from companion.cli.played_options import options_in_force
from companion.cli.plot import plot_course
from companion.cli.registry import help_of
from companion.cli.rules import print_sheet, sheet_document
from companion.cli.schemas.versions import stamp
from companion.cli.terminal import Table, terminal
from companion.cli.written_files import OUTPUT, write_output
from companion.errors import CompanionError
from companion.files import check_output_path
from companion.games.registry import game as find_game
from companion.journal.readable_games import Followed, follow, follow_rest
from companion.journal.text_form import write_lines
from companion.locale import Message
from companion.locale.moments import day_and_time

if TYPE_CHECKING:
    from companion.journal import UnreadableGame


def games(context: typer.Context, as_json: AsJson = False) -> int:
    """List the saved games, newest first. Exit status 1: a game could not be read completely."""
    with open_journal(context.obj) as journal:
        lost, damage = find_lost_games(context.obj, journal), find_damage(journal)
        found = [_row(follow(journal, kept)) for kept in journal.games()]
        for game in journal.unreadable():
            rest = follow_rest(journal, game)
            found.append(_unreadable_row(game) if rest is None else _row(rest))
    if as_json:
        print_json([stamp("games", row) for row in found])
    else:
        _print_games(found)
    report_damage(damage)
    return 1 if lost or damage or any("error" in row for row in found) else 0


def show(
    context: typer.Context,
    game: GameName,
    plot: Annotated[
        Path | None,
        typer.Option(*OUTPUT, "--plot", help=help_of("show --plot", "Draw its figures over the turns into this file.")),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print the game as text for a bug report. `replay` and `import` can read it.")
    ] = False,
    put_away: Annotated[
        bool, typer.Option("--put-away", help="Show how to pack up the game and how to set it up again.")
    ] = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Show a saved game: board, tokens, history."""
    translations = set_language(language)
    if plot is not None:
        check_output_path(plot, context.obj.protected)
    with open_journal(context.obj) as journal:
        followed = find_readable_game(journal, game)
    course = followed.shown()
    if plot is not None:
        write_output(plot, plot_course(course, plot.suffix[1:] or "png", translations))
    if text:
        print_utf8(write_lines(course))
    elif put_away:
        _print_put_away(course, translations)
    elif as_json:
        error = None if followed.error is None else translate_error(followed.error)
        document = {**course_document(course, translations), "error": error}
        print_json(stamp("show", document))
    else:
        console = terminal()
        console.print(f"{course.game.name} ({course.game.id})")
        console.print(options_in_force(course).describe(translations), soft_wrap=True)
        show_history(console, course, translations)
        show_board(console, course, translations)
    return report_damage(followed.error)


def _print_put_away(course: AnyCourse, translations: NullTranslations) -> None:
    rules = course.rules
    sections = rules.put_away(rules.seen_by(course.state, None), course.game.names)
    if not sections:
        raise CompanionError(
            course.game.name,
            Message("packing instructions are not available for {game}", {"game": rules.title}),
            Message("show the whole table with `companion show`"),
        )
    print_sheet(sheet_document(sections, translations))


def _row(followed: Followed) -> dict[str, Any]:
    """Return a game's row in the list: its state, or its last readable state and the error after it."""
    kept, course = followed.game, followed.course
    preset = kept.options.get("preset")
    row: dict[str, Any] = {
        "id": kept.id,
        "name": kept.name,
        "game": kept.game,
        "preset": preset if isinstance(preset, str) else None,
        "players": list(kept.players),
        "created": kept.created.isoformat(),
    }
    if course is not None:
        rules = course.rules
        row |= {"seq": course.seq, "turn": rules.turn(course.state), "phase": rules.phase(course.state)}
    if followed.error is not None:
        row["error"] = translate_error(followed.error)
    return row


def _unreadable_row(game: UnreadableGame) -> dict[str, Any]:
    unknown: dict[str, Any] = {"game": None, "preset": None, "players": [], "created": None}
    return {"id": game.id, "name": game.name, **unknown, "error": translate_error(game.error)}


def _print_games(found: list[dict[str, Any]]) -> None:
    console = terminal()
    if not found:
        console.print(translate(Message("No saved games. Start one with `companion new`.")))
        return
    table = Table(box=None, pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(translate(heading), overflow="fold", no_wrap=str(heading) in _UNWRAPPED)
    for row in found:
        phase = translate(_phase_name(row))
        begun = translate(day_and_time(datetime.fromisoformat(row["created"]))) if row["created"] else ""
        names, turn = ", ".join(row["players"]), str(row.get("turn", ""))
        table.add_row(row["id"], row["name"], row["game"] or "", row["preset"] or "", names, turn, phase, begun)
    console.print(table)
    for row in found:
        if "error" in row:
            console.print(row["error"], soft_wrap=True)


def _phase_name(row: dict[str, Any]) -> Message | str:
    """Return what a game waits for, in a row of the list."""
    if "error" in row:
        return Message("damaged")
    phase: str = row["phase"]
    return find_game(row["game"]).phase_names.get(phase, phase)


_UNWRAPPED = ("id", "game")
"""Columns that are never wrapped on a narrow terminal: people type what is in them."""
_HEADINGS = (
    Message("id"),
    Message("name"),
    Message("game"),
    Message("preset"),
    Message("players"),
    Message("turn"),
    Message("phase"),
    Message("started"),
)
