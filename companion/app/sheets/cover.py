"""The sheet of an answer that only one player may see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.painters.amount_pad import AmountPad
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.fields import Amount
from companion.games.protocol import Offer


class CoverSheet(Sheet):
    """Shows only the question until ``owner`` confirms to be alone; then the answers too.

    ``callback(answer)`` is called with the answer: one of the offers, or a JSON value typed if none are offered.
    """

    owner = StringProperty("")
    text = StringProperty("")
    callback = ObjectProperty()
    dismiss_callback = ObjectProperty(None, allownone=True)
    """Called if the sheet is closed without an answer, if that has a meaning."""

    def __init__(self, offers: Sequence[Offer], amount: Amount | None = None, **kwargs: Any) -> None:
        self._offers, self._amount = offers, amount
        self.pad: AmountPad | None = None
        """Types the answer if it is a number; None before the sheet is uncovered."""
        self.answers: list[Pad] = []
        super().__init__(**kwargs)
        self.title = words._("For {name} only").format(name=self.owner)
        # Kivy holds ids weakly, and only one kind of answer is in the tree at a time.
        self._typed_answer = self.ids.written.__self__
        self.ids.inside.clear_widgets()

    def uncover(self) -> None:
        """Show the answers."""
        self.ids.cover.parent.remove_widget(self.ids.cover)
        if self._amount is not None:
            self.pad = AmountPad(self._taken, self._amount)
            self.ids.inside.add_widget(self.pad)
        elif not self._offers:
            self.ids.inside.add_widget(self._typed_answer)
        for offer in self._offers:
            pad = Pad(text=words.head(offer.text), units=24, size_hint_y=None, height=theme.target * 1.2)
            pad.bind(on_release=partial(self._taken, offer.answer))
            self.answers.append(pad)
            self.ids.offers.add_widget(pad)

    def write(self) -> None:
        """Answer what was typed: a JSON value, or else the text itself."""
        typed = self.ids.typed.text.strip()
        try:
            answer = json.loads(typed)
        except ValueError:
            answer = typed
        self._taken(answer)

    def close(self) -> None:
        """Close the sheet without an answer."""
        if self.dismiss_callback is not None:
            self.dismiss_callback()
        else:
            super().close()

    def _taken(self, answer: object, *_: object) -> None:
        self.callback(answer)


load_kv(__file__)
