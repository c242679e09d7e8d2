"""Answers to a watched table that somebody types, or another program writes, a line each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from companion.cli.languages import say_error
from companion.cli.output import print_error
from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.live import LiveTable


class NoAnswer(CompanionError):
    """A line that answers nothing."""


class TypedAnswers:
    """Reads lines on a thread of its own; what they say is done by :meth:`attend`, on the table's thread.

    ``ID ANSWER`` answers a question, ``ID yes`` and ``ID no`` confirm and dismiss a proposal (``yes`` and ``no`` alone,
    where only one thing is ``open``), ``table`` says that the table is right, ``again`` looks again.
    """

    def __init__(
        self, live: LiveTable, lines: TextIO, open: Callable[[], Sequence[str]], wake: Callable[[], None]
    ) -> None:
        self._live, self._lines, self._open, self._wake = live, lines, open, wake
        self._read: SimpleQueue[str | NoAnswer] = SimpleQueue()
        self.thread = threading.Thread(target=self._work, name="typed answers", daemon=True)
        self.thread.start()

    def attend(self) -> None:
        """Does what was written; what cannot be done is said on standard error."""
        while not self._read.empty():
            try:
                read = self._read.get()
                if isinstance(read, NoAnswer):
                    raise read
                self._obey(read.split())
            except CompanionError as error:
                print_error(say_error(error))

    def _obey(self, words: list[str]) -> None:
        open_ = self._open()
        if words in (["yes"], ["no"]) and len(open_) == 1:
            words = [*open_, *words]
        match words:
            case []:
                pass
            case ["table"]:
                self._live.accept_table()
            case ["again"]:
                self._live.read_again()
            case [id_, *_] if id_ not in open_:
                raise NoAnswer(" ".join(words), Message("answers nothing that is open"), _HOW)
            case [id_, "no"] if not self._live.is_asked(id_):
                self._live.dismiss(id_)
            case [id_, "yes"] if not self._live.is_asked(id_):
                self._live.confirm(id_)
            case [id_, *answer] if answer:
                self._live.answer(id_, " ".join(answer))
            case _:
                raise NoAnswer(" ".join(words), Message("holds no answer"), _HOW)

    def _work(self) -> None:
        try:
            for line in self._lines:
                self._read.put(line)
                self._wake()
        except (OSError, ValueError) as error:  # ValueError: what is no text
            why = Message("cannot be read any more ({why})", {"why": str(error)})
            self._read.put(NoAnswer("standard input", why, Message("start companion watch again")))
            self._wake()


_HOW = Message("write the question's id and one of its answers")
