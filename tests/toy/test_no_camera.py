"""A game that no camera follows says so, and is played without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal, KeptGame
from companion.live import LiveTable
from companion.live.followed_play import NotFollowed
from companion.play import Play
from tests.journal.kept_games import NOON
from tests.toy.sparrows import SPARROWS


def test_a_game_without_a_camera_says_so(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(KeptGame("flock", "sparrows", "A flock", ("Ann", "Ben"), {}, {"feathers": [3, 4]}, NOON))
        play = Play(SPARROWS, journal, "flock", now=lambda: NOON, new_id=lambda: "id")
        with pytest.raises(NotFollowed, match="the camera cannot follow Sparrows"):
            LiveTable(play, lambda event: None, new_id=lambda: "id")
