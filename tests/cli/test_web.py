"""``companion web``, run as a program: its invitation lets one in, and what is made elsewhere is shown."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.web import DisplayedCode, draw_qr_code
from companion.web.access_codes import AccessCodes
from tests.cli.printed import Say
from tests.cli.test_kept_games import NEW
from tests.cut import Network
from tests.postgres import Postgres
from tests.web.as_program import page_program
from tests.web.site import Tab, another_rolls


def test_the_page_follows_a_game_that_another_program_plays_and_shows_one_code_for_each_seat(
    say: Say, data: Path
) -> None:
    assert say(*NEW)[0] == 0
    with page_program(data, "Friday", "Ben", "--seat", "ben", "--seat", "Ben") as (served, (first, own)):
        with Tab(first) as watching, Tab(own) as ben:
            watching.follow("/tv")
            assert ben.get()["status"] == 200
            another_rolls(f"sqlite:///{data / 'games.db'}")
            watching.until(lambda page: "rolled" in page["live"])
        served.terminate()
        rest = served.communicate(timeout=30)[0]
        assert not re.findall(r"^Ben: ", rest, re.M), "the device that has the seat keeps it"


@pytest.mark.prove("club")
def test_the_page_of_a_clubs_game_stays_while_its_server_is_away_and_says_so_once(
    say: Say, data: Path, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.schema()
    with Network(server.port) as network:
        monkeypatch.setenv("COMPANION_DATABASE_URL", url.replace(f":{server.port}/", f":{network.port}/"))
        assert say(*NEW)[0] == 0
        with page_program(data, "Friday", "Ben") as (served, (first, _)), Tab(first) as watching:
            watching.follow("/tv")
            watching.until(lambda page: page["status"] == 200)
            network.cut()
            assert served.stderr is not None and "cannot connect" in served.stderr.readline()
            network.mend()
            another_rolls(url)
            watching.until(lambda page: "rolled" in page["live"])
    assert served.returncode == 0


def test_a_code_that_nobody_used_in_time_is_followed_by_the_next() -> None:
    now = [0.0]
    codes: AccessCodes[None] = AccessCodes(lambda: now[0])
    shown = DisplayedCode(codes.is_valid, lambda: f"http://page/#{codes.issue(None)}", lambda: "http://page/")
    shown.refresh()
    first = shown.code
    shown.refresh()
    assert shown.code == first
    now[0] = 601
    shown.refresh()
    assert shown.code != first and codes.is_valid(shown.code)


def test_who_does_not_play_has_no_page(say: Say) -> None:
    say(*NEW)
    assert (
        "--seat Zoë: no such player. Choose from: Ann or Ben, or a seat number from 0"
        in say("web", "Friday", "--host", "localhost", "--port", "0", "--seat", "Zoë")[2]
    )


def test_a_code_in_the_terminal_is_read_by_a_phone_whatever_the_terminals_colours() -> None:
    address = "http://192.168.1.20:8460/#ABCDEFGH"
    drawn = draw_qr_code(address, in_colours=True)
    shade, rows = {"16": 0, "231": 255}, []
    for line in drawn.splitlines():
        upper, lower = [], []
        for above, below, blocks in re.findall("\x1b\\[38;5;(\\d+);48;5;(\\d+)m(▀+)", line):
            upper += [shade[above]] * len(blocks)
            lower += [shade[below]] * len(blocks)
        assert line.endswith("\x1b[0m")
        rows += [upper, lower]
    picture: NDArray[np.uint8] = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8)).astype(np.uint8)
    assert picture[:32].min() == 255 and cv2.QRCodeDetector().detectAndDecode(picture)[0] == address
