"""Sheets of uncertain readings, and of differences between the table and the game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import cv2
import numpy as np
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from numpy.typing import NDArray

from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE, CardTarget, DieTarget, RollTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet, TraySheet
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import make_texture
from companion.app.window.theme import theme
from companion.decoding import is_number
from companion.live.events import CheckedDifference, TableChecked
from companion.pieces import Card, DieKind, UnknownCard
from companion.questions import Box, Choice, Question
from companion.table.questions import NONE
from companion.table.sightings import CardSighting, Point, Sightings

OTHER = "other"
"""The answer that none of the offered rolls is right."""
_CROP_SIZE = 256
"""Side of the picture shown, in pixels."""
_COLUMNS, _PORTRAIT_COLUMNS = 6, 3
_MAX_PORTRAIT_ROLLS = 7
"""Rolls offered in portrait next to the faces of a die: more do not fit."""


class UncertainReadingSheet(TraySheet):
    """One question about a picture; ``callback(key, choice)`` is called with the answer.

    The card whose ``corners`` are passed is shown upright. With ``dice``, other numbers than those offered can be
    tapped, one tap for each die.
    """

    dice = ListProperty()
    """The kinds of dice in the roll, if any roll is an answer."""

    question = ObjectProperty()
    callback = ObjectProperty(None, allownone=True)
    may_remember = BooleanProperty(False)
    """Whether a taught deck is on the table, so that this view of the card can be added to it."""
    remember = BooleanProperty(False)
    neighbour = ObjectProperty(EXCUSE, rebind=True)
    """The card next to the uncertain one; an arrow points to it."""
    neighbour_place = StringProperty("")
    """The place of that card in words; empty if it is unknown or means nothing."""

    def __init__(
        self, pixels: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        question: Question = self.question
        self.notice = words.head(question.text)
        picture = crop_square(pixels, question.region) if corners is None else rectify_card(pixels, corners)
        self.ids.place.add_widget(Image(texture=make_texture(picture), fit_mode="contain"))
        self.answers: dict[str, Any] = {}
        self._typed_values: list[int] = []
        offered = list(question.choices)
        if self.dice and question.offers(OTHER) and not _each_face(question, self.dice[0]):
            offered = [choice for choice in offered if choice.answer != OTHER]
            if theme.portrait:
                rolls = [choice for choice in offered if _values(choice.answer)]
                offered = [choice for choice in offered if choice not in rolls[_MAX_PORTRAIT_ROLLS:]]
            self._type(self.ids.faces)
        self.ids.choices.rows = math.ceil(len(offered) / (_PORTRAIT_COLUMNS if theme.portrait else _COLUMNS))
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
        """Show the faces of a die instead of the rolls."""
        self.ids.faces.clear_widgets()
        self.ids.faces.rows = 0
        self.ids.choices.clear_widgets()
        self.answers = {}
        self._type(self.ids.choices)

    def _type(self, where: Any) -> None:
        kind = self.dice[len(self._typed_values)]
        where.rows = 2 if theme.portrait or where is self.ids.choices else 1
        for face in range(1, kind.faces + 1):
            target = DieTarget(value=face)
            target.bind(on_release=partial(self._typed, face))
            self.answers[str(face)] = target
            where.add_widget(target)

    def _typed(self, face: int, _target: Any) -> None:
        self._typed_values.append(face)
        if len(self._typed_values) < len(self.dice):
            self.notice = words._("First: {value}. And the next?").format(value=face)
            self._type_instead()
        elif self.callback is not None:
            self.callback(self.question.key, " ".join(map(str, self._typed_values)))


def card_at(region: Box | None, sightings: Sightings | None) -> Sequence[Point] | None:
    """Return the corners of the card at a region, clockwise from its own top left.

    Args:
        region: Left, top, right and bottom in pixels of the picture.
        sightings: What was read in the picture.

    Returns:
        The four corners; None if no card lies there.
    """
    if region is None or sightings is None:
        return None
    left, top, right, bottom = region

    def distance(card: CardSighting) -> float:
        x, y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
        return abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2)

    nearest = min(sightings.cards, key=distance, default=None)
    return nearest.corners if nearest is not None and distance(nearest) < (right - left + bottom - top) / 4 else None


def rectify_card(pixels: NDArray[np.uint8], corners: Sequence[tuple[float, float]]) -> NDArray[np.uint8]:
    """Return the card with these corners (clockwise from its own top left) as seen from above, RGB."""
    width = round(_CROP_SIZE * 0.7)
    onto = np.array([[0, 0], [width, 0], [width, _CROP_SIZE], [0, _CROP_SIZE]], np.float32)
    picture = cv2.warpPerspective(
        pixels, cv2.getPerspectiveTransform(np.array(corners, np.float32), onto), (width, _CROP_SIZE)
    )
    square = np.zeros((_CROP_SIZE, _CROP_SIZE, 3), np.uint8)
    left = (_CROP_SIZE - width) // 2
    square[:, left : left + width] = picture[:, :, ::-1]
    return square


def crop_square(pixels: NDArray[np.uint8], region: Box | None) -> NDArray[np.uint8]:
    """Return a region with some of its surroundings, or all of the picture (None), RGB, square."""
    height, width = pixels.shape[:2]
    left, top, right, bottom = region or (0.0, 0.0, float(width), float(height))
    half = max(right - left, bottom - top, 40) * (0.5 if region is None else 0.7)
    x, y = (left + right) / 2, (top + bottom) / 2
    window = np.array([[x - half, y - half], [x + half, y - half], [x - half, y + half]], np.float32)
    onto = np.array([[0, 0], [_CROP_SIZE, 0], [0, _CROP_SIZE]], np.float32)
    turned = cv2.warpAffine(pixels, cv2.getAffineTransform(window, onto), (_CROP_SIZE, _CROP_SIZE))
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


def _each_face(question: Question, kind: DieKind) -> bool:
    """Return whether one die alone is uncertain, and each of its faces is part of an offered roll."""
    firsts = [shown[0] for choice in question.choices if (shown := _values(choice.answer))]
    return len(firsts) >= kind.faces and any(
        len({roll[place] for roll in firsts}) == 1 for place in range(min(map(len, firsts)))
    )


def _values(answer: str) -> list[tuple[int, ...]]:
    """Return the values of a roll, dice rolled later in a group of their own; empty for other answers."""
    groups = [group.split() for group in answer.split("/")]
    numbers = [tuple(int(word) for word in group if is_number(word)) for group in groups]
    return numbers if [len(group) for group in groups] == [len(one) for one in numbers] and all(numbers) else []


CROP_UNITS = 150
"""Height of a difference's picture, in units of the design."""


