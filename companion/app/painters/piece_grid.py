"""Pieces that can be tapped, in a grid of as few rows as possible, and the choice of a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.painters.pieces import CARD_SHAPE
from companion.app.widgets.card import CardTarget
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import Card


class PieceTarget(Target):
    """A piece that can be tapped, in a frame of its owner's colour if it has one.

    Args:
        piece: The widget of the piece.
        **kwargs: Properties of the widget.
    """

    chosen = BooleanProperty(False)
    pale = BooleanProperty(False)
    colour = ListProperty([0, 0, 0, 0])

    def __init__(self, piece: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.piece.add_widget(piece)


class PieceGrid(GridLayout):
    """Pieces of one shape, none smaller than a finger."""

    shape = CARD_SHAPE
    """Width of a piece for its height."""
    widest = NumericProperty(104)
    """Width of a piece in units, if there is room in one row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._arrange, children=self._arrange, widest=self._arrange)

    def _arrange(self, *_: object) -> None:
        """Choose as few rows as the width allows."""
        count, gap = max(1, len(self.children)), theme.unit * 8
        most = max(1, int((self.width + gap) // (theme.target + gap)))
        rows = -(-count // most)
        self.cols = -(-count // rows)
        wide = min(max(theme.target, theme.unit * self.widest), (self.width + gap) / self.cols - gap)
        self.col_default_width, self.row_default_height = wide, max(theme.target, wide / self.shape)
        self.height = rows * (self.row_default_height + gap) - gap


_CACHED_TARGETS: dict[Card, CardTarget] = {}
"""One target for each card: building the whole deck takes long."""


def _free_target(card: Card) -> CardTarget:
    target = _CACHED_TARGETS.get(card)
    if target is None or target.parent is not None:
        target = _CACHED_TARGETS[card] = CardTarget(card=card)
    return target


class CardPick(PieceGrid):
    """Cards to tap in as few rows as possible; ``changed(picked)`` is called after every tap.

    At most ``most`` are picked: if it is 1, the card tapped last, otherwise those tapped first.
    ``on_filled(picked)`` follows the tap that picks the last of several.
    """

    __events__ = ("on_filled",)

    def __init__(
        self, offered: tuple[Card, ...], most: int, picked: tuple[Card, ...], changed: Callable[[Any], None], **kw: Any
    ) -> None:
        super().__init__(**kw)
        self.picked, self._most, self._changed = picked, most, changed
        self.targets = {card: _free_target(card) for card in offered}
        self._bindings = []
        for card, target in self.targets.items():
            target.chosen, target.state = card in picked, "normal"
            self._bindings.append((target, target.fbind("on_release", partial(self._tapped, card))))
            self.add_widget(target)
        self.bind(parent=self._release)

    def on_filled(self, _picked: tuple[Card, ...]) -> None:
        """Do nothing further."""

    def _release(self, _pick: CardPick, parent: Any) -> None:
        """Release the targets for the next widget once this one is removed."""
        if parent is None:
            self.clear_widgets()
            for target, uid in self._bindings:
                target.unbind_uid("on_release", uid)
            self._bindings = []

    def take(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Pick those of the cards that are offered, up to the limit, and return them."""
        taken = tuple(card for card in cards if card in self.targets)[: self._most]
        self._pick(taken)
        return taken

    def _tapped(self, card: Card, _target: CardTarget) -> None:
        if card in self.picked and self._most > 1:
            self._pick(tuple(one for one in self.picked if one != card))
        elif self._most == 1:
            self._pick((card,))
        elif len(self.picked) < self._most:
            self._pick((*self.picked, card))
            if len(self.picked) == self._most:
                self.dispatch("on_filled", self.picked)

    def _pick(self, cards: tuple[Card, ...]) -> None:
        self.picked = cards
        for one, target in self.targets.items():
            target.chosen = one in cards
        self._changed(cards)


load_kv(__file__)
