"""``companion play``, ``undo``, ``redo`` and ``correct``: moves typed in a terminal."""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from companion.cli.board import show_changes
from companion.cli.options import AsJson, GameName, find_game, open_journal, open_play
from companion.cli.output import Language, note_done, print_json, print_line
from companion.cli.possible_output import made_document, possible_document, print_asked, print_possible
from companion.cli.terminal import terminal
from companion.cli.typed_decisions import make_correction, make_moves
from companion.locale import Message
from companion.play import AnyPlay, Source
from companion.play.move_words import correction_patterns

Yes = Annotated[bool, typer.Option("--yes", help="Accept dice that differ from those rolled before an undo.")]


def play(
    context: typer.Context,
    game: GameName,
    move: Annotated[
        list[str] | None,
        typer.Argument(help="One or more moves. Words may be shortened. Default: list the possible moves."),
    ] = None,
    only_list: Annotated[
        bool, typer.Option("--list", help="List the moves that match these words, without making one.")
    ] = False,
    yes: Yes = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Make moves in a saved game. Without a move, list the possible moves, or open a prompt in a terminal."""
    words = list(move or ())
    if not words and not only_list and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.play_prompt import Prompt

        with open_journal(context.obj, hosts=True) as journal:
            return Prompt(open_play(journal, find_game(journal, game)), context.obj).run()

    def make(open_game: AnyPlay) -> None:
        if words and not only_list:
            make_moves(open_game, " ".join(words), yes)

    return _change(context, game, make, as_json, words if only_list else ())


def undo(context: typer.Context, game: GameName, language: Language = None, as_json: AsJson = False) -> int:
    """Undo the last move of a saved game."""
    return _change(context, game, lambda one: one.undo(source=Source.FILE), as_json)


def redo(context: typer.Context, game: GameName, language: Language = None, as_json: AsJson = False) -> int:
    """Redo the move that was undone last."""
    return _change(context, game, lambda one: one.redo(source=Source.FILE), as_json)


def correct(
    context: typer.Context,
    game: GameName,
    fact: Annotated[
        list[str] | None,
        typer.Argument(help="The correct values, such as: tokens Ann M2W1. Default: list what you can correct."),
    ] = None,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Correct a saved game to match the table."""
    if fact:
        line = " ".join(fact)
        return _change(context, game, lambda one: make_correction(one, line), as_json)
    with open_journal(context.obj) as journal:
        course = open_play(journal, find_game(journal, game)).course
    if as_json:
        print_json("play", possible_document(course, ()))
        return 0
    for pattern in correction_patterns(course):
        print_line(pattern)
    return 0


def _change(
    context: typer.Context, game: str, change: Callable[[AnyPlay], object], as_json: bool, listed: Sequence[str] = ()
) -> int:
    """Change a game, then print what was done and what is possible now."""
    with open_journal(context.obj) as journal:
        open_game = open_play(journal, find_game(journal, game))
        before = open_game.seq
        try:
            change(open_game)
        finally:
            if open_game.seq > before:
                note_done(Message("entry {seq} of game {id} saved", {"seq": open_game.seq, "id": open_game.game.id}))
        course = open_game.course
    made = made_document(course, before)
    if as_json:
        print_json("play", possible_document(course, made))
        return 0
    console = terminal()
    for entry in made:
        console.print(entry["text"], soft_wrap=True)
    if made:
        show_changes(console, course, before)
        print_asked(console, course)
        for remark in course.rules.view(course.state, course.game.names, None).remarks:
            console.print(remark, soft_wrap=True)
    else:
        print_possible(console, course, listed)
    return 0
