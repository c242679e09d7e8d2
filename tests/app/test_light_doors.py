"""Whole games by touch alone, from the first screen to the score, and the doors beside them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.app.window.theme import theme
from companion.games.magnate.rolling import cards_of_rank
from companion.pieces import Suit
from tests.app.at_the_table import tap_die
from tests.app.by_touch import Players
from tests.app.on_screen import arranged
from tests.app.tablet import Tablet
from tests.cases import each


@pytest.mark.prove("tablet-games")
@pytest.mark.parametrize(
    ("kind", "size", "density"),
    [
        ("standard", (1280, 800), 1.0),
        ("three-players", (1024, 600), 1.0),
        ("mega", (1280, 800), 1.0),
        ("solo", (800, 1280), 1.0),
        ("solo-hard", (1280, 800), 1.0),
        ("courts", (1024, 600), 1.0),
        ("standard", (1280, 800), 1.5),
        ("standard", (800, 1280), 1.5),
        ("standard", (1024, 600), 1.5),
    ],
)
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, kind: str, size: tuple[int, int], density: float) -> None:
    with arranged(tablet, size, "en", density):
        players = Players(tablet, kind, seed=2)
        players.begin()
        players.play()
        assert tablet.state.options.preset == kind
        assert tablet.screen.name == "end"
        assert tablet.screen.ids.count.count.result


SIZES = [(1024, 600), *(pytest.param(size, marks=pytest.mark.prove("screens")) for size in ((1280, 800), (2560, 1600)))]


@pytest.mark.parametrize("size", SIZES)
def test_every_target_of_every_screen_is_large_enough_for_a_finger(tablet: Tablet, size: tuple[int, int]) -> None:
    tablet.resize(*size)
    for screen in ("start", "tokens_only", "roll_only", "new_game", "score_table", "games"):
        tablet.app.go(screen)
        tablet.settle()
        targets = tablet.targets()
        assert targets
        for target in targets:
            assert min(target.size) >= theme.target - 0.5, (screen, target, target.size)


def test_the_start_screen_is_drawn(tablet: Tablet, tmp_path: Path) -> None:
    tablet.app.root.export_to_png(str(tmp_path / "start.png"))
    picture = cv2.imread(str(tmp_path / "start.png"))
    assert picture is not None and picture.shape[:2] == (800, 1280)
    assert picture.std() > 10


def test_doors_open_and_the_way_back_leads_home(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["tokens_only"])
    assert tablet.screen.name == "tokens_only"
    tablet.tap(tablet.screen.ids.back)
    assert tablet.screen.name == "start"


def test_a_tap_switches_the_language_of_what_is_on_the_screen_and_keeps_it(tablet: Tablet) -> None:
    entry = tablet.screen.entries["roll_only"]
    assert entry.text == "Dice only"
    tablet.tap(tablet.screen.ids.bar.ids.language)
    assert entry.text == "Dés seulement"
    assert json.loads(tablet.app.folders.settings.read_text("utf8"))["language"] == "fr"
    tablet.tap(tablet.screen.ids.bar.ids.language)
    assert entry.text == "Dice only"


def test_tokens_only_counts_and_taxes_both_sides(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["tokens_only"])
    near, far = tablet.screen.purses
    for counter, taps in ((near.counters[0], 3), (far.counters[0], 2), (near.counters[5], 2)):
        for _ in range(taps):
            tablet.tap(counter.ids.plus)
    tablet.tap(near.counters[5].ids.minus)
    assert [counter.count for counter in near.counters] == [3, 0, 0, 0, 0, 1]
    tablet.tap(tablet.screen.ids.tax)
    tablet.tap(next(target for target in tablet.screen.ids.suits.children if target.suit is Suit.MOONS))
    assert (near.counters[0].count, far.counters[0].count, near.counters[5].count) == (1, 1, 1)


def test_tapped_dice_tell_the_tax_and_the_cards_that_earn(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["roll_only"])
    tap_die(tablet, 9)
    tap_die(tablet, 1)
    assert not tablet.screen.cast, "a 1 asks for the tax die first"
    tap_die(tablet, 3)
    assert [die.value for die in tablet.screen.cast] == [9, 1, 3]
    assert "Waves" in tablet.screen.tax
    assert {str(face.card) for face in tablet.screen.ids.cards.children} == {"9MS", "9WY", "9LK"}


def test_the_apps_dice_roll_too(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["roll_only"])
    tablet.tap(tablet.screen.ids.roll)
    dice = [die.value for die in tablet.screen.cast]
    assert len(dice) == (3 if 1 in dice[:2] else 2)


@each(("rank", "cards"), [(1, 6), (2, 3), (9, 3), (10, 6)])
def test_each_rank_names_the_cards_that_earn(rank: int, cards: int) -> None:
    assert len(cards_of_rank(rank)) == cards
