"""What ``companion watch`` prints: a line an event, as JSON or for people, and what of it is still open."""

from __future__ import annotations

import time
from gettext import NullTranslations
from typing import TYPE_CHECKING

from companion.cli.output import print_aside, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.live.events import LiveEvent
    from companion.questions import Choice


class Printed:
    """Prints each event as it comes, and remembers what is still open."""

    def __init__(self, spoken: NullTranslations, as_json: bool) -> None:
        self._spoken, self._as_json = spoken, as_json
        self._open: dict[str, None] = {}
        self.lost_since: float | None = None

    @property
    def status(self) -> int:
        """1 where something is asked, waits to be confirmed, or is in dispute."""
        return 1 if self._open else 0

    def open(self) -> list[str]:
        """The ids of the proposals, rolls and questions that are open."""
        from companion.live.events import DISAGREEMENT

        return [id_ for id_ in self._open if id_ != DISAGREEMENT]

    def tell(self, event: LiveEvent) -> None:
        self._remember(event)
        if self._as_json:
            print_json(stamped("event", event.to_json()))
        else:
            for line in self._lines(event):
                print_line(line, flush=True)

    def aside(self, what: Message) -> None:
        """Says what is no event, on standard error."""
        print_aside(what.text(self._spoken))

    def _remember(self, event: LiveEvent) -> None:
        from companion.live import events

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
        from companion.live import events

        if isinstance(event, events.Changed | events.Withdrawn):
            return []
        lines = [event.sentence().text(self._spoken)]
        if isinstance(event, events.Asked):
            lines += [f"  {self._choice(choice)}" for choice in event.choices]
        if isinstance(event, events.Disagreed):
            lines += [f"  - {step.text(self._spoken)}" for step in event.put_back]
        return lines

    def _choice(self, choice: Choice) -> str:
        said: Wording = {"answer": choice.answer, "text": choice.text}
        return Message("{answer}: {text}", said).text(self._spoken)
