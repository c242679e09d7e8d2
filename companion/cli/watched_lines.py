"""The output of ``companion watch``, a line an event, and the answers that it reads from standard input."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from companion.cli.output import print_error, print_json, print_line, translate
from companion.errors import CompanionError
from companion.live import events
from companion.live.events import DISAGREEMENT, LiveEvent
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.live.live_table import LiveTable


class EventPrinter:
    """Prints each event, and keeps track of what is still open.

    Args:
        as_json: Whether to print JSON.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._open: dict[str, None] = {}
        self.lost_since: float | None = None

    @property
    def status(self) -> int:
        """The exit status: 1 if a question, a proposal or a disagreement is open or the source is lost, else 0."""
        return 1 if self._open or self.lost_since is not None else 0

    def open(self) -> list[str]:
        """Return the ids of the proposals, rolls and questions that are open."""
        return [id_ for id_ in self._open if id_ != DISAGREEMENT]

    def print_event(self, event: LiveEvent) -> None:
        """Print one event."""
        self._track(event)
        if self._as_json:
            print_json("event", event)
        else:
            for line in self._lines(event):
                print_line(line, flush=True)

    def _track(self, event: LiveEvent) -> None:
        match event:
            case events.Asked(key=id_):
                self._open.setdefault(id_)
            case events.Proposed(id=id_, seq=seq):
                self._open.setdefault(id_) if seq is None else self._open.pop(id_, None)
            case events.RollDetected(id=str(id_), fate=fate):
                self._open.setdefault(id_) if fate is events.RollFate.ASKED else self._open.pop(id_, None)
            case events.Withdrawn(id_) | events.NotKept(id_):
                self._open.pop(id_, None)
            case events.Disagreed():
                self._open.setdefault(events.DISAGREEMENT)
            case events.Lost():
                self.lost_since = self.lost_since or time.monotonic()
            case events.Back():
                self.lost_since = None

    def _lines(self, event: LiveEvent) -> list[str]:
        if isinstance(event, events.Changed | events.Withdrawn):
            return []
        lines = [translate(event.sentence())]
        if isinstance(event, events.Asked):
            answers: list[Wording] = [{"answer": one.answer, "text": one.text} for one in event.choices]
            lines += [f"  {translate(Message('{answer}: {text}', answer))}" for answer in answers]
        if isinstance(event, events.Disagreed):
            lines += [f"  - {translate(step)}" for step in event.put_back]
        if isinstance(event, events.TableChecked):
            for one in event.differences:
                texts = " ".join(translate(text) for text in one.texts)
                lines += [f"  {one.key}: {texts}"]
                lines += [f"  - {translate(step)}" for step in one.put_back]
        return lines


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
