"""Sheets that only one player may see: answers behind a cover, and private sheets."""

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
from companion.play import Question
from companion.play.private_view import find_viewer, private_lines


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


LEAVE = Message("No, cancel")
_NO_ANSWER = -1
"""The number of the offer that answers nothing."""


class Alone:
    """Opens sheets that nobody else sees over the screen of a game.

    Args:
        screen: The screen.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen

    def proposal(self, question: Question) -> CoverSheet:
        """Return the sheet of a secret proposal, covered for the player who may see it."""
        screen = self._screen
        viewer = question.owner if question.owner is not None else find_viewer(screen.current_play, question)

        def taken(answer: int) -> None:
            if answer == _NO_ANSWER:
                screen.dismiss(question)
            else:
                screen.confirm(question, answer)

        return CoverSheet(
            [*offers_of(question), Offer(_NO_ANSWER, LEAVE)],
            owner=screen.names[viewer],
            text=words.head(question.text),
            callback=taken,
            dismiss_callback=partial(screen.dismiss, question),
        )

    def open(self, seat: int, decisions: Sequence[Decision[Any]]) -> None:
        """Open what this player alone may see and decide."""
        screen = self._screen
        lines, propose = private_lines(screen.current_play, seat), partial(screen.propose_decision, seat)
        screen.open(PrivateSheet(lines, decisions, propose, screen.forecast(seat), owner=screen.names[seat]), seat)

    def cover(
        self,
        owner: int,
        text: Message,
        offers: Sequence[Offer],
        take: Callable[[Any], bool],
        amount: Amount | None = None,
    ) -> None:
        """Ask on a sheet that shows nothing before its owner is alone, and nothing after the answer."""

        def taken(answer: object) -> None:
            if take(answer):
                self._screen.overlay.close()

        sheet = CoverSheet(offers, amount, owner=self._screen.names[owner], text=words.head(text), callback=taken)
        self._screen.open(sheet, owner)

    def seal(self, seat: int, answer: object) -> bool:
        """Store a sealed answer; return whether it is accepted."""
        return bool(self._screen.attempt(lambda: self._screen.current_play.seal(seat, answer)))


def offers_of(question: Question) -> list[Offer]:
    """Return the choices of a question as offers."""
    return [Offer(number, choice.text) for number, choice in enumerate(question.choices)]


def private_decisions(decisions: Sequence[Decision[Any]], seat: int) -> list[Decision[Any]]:
    """Return the decisions for this seat alone."""
    return [decision for decision in decisions if decision.secret and decision.owner == seat]


load_kv(__file__)
