"""Sheets that only one player may see."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.painters.amount_pad import AmountPad
from companion.app.painters.decision_view import DecisionView
from companion.app.painters.question_view import QuestionView
from companion.app.texts.i18n import words
from companion.app.widgets.layouts import Row, Stack
from companion.app.widgets.name_field import TextField
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.games.decisions import Decision
from companion.games.fields import Amount
from companion.games.protocol import Offer
from companion.locale import Message


class CoveredSheet(Sheet):
    """Shows only its text until ``owner`` confirms to be alone; then what is hidden."""

    owner = StringProperty("")
    text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = words._("For {name} only").format(name=self.owner)
        self.pads: list[Pad] = []
        """The pads of what is hidden."""

    def uncover(self) -> None:
        """Show what is hidden."""
        self.lay(*self.hidden())

    def hidden(self) -> Iterator[Widget]:
        """Yield what nobody else may see."""
        raise NotImplementedError

    def lay(self, *widgets: Widget) -> None:
        """Show these widgets below each other, in place of what is shown."""
        self.ids.inside.clear_widgets()
        for widget in (*widgets, Widget()):
            self.ids.inside.add_widget(widget)

    def offer(self, answers: Sequence[tuple[str, Callable[[], object]]]) -> ScrollView:
        """Return pads for these answers, in a list that scrolls."""
        view, scrolled = QuestionView(answers), ScrollView()
        self.pads += view.pads
        scrolled.add_widget(view)
        return scrolled


class CoverSheet(CoveredSheet):
    """An answer: ``callback(answer)`` is called with one of the offers, or a JSON value typed if none are offered."""

    callback = ObjectProperty()
    dismiss_callback = ObjectProperty(None, allownone=True)
    """Called if the sheet is closed without an answer, if that has a meaning."""

    def __init__(self, offers: Sequence[Offer], amount: Amount | None = None, **kwargs: Any) -> None:
        self._offers, self._amount = offers, amount
        self.pad: AmountPad | None = None
        """Types the answer if it is a number; None before the sheet is uncovered."""
        self.field = TextField()
        """Types any other answer if none is offered."""
        super().__init__(**kwargs)

    def hidden(self) -> Iterator[Widget]:
        """Yield what answers."""
        if self._amount is not None:
            self.pad = AmountPad(self.callback, self._amount)
            yield self.pad
        elif not self._offers:
            row, done = Row(), Pad(icon="done", tone="main", size_hint_x=0.2)
            for one, event in ((self.field, "on_text_validate"), (done, "on_release")):
                one.bind(**{event: self._write})
                row.add_widget(one)
            self.pads = [done]
            yield row
        yield self.offer([(words.head(one.text), partial(self.callback, one.answer)) for one in self._offers])

    def _write(self, *_: object) -> None:
        """Answer what was typed: a JSON value, or else the text itself."""
        typed = self.field.text.strip()
        try:
            answer = json.loads(typed)
        except ValueError:
            answer = typed
        self.callback(answer)

    def close(self) -> None:
        """Close the sheet without an answer."""
        if self.dismiss_callback is not None:
            self.dismiss_callback()
        else:
            super().close()


class PrivateSheet(CoveredSheet):
    """What only its owner may read, and their decisions."""

    def __init__(
        self,
        lines: Sequence[Message],
        decisions: Sequence[Decision[Any]],
        callback: Callable[[Any], object],
        forecast: Iterable[Widget] = (),
        **kwargs: Any,
    ) -> None:
        self._lines, self._decisions, self._callback, self._forecast = lines, decisions, callback, forecast
        self.view: DecisionView | None = None
        super().__init__(**kwargs)

    def hidden(self) -> Iterator[Widget]:
        """Yield the lines and decisions."""
        yield from (Wrapped(text=words.head(line), units=25) for line in self._lines)
        view = QuestionView([(words.head(one.text), partial(self._fill_in, one)) for one in self._decisions])
        self.pads = view.pads
        yield view
        room, stack = ScrollView(), Stack()
        for widget in self._forecast:
            stack.add_widget(widget)
        room.add_widget(stack)
        yield room

    def _fill_in(self, decision: Decision[Any]) -> None:
        self.view = DecisionView(decision, self._callback)
        self.lay(self.view)


load_kv(__file__)
