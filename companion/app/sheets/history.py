"""Everything that happened, turn by turn, to be read aloud and to be looked at again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import escape_markup

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import Colour, theme
from companion.app.widgets.chips import Chip, pictured
from companion.app.widgets.pad import Target
from companion.app.widgets.sheet import Sheet
from companion.journal.course import REDO, UNDO, HistoryLine
from companion.locale import Message

SMALLEST, USUAL = 13, 21
"""Units of a line's lettering."""
LETTERS = 0.78
"""Of a letter's height and a line's: the area that one letter takes on average."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a line did to the number that is asked about."""

    text: str
    gained: bool


class TurnHead(BoxLayout):
    """Whose turn the lines below were made in."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)


class TellingLine(Target):
    """One sentence with what it is about, drawn; ``taker`` is called when it is tapped."""

    text = StringProperty("")
    chips = ListProperty()
    colour = ListProperty(theme.ink)
    gone = BooleanProperty(False)
    """Whether it was taken back."""
    note = StringProperty("")
    gained = BooleanProperty(True)
    callback = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.callback is not None:
            self.callback()

    @staticmethod
    def fitting(text: str, width: float, height: float, unit: float) -> float:
        """Pixels of lettering: as usual, or as small as the box needs."""
        room = math.sqrt(max(1.0, width * height) / (LETTERS * max(1, len(text))))
        return max(unit * SMALLEST, min(unit * USUAL, room))


class HistorySheet(Sheet):
    """The latest turn first, a line a sentence; what was taken back is pale and struck out.

    A line that is tapped is looked at, where the page can show the past. Only lines with a note are there, where
    ``notes`` by the entries' numbers say what each did to a number.
    """

    read_only = True
    screen = ObjectProperty(None, allownone=True, rebind=True)
    """The game's screen."""
    seat = ObjectProperty(None, allownone=True)
    """Who asked for it; None: nobody in particular."""
    correct_callback = ObjectProperty(None, allownone=True)
    """Puts right what the lines are about, where that is done on a sheet of its own."""

    def __init__(self, **kwargs: Any) -> None:
        self.lines: list[dict[str, Any]] = []
        super().__init__(**kwargs)

    def show(self, tellings: Sequence[HistoryLine], notes: Mapping[int, Note] | None = None) -> None:
        """These lines, from the top."""
        chosen = [one for one in tellings if notes is None or one.entry.seq in notes]
        self.lines = list(self._rows(chosen, notes or {}))
        self.ids.lines.data = self.lines
        self.ids.lines.scroll_y = 1

    def _rows(self, tellings: Sequence[HistoryLine], notes: Mapping[int, Note]) -> Iterator[dict[str, Any]]:
        turn = None
        for telling in reversed(tellings):
            if telling.turn != turn:
                turn = telling.turn
                yield self._head(telling)
            yield self._line(telling, notes.get(telling.entry.seq))

    def _head(self, telling: HistoryLine) -> dict[str, Any]:
        names = self.screen.names if self.screen is not None else ()
        said = words._("Turn {turn}").format(turn=telling.turn)
        if telling.at_turn < len(names):
            said = f"{said} · {names[telling.at_turn]}"
        return {"kind": "TurnHead", "text": said, "colour": _colour(telling.at_turn), "room": (None, theme.unit * 40)}

    def _line(self, telling: HistoryLine, note: Note | None) -> dict[str, Any]:
        said = escape_markup(words.head(bare(telling.message)))
        gone = not telling.stands and telling.entry.move not in (UNDO, REDO)
        seq = telling.entry.seq
        look: Callable[[], None] | None = None
        if self.screen is not None and self.screen.can_show_past:
            look = lambda: self.screen.show_past(seq, self.seat)  # noqa: E731 - said where the entry is known
        return {
            "kind": "TellingLine",
            "text": f"[s]{said}[/s]" if gone else said,
            "chips": _chips(telling),
            "colour": _colour(telling.at_turn),
            "gone": gone,
            "note": note.text if note is not None else "",
            "gained": note.gained if note is not None else True,
            "callback": look,
            "room": (None, max(theme.target, theme.unit * (104 if theme.portrait else 72))),
        }


def bare(message: Message) -> Message:
    """A sentence without the turn that its head names already."""
    told, what = message.values.get("told"), message.values.get("what")
    if "turn" in message.values and isinstance(told, Message):
        return told
    if isinstance(what, Message):
        return Message(message.template, {**message.values, "what": bare(what)})
    return message


def _chips(telling: HistoryLine) -> list[Chip]:
    return list(telling.dice) if telling.dice else pictured(telling.message)


def _colour(seat: int) -> Colour:
    return list(theme.seats[seat % len(theme.seats)])


load_kv(__file__)
