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

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.textures import texture
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE, CardTarget
from companion.app.widgets.dice import DieTarget, RollTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.tray import Tray
from companion.pieces import Card, DieKind, UnknownCard
from companion.questions import Box, Choice, Question
from companion.table.questions import NONE
from companion.table.sightings import CardSighting, Point, Sightings

OTHER = "other"
"""The answer that none of the rolls offered is it."""
_CROP = 256
_IN_A_ROW, _IN_PORTRAIT = 6, 3
_LIKELIEST = 7
"""So many rolls are offered beside the faces of a die, in portrait, where there is room for no more."""


class UncertainReadingSheet(Tray):
    """One question about a picture; ``taker(id, choice)`` hears the answer.

    ``corners`` are those of the card that is meant, which is then shown upright. Where ``dice`` are said, other numbers
    than those offered are tapped in, a tap a die: the first one's faces lie below the rolls, unless each of them is
    part of a roll that is offered.
    """

    dice = ListProperty()
    """The kinds of dice that make a roll, where any roll answers."""

    question = ObjectProperty()
    callback = ObjectProperty(None, allownone=True)
    may_remember = BooleanProperty(False)
    """Whether a taught deck is on the table, so that the card as it looks here can be added to it."""
    remember = BooleanProperty(False)
    neighbour = ObjectProperty(EXCUSE, rebind=True)
    """The card beside which the one in doubt lies, to which an arrow points."""
    neighbour_place = StringProperty("")
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
        offered = list(asked.choices)
        if self.dice and asked.offers(OTHER) and not _each_face(asked, self.dice[0]):
            offered = [choice for choice in offered if choice.answer != OTHER]
            if theme.portrait:
                rolls = [choice for choice in offered if _values(choice.answer)]
                offered = [choice for choice in offered if choice not in rolls[_LIKELIEST:]]
            self._type(self.ids.faces)
        self.ids.choices.rows = math.ceil(len(offered) / (_IN_PORTRAIT if theme.portrait else _IN_A_ROW))
        for choice in offered:
            target = _target(choice)
            target.bind(on_release=partial(self._answer, choice.answer))
            self.answers[choice.answer] = target
            self.ids.choices.add_widget(target)

    def _answer(self, choice: str, _target: Any) -> None:
        if choice == OTHER and self.dice:
            self._type_instead()
        elif self.callback is not None:
            self.callback(self.question.key, choice)

    def _type_instead(self) -> None:
        """The faces of a die instead of the rolls: a tap for each die."""
        self.ids.faces.clear_widgets()
        self.ids.faces.rows = 0
        self.ids.choices.clear_widgets()
        self.answers = {}
        self._type(self.ids.choices)

    def _type(self, where: Any) -> None:
        kind = self.dice[len(self._said)]
        where.rows = 2 if theme.portrait or where is self.ids.choices else 1
        for face in range(1, kind.faces + 1):
            target = DieTarget(value=face)
            target.bind(on_release=partial(self._typed, face))
            self.answers[str(face)] = target
            where.add_widget(target)

    def _typed(self, face: int, _target: Any) -> None:
        self._said.append(face)
        if len(self._said) < len(self.dice):
            self.notice = words._("First {value}; and the next?").format(value=face)
            self._type_instead()
        elif self.callback is not None:
            self.callback(self.question.key, " ".join(map(str, self._said)))


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


def _each_face(asked: Question, kind: DieKind) -> bool:
    """Whether one die alone is in doubt, and each of its faces is part of a roll that is offered."""
    firsts = [shown[0] for choice in asked.choices if (shown := _values(choice.answer))]
    return len(firsts) >= kind.faces and any(
        len({roll[place] for roll in firsts}) == 1 for place in range(min(map(len, firsts)))
    )


def _values(answer: str) -> list[tuple[int, ...]]:
    """A roll's values as an answer has them, the dice that come by what the first show apart; nothing for others."""
    groups = [group.split() for group in answer.split("/")]
    numbers = [tuple(int(word) for word in group if word.isdecimal()) for group in groups]
    return numbers if [len(group) for group in groups] == [len(one) for one in numbers] and all(numbers) else []


load_kv(__file__)
