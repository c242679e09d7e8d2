"""``companion games``, ``show`` and ``foresee``: the saved games."""

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.board import build_table, show_board, show_changes, show_history
from companion.cli.documents import course_document
from companion.cli.game_commands import NotItsOption
from companion.cli.options import (
    AsJson,
    GameName,
    find_damage,
    find_game,
    find_lost_games,
    find_readable_game,
    open_journal,
    open_play,
    report_damage,
)
from companion.cli.output import OUTPUT, Language, check_output, print_json, print_utf8, translate, write_output
from companion.cli.rules import options_in_force, print_sheet, sheet_document
from companion.cli.terminal import make_table, terminal
from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.installation import extra_hint
from companion.journal.course.course import AnyCourse
from companion.journal.course.summaries import Overview
from companion.journal.records.text_form import write_lines
from companion.journal.store.overviews import overviews
from companion.locale import Message, Wording
from companion.locale.moments import day_and_time
from companion.pieces import Card

PAGE = 20
"""Games on a page."""


def games(
    context: typer.Context,
    page: Annotated[int | None, typer.Option(min=1, help="The page to print; the first has the newest games.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Games on a page; 20 by default, and all with --json.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """List the saved games, newest first. Exit status 1: a game could not be read completely."""
    if limit is None and (page is not None or not as_json):
        limit = PAGE
    offset = ((page or 1) - 1) * (limit or 0)
    with open_journal(context.obj) as journal:
        lost, damage = find_lost_games(context.obj, journal), find_damage(journal)
        total = journal.game_list.count()
        if page is None and limit is not None and total <= limit:
            limit = None  # one page holds all: print also the games of which only moves exist
        found = [_row(overview) for overview in overviews(journal, limit, offset)]
    if as_json:
        print_json("games", found)
    else:
        _print_games(found, offset, total)
    report_damage(damage)
    return 1 if lost or damage or any("error" in row for row in found) else 0


def show(
    context: typer.Context,
    game: GameName,
    plot: Annotated[
        Path | None,
        typer.Option(*OUTPUT, "--plot", help="Save a chart of the game’s figures per turn to this file."),
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
    check_output(plot, context.obj.protected)
    with open_journal(context.obj) as journal:
        followed = find_readable_game(journal, game)
    course = followed.shown()
    if plot is not None:
        write_output(plot, plot_course(course, plot.suffix[1:] or "png"))
    if text:
        print_utf8(write_lines(course))
    elif put_away:
        _print_put_away(course)
    elif as_json:
        error = None if followed.error is None else translate(followed.error)
        document = {**course_document(course), "error": error}
        print_json("show", document)
    else:
        console = terminal()
        console.print(f"{course.game.name} ({course.game.id})")
        console.print(options_in_force(course).describe(), soft_wrap=True)
        show_history(console, course)
        show_changes(console, course, course.seq - 1)
        show_board(console, course)
    return report_damage(followed.error)


def _print_put_away(course: AnyCourse) -> None:
    rules = course.rules
    sections = rules.put_away(rules.seen_by(course.state, None), course.game.names)
    if not sections:
        raise CompanionError(
            course.game.name,
            Message("packing instructions are not available for {game}", {"game": rules.title}),
            Message("show the whole table with `companion show`"),
        )
    print_sheet(sheet_document(sections))


def _row(overview: Overview) -> dict[str, Any]:
    """Return a game's row in the list: its state, or its last readable state and the error after it."""
    kept, summary = overview.game, overview.summary
    preset = kept.options.get("preset") if kept is not None else None
    row: dict[str, Any] = {
        "id": overview.id,
        "name": overview.name,
        "game": kept.game if kept is not None else None,
        "preset": preset if isinstance(preset, str) else None,
        "players": list(kept.players) if kept is not None else [],
        "created": kept.created.isoformat() if kept is not None else None,
    }
    if summary is not None:
        row |= {"seq": summary.seq, "turn": summary.turn, "phase": summary.phase}
    if overview.error is not None:
        row["error"] = translate(overview.error)
    return row


def _print_games(found: list[dict[str, Any]], offset: int, total: int) -> None:
    console = terminal()
    if not total and not found:
        console.print(Message("No saved games. Start one with `companion new`."))
        return
    rows: list[tuple[Message | str, ...]] = []
    for row in found:
        begun = day_and_time(datetime.fromisoformat(row["created"])) if row["created"] else ""
        names, turn = ", ".join(row["players"]), str(row.get("turn", ""))
        named = row["id"], row["name"], row["game"] or "", row["preset"] or ""
        rows.append((*named, names, turn, _phase_name(row), begun))
    console.print(make_table(rows, _HEADINGS, unwrapped=("id", "game")))
    for row in found:
        if "error" in row:
            console.print(row["error"], soft_wrap=True)
    if len(found) < total:
        values: Wording = {"first": offset + 1, "last": offset + len(found), "n": total}
        text = Message("Games {first} to {last} of {n}. `companion games --page 2` prints older ones.", values)
        if offset:
            text = Message("Games {first} to {last} of {n}.", values)
        console.print(text if found else Message("No games on this page."))


def _phase_name(row: dict[str, Any]) -> Message | str:
    """Return the phase of a row's game for people."""
    if "error" in row:
        return Message("damaged")
    phase: str = row["phase"]
    return rules_of(row["game"]).phase_names.get(phase, phase)


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


class NoForesight(CompanionError):
    """A game without a forecast."""


def foresee(
    context: typer.Context,
    game: GameName,
    card: Annotated[str, typer.Option(help="Cards in hand, such as 4MS,9LK: show what each allows now.")] = "",
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Show what may come in a saved game."""
    with open_journal(context.obj) as journal:
        kept = find_game(journal, game)
        rules = rules_of(kept.game)
        if rules.forecast is None or rules.forecast_to_json is None:
            raise NoForesight(kept.name, Message("no forecast is available for {game}", {"game": rules.title}))
        if card and rules.card_choices is None:
            raise NotItsOption("--card", Message("unknown option of {game}", {"game": kept.game}))
        play = open_play(journal, kept)
    state, codes = rules.seen_by(play.state, None), card.replace(",", " ").split()
    choose = rules.card_choices
    found = None if choose is None else [choose(state, Card.parse(code)) for code in codes]
    if as_json:
        choices = {} if found is None else {"choices": [document for document, _ in found]}
        print_json("foresee", {"id": kept.id, **rules.forecast_to_json(state), **choices})
        return 0
    console, rows = terminal(), rules.forecast(state, kept.names)
    console.print(build_table(rows))
    for line in (*rows.remarks, *(line for _, lines in found or () for line in lines)):
        console.print(line, soft_wrap=True)
    return 0


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999", "#f0e442")
"""Okabe and Ito's colours, which colour-blind people can distinguish."""


class NoPlot(CompanionError):
    """The plot cannot be drawn."""


def plot_course(course: AnyCourse, kind: str) -> bytes:
    """Draw a game's figures.

    Args:
        course: The game.
        kind: The kind of file, ``png`` or another of matplotlib's.

    Returns:
        The file's bytes.

    Raises:
        NoPlot: The game has no figures, matplotlib is missing, or it cannot write this kind of file.
    """
    figures = course.figures()
    if figures is None:
        raise NoPlot("--plot", Message("no chart is available for {game}", {"game": course.rules.title}))
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPlot(
            "--plot",
            Message("matplotlib is not installed"),
            extra_hint("plot"),
        ) from error
    figure = Figure(figsize=(9, 1 + 3 * len(figures.panels)), layout="constrained")
    figure.suptitle(course.game.name)
    grid = figure.subplots(len(figures.panels), sharex=True, squeeze=False)[:, 0]
    for axes, panel in zip(grid, figures.panels, strict=True):
        for number, curve in enumerate(panel.curves):
            name = translate(curve.name)
            axes.plot(figures.turns, curve.values, label=name, color=_COLOURS[number % len(_COLOURS)])
        axes.set_ylabel(translate(panel.what))
        if panel.around_zero:
            axes.axhline(0, color="#999999", linewidth=0.8)
        if panel.curves:
            axes.legend(fontsize="small", ncols=3)
        axes.grid(alpha=0.3)
    grid[-1].set_xlabel(translate(Message("turn")))
    file = BytesIO()
    try:
        figure.savefig(file, format=kind, dpi=100)
    except ValueError as error:
        raise NoPlot(
            f"--plot .{kind}",
            Message("cannot draw the chart ({why})", {"why": str(error)}),
            Message("use a file name that ends in .png"),
        ) from error
    return file.getvalue()
