"""``companion games`` and ``show``: games kept on this machine."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import Language, say, say_error, spoken_in
from companion.cli.output import print_json, print_utf8
from companion.cli.registry import in_words
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.locale import Message
from companion.locale.moments import day_and_time

if TYPE_CHECKING:
    from gettext import NullTranslations

    from companion.cli.documents import AnyCourse
    from companion.journal import UnreadableGame
    from companion.journal.readable_games import Followed

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def games(context: typer.Context, as_json: AsJson = False) -> int:
    """Lists the games kept here, the newest first. Exit 1 where one cannot be followed to its end."""
    from companion.cli.kept_games import damage_in, journal_in, lost_in, said_of_the_rest
    from companion.journal.readable_games import follow, follow_rest

    with journal_in(context.obj) as journal:
        lost, damage = lost_in(context.obj, journal), damage_in(journal)
        found = [_row(follow(journal, kept)) for kept in journal.games()]
        for game in journal.unreadable():
            rest = follow_rest(journal, game)
            found.append(_unreadable_row(game) if rest is None else _row(rest))
    if as_json:
        print_json([stamped("games", row) for row in found])
    else:
        _list(found)
    said_of_the_rest(damage)
    return 1 if lost or damage or any("error" in row for row in found) else 0


def show(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game's id, the beginning of it, or its name.")],
    plot: Annotated[
        Path | None, typer.Option(help=in_words("show --plot", "Draw its figures over the turns into this file."))
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print it in lines for a bug report, which replay and import read back.")
    ] = False,
    put_away: Annotated[
        bool, typer.Option("--put-away", help="Say what goes into which bag, and how it is laid out again.")
    ] = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Shows a game kept here: board, tokens, history."""
    from companion.cli.board import show_board, show_history
    from companion.cli.kept_games import followed_named, journal_in, said_of_the_rest
    from companion.cli.terminal import terminal
    from companion.files import check_output_path, write

    spoken = spoken_in(language)
    if plot is not None:
        check_output_path(plot, context.obj.own)
    with journal_in(context.obj) as journal:
        followed = followed_named(journal, game)
    course = followed.shown()
    if plot is not None:
        from companion.cli.plot import plot as drawn

        write(plot, drawn(course, plot.suffix[1:] or "png", spoken))
    if text:
        from companion.journal.text_form import write_lines

        print_utf8(write_lines(course))
    elif put_away:
        _put_away(course, spoken)
    elif as_json:
        from companion.cli.documents import course_document

        error = None if followed.error is None else say_error(followed.error)
        document = {**course_document(course, spoken), "error": error}
        print_json(stamped("show", document))
    else:
        console = terminal()
        console.print(f"{course.game.name} ({course.game.id})")
        show_history(console, course, spoken)
        show_board(console, course, spoken)
    return said_of_the_rest(followed.error)


def _put_away(course: AnyCourse, spoken: NullTranslations) -> None:
    from companion.cli.rules import print_sheet, said_sheet

    rules = course.rules
    sections = rules.put_away(rules.seen_by(course.state, None), course.game.names)
    if not sections:
        raise CompanionError(
            course.game.name,
            Message("{game} does not say how it is put away", {"game": rules.title}),
            Message("see the whole table with companion show"),
        )
    print_sheet(said_sheet(sections, spoken))


def _row(followed: Followed) -> dict[str, Any]:
    """A game in the list: where it stands, or where it stood before what is wrong with it."""
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
        row["error"] = say_error(followed.error)
    return row


def _unreadable_row(game: UnreadableGame) -> dict[str, Any]:
    unknown: dict[str, Any] = {"game": None, "preset": None, "players": [], "created": None}
    return {"id": game.id, "name": game.name, **unknown, "error": say_error(game.error)}


def _list(found: list[dict[str, Any]]) -> None:
    from companion.cli.terminal import Table, terminal

    console = terminal()
    if not found:
        console.print(say(Message("No game is kept here yet: `companion new` begins one.")))
        return
    table = Table(box=None, pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(say(heading), overflow="fold", no_wrap=str(heading) in _WHOLE)
    for row in found:
        phase = say(Message("damaged")) if "error" in row else row["phase"]
        begun = say(day_and_time(datetime.fromisoformat(row["created"]))) if row["created"] else ""
        names, turn = ", ".join(row["players"]), str(row.get("turn", ""))
        table.add_row(row["id"], row["name"], row["game"] or "", row["preset"] or "", names, turn, phase, begun)
    console.print(table)
    for row in found:
        if "error" in row:
            console.print(row["error"], soft_wrap=True)


_WHOLE = ("id", "game")
"""What is not broken where a terminal is narrow: one types it."""
_HEADINGS = (
    Message("id"),
    Message("name"),
    Message("game"),
    Message("preset"),
    Message("players"),
    Message("turn"),
    Message("phase"),
    Message("begun"),
)
