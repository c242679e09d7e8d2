"""A form that is filled in part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.amount_pad import AmountPad
from companion.app.widgets.card_pick import CardPick
from companion.app.widgets.pad import Pad
from companion.app.widgets.pick_pads import PickPads
from companion.games.forms import Amount, Answers, Cards, Form, Part, Pick


class FormView(BoxLayout):
    """Shows the form's parts in order; if the rules refuse its move, it begins again.

    Args:
        form: The form.
        callback: Called with the move; returns whether the rules accept it.
        photo: Called to choose a photo, if several cards may be read from one.
        **kwargs: Properties of the widget.
    """

    text = StringProperty("")
    """The current question."""

    def __init__(
        self, form: Form[Any], callback: Callable[[Any], object], photo: Callable[[], None] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._form, self._callback, self._photo = form, callback, photo
        self.photo: Pad | None = None
        """The pad that chooses a photo, or None."""
        self.pick: CardPick | None = None
        self.amount: AmountPad | None = None
        self.done: Pad | None = None
        self.pads: list[Pad] = []
        """The pads of a choice, if the current part is one."""
        self._ask(())

    def _ask(self, answers: Answers) -> None:
        part = self._form.next(answers)
        self.ids.room.clear_widgets()
        self.pick, self.amount, self.done, self.photo, self.pads = None, None, None, None, []
        if part is None:
            if not self._callback(self._form.move(answers)):
                self._ask(())
            return
        self.text = words.head(part.text)
        self._show(part, answers)

    def _show(self, part: Part, answers: Answers) -> None:
        match part:
            case Amount():
                self.amount = AmountPad(lambda amount: self._ask((*answers, amount)), least=part.least, most=part.most)
                self.ids.room.add_widget(self.amount)
            case Cards():
                self._show_cards(part, answers)
            case Pick():
                picks = PickPads([*map(words.head, part.offered)], lambda number: self._ask((*answers, number)))
                self.pads = picks.pads
                self.ids.room.add_widget(picks)

    def _show_cards(self, part: Cards, answers: Answers) -> None:
        def changed(picked: Any) -> None:
            if part.least == part.most == 1:
                self._ask((*answers, picked))
            elif self.done is not None:
                self._offer(part, picked)

        self.pick = CardPick(part.offered, part.most, part.chosen, changed)
        self.ids.room.add_widget(self.pick)
        if not part.least == part.most == 1:
            self.done = Pad(icon="done", icon_left=True)
            self.done.bind(on_release=lambda _pad: self._ask((*answers, self.pick.picked if self.pick else ())))
            row = BoxLayout(size_hint_y=None, height=theme.target, spacing=theme.unit * 8)
            row.add_widget(self.done)
            if self._photo is not None and part.most > 1:
                self.photo = Pad(icon="photo", text=words._("From a photo"), icon_left=True, size_hint_x=0.4)
                self.photo.bind(on_release=self._choose_photo)
                row.add_widget(self.photo)
            self.ids.room.add_widget(row)
            self._offer(part, part.chosen)

    def _choose_photo(self, _pad: Pad) -> None:
        if self._photo is not None:
            self._photo()

    def _offer(self, part: Cards, picked: tuple[Any, ...]) -> None:
        """Enable Done if enough cards are picked; show how many there are."""
        assert self.done is not None
        enough = part.least <= len(picked)
        self.done.disabled, self.done.tone = not enough, "main" if enough else "plain"
        values = {"n": len(picked), "most": part.most}
        self.done.text = words._("{n} of {most}").format(**values) if picked or part.least else words._("Skip")


load_kv(__file__)
