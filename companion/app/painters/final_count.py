"""The final count of any game: a column for each step, a row for each seat, and the result for both sides."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.painters.pieces import CARD_SHAPE, PiecesView, paint_piece, seat_colour
from companion.app.painters.spots import Painting, SpotView
from companion.app.seats import is_far_seat
from companion.app.texts.i18n import words
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.final_count import FinalCount, Step
from companion.games.view import Kind, Spot
from companion.locale import Message

STEP_SECONDS, FADE_SECONDS = 0.9, 0.3
"""Seconds from one step to the next, and in which its numbers appear."""
PIECE_UNITS, NUMBER_UNITS, ROOMY_UNITS = 110, 22, 84
"""Most height of a piece, that of the number below it, and that of a place from which on there is one, in units."""


class ShareView(SpotView):
    """One seat's share in a step: its number, and the parts that make it."""

    leads = BooleanProperty(False)

    def paint(self, spot: Spot) -> None:
        """Lay the parts down."""
        self.leads = spot.leads
        self.ids.parts.add_widget(PartsView(spot.spots, self.painting.names))

    def explain(self) -> str:
        """Return also what each part counts."""
        parts = (Message("{what}: {n}", {"what": part.label, "n": part.number or 0}) for part in self.spot.spots)
        return "\n".join((super().explain(), *map(words.head, parts)))


class PartsView(Widget):
    """The pieces that make a number, as large as they fit; each with its own number below, if there is room."""

    def __init__(self, parts: Sequence[Spot], names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pieces = [paint_piece(part.pieces[0], names) for part in parts]
        self._numbers = [Text(text=str(part.number), units=17) for part in parts]
        self._shape = CARD_SHAPE if any(part.pieces[0].kind is Kind.CARD for part in parts) else 1.0
        for widget in (*self._pieces, *self._numbers):
            self.add_widget(widget)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        count, low = max(1, len(self._pieces)), theme.unit * NUMBER_UNITS * (self.height > theme.unit * ROOMY_UNITS)

        def height(cols: int) -> float:
            return min(self.height / -(-count // cols) - low, self.width / cols / self._shape, theme.unit * PIECE_UNITS)

        cols = max(range(1, count + 1), key=height)
        high, wide = height(cols) * 0.94, height(cols) * self._shape
        for number, (piece, text) in enumerate(zip(self._pieces, self._numbers, strict=True)):
            row, column = divmod(number, cols)
            inside = min(cols, count - row * cols)
            left = self.center_x + (column - inside / 2) * wide
            bottom = self.top - (row + 1) * (high + low)
            piece.size, piece.pos = (wide * 0.94, high), (left + wide * 0.03, bottom + low)
            text.size, text.pos, text.opacity = (wide, low), (left, bottom), int(low > 0)


class StepHead(BoxLayout):
    """What a step counts: its name for both sides, and the pieces that it is about."""

    text = StringProperty("")
    both = BooleanProperty(False)
    """Whether the far side reads the name, too."""


class SeatCount(HalfTurn):
    """A seat: its name, what it has after the steps that are shown, and its share in each."""

    name = StringProperty("")
    colour = ListProperty(theme.ink)
    standing = NumericProperty(0)
    unit = StringProperty("")
    won = BooleanProperty(False)


class FinalCountView(BoxLayout):
    """A count of which so many steps are shown, and the result after the last of them."""

    shown = NumericProperty(0)
    both = BooleanProperty(False)
    """Whether the far side is turned."""
    pieces = BooleanProperty(False)
    """Whether any step is about pieces."""
    result = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.count: FinalCount | None = None
        self.seats: list[SeatCount] = []
        self._columns: list[list[Widget]] = []
        """By step, what is hidden before it."""
        super().__init__(**kwargs)
        self._next = Clock.create_trigger(lambda _seconds: self.show_next(), STEP_SECONDS, interval=True)

    def show(self, count: FinalCount, names: Sequence[str], why: Callable[[str], str], *, both: bool) -> None:
        """Show a whole count.

        Args:
            count: The count.
            names: The player names, by seat.
            why: Returns the moves that made the number of a spot; empty if nothing is known.
            both: Whether the far side is turned.
        """
        self.clear()
        self.count, self.both = count, both
        self.pieces = any(step.counted.pieces for step in count.steps)
        painting = Painting(tuple(names), why=why)
        for step in count.steps:
            self._columns.append([])
            self.ids.heads.add_widget(self._head(step, names))
        for seat, name in enumerate(names):
            far = is_far_seat(seat, len(names))
            row = SeatCount(name=name, colour=seat_colour(seat), unit=words.head(count.unit), turned=far and both)
            for number, step in enumerate(count.steps):
                share = next((ShareView(painting, one) for one in step.counted.spots if one.seat == seat), Widget())
                self._columns[number].append(share)
                # The far side reads from the other end.
                row.ids.shares.add_widget(share, index=number if row.turned else 0)
            (self.ids.far if far else self.ids.near).add_widget(row, index=len(self.ids.far.children) if far else 0)
            self.seats.append(row)
        self.finish()

    def clear(self) -> None:
        """Remove the count."""
        self._next.cancel()
        self.count, self.result, self.seats, self._columns = None, "", [], []
        for box in (self.ids.far, self.ids.heads, self.ids.near):
            box.clear_widgets()

    def reveal(self) -> None:
        """Show one step after the other, and the result last."""
        self.shown = 0
        self._update()
        self._next()

    def finish(self) -> None:
        """Show all of it."""
        self._next.cancel()
        self.shown = len(self._columns) + 1
        self._update()

    @property
    def revealing(self) -> bool:
        """Whether there is more to come."""
        return bool(self._next.is_triggered)

    def show_next(self) -> None:
        """Show the next step, or the result after the last one."""
        self.shown += 1
        self._update()
        if self.shown > len(self._columns):
            self._next.cancel()
        else:
            for widget in self._columns[self.shown - 1]:
                widget.opacity = 0
                Animation(opacity=1, duration=FADE_SECONDS).start(widget)

    def _update(self) -> None:
        """Show the steps so far; who has won after the last one."""
        count = self.count
        if count is None:
            return
        over = self.shown > len(self._columns)
        self.result = words.head(count.result) if over else ""
        for number, column in enumerate(self._columns):
            for widget in column:
                Animation.cancel_all(widget)
                widget.opacity = int(number < self.shown)
        for seat, row in enumerate(self.seats):
            row.standing, row.won = count.standing(self.shown, seat), over and seat in count.winners

    def _head(self, step: Step, names: Sequence[str]) -> StepHead:
        head = StepHead(text=words.head(step.counted.label), both=self.both)
        if step.counted.pieces:
            pieces = PiecesView(step.counted.pieces, names)
            head.ids.pieces.add_widget(pieces)
            self._columns[-1].append(pieces)
        return head


load_kv(__file__)
