"""What one player answers while nobody else looks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.amount_pad import AmountPad
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.games.forms import Amount
from companion.games.protocol import Offer


class CoverSheet(Sheet):
    """Shows the question alone before ``owner`` says that only they look; then its answers too.

    ``taker(answer)`` hears the one given: one of the offers, or a JSON value that was written where none are offered.
    """

    owner = StringProperty("")
    text = StringProperty("")
    callback = ObjectProperty()
    dismiss_callback = ObjectProperty(None, allownone=True)
    """Called when it is closed without an answer, where that means something."""

    def __init__(self, offers: Sequence[Offer], amount: Amount | None = None, **kwargs: Any) -> None:
        self._offers, self._amount = offers, amount
        self.pad: AmountPad | None = None
        """Where the answer is a number, what types it; once uncovered."""
        self.answers: list[Pad] = []
        super().__init__(**kwargs)
        self.title = words._("For {name} alone").format(name=self.owner)
        # ids hold weakly, and only one of these is in the tree at a time.
        self._written = self.ids.written.__self__
        self.ids.inside.clear_widgets()

    def uncover(self) -> None:
        """Only now is anything there to be seen."""
        self.ids.cover.parent.remove_widget(self.ids.cover)
        if self._amount is not None:
            self.pad = AmountPad(self._taken, least=self._amount.least, most=self._amount.most)
            self.ids.offers.parent.parent.add_widget(self.pad)
            self.ids.offers.parent.size_hint_y = 0.001
        elif not self._offers:
            self.ids.inside.add_widget(self._written)
        for offer in self._offers:
            pad = Pad(text=words.head(offer.text), units=24, size_hint_y=None, height=theme.target * 1.2)
            pad.bind(on_release=partial(self._taken, offer.answer))
            self.answers.append(pad)
            self.ids.offers.add_widget(pad)

    def write(self) -> None:
        """The answer that was typed: JSON, or else the text as it stands."""
        typed = self.ids.typed.text.strip()
        try:
            answer = json.loads(typed)
        except ValueError:
            answer = typed
        self._taken(answer)

    def close(self) -> None:
        if self.dismiss_callback is not None:
            self.dismiss_callback()
        else:
            super().close()

    def _taken(self, answer: object, *_: object) -> None:
        self.callback(answer)


load_kv(__file__)
