"""Whole games, from the first screen to the final score, by touch alone in a real window."""

from __future__ import annotations

import pytest

from tests.app.by_touch import Players
from tests.app.on_screen import arranged
from tests.app.tablet import Tablet


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
def test_a_whole_game_is_tapped_from_new_to_its_end(
    tablet: Tablet, kind: str, size: tuple[int, int], density: float
) -> None:
    with arranged(tablet, size, "en", density):
        players = Players(tablet, kind, seed=2)
        players.begin()
        players.play()
        assert tablet.state.options.preset == kind
        assert tablet.screen.name == "end"
        assert tablet.screen.ids.count.count.result
