"""The tables of Sorcerous Futures and Magistratvm on a tablet: all that matters is in view at once."""

from __future__ import annotations

import pytest

from tests.app.on_screen import amiss, in_view, shown  # isort: skip - it settles Kivy first

from companion.app.widgets.pad import Pad
from tests.app.tablet import Tablet

LANDSCAPE = (1280, 800)


def main_pads(tablet: Tablet) -> list[str]:
    """The texts of the most prominent pads."""
    return [one.text for one in tablet.screen.walk() if isinstance(one, Pad) and one.tone == "main"]


@pytest.mark.parametrize(
    ("view", "main"),
    [
        ("sorcerous_futures", 0),
        ("sorcerous_futures_of_three", 1),
        ("magistratvm", 1),
        ("magistratvm_auction", 0),
        ("magistratvm_of_three", 1),
    ],
)
def test_the_whole_table_is_in_view_with_at_most_one_primary_action(tablet: Tablet, view: str, main: int) -> None:
    with shown(tablet, view, LANDSCAPE, "en"):
        table = tablet.screen.table
        assert all(map(in_view, [*table.seats, *table.spots()]))
        assert len(main_pads(tablet)) == main
        assert amiss(tablet) == []


@pytest.mark.parametrize(
    ("size", "density", "language"),
    [
        ((1280, 800), 1.0, "en"),
        pytest.param((1280, 800), 1.5, "fr", marks=pytest.mark.prove("screens")),
        pytest.param((800, 1280), 1.0, "fr", marks=pytest.mark.prove("screens")),
        pytest.param((2560, 1600), 2.0, "en", marks=pytest.mark.prove("screens")),
    ],
)
def test_no_list_of_words_covers_the_table_or_answers_what_is_tapped_there(
    tablet: Tablet, size: tuple[int, int], density: float, language: str
) -> None:
    with shown(tablet, "magistratvm", size, language, density):
        screen, on_table = tablet.screen, 0
        for kind in [pad.text for pad in screen.asked[0].pads[:-1]]:
            tablet.tap(next(pad for pad in screen.asked[0].pads if pad.text == kind))
            assert all(map(in_view, [*screen.table.seats, *screen.table.spots()])), kind
            glowing = [view for view in screen.table.spots() if view.glows]
            assert not any(view.disabled for view in glowing), kind
            on_table += bool(glowing and not screen.form.pads)
            tablet.press_back()
        assert on_table > 1


def test_only_what_changed_is_painted_again(tablet: Tablet) -> None:
    with shown(tablet, "magistratvm", LANDSCAPE, "en"):
        table, painted = tablet.screen.table, list[str]()
        for view in table.spots():
            view.paint = lambda spot: painted.append(spot.id)
        tablet.screen.refresh()
        assert painted == []
        tablet.screen.undo()
        gold = {spot for spot in painted if spot.startswith("gold-")}
        assert 0 < len(gold) < 4 and "office-consul" not in painted


def test_the_far_side_is_turned_and_its_spots_are_tapped_there(tablet: Tablet) -> None:
    with shown(tablet, "sorcerous_futures", LANDSCAPE, "en"):
        tablet.screen.far_turned = True
        tablet.screen.refresh()
        tablet.settle()
        assert [seat.turned for seat in tablet.screen.table.seats] == [False, False, True, True]
        gold = next(view for view in tablet.screen.table.spots() if view.spot.id == "gold-3")
        tablet.tap(gold)
        editor = tablet.screen.counting.editor
        assert editor.count == tablet.state.gold[3] and editor.parent is tablet.screen.table.seats[3]
