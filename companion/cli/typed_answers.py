"""Answers to a watched table from standard input, a line each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from companion.cli.output import print_error
from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.live import LiveTable


class NoAnswer(CompanionError):
    """A line that is no answer, or input that cannot be read."""


class TypedAnswers:
    """Reads lines on a thread of its own; :meth:`attend` executes them on the table's thread.

    ``ID ANSWER`` answers a question. ``ID yes`` and ``ID no`` confirm and dismiss a proposal; ``yes`` and ``no`` are
    enough if only one thing is open. ``table`` confirms the table, ``again`` reads it again. ``check`` compares the
    whole table, and ``table difference-1`` confirms the table in one of its differences.

    Args:
        live: The watched table.
        lines: The input.
        open: Returns the ids of open questions and proposals.
        wake: Called once a line was read.
    """

    def __init__(
        self, live: LiveTable, lines: TextIO, open: Callable[[], Sequence[str]], wake: Callable[[], None]
    ) -> None:
        self._live, self._lines, self._open, self._wake = live, lines, open, wake
        self._queue: SimpleQueue[str | NoAnswer] = SimpleQueue()
        self.thread = threading.Thread(target=self._read_lines, name="typed answers", daemon=True)
        self.thread.start()

    def attend(self) -> None:
        """Execute the lines read so far; errors are printed to standard error."""
        while not self._queue.empty():
            try:
                line = self._queue.get()
                if isinstance(line, NoAnswer):
                    raise line
                self._execute(line.split())
            except CompanionError as error:
                print_error(error)

    def _execute(self, words: list[str]) -> None:
        open_ = self._open()
        if words in (["yes"], ["no"]) and len(open_) == 1:
            words = [*open_, *words]
        match words:
            case []:
                pass
            case ["table"]:
                self._live.accept_table()
            case ["table", difference]:
                self._live.adopt_difference(difference)
            case ["check"]:
                self._live.check()
            case ["again"]:
                self._live.read_again()
            case [id_, *_] if id_ not in open_:
                raise NoAnswer(" ".join(words), Message("no open question has this id"), _NEXT_STEP)
            case [id_, "no"] if not self._live.is_asked(id_):
                self._live.dismiss(id_)
            case [id_, "yes"] if not self._live.is_asked(id_):
                self._live.confirm(id_)
            case [id_, *answer] if answer:
                self._live.answer(id_, " ".join(answer))
            case _:
                raise NoAnswer(" ".join(words), Message("contains no answer"), _NEXT_STEP)

    def _read_lines(self) -> None:
        try:
            for line in self._lines:
                self._queue.put(line)
                self._wake()
        except (OSError, ValueError) as error:  # ValueError: a line that is no text
            why = Message("cannot read any further ({why})", {"why": str(error)})
            self._queue.put(NoAnswer("standard input", why, Message("restart `companion watch`")))
            self._wake()


_NEXT_STEP = Message("type the question's id and one of its answers")
