"""The sheet of all moves, turn by turn, and a past moment shown on the board, to which a game can be returned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.pieces import seat_colour
from companion.app.texts.i18n import words
from companion.app.widgets.chips import chips_of
from companion.app.widgets.curves import Curves
from companion.app.widgets.pad import Target
from companion.app.widgets.sheet import Sheet, TraySheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.figures import Reason
from companion.journal.course.course import HistoryLine
from companion.journal.course.folding import REDO, UNDO
from companion.locale import Message

GRAPH_DELAY = 0.2
"""Seconds after which the curves are drawn beside the lines."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a line did to the number being explained."""

    text: str
    gained: bool


def notes_of(reasons: Sequence[Reason]) -> Mapping[int, Note]:
    """Return a note for each move in the log: its change, the number after it, and the cause."""
    texts: dict[int, Note] = {}
    for one in reasons:
        before = f"{texts[one.seq].text}, " if one.seq in texts else ""
        text = f"{one.signed} → {one.now}  {words.say(one.cause)}"
        texts[one.seq] = Note(before + text, gained=one.change > 0)
    return texts


class TurnHead(BoxLayout):
    """Whose turn the lines below belong to."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)


class HistoryRow(Target):
    """One sentence with pictures of its cards, tokens and dice; ``callback`` is called when it is tapped."""

    text = StringProperty("")
    chips = ListProperty()
    colour = ListProperty(theme.ink)
    gone = BooleanProperty(False)
    """Whether the move was taken back."""
    note = StringProperty("")
    gained = BooleanProperty(True)
    callback = ObjectProperty()

    def on_release(self) -> None:
        """Call ``callback``."""
        self.callback()


class HistorySheet(Sheet):
    """The latest turn first, a row for each sentence; moves taken back are pale and struck out.

    A tap on a row shows that moment.
    """

    read_only = True
    screen = ObjectProperty(rebind=True)
    """The game's screen."""
    seat = ObjectProperty(None, allownone=True)
    """The player who opened the sheet, or None."""
    correct_callback = ObjectProperty(None, allownone=True)
    """Called to correct what the lines are about, if that is possible."""

    has_chart = BooleanProperty(False)
    """Whether the game has curves to show."""
    has_graph = BooleanProperty(False)
    """Whether curves are shown beside the lines."""

    def __init__(self, **kwargs: Any) -> None:
        self.lines: list[dict[str, Any]] = []
        self._made: dict[int, tuple[HistoryLine, tuple[object, ...], dict[str, Any]]] = {}
        """Rows of lines without a note, by the entries' numbers, with what they were made for."""
        self._graph: Curves | None = None
        """The curves as shown last."""
        self._graph_shows: tuple[object, ...] = ()
        """The game, the language and the values of the curves."""
        self._show_graph_later = Clock.create_trigger(self._show_graph, GRAPH_DELAY)
        super().__init__(**kwargs)

    def show(self, history: Sequence[HistoryLine], notes: Mapping[int, Note] | None = None) -> None:
        """Show these lines from the top.

        Args:
            history: The lines, oldest first.
            notes: By the entries' numbers, what each did to a number; only lines with a note are then shown.
        """
        chosen = [one for one in history if notes is None or one.entry.seq in notes]
        self.lines = list(self._rows(chosen, notes or {}))
        self.ids.lines.data = self.lines
        self.ids.lines.scroll_y = 1
        self.has_chart = notes is None and self.screen.has_chart
        self.has_graph = self.has_chart and not (theme.portrait or theme.compact)
        if not self.has_graph or self._graph_shows[:1] != (self.screen.current_play.game.id,):
            self.ids.graph.clear_widgets()
        if self.has_graph:
            # The sheet is drawn first: the figures of a long game take a while.
            self._show_graph_later()

    def _show_graph(self, _seconds: float) -> None:
        """Show the first curves of the game beside the lines; a tap shows that turn."""
        figures = self.screen.current_play.course.figures() if self.parent is not None and self.has_graph else None
        if figures is None:
            return
        panel, turns, names = figures.panels[0], figures.turns, self.screen.names
        shown = self.screen.current_play.game.id, words.language, panel, turns
        if self._graph is None or self._graph_shows[:1] != shown[:1]:
            self._graph = Curves(panel, turns, len(names), named=False)
        elif self._graph_shows != shown:
            self._graph.show(panel, turns)
        self._graph_shows = shown
        self._graph.callback = partial(self.screen.show_turn, seat=self.seat)
        if self._graph.parent is None:
            self.ids.graph.clear_widgets()
            self.ids.graph.add_widget(self._graph)

    def _rows(self, history: Sequence[HistoryLine], notes: Mapping[int, Note]) -> Iterator[dict[str, Any]]:
        turn = None
        for line in reversed(history):
            if line.turn != turn:
                turn = line.turn
                yield self._head(line)
            note = notes.get(line.entry.seq)
            yield self._kept_row(line) if note is None else self._line(line, note)

    def _head(self, line: HistoryLine) -> dict[str, Any]:
        turn = words._("Turn {turn}").format(turn=line.turn)
        text = f"{turn} · {self.screen.names[line.at_turn]}"
        return {"kind": "TurnHead", "text": text, "colour": seat_colour(line.at_turn), "room": (None, theme.unit * 40)}

    def _kept_row(self, line: HistoryLine) -> dict[str, Any]:
        """Return the row of a line; it is made anew only if something in it changed since."""
        made_for = (self.seat, words.language, theme.name, theme.unit, theme.target, theme.portrait)
        before, made_before, row = self._made.get(line.entry.seq, (None, (), {}))
        if before is not line or made_before != made_for:
            row = self._line(line, None)
            self._made[line.entry.seq] = line, made_for, row
        return row

    def _line(self, line: HistoryLine, note: Note | None) -> dict[str, Any]:
        gone = not line.stands and line.entry.move not in (UNDO, REDO)
        seq = line.entry.seq
        return {
            "kind": "HistoryRow",
            "text": words.head(strip_turn(line.message)),
            "chips": list(line.dice) if line.dice else chips_of(line.message),
            "colour": seat_colour(line.at_turn),
            "gone": gone,
            "note": note.text if note is not None else "",
            "gained": note.gained if note is not None else True,
            "callback": partial(self.screen.show_past, seq, self.seat),
            "room": (None, max(theme.target, theme.unit * (104 if theme.portrait else 72))),
        }


