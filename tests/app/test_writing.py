"""Names and addresses are written by touch, where the tablet brings no keys of its own."""

from __future__ import annotations

import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.texts.i18n import words
from companion.app.widgets.screen_keyboard import ScreenKeyboard, find_keyboard
from companion.app.window.theme import theme
from tests.app.at_the_table import crowns, menu


def keys(tablet: Tablet) -> ScreenKeyboard:
    tablet.settle(6)
    shown = find_keyboard()
    assert shown is not None
    return shown


def write(tablet: Tablet, text: str) -> None:
    for letter in text:
        tablet.tap(keys(tablet).keys[letter])


@pytest.mark.parametrize(
    "size", [(1024, 600), *(pytest.param(s, marks=pytest.mark.prove("screens")) for s in ((800, 1280), (1280, 800)))]
)
def test_a_players_name_is_written_by_touch_and_called_at_the_table(tablet: Tablet, size: tuple[int, int]) -> None:
    tablet.resize(*size)
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[0])
    for key in keys(tablet).keys.values():
        assert min(key.size) >= theme.target - 1, key.text
    assert form.names[0].to_window(0, form.names[0].y)[1] > keys(tablet).top, "what is written is seen"
    write(tablet, "Zo")
    tablet.tap(keys(tablet).keys["123"])
    write(tablet, "ë")
    tablet.tap(keys(tablet).keys["done"])
    assert find_keyboard() is None and form.names[0].text == "Zoë"
    for crown in crowns("MWK"):
        tablet.tap(form.parts["crowns"].deal.targets[crown])
    tablet.tap(form.ids.start)
    assert tablet.screen.names[0] == "Zoë"
    tablet.app.go("start")


def test_a_letter_too_many_is_taken_away_and_back_ends_writing_alone(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[1])
    write(tablet, "Benn")
    tablet.tap(keys(tablet).keys["back"])
    tablet.press_back()
    assert find_keyboard() is None and tablet.screen is form and form.names[1].text == "Ben"
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_keys_lie_as_in_the_language_of_the_screen_and_go_with_it(tablet: Tablet) -> None:
    words.language = "fr"
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    assert [key.text for key in reversed(keys(tablet).ids.first.children)] == list("AZERTYUIOP")
    tablet.app.go("start")
    tablet.settle()
    assert find_keyboard() is None


def test_a_phones_address_is_written_by_touch(table: Tablet) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.camera)
    sheet = table.screen.sheet
    table.tap(sheet.ids.address)
    table.tap(keys(table).keys["123"])
    write(table, "192.168.1.7:8080")
    assert sheet.ids.address.text == "192.168.1.7:8080"
    table.press_back()
    assert table.screen.sheet is sheet and find_keyboard() is None
