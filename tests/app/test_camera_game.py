"""A whole game from new to its end, by touch alone, with a camera that sees what is laid and thrown."""

from __future__ import annotations

import pytest

from tests.app.before_the_camera import FilmedPlayers
from tests.app.tablet import Tablet

MOST_TAPS = 2
"""In a usual turn of which the camera saw all."""


@pytest.mark.prove("camera-game")
@pytest.mark.timeout(3000)
def test_a_whole_game_that_a_camera_sees_is_tapped_from_new_to_its_end(tablet: Tablet) -> None:
    players = FilmedPlayers(tablet, seed=3)
    try:
        players.begin()
        players.play()
    finally:
        players.close()
    assert tablet.screen.name == "end" and tablet.screen.ids.count.count.winners
    results = players.results
    assert not results.refused, "proposed what did not happen"
    assert results.right > 4 * (results.asked + len(results.tapped_in)), results
    assert results.taps and max(results.taps) <= MOST_TAPS
