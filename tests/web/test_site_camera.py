"""A camera follows the table, and what it proposes is asked on the page of the player whom it concerns, with a crop."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.demo.film import film_path, start_game
from companion.journal import Journal
from companion.pictures.sources import Frame, open_source
from companion.pictures.sources.frame import FrameSource
from companion.vision.tracking import Follower
from tests.web.site import Tab, games_server

CLIP = "develop"


class StillCamera:
    """A film that stands still at its end, as a table does."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._last: Frame | None = None

    def read(self) -> Frame | None:
        time.sleep(0.1)
        frame = self._source.read()
        if frame is None and self._last is not None:
            frame = replace(self._last, at=self._last.at + 0.125, number=self._last.number + 1)
        self._last = frame
        return frame

    def close(self) -> None:
        self._source.close()


@pytest.mark.prove("web")
@pytest.mark.timeout(900)
def test_what_a_camera_proposes_is_asked_on_a_players_page_with_a_crop_and_counts_once_it_is_confirmed(
    tmp_path: Path,
) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        play = start_game(journal, CLIP)
        seat, seq = play.course.rules.at_turn(play.state), play.seq
    camera = (
        lambda: StillCamera(open_source(str(film_path(CLIP)), paced=False)),
        Follower,
    )
    with games_server(tmp_path, camera=camera) as server:
        server.open("film")
        tab = Tab(server.invitation(seat=seat))
        end, main = time.monotonic() + 600, ""
        while 'class="crop"' not in main or 'name="question"' not in main:
            assert time.monotonic() < end, main
            time.sleep(0.5)
            main = tab.get()["main"]
            if (edge := re.search(r'name="question" value="(seat[^"]*)"', main)) is not None:
                tab.post(do="answer", seq=seq, question=edge[1], choice=0)
        crop = re.search(r'class="crop" src="([^"]+)"', main)
        question = re.search(r'name="question" value="([^"]+)"', main)
        assert crop is not None and question is not None
        assert tab.ask("GET", f"/{crop[1]}")[1].startswith(b"\xff\xd8")
        tab.post(do="answer", seq=seq, question=question[1], choice=0)
        while server.thread.game is None or server.thread.game.snapshot.course.seq == seq:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert server.thread.game.snapshot.course.done[-1].entry.source == "camera"
