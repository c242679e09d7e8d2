"""What the eyes are not sure of, with the place in the photo that they mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import cv2
import numpy as np
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.image import Image
from numpy.typing import NDArray

from companion.app.drawn import texture
from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE, CardTarget
from companion.app.widgets.dice import DieTarget, RollTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.tray import Tray
from companion.app.words import words
from companion.pieces import Card, UnknownCard
from companion.questions import Choice, Question
from companion.table.lying import Box
from companion.table.questions import NONE
from companion.table.sightings import CardSighting, Point, Sightings

OTHER = "other"
"""The answer that none of the rolls offered is it."""
_CROP = 256
_IN_A_ROW, _IN_PORTRAIT = 6, 3


class DoubtSheet(Tray):
    """One question about a picture; ``taker(id, choice)`` hears the answer.

    ``corners`` are those of the card that is meant, which is then shown upright. Where ``dice`` are said, other numbers
    than those offered are tapped in, a tap a die.
    """

    dice = ListProperty()
    """The kinds of dice that make a roll, where any roll answers."""

    question = ObjectProperty()
    taker = ObjectProperty(None, allownone=True)
    may_remember = BooleanProperty(False)
    """Whether a taught deck is on the table, so that the card as it looks here can be added to it."""
    remember = BooleanProperty(False)
    ground = ObjectProperty(EXCUSE, rebind=True)
    """The card beside which the one in doubt lies, to which an arrow points."""
    beside = StringProperty("")
    """Where that is, in words; nothing where it is not known or means nothing."""

    def __init__(
        self, pixels: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        asked: Question = self.question
        self.notice = words.head(asked.text)
        seen = crop(pixels, asked.region) if corners is None else upright(pixels, corners)
        self.ids.place.add_widget(Image(texture=texture(seen), fit_mode="contain"))
        self.answers: dict[str, Any] = {}
        self._said: list[int] = []
        self.ids.choices.rows = math.ceil(len(asked.choices) / (_IN_PORTRAIT if theme.portrait else _IN_A_ROW))
        for choice in asked.choices:
            target = _target(choice)
            target.bind(on_release=partial(self._answer, choice.answer))
            self.answers[choice.answer] = target
            self.ids.choices.add_widget(target)

    def _answer(self, choice: str, _target: Any) -> None:
        if choice == OTHER and self.dice:
            self._type()
        elif self.taker is not None:
            self.taker(self.question.key, choice)

    def _type(self) -> None:
        """The faces of a die instead of the rolls: a tap for each die."""
        kind = self.dice[len(self._said)]
        self.ids.choices.clear_widgets()
        self.ids.choices.rows = 2
        self.answers = {}
        for face in range(1, kind.faces + 1):
            target = DieTarget(value=face)
            target.bind(on_release=partial(self._typed, face))
            self.answers[str(face)] = target
            self.ids.choices.add_widget(target)

    def _typed(self, face: int, _target: Any) -> None:
        self._said.append(face)
        if len(self._said) < len(self.dice):
            self.notice = words._("First {value}; and the next?").format(value=face)
            self._type()
        elif self.taker is not None:
            self.taker(self.question.key, " ".join(map(str, self._said)))


def card_at(region: Box | None, seen: Sightings | None) -> Sequence[Point] | None:
    """The corners of the card that was seen there, clockwise from its own top left; None where none was."""
    if region is None or seen is None:
        return None
    left, top, right, bottom = region

    def aside(card: CardSighting) -> float:
        x, y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
        return abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2)

    nearest = min(seen.cards, key=aside, default=None)
    return nearest.corners if nearest is not None and aside(nearest) < (right - left + bottom - top) / 4 else None


def upright(pixels: NDArray[np.uint8], corners: Sequence[tuple[float, float]]) -> NDArray[np.uint8]:
    """The card with these corners (clockwise from its own top left), as if looked at straight, RGB."""
    width = round(_CROP * 0.7)
    onto = np.array([[0, 0], [width, 0], [width, _CROP], [0, _CROP]], np.float32)
    seen = cv2.warpPerspective(pixels, cv2.getPerspectiveTransform(np.array(corners, np.float32), onto), (width, _CROP))
    square = np.zeros((_CROP, _CROP, 3), np.uint8)
    left = (_CROP - width) // 2
    square[:, left : left + width] = seen[:, :, ::-1]
    return square


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
    shown = _values(choice.answer)
    if shown:
        return RollTarget(shown)
    return Pad(text=words.head(choice.text), units=22 if choice.answer == NONE else 26)


def _values(answer: str) -> list[tuple[int, ...]]:
    """A roll's values as an answer has them, the dice that come by what the first show apart; nothing for others."""
    groups = [group.split() for group in answer.split("/")]
    numbers = [tuple(int(word) for word in group if word.isdecimal()) for group in groups]
    return numbers if [len(group) for group in groups] == [len(one) for one in numbers] and all(numbers) else []


load_beside(__file__)
