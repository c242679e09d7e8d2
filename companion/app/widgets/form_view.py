"""A form being filled in: one part after the other, and its move once all is said."""

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
    """Asks the form's parts in order; ``taker(move)`` hears the move. If it cannot be made, all is asked anew.

    ``photo`` lets a photo be chosen in which several cards that are asked for lie.
    """

    text = StringProperty("")
    """What is asked now."""

    def __init__(
        self, form: Form[Any], callback: Callable[[Any], object], photo: Callable[[], None] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._form, self._callback, self._photo = form, callback, photo
        self.photo: Pad | None = None
        """Where several cards are picked and a photo may show them: chooses one."""
        self.pick: CardPick | None = None
        self.amount: AmountPad | None = None
        self.done: Pad | None = None
        self.pads: list[Pad] = []
        """Where one of several is picked: these."""
        self._ask(())

    def _ask(self, said: Answers) -> None:
        part = self._form.next(said)
        self.ids.room.clear_widgets()
        self.pick, self.amount, self.done, self.photo, self.pads = None, None, None, None, []
        if part is None:
            if not self._callback(self._form.move(said)):
                self._ask(())
            return
        self.text = words.head(part.text)
        self._show(part, said)

    def _show(self, part: Part, said: Answers) -> None:
        match part:
            case Amount():
                self.amount = AmountPad(lambda amount: self._ask((*said, amount)), least=part.least, most=part.most)
                self.ids.room.add_widget(self.amount)
            case Cards():
                self._show_cards(part, said)
            case Pick():
                picks = PickPads([*map(words.head, part.offered)], lambda number: self._ask((*said, number)))
                self.pads = picks.pads
                self.ids.room.add_widget(picks)

    def _show_cards(self, part: Cards, said: Answers) -> None:
        def changed(picked: Any) -> None:
            if part.least == part.most == 1:
                self._ask((*said, picked))
            elif self.done is not None:
                self._offer(part, picked)

        self.pick = CardPick(part.offered, part.most, part.chosen, changed)
        self.ids.room.add_widget(self.pick)
        if not part.least == part.most == 1:
            self.done = Pad(icon="done", icon_left=True)
            self.done.bind(on_release=lambda _pad: self._ask((*said, self.pick.picked if self.pick else ())))
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
        """Done, where enough are picked; otherwise how many there must be."""
        assert self.done is not None
        enough = part.least <= len(picked)
        self.done.disabled, self.done.tone = not enough, "main" if enough else "plain"
        values = {"n": len(picked), "most": part.most}
        self.done.text = words._("{n} of {most}").format(**values) if picked or part.least else words._("Leave it out")


load_kv(__file__)
