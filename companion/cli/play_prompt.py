"""``companion play GAME`` in a terminal: move after move, with undo, corrections and the board."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.cli.board import show_board, show_changes
from companion.cli.output import YES, print_error, translate
from companion.cli.possible_output import print_possible, typed_patterns
from companion.cli.terminal import make_table, terminal
from companion.cli.typed_decisions import (
    NeedsYes,
    ask_missing,
    find_decision,
    make_correction,
    make_moves,
    offered_decisions,
    propose_typed,
)
from companion.closing_signals import closed_by
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message
from companion.play import AnyPlay, Source
from companion.play.move_words import CORRECT, correction_patterns, write_move
from companion.play.possible_moves import SeatOptions, seats_asked

MAX_COMPLETIONS = 60
"""Most lines that are offered for completion at once."""

HELP = (
    ("moves [WORDS]", Message("list the possible moves and their effects")),
    ("board", Message("the table")),
    ("undo, redo", Message("undo or redo the last move")),
    ("correct FACT …", Message("correct the game to match the table; without values, list what you can correct")),
    ("why", Message("explain the last move: each changed number and its rule")),
    ("quit", Message("save the game and quit")),
)


class Prompt:
    """One evening at the prompt.

    Args:
        open_game: The game.
        folders: The data folder, for the history of lines.
    """

    def __init__(self, open_game: AnyPlay, folders: Folders) -> None:
        self._play, self._console = open_game, terminal()
        self._read = line_reader(folders.data / "typed-moves.txt", self._complete)
        self._commands: dict[str, Callable[[list[str]], object]] = {
            "moves": lambda words: print_possible(self._console, self._play.course, words),
            "board": lambda _: self._show_board(),
            "undo": lambda _: open_game.undo(source=Source.FILE),
            "redo": lambda _: open_game.redo(source=Source.FILE),
            "correct": self._correct,
            "why": lambda _: self._explain(),
            "help": lambda _: self._help(),
        }

    def run(self) -> int:
        """Read lines and do what they say until ``quit`` or the end of the input; return the exit status."""
        self._show_board()
        self._console.print(Message("Type a move, or help for a list of commands."))
        while True:
            try:
                words = self._read(f"{self._whose()}> ").split()
            except (EOFError, KeyboardInterrupt):
                return 0
            if words[:1] in (["quit"], ["exit"]):
                return 0
            if words:
                self._do(words)

    def _do(self, words: list[str]) -> None:
        before = self._play.seq
        try:
            command = self._commands.get(words[0].casefold())
            if command is None or "{" in "".join(words):
                self._move_or_decide(" ".join(words))
            else:
                command(words[1:])
        except CompanionError as error:
            print_error(error)
        if self._play.seq > before:
            self._show_change(before)

    def _move_or_decide(self, line: str) -> None:
        """Make a typed move; the name of a decision that is no whole move begins that decision."""
        decision = find_decision(self._play.course, line)
        try:
            if decision is None or "=" not in line:
                self._move(line)
                return
        except CompanionError:
            if decision is None:
                raise
        assert decision is not None
        whole = ask_missing(self._play, decision, self._console, self._read)
        if whole is not None:
            propose_typed(self._play, whole.move(), whole.owner, yes=True)

    def _move(self, line: str) -> None:
        try:
            make_moves(self._play, line, yes=False)
        except NeedsYes as error:
            answer = self._read(translate(Message("{question} yes or no: ", {"question": error.reason})))
            if answer.strip().casefold() not in YES:
                raise
            make_moves(self._play, line, yes=True)

    def _correct(self, words: list[str]) -> None:
        if words:
            make_correction(self._play, " ".join(words))
            return
        for pattern in self._corrections():
            self._console.print(pattern, soft_wrap=True)

    def _corrections(self) -> list[str]:
        return [f"{CORRECT} {pattern}" for pattern in correction_patterns(self._play.course)]

    def _show_board(self) -> None:
        show_board(self._console, self._play.course)

    def _show_change(self, before: int) -> None:
        for line in self._play.history():
            if line.entry.seq > before:
                self._console.print(line.message, style="bold", soft_wrap=True)
        show_changes(self._console, self._play.course, before)
        self._show_board()

    def _explain(self) -> None:
        course = self._play.course
        if not course.done:
            raise CompanionError(course.game.name, Message("no moves yet"))
        step, names = course.done[-1], course.game.names
        before, after = (course.rules.seen_by(state, None) for state in (step.before, step.after))
        move = course.redact_move(step.move, None)
        self._console.print(course.rules.describe(before, move, after, names), soft_wrap=True)
        explained = course.rules.explain(before, move, after, names)
        self._console.print(make_table((line.rule, line.text) for line in explained))

    def _help(self) -> None:
        patterns = typed_patterns(self._play.course)
        decisions = offered_decisions(self._play.course).items()
        rows: list[tuple[str, Message | str]] = [*HELP]
        rows += [(name, decision.text) for name, decision in decisions if name not in patterns]
        rows += [(f"{name} {pattern}".strip(), "") for name, pattern in patterns.items() if name != CORRECT]
        rows += [(pattern, "") for pattern in self._corrections()]
        self._console.print(make_table(rows))

    def _whose(self) -> str:
        course = self._play.course
        return ", ".join(course.game.names[seat] for seat in seats_asked(course)) or course.game.name

    def _complete(self, text: str) -> list[str]:
        """Return commands, names of moves and legal moves that begin with a text, one word longer."""
        course, typed = self._play.course, text.casefold()
        every = [*self._commands, "quit", *typed_patterns(course), *offered_decisions(course)]
        if typed.startswith(f"{CORRECT} "):
            every = self._corrections()
        elif " " in text:
            seats = seats_asked(course)
            every = [
                write_move(course, move, seat=False)
                for seat in seats
                for move in SeatOptions(course, seat, None).legal()
            ]
        at = len(text.split(" "))
        lines = (" ".join(one.split(" ")[:at]) for one in every if one.casefold().startswith(typed))
        return list(dict.fromkeys(lines))[:MAX_COMPLETIONS]


Complete = Callable[[str], Sequence[str]]
"""Returns the lines that a beginning may become."""
MAX_HISTORY = 500
"""Most lines that readline keeps."""


def line_reader(history: Path, complete: Complete) -> Callable[[str], str]:
    """Return a function that reads one line after a prompt.

    It raises ``EOFError`` at the end of the input and ``KeyboardInterrupt`` at Ctrl-C.

    Args:
        history: The file of earlier lines; its folder exists.
        complete: The possible completions.
    """
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import DynamicCompleter, WordCompleter
        from prompt_toolkit.history import FileHistory
    except ImportError:
        return _plain_reader(history, complete)
    session: Any = None
    closed = False

    def leave() -> None:
        """Leave the prompt through its event loop: an interrupt raised inside one of its tasks would be printed."""
        nonlocal closed
        closed = True
        if session.app.is_running:
            session.app.loop.call_soon_threadsafe(leave_if_closed)

    def leave_if_closed() -> None:
        if closed and not session.app.is_done:
            session.app.exit(exception=KeyboardInterrupt)

    def offered() -> Any:
        return WordCompleter(list(complete(session.default_buffer.document.text_before_cursor)), sentence=True)

    completer = DynamicCompleter(offered)
    session = PromptSession(history=FileHistory(str(history)), completer=completer, complete_while_typing=False)

    def read(prompt: str) -> str:
        with closed_by(leave):
            line = str(session.prompt(prompt, pre_run=leave_if_closed))
        if closed:
            raise KeyboardInterrupt
        return line

    return read


def _plain_reader(history: Path, complete: Complete) -> Callable[[str], str]:
    try:
        import readline
    except ImportError:  # Windows: lines without history
        return input
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(MAX_HISTORY)
    readline.set_completer_delims("")
    readline.set_completer(lambda text, number: next(iter(list(complete(text))[number : number + 1]), None))
    readline.parse_and_bind("tab: complete")

    def read(prompt: str) -> str:
        line = input(prompt)
        with suppress(OSError):
            readline.write_history_file(history)
        return line

    return read
