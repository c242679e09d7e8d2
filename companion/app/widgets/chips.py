"""Small pictures of cards, tokens and dice in a row, drawn without a widget for each."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion.app.texts.lettering import Lettering
from companion.app.window.textures import die_mask, rank_mask, suit_mask
from companion.app.window.theme import theme
from companion.locale import Message
from companion.pieces import Card, Die, DieKind, Suit, Tokens

Chip = Card | Die | tuple[Suit, int]
"""A card, a die, or a number of tokens of a suit."""


class Chips(Widget):
    """As many as fit, from the left."""

    chips = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        soon = Clock.create_trigger(self._draw, -1)
        self.bind(chips=soon, pos=soon, size=soon)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side, x = self.height * 0.5, self.x
        with self.canvas:
            for chip in self.chips:
                wide = _width(chip, side)
                if x + wide > self.right + 1:
                    break
                _DRAWN[type(chip)](chip, x, self.center_y, side)
                x += wide + side * 0.22


def chips_of(message: Message) -> list[Chip]:
    """Return the cards and tokens of a sentence, in its order."""
    found: list[Chip] = []
    for value in message.values.values():
        if isinstance(value, Message):
            found += chips_of(value)
        elif isinstance(value, Card):
            found.append(value)
        elif isinstance(value, Tokens):
            found += [(suit, count) for suit, count in value.items() if count]
    return found


def _width(chip: Chip, side: float) -> float:
    if isinstance(chip, Card):
        return side * (1 + len(chip.suits)) * 0.86 + side * 0.3
    return side if isinstance(chip, Die) else side * 1.7


def _card(card: Card, x: float, middle: float, side: float) -> None:
    wide, mark = _width(card, side), side * 0.8
    Color(*theme.paper)
    SmoothRoundedRectangle(pos=(x, middle - side * 0.6), size=(wide, side * 1.2), radius=[side * 0.16])
    Color(*theme.on_paper)
    Rectangle(texture=rank_mask(card.rank), pos=(x + side * 0.15, middle - mark / 2), size=(mark, mark))
    for number, suit in enumerate(card.suits, 1):
        Color(*theme.suit_on_paper(suit))
        left = x + side * 0.15 + number * side * 0.86
        Rectangle(texture=suit_mask(suit), pos=(left, middle - mark / 2), size=(mark, mark))


def _tokens(chip: tuple[Suit, int], x: float, middle: float, side: float) -> None:
    suit, count = chip
    Color(*theme.suit_on_ground(suit))
    SmoothEllipse(pos=(x, middle - side / 2), size=(side, side))
    Color(*theme.on_token)
    glyph = side * 0.66
    Rectangle(texture=suit_mask(suit), pos=(x + (side - glyph) / 2, middle - glyph / 2), size=(glyph, glyph))
    _draw_text(str(count), x + side * 1.08, middle, side * 0.72, theme.ink)


def _die(die: Die, x: float, middle: float, side: float) -> None:
    Color(*theme.die)
    if die.kind is DieKind.D10:
        Rectangle(texture=die_mask(), pos=(x, middle - side / 2), size=(side, side))
    else:
        SmoothRoundedRectangle(pos=(x, middle - side / 2), size=(side, side), radius=[side * 0.16])
    text = _texture(str(die.value), round(side * 0.5))
    _draw_text(str(die.value), x + (side - text.width) / 2, middle, side * 0.5, theme.on_paper)


def _draw_text(text: str, x: float, middle: float, size: float, colour: Sequence[float]) -> None:
    texture = _texture(text, round(size))
    Color(*colour)
    Rectangle(texture=texture, pos=(x, middle - texture.height / 2), size=texture.size)


@lru_cache(maxsize=128)
def _texture(text: str, size: int) -> Texture:
    label = Lettering(text=text, font_size=size, bold=True)
    label.refresh()
    return label.texture


_DRAWN: dict[type, Any] = {Card: _card, Die: _die, tuple: _tokens}
