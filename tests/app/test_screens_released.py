"""Screens that nobody needs are released, those with somebody's work are not."""

from __future__ import annotations

import gc
import weakref

from kivy.animation import Animation

from companion.app.application import SPARE_SCREENS
from tests.app.tablet import Tablet

ROUND = ("games", "players", "settings", "deck", "rules", "camera")


def _names(tablet: Tablet) -> set[str]:
    return {screen.name for screen in tablet.app.root.screens}


def test_an_evening_of_screens_keeps_the_last_ones_and_the_way_back(tablet: Tablet) -> None:
    tablet.tidy(everything=False)
    for name in ROUND:
        tablet.app.go(name)
        tablet.settle(1)
    assert _names(tablet) == {"start", *ROUND[-1 - SPARE_SCREENS :]}
    tablet.app.go("deck")
    tablet.screen.lead_to("teach_deck")
    tablet.press_back()
    assert tablet.screen.name == "deck"


def test_the_table_of_the_game_stays_and_what_was_left_long_ago_is_freed(table: Tablet) -> None:
    table.tidy(everything=False)  # else another test's list of games is shown again, with what still waits there
    gc.freeze()  # what other tests left would be looked through too
    table.app.go("games")
    left = weakref.ref(table.screen)
    for name in (*ROUND[1:], "copies"):
        table.app.go(name)
        table.settle(1)
    assert "table" in _names(table) and "games" not in _names(table)
    Animation.cancel_all(None)  # a scroll bar that still fades holds its list for a second
    gc.collect()
    gc.collect()
    gc.unfreeze()
    assert left() is None, gc.get_referrers(left())


def test_a_photo_that_was_read_is_not_lost(tablet: Tablet) -> None:
    tablet.app.go("score_table")
    score = tablet.screen
    score.has_photo = True
    for name in ROUND:
        tablet.app.go(name)
    tablet.app.go("score_table")
    assert tablet.screen is score
    score.clear()
