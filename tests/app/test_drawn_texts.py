"""A text that was drawn before is shown again from its texture, and looks as it did."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kivy.graphics.texture import Texture

from companion.app.texts.drawn_texts import MAX_BYTES, MAX_SHARE, DrawnText, DrawnTexts
from companion.app.widgets.text import Text
from tests.app.tablet import Tablet

_PLACE = {"size_hint": (None, None), "size": (120, 40), "pos": (40, 60)}


def shown(tablet: Tablet, text: str, **kwargs: Any) -> tuple[Text, Any]:
    """Return a text and its picture; it is then removed."""
    label = Text(text=text, **_PLACE, **kwargs)
    tablet.screen.add_widget(label)
    tablet.draw()
    top = round(tablet.window.height - 60)
    picture = tablet.picture()[top - 40 : top, 40:160].copy()
    tablet.screen.remove_widget(label)
    return label, picture


def test_a_text_shown_again_needs_no_new_texture(tablet: Tablet) -> None:
    first, before = shown(tablet, "Ann 7")
    again, after = shown(tablet, "Ann 7")
    assert again.texture is first.texture
    assert np.array_equal(before, after)


@pytest.mark.parametrize("other", [{"bold": True}, {"units": 30}, {"color": (1, 0, 0, 1)}, {"halign": "left"}])
def test_a_text_with_another_property_is_drawn_anew(tablet: Tablet, other: dict[str, Any]) -> None:
    _, plain = shown(tablet, "Ann 7")
    _, changed = shown(tablet, "Ann 7", **other)
    assert not np.array_equal(plain, changed)


def test_a_text_that_was_cut_to_fit_stays_cut(tablet: Tablet) -> None:
    long = "the Beastmaster's granddaughter, twice removed"
    first, before = shown(tablet, long)
    again, after = shown(tablet, long)
    assert again.drawn == first.drawn != long
    assert again.lettered == first.lettered
    assert np.array_equal(before, after)


def test_what_was_not_shown_for_longest_makes_room(tablet: Tablet) -> None:
    side = int((MAX_BYTES * MAX_SHARE / 4) ** 0.5)
    texts = DrawnTexts()
    for number in range(40):
        texts.keep(number, DrawnText(Texture.create(size=(side, side)), str(number), 20, False))
        assert texts.find(0) is not None, "used all the time"
    assert texts.bytes <= MAX_BYTES
    assert texts.find(1) is None
    assert texts.find(39) is not None
