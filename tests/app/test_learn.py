"""The lesson of each game, from the first screen: a person who taps what glows reaches the form of a new game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first

from companion.app.texts.i18n import words
from companion.games.registry import games
from tests.app.tablet import Tablet

each_game = pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.name)


def glowing(screen: Any) -> list[Any]:
    """All that glows or is labelled for the next step, in order."""
    views = [view for view in screen.ids.table.spots() if view.glows or getattr(view, "chosen", "")]
    cards = [card for card in screen.hand.values() if card.chosen]
    return [*views, *cards, *([screen.ids.next] if screen.button else [])]


def finger(one: Any) -> Any:
    """Where a finger taps it."""
    return one.ids.strip if "strip" in one.ids else one


def begin(tablet: Tablet, rules: Any) -> Any:
    tablet.app.go("start")
    tablet.settle()
    tablet.tap(tablet.screen.entries["learn"])
    tablet.settle(6)
    tablet.tap(tablet.screen.pads[rules.name])
    return tablet.screen


@each_game
@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
def test_a_person_who_taps_what_glows_reaches_the_form_of_the_game(
    tablet: Tablet, size: tuple[int, int], language: str, rules: Any
) -> None:
    assert (words.language, tablet.window.size) == (language, size)
    screen = begin(tablet, rules)
    for number, step in enumerate(screen.lesson.steps):
        tablet.settle(6)
        screen.happenings.stage.finish()
        assert screen.tapped == number and screen.text == words.say(step.text)
        assert amiss(tablet) == []
        [target] = glowing(screen)
        tablet.tap(finger(target))
    assert tablet.screen.name == "new_game" and tablet.screen.rules is rules
    tablet.app.go("start")


@each_game
def test_nothing_else_goes_on(tablet: Tablet, rules: Any) -> None:
    screen = begin(tablet, rules)
    for number, step in enumerate(screen.lesson.steps):
        tablet.settle(6)
        screen.happenings.stage.finish()
        others = [view for view in screen.ids.table.spots() if view.spot.id != step.tap]
        others += [card for code, card in screen.hand.items() if code != step.tap]
        for view in others:
            if not view.disabled:
                view.dispatch("on_release")
        assert screen.tapped == number
        if step is not screen.lesson.steps[-1]:
            screen.go_on()
    tablet.app.go("start")


def test_a_lesson_begins_again_at_the_next_visit_and_for_another_game(tablet: Tablet) -> None:
    screen = begin(tablet, games()[0])
    screen.go_on()
    tablet.tap(screen.pads[games()[1].name])
    assert screen.tapped == 0 and screen.course.rules is games()[1]
    screen.go_on()
    screen = begin(tablet, games()[0])
    assert screen.tapped == 0 and screen.course.rules is games()[0]
    tablet.app.go("start")
