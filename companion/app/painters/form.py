"""The parts of a form: fields of a decision that are answered in place, in any order."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast
from urllib.parse import quote, unquote

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.deal_field import DealField, OrderField
from companion.app.painters.pieces import seat_colour
from companion.app.painters.question_view import QuestionView
from companion.app.texts.i18n import words
from companion.app.widgets.layouts import Stack
from companion.app.widgets.name_field import NameField
from companion.app.window.kv_loader import load_kv
from companion.games.decisions import Decision, Words
from companion.games.fields import Amount, Cards, Field, Pick, Text
from companion.games.laying import EVENLY, lay

Answer = Callable[[Words], None]
"""Takes further answers, as words."""


class FormPart(Stack):
    """A caption above fields that belong together; ``show(decision)`` shows their answers.

    Args:
        fields: The fields.
        answer: Called with the answers of every change.
        **kwargs: Properties of the widget.
    """

    caption = StringProperty("")
    hint = StringProperty("")
    """What taps do, after the caption."""
    large = BooleanProperty(False)
    """Whether pieces lie in several rows."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        self.fields, self.answer = tuple(fields), answer
        super().__init__(**kwargs)

    def show(self, decision: Decision[Any]) -> None:
        """Show the answers of the decision."""


class NamesPart(FormPart):
    """A text for each seat in its colour; what is proposed is a hint."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        super().__init__(fields, answer, **kwargs)
        self.names: list[NameField] = []
        for seat, one in enumerate(fields):
            field = NameField(hint_text=one.proposed, foreground_color=seat_colour(seat))
            self.names.append(field)
            self.ids.names.add_widget(field)
            field.bind(text=partial(self._typed, one.name))
        self.ids.names.cols = -(-len(fields) // -(-len(fields) // 3))

    def _typed(self, name: str, _field: NameField, text: str) -> None:
        self.answer({name: quote(text)})

    def show(self, decision: Decision[Any]) -> None:
        """Show what was typed."""
        for field, asked in zip(self.names, self.fields, strict=True):
            typed = unquote(decision.words.get(asked.name, ""))
            if field.text != typed:
                field.text = typed


class PickPart(FormPart):
    """A pad for each value."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        super().__init__(fields, answer, **kwargs)
        [self.field] = cast("Sequence[Pick]", fields)
        texts = (words.head(self.field.label(value)) for value in self.field.offered)
        pads = QuestionView(
            [
                (text, partial(answer, {self.field.name: self.field.write(value)}))
                for text, value in zip(texts, self.field.offered, strict=True)
            ]
        )
        self.pads = dict(zip(self.field.offered, pads.pads, strict=True))
        self.add_widget(pads)

    def show(self, decision: Decision[Any]) -> None:
        """Mark the value that is chosen."""
        for value, pad in self.pads.items():
            pad.chosen = value == decision.answers[self.field.name]


class NumberRow(BoxLayout):
    """A whole number between two pads; ``callback(number)`` gets a new one."""

    name = StringProperty("")
    value = NumericProperty(0)

    def __init__(self, field: Amount, callback: Callable[[int], None], **kwargs: Any) -> None:
        self._field, self._callback = field, callback
        super().__init__(name=words.head(field.text), **kwargs)

    def add(self, number: int) -> None:
        """Change the number, within its limits."""
        changed = min(self._field.most, max(self._field.least, int(self.value) + number))
        if changed != self.value:
            self._callback(changed)


class NumbersPart(FormPart):
    """A row for each number."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        super().__init__(fields, answer, **kwargs)
        self.rows = {
            one.name: NumberRow(one, partial(self._counted, one.name)) for one in cast("Sequence[Amount]", fields)
        }
        for row in self.rows.values():
            self.add_widget(row)

    def _counted(self, name: str, number: int) -> None:
        self.answer({name: str(number)})

    def show(self, decision: Decision[Any]) -> None:
        """Show the numbers."""
        for name, row in self.rows.items():
            row.value = decision.answers[name]


class DealPart(FormPart):
    """Pieces of which each seat holds some."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        super().__init__(fields, answer, large=True, **kwargs)
        first = cast("Pick", fields[0])
        seats = [words.say(first.label(seat)) for seat in first.offered if seat != EVENLY]
        self.hint = words._("Tap a player, then their cards")
        self.deal = DealField([one.name.partition("-")[2] for one in fields], seats, self._dealt)
        self.add_widget(self.deal)

    def _dealt(self, owners: Mapping[str, int]) -> None:
        whose = (owners.get(one.name.partition("-")[2], EVENLY) for one in self.fields)
        self.answer({one.name: str(seat) for one, seat in zip(self.fields, whose, strict=True)})

    def show(self, decision: Decision[Any]) -> None:
        """Show whose the pieces are."""
        owners = {one.name.partition("-")[2]: decision.answers[one.name] for one in self.fields}
        self.deal.show({piece: seat for piece, seat in owners.items() if seat != EVENLY})


class OrderPart(FormPart):
    """Pieces or values at their places."""

    def __init__(self, fields: Sequence[Field], answer: Answer, **kwargs: Any) -> None:
        super().__init__(fields, answer, **kwargs)
        first = cast("Pick | Cards", fields[0])
        heads = [words.head(one.text) for one in fields] if len(fields) > 1 else []
        label = first.label if isinstance(first, Pick) else None
        self.hint = words._("Tap two to swap them")
        self.order = OrderField(first.offered, heads, label, self._ordered)
        self.large = len(first.offered) > 2 * (first.most if isinstance(first, Cards) else len(fields))
        self.add_widget(self.order)

    def _ordered(self, values: Sequence[Any]) -> None:
        self.answer(lay(self.fields, values))

    def show(self, decision: Decision[Any]) -> None:
        """Show what lies where."""
        answers = [decision.answers[one.name] for one in self.fields]
        self.order.show(answers[0] if isinstance(self.fields[0], Cards) else answers)


def paint_part(fields: Sequence[Field], caption: str, answer: Answer) -> FormPart:
    """Return the part of a form with these fields, which belong together.

    Args:
        fields: The fields.
        caption: What several of them are about.
        answer: Called with the answers of every change.
    """
    match fields[0]:
        case Text():
            kind: type[FormPart] = NamesPart
        case Amount():
            kind = NumbersPart
        case Pick(seats=True) if len(fields) > 1:
            kind = DealPart
        case Pick() if len(fields) == 1:
            kind = PickPart
        case _:
            kind = OrderPart
    return kind(fields, answer, caption=caption)


load_kv(__file__)
