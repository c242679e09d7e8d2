"""A count is corrected where it stands, and the last moves that made a number are shown next to its owner."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.spots import CountView
from companion.app.texts.i18n import words
from companion.app.widgets.fields import CounterEditor
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import CORRECT, Decision
from companion.games.fields import Amount
from companion.games.figures import Reason
from companion.locale import Message
from companion.play.possible_moves import table_decisions

MAX_REASONS = 4
"""Maximum number of reasons shown; the log has all of them."""


class ReasonCell(BoxLayout):
    """One move: the change, the turn, and the cause."""

    change = StringProperty("")
    where = StringProperty("")
    gained = BooleanProperty(True)


class ReasonsBar(Target, HalfTurn):
    """The last reasons for a number; a tap on it opens the number's log."""

    suit = ObjectProperty(None, allownone=True, rebind=True)
    """The suit of the tokens that are counted, or None."""
    label = StringProperty("")
    """What is counted, if that is no tokens."""
    colour = ListProperty(theme.ink)
    open_callback = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cells = [ReasonCell() for _ in range(MAX_REASONS)]
        for cell in self.cells:
            self.ids.cells.add_widget(cell)

    def show(self, reasons: Sequence[Reason]) -> None:
        """Show the last reasons, the oldest first."""
        shown = reasons[-MAX_REASONS:]
        places: list[Reason | None] = [*[None] * (MAX_REASONS - len(shown)), *shown]
        for cell, one in zip(self.cells, places, strict=True):
            cell.change = one.signed if one is not None else ""
            cell.gained = one is None or one.change > 0
            cell.where = _where(one) if one is not None else ""

    def on_press(self) -> None:
        """Open the log of the number."""
        if self.open_callback is not None:
            self.open_callback()


def _where(one: Reason) -> str:
    cause: str = words.say(one.cause)
    return f"{words._('turn {turn}').format(turn=one.turn)} · {cause}" if one.turn else cause


CORRECTION_DELAY = 0.8
"""Seconds without a tap after which a corrected number is passed on."""
EDITOR_TIMEOUT = 5
"""Seconds without a tap after which the editor of a count closes."""
EDITOR_TARGETS = 2.9
"""Width of the editor, for that of a count."""


class CountCorrection:
    """The editor over a count, and the bar of its last reasons next to its owner.

    Args:
        screen: The screen of the game.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        self.editor = CounterEditor(callback=self._change, framed=True, size_hint=(None, None))
        self.bar = ReasonsBar()
        self._view: Any = None
        """The count that is being corrected, or None."""
        self._staged: int | None = None
        """The corrected number that is not passed on yet."""
        self._commit_later = Clock.create_trigger(self._commit, CORRECTION_DELAY)
        self._close_later = Clock.create_trigger(self.close, EDITOR_TIMEOUT)
        self._withdraw_later = Clock.create_trigger(self._withdraw)
        screen.bind(size=Clock.create_trigger(self._place))

    def decision(self, spot: str) -> Decision[Any] | None:
        """Return the correction of a spot that asks for its number and nothing else, or None."""
        view = self._screen.place_of(spot)
        correct = (one for one in table_decisions(self._screen.current_play.course) if one.name == CORRECT)
        begun = next((one.tapped(spot) for one in correct), None)
        if begun is None or not isinstance(view, CountView):
            return None
        asked = begun.missing
        if not isinstance(asked, Amount) or asked.now is None or asked.now != view.spot.number:
            return None
        return begun if begun.answer(asked.name, asked.now).missing is None else None

    def open(self, spot: str) -> bool:
        """Open the editor over a spot; return False if that cannot be corrected by a number alone."""
        self.close()
        begun = self.decision(spot)
        if begun is None or self._screen.veil is not None:
            return False
        view, editor = self._screen.place_of(spot), self.editor
        assert isinstance(begun.missing, Amount)
        editor.suit, editor.label = view.suit, view.label
        editor.count, editor.most = view.spot.number, begun.missing.most
        self._view, view.opened = view, True
        around, middle = view.parent, self._screen.ids.middle
        while not isinstance(around, HalfTurn) and around is not middle:
            around = around.parent
        around.add_widget(editor)
        if around is not middle:
            self._show_reasons()
        self._place()
        self._close_later()
        return True

    def close(self, *_: object) -> None:
        """Close the editor, and pass its number on."""
        self._commit()
        if self._view is not None:
            self.editor.parent.remove_widget(self.editor)
            self._view.opened, self._view = False, None
            # The tap that closed it may be on the bar, which must get it first.
            self._withdraw_later()

    def close_outside(self, touch: Any) -> None:
        """Close the editor on a touch elsewhere, which still has its usual effect."""
        if self._view is not None and not self.editor.collide_point(*self.editor.to_widget(*touch.pos)):
            self.close()

    def refresh(self) -> None:
        """Follow the table, which was painted again."""
        if self._view is not None and self._staged is None:
            self.editor.count = self._view.spot.number
        elif self._view is not None:
            self._view.number = str(self._staged)

    def _change(self, count: int) -> None:
        """Show the number at once; quick taps in a row become one correction."""
        for later in (self._close_later, self._commit_later):
            later.cancel()
            later()
        self._staged = self.editor.count = count
        self._view.number = str(count)

    def _commit(self, *_: object) -> None:
        staged, self._staged = self._staged, None
        if staged is None:
            return
        view, begun = self._view, self.decision(self._view.spot.id)
        if begun is not None and begun.missing is not None and staged != view.spot.number:
            self._screen.propose(*begun.answer(begun.missing.name, staged).moves(), seat=view.spot.seat)
        view.show_again()

    def _show_reasons(self) -> None:
        self._withdraw_later.cancel()
        self._withdraw()
        course, names, bar, view = self._screen.current_play.course, self._screen.names, self.bar, self._view
        reasons = course.why(view.spot.id)
        dealt = {one.id: one.number for one in course.rules.view(course.start, names, None).spots()}.get(view.spot.id)
        if dealt and (reasons or dealt == view.spot.number):
            reasons = (Reason(0, 0, dealt, dealt, Message("setup"), "setup"), *reasons)
        if reasons:
            bar.suit, bar.label, bar.colour, bar.turned = view.suit, view.label, view.colour, self.editor.parent.turned
            bar.show(reasons)
            bar.open_callback = partial(self._screen.open_reasons, view.spot.id)
            self._screen.ids.middle.add_widget(bar)

    def _withdraw(self, *_: object) -> None:
        if self.bar.parent is not None:
            self.bar.parent.remove_widget(self.bar)

    def _place(self, *_: object) -> None:
        """Place the editor over the count, and the bar between its owner's side and the middle."""
        if self._view is None:
            return
        view, editor, bar, around, middle = (
            self._view,
            self.editor,
            self.bar,
            self.editor.parent,
            self._screen.ids.middle,
        )
        editor.size = EDITOR_TARGETS * max(view.width, theme.target), max(view.height, theme.target + theme.unit * 12)
        x, y = around.to_widget(*view.to_window(*view.center))
        left = min(max(0, x - editor.width / 2), around.width - editor.width)
        editor.pos = left, max(0, min(y - editor.height / 2, around.height - editor.height))
        if around is middle:
            return
        _, bottom = middle.to_widget(*around.to_window(*around.pos))
        low = bottom + around.height if bottom + around.height / 2 < middle.height / 2 else bottom - bar.height
        side = around.parent
        bar.width, bar.x = side.width, middle.to_widget(*side.to_window(*side.pos))[0]
        bar.y = max(0, min(low, middle.height - bar.height))


load_kv(__file__)
