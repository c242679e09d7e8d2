"""What a long press explains, and what every icon of a table is called."""

from __future__ import annotations

import time

from tests.app.tablet import Tablet, TimedTouch  # isort: skip - it settles Kivy first

from kivy.clock import Clock

from companion.app.widgets.pad import LONG_PRESS, Pad
from companion.pieces import Suit
from tests.app.at_the_table import FAR, counter, log, menu, roll
from tests.app.on_screen import shown


def test_a_long_press_explains_and_does_nothing_else(table: Tablet) -> None:
    moons = counter(table, FAR, Suit.MOONS)
    table.press_long(moons)
    shown = table.screen._explanation
    assert shown.text.startswith("Ben: Moons: 0\nThe tokens of a suit") and shown.turned
    assert not moons.opened
    table.tap(shown)
    assert table.screen._explanation is None


def test_a_tap_during_a_slow_frame_is_no_long_press(table: Tablet) -> None:
    moons = counter(table, FAR, Suit.MOONS)
    touch = TimedTouch(*moons.to_window(*moons.center))
    time.sleep(LONG_PRESS + 0.1)
    touch.touch_down()
    Clock.tick()
    Clock.tick()
    time.sleep(LONG_PRESS + 0.1)
    Clock.tick()
    touch.touch_up()
    table.settle()
    assert table.screen._explanation is None
    assert moons.opened


def test_every_icon_of_the_table_has_a_name(table: Tablet) -> None:
    roll(table, 10, 4)
    table.press_back()
    table.settle(6)
    nameless = [pad.icon for pad in table.screen.walk() if isinstance(pad, Pad) and pad.icon and not pad.text]
    assert nameless == []
    log(table)
    assert {table.screen.sheet.ids[name].text for name in ("redo", "menu")} == {"Redo", "Menu"}


def test_the_menu_names_its_groups_and_switches_the_sounds(table: Tablet) -> None:
    menu(table)
    sheet = table.screen.sheet
    heads = [group.children[-1].text for group in reversed(sheet.ids.groups.children)]
    assert heads == ["This game", "Appearance and sound", "Camera and screens"]
    assert sheet.ids.sounds.text == "Sounds: quiet"
    table.tap(sheet.ids.sounds)
    assert (sheet.ids.sounds.text, table.app.settings.volume) == ("Sounds: loud", "loud")
    table.app.set("volume", "quiet")


def test_a_long_press_on_a_spot_shows_whose_number_it_is(tablet: Tablet) -> None:
    with shown(tablet, "magistratvm", (1280, 800), "en"):
        spots = {view.spot.id: view for view in tablet.screen.table.spots()}
        gold = tablet.state.gold
        tablet.press_long(spots["gold-0"])
        assert tablet.screen._explanation.text == f"Ann: gold: {gold[0]}"
        assert tablet.screen.form is None, "it does nothing else"
        tablet.press_long(spots["gold-3"])
        assert tablet.screen._explanation.text == f"Dan: gold: {gold[3]}" and tablet.screen._explanation.turned