def strip_turn(message: Message) -> Message:
    """Return a sentence without the turn, which its heading names already."""
    inner, what = message.values.get("told"), message.values.get("what")
    if "turn" in message.values and isinstance(inner, Message):
        return inner
    if isinstance(what, Message):
        return Message(message.template, {**message.values, "what": strip_turn(what)})
    return message


class PastSheet(TraySheet):
    """What had just happened, a step in either direction, and the ways back to there or to the present."""

    read_only = True
    screen = ObjectProperty()
    """The screen of the game, which shows the past and the present."""
    seq = NumericProperty(0)
    turn = StringProperty("")
    sentence = StringProperty("")
    colour = ListProperty(theme.ink)
    first = BooleanProperty(False)
    last = BooleanProperty(False)
    can_return = BooleanProperty(False)
    """Whether the game can be returned to this moment."""

    def show(self, seq: int) -> None:
        """Show the moment right after an entry."""
        telling = self.screen.current_play.history_line(seq)
        self.notice = ""
        self.seq = seq
        self.turn = words._("Turn {turn} · {name}").format(turn=telling.turn, name=self.screen.names[telling.at_turn])
        self.sentence = words.head(strip_turn(telling.message))
        self.colour = seat_colour(telling.at_turn)
        self.first, self.last = seq == 1, seq == self.screen.current_play.seq
        self.can_return = self.screen.current_play.course.way_to(seq) is not None

    def step(self, number: int) -> None:
        """Show the moment so many entries later; negative numbers go back."""
        self.screen.show_past(int(self.seq) + number)

    def return_here(self) -> None:
        """Return the game to this moment, or show why it cannot."""
        if self.can_return:
            seq = int(self.seq)
            self.screen.overlay.close()
            self.screen.return_to(seq)
        else:
            self.notice = words._(
                "The game has continued differently since then. You can view this moment, but not resume from it."
            )

    def on_parent(self, _tray: Any, parent: Any) -> None:
        """Show the present when the sheet closes, and its moment when it opens again."""
        if parent is None:
            self.screen.show_present()
        elif self.seq:
            # Another sheet replaced it meanwhile, and the board showed the present.
            self.screen.show_past(int(self.seq))


load_kv(__file__)