class DifferenceRow(BoxLayout):
    """One difference: its picture, what differs, and the two cures."""

    def __init__(self, one: CheckedDifference, pixels: NDArray[Any] | None, sheet: DifferencesSheet) -> None:
        super().__init__(spacing=theme.unit * 12, size_hint_y=None)
        self.key, self._one = one.key, one
        if pixels is not None and one.region is not None:
            side = theme.unit * CROP_UNITS
            crop = Image(texture=make_texture(crop_square(pixels, one.region)), fit_mode="contain")
            crop.size_hint, crop.size = (None, None), (side, side)
            self.add_widget(crop)
        text = " ".join(words.say(sentence) for sentence in one.texts)
        self.text = Wrapped(text=text, units=22, pos_hint={"center_y": 0.5})
        self.add_widget(self.text)
        pads = BoxLayout(orientation="vertical", spacing=theme.unit * 8, size_hint_x=0.5)
        self.adopt = Pad(text=words._("Update the game"), units=20)
        self.adopt.bind(on_release=lambda _pad: sheet.camera.adopt_difference(one.key))
        self.adopt.disabled = one.move is None
        self.put_back = Pad(text=words._("Fix the table"), units=20)
        self.put_back.bind(on_release=lambda _pad: self.show_steps())
        pads.add_widget(self.adopt)
        pads.add_widget(self.put_back)
        self.add_widget(pads)
        self.text.bind(height=self._fit)
        self._fit()

    def show_steps(self) -> None:
        """Show what must be put back instead of what differs."""
        self.text.text = " ".join(words.say(step) for step in self._one.put_back)
        self.put_back.disabled = True

    def _fit(self, *_: object) -> None:
        self.height = max(theme.unit * CROP_UNITS, self.text.height, theme.target * 2 + theme.unit * 8)


class DifferencesSheet(Sheet):
    """What a check of the whole table found; ``camera`` is the camera corner that checks it."""

    camera = ObjectProperty()
    can_adopt_all = BooleanProperty(False)
    """Whether one tap can set the whole game to the table."""

    def __init__(self, checked: TableChecked, pixels: NDArray[Any] | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: list[DifferenceRow] = []
        self.show(checked, pixels)

    def show(self, checked: TableChecked, pixels: NDArray[Any] | None) -> None:
        """Show the result of a check.

        Args:
            checked: The result.
            pixels: The frame that it is of, BGR; None without one.
        """
        self.title = words._("Check the table")
        self.notice = words.say(checked.sentence())
        self.rows = [DifferenceRow(one, pixels, self) for one in checked.differences]
        self.ids.rows.clear_widgets()
        for row in self.rows:
            self.ids.rows.add_widget(row)
        self.can_adopt_all = len(self.rows) > 1 and self.camera.can_accept_table


load_kv(__file__)
