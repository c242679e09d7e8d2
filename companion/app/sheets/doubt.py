"""What the eyes are not sure of, with the place in the photo that they mean."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import cv2
import numpy as np
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.image import Image
from numpy.typing import NDArray

from companion.app.drawn import texture
from companion.app.kv import load_beside
from companion.app.widgets.card import CardTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.words import words
from companion.pieces import Card, UnknownCard
from companion.questions import Choice, Question
from companion.table.lying import Box
from companion.table.questions import NONE

_CROP = 256
_IN_A_ROW = 6


class DoubtSheet(Sheet):
    """One question about a picture; ``taker(id, choice)`` hears the answer."""

    question = ObjectProperty()
    taker = ObjectProperty(None, allownone=True)
    may_remember = BooleanProperty(False)
    """Whether a taught deck is on the table, so that the card as it looks here can be added to it."""
    remember = BooleanProperty(False)

    def __init__(self, pixels: NDArray[np.uint8], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        asked: Question = self.question
        self.title, self.notice = words._("Not sure"), words.head(asked.text)
        self.ids.place.add_widget(Image(texture=texture(crop(pixels, asked.region)), fit_mode="contain"))
        self.answers: dict[str, Any] = {}
        self.ids.choices.rows = math.ceil(len(asked.choices) / _IN_A_ROW)
        for choice in asked.choices:
            target = _target(choice)
            target.bind(on_release=partial(self._answer, choice.answer))
            self.answers[choice.answer] = target
            self.ids.choices.add_widget(target)

    def _answer(self, choice: str, _target: Any) -> None:
        if self.taker is not None:
            self.taker(self.question.key, choice)


def crop(pixels: NDArray[np.uint8], region: Box | None) -> NDArray[np.uint8]:
    """The region (None: all of the picture) with some of its surroundings, RGB, square."""
    height, width = pixels.shape[:2]
    left, top, right, bottom = region or (0.0, 0.0, float(width), float(height))
    half = max(right - left, bottom - top, 40) * 0.7
    x, y = (left + right) / 2, (top + bottom) / 2
    window = np.array([[x - half, y - half], [x + half, y - half], [x - half, y + half]], np.float32)
    onto = np.array([[0, 0], [_CROP, 0], [0, _CROP]], np.float32)
    turned = cv2.warpAffine(pixels, cv2.getAffineTransform(window, onto), (_CROP, _CROP))
    return np.asarray(turned[:, :, ::-1], np.uint8)


def _target(choice: Choice) -> Any:
    if choice.answer != NONE:
        try:
            return CardTarget(card=Card.parse(choice.answer))
        except UnknownCard:
            pass
    return Pad(text=words.head(choice.text), units=22 if choice.answer == NONE else 26)


load_beside(__file__)
