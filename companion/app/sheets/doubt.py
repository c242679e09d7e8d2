"""What the eyes are not sure of, with the place in the photo that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import cv2
import numpy as np
from kivy.properties import BooleanProperty, DictProperty, ObjectProperty
from kivy.uix.image import Image
from numpy.typing import NDArray

from companion.app.drawn import texture
from companion.app.kv import load_beside
from companion.app.widgets.card import CardTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.words import words
from companion.pieces import Card, UnknownCard
from companion.table.lying import Box
from companion.table.questions import NONE, Question

_CROP = 256


class DoubtSheet(Sheet):
    """One question about a picture; ``taker(id, choice)`` hears the answer. ``said`` words choices of its own."""

    question = ObjectProperty()
    taker = ObjectProperty(None, allownone=True)
    said = DictProperty()
    may_remember = BooleanProperty(False)
    """Whether a taught deck is on the table, so that the card as it looks here can be added to it."""
    remember = BooleanProperty(False)

    def __init__(self, pixels: NDArray[np.uint8], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        asked: Question = self.question
        self.title, self.notice = words._("Not sure"), words.head(asked.text)
        self.ids.place.add_widget(Image(texture=texture(crop(pixels, asked.region)), fit_mode="contain"))
        self.answers: dict[str, Any] = {}
        for choice in asked.choices:
            target = _target(choice, self.said)
            target.bind(on_release=partial(self._answer, choice))
            self.answers[choice] = target
            self.ids.choices.add_widget(target)

    def _answer(self, choice: str, _target: Any) -> None:
        if self.taker is not None:
            self.taker(self.question.id, choice)


def crop(pixels: NDArray[np.uint8], region: Box) -> NDArray[np.uint8]:
    """The region with some of its surroundings, RGB, square."""
    left, top, right, bottom = region
    half = max(right - left, bottom - top, 40) * 0.7
    x, y = (left + right) / 2, (top + bottom) / 2
    window = np.array([[x - half, y - half], [x + half, y - half], [x - half, y + half]], np.float32)
    onto = np.array([[0, 0], [_CROP, 0], [0, _CROP]], np.float32)
    turned = cv2.warpAffine(pixels, cv2.getAffineTransform(window, onto), (_CROP, _CROP))
    return np.asarray(turned[:, :, ::-1], np.uint8)


def _target(choice: str, worded: Mapping[str, str]) -> Any:
    if choice == NONE:
        return Pad(text=words._("No card lies there"), units=22)
    try:
        return CardTarget(card=Card.parse(choice))
    except UnknownCard:
        said = {
            "deed": words._("A deed"),
            "property": words._("A finished property"),
            "bottom": words._("At the bottom"),
            "top": words._("At the top"),
            "left": words._("On the left"),
            "right": words._("On the right"),
            "yes": words._("Yes"),
            "no": words._("No"),
        }
        return Pad(text=said.get(choice, worded.get(choice, choice)), units=26)


load_beside(__file__)
