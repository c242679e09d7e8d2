"""The output of ``companion watch``: a line an event, as JSON or for people."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from companion.cli.languages import translate
from companion.cli.output import print_json, print_line, print_to_stderr
from companion.live import events
from companion.live.events import DISAGREEMENT, LiveEvent
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.questions import Choice


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

    def print_note(self, note: Message) -> None:
        """Print what is no event to standard error."""
        print_to_stderr(note)

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
            lines += [f"  {self._format_choice(choice)}" for choice in event.choices]
        if isinstance(event, events.Disagreed):
            lines += [f"  - {translate(step)}" for step in event.put_back]
        if isinstance(event, events.TableChecked):
            for one in event.differences:
                texts = " ".join(translate(text) for text in one.texts)
                lines += [f"  {one.key}: {texts}"]
                lines += [f"  - {translate(step)}" for step in one.put_back]
        return lines

    def _format_choice(self, choice: Choice) -> str:
        values: Wording = {"answer": choice.answer, "text": choice.text}
        return translate(Message("{answer}: {text}", values))
