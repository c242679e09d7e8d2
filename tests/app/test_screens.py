"""From one screen to another, and back."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from kivy.uix.textinput import TextInput

from companion.app.sheets.cards import CardSheet
from companion.app.sheets.menu import MenuSheet
from companion.app.sheets.question import QuestionSheet
from companion.app.widgets.sheet import Sheet
from tests.app.at_the_table import awaits_roll, menu, pick, plays_card, roll, undo
from tests.app.tablet import Tablet, TimedTouch


def lies_open(table: Tablet, kind: type[Sheet]) -> bool:
    return isinstance(table.screen.sheet, kind)


@pytest.mark.parametrize("entry", ["new_game", "games", "score_table", "tokens_only", "roll_only"])
def test_a_screen_is_seen_alone_from_its_first_frame(tablet: Tablet, entry: str) -> None:
    for screen in [screen for screen in tablet.app.root.screens if screen.name != "start"]:
        tablet.app.root.remove_widget(screen)
    tablet.tap_between_frames(tablet.screen.entries[entry])
    assert tablet.screen.name != "start"
    first = tablet.picture()
    tablet.draw()
    second = tablet.picture()
    for field in (widget for widget in tablet.screen.walk() if isinstance(widget, TextInput)):
        # Kivy letters these a frame later.
        left, bottom = map(round, field.to_window(*field.pos))
        rows = slice(tablet.window.height - bottom - round(field.height), tablet.window.height - bottom)
        for picture in (first, second):
            picture[rows, left : left + round(field.width)] = 0
    assert np.array_equal(first, second)


def test_back_closes_the_sheet_and_only_then_leaves_the_table(table: Tablet) -> None:
    menu(table)
    assert lies_open(table, MenuSheet)
    table.press_back()
    # The dice that were waited for lie there again.
    assert awaits_roll(table)
    table.press_back()
    assert (table.screen.name, table.screen.sheet) == ("table", None)
    table.press_back()
    assert table.screen.name == "start"


def test_back_from_a_card_leads_to_the_cards_and_then_to_the_table_and_nothing_was_played(table: Tablet) -> None:
    roll(table, 10, 4)
    before = table.state
    pick(table, "2MK")
    assert plays_card(table.screen.sheet)
    table.press_back()
    assert lies_open(table, CardSheet)
    table.press_back()
    assert (table.screen.name, table.screen.sheet, table.state) == ("table", None, before)


def test_back_from_a_question_leaves_it_unanswered(table: Tablet) -> None:
    roll(table, 10, 4)
    undo(table)
    roll(table, 2, 3)
    assert lies_open(table, QuestionSheet)
    table.press_back()
    assert (table.screen.name, table.state.roll, table.play.questions()) == ("table", None, ())


def test_back_closes_the_choice_of_the_game_that_is_photographed(tablet: Tablet) -> None:
    tablet.app.go("score_table")
    tablet.settle()
    tablet.tap(tablet.screen.ids.variant)
    tablet.press_back()
    assert (tablet.screen.name, tablet.screen.sheet) == ("score_table", None)
    tablet.press_back()
    assert tablet.screen.name == "start"


def test_the_screen_stays_awake_while_a_game_is_on_it(table: Tablet) -> None:
    assert not table.window.allow_screensaver
    table.app.go("start")
    assert table.window.allow_screensaver


def swipe(tablet: Tablet, start: tuple[float, float], end: tuple[float, float]) -> None:
    touch = TimedTouch(*start)
    touch.touch_down()
    touch.touch_move(*end)
    touch.touch_up()
    tablet.settle()


def test_a_swipe_from_the_left_edge_leads_back_but_never_leaves_a_table(table: Tablet) -> None:
    menu(table)
    swipe(table, (4, 400), (600, 420))
    assert not lies_open(table, MenuSheet)
    table.screen.overlay.close()
    swipe(table, (4, 400), (600, 420))
    assert table.screen.name == "table"
    table.app.go("settings")
    table.settle()
    swipe(table, (200, 400), (800, 420))
    swipe(table, (4, 100), (300, 700))
    assert table.screen.name == "settings", "neither from the middle nor upwards"
    swipe(table, (4, 400), (600, 420))
    assert table.screen.name == "start"
    swipe(table, (4, 400), (600, 420))
    assert (table.screen.name, table.screen.sheet) == ("start", None)


@pytest.mark.parametrize("name", ["table", "new_game"])
def test_a_screen_that_was_left_and_removed_is_held_by_nothing(
    tablet: Tablet, request: pytest.FixtureRequest, name: str
) -> None:
    tablet.tidy(everything=False)
    if name == "table":
        request.getfixturevalue("table")
    tablet.app.go(name)
    tablet.settle()
    left = weakref.ref(tablet.screen)
    tablet.app.go("start")
    tablet.tidy(everything=False)
    assert left() is None
