"""A photo that a phone sends is read, drawn over, scored, and asked about, while a game goes on."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

import companion.demo
from companion.cli.known_decks import known_decks
from companion.demo import bundled
from companion.folders import Folders
from companion.vision.decks.gallery import Gallery
from companion.web.hosting.site_parts import LIMITS
from companion.web.request_guard import ConnectionLimits
from tests.bench.figures import Measured
from tests.figures import figure, record
from tests.play.kept_play import kept
from tests.web.site import Tab, game_of, games_server

BUSY = 2.5
"""Load average above which the machine counts as busy: two cores."""
FREE = replace(LIMITS, burst=1e9, connections=ConnectionLimits(known=100, stranger=100, strangers=100))
OCTETS = "application/octet-stream"
PHOTO = Path(companion.demo.__file__).parent


def send(tab: Tab, name: str, file: bytes) -> dict[str, object]:
    status, content, _ = tab.ask("POST", f"/upload/{name}", file, OCTETS)
    page: dict[str, object] = json.loads(content) if status == 200 else {"status": status}
    return page


@pytest.mark.prove("web")
def test_a_photo_from_a_phone_shows_its_score_and_what_was_read(tmp_path: Path) -> None:
    file = next(PHOTO.rglob("*.jpg")).read_bytes()
    with games_server(tmp_path, kept("g"), decks=partial(known_decks, Folders(tmp_path))) as server:
        host = Tab(server.invitation(seat=0))
        assert 'data-upload="photo?game=magnate' in str(host.get("/photo")["main"])
        page = send(host, "photo?game=magnate&preset=standard", file)
        assert page["status"] == 200 and str(page["address"]).startswith("/photo?id=")
        main = str(page["main"])
        assert 'class="result"' in main and 'class="rows"' in main
        overlay = re.search(r'class="overlay" src="([^"]+)"', main)
        assert overlay is not None
        status, content, headers = host.ask("GET", f"/{overlay[1]}")
        assert status == 200 and headers["content-type"] == "image/jpeg" and content.startswith(b"\xff\xd8")
        if "card" in main and 'name="choice"' in main:
            answer = re.search(r'name="question" value="([^"]+)".*?name="choice" value="([^"]+)"', main, re.S)
            assert answer is not None
            identity = str(page["address"]).partition("=")[2]
            shown = host.post("/photo", do="answer", id=identity, question=answer[1], choice=answer[2])
            assert f'value="{answer[1]}"' not in shown["main"]
        assert host.get("/seat/0")["status"] == 200, "the game goes on"
        identity = str(page["address"]).partition("=")[2]
        guest = Tab(server.invitation(seat=1))
        assert 'value="play"' not in str(guest.get(f"/photo?id={identity}")["main"])
        made = host.post("/photo", do="play", id=identity)
        assert made["address"] == "/game"
        course = game_of(server).snapshot.course
        assert course.game.id != "g" and [entry.source for entry, _ in course.entry_steps] == ["file"]
        assert any(side.cards for district in course.state.districts for side in district.columns)


@pytest.mark.parametrize("file", [b"", b"no picture"])
def test_what_is_no_photo_is_refused_with_the_reason(tmp_path: Path, file: bytes) -> None:
    with games_server(tmp_path, decks=partial(known_decks, Folders(tmp_path))) as server:
        host = Tab(server.invitation())
        page = send(host, "photo?game=magnate&preset=standard", file)
        assert page["status"] == 422 and 'role="alert"' in str(page["main"])


def test_a_stranger_sends_no_photo(tmp_path: Path) -> None:
    with games_server(tmp_path, decks=partial(known_decks, Folders(tmp_path))) as server:
        assert send(Tab(f"{server.address}/photo"), "photo", b"\xff\xd8\xff")["status"] == 401


@pytest.mark.prove("web")
def test_a_photo_of_twelve_megapixels_is_scored_within_four_seconds(tmp_path: Path) -> None:
    small = cv2.imread(str(next(PHOTO.rglob("*.jpg"))))
    assert small is not None
    file = cv2.imencode(".jpg", cv2.resize(small, (4000, 3000)))[1].tobytes()
    took = []
    with games_server(tmp_path, kept("g"), decks=partial(known_decks, Folders(tmp_path))) as server:
        host = Tab(server.invitation(seat=0))
        for _ in range(4):  # the networks are loaded with the first
            begun = time.monotonic()
            page = send(host, "photo?game=magnate&preset=standard", file)
            assert 'class="result"' in str(page["main"])
            took.append(time.monotonic() - begun)
    figure("web-photo", first_s=took[0], median_s=sorted(took[1:])[1])
    if os.getloadavg()[0] < BUSY:
        record({"web-photo": Measured(round(sorted(took[1:])[1], 1), 3)})
        assert sorted(took[1:])[1] < 4


def test_pages_are_answered_while_many_photos_of_one_device_wait(tmp_path: Path) -> None:
    """The reader stands still until every page was asked for: no page waits for a photo, a record or an answer."""
    going, begun = threading.Event(), threading.Semaphore(0)

    def decks() -> list[Gallery]:
        begun.release()
        assert going.wait(60)
        return []

    table, nothing = next(PHOTO.rglob("*.jpg")).read_bytes(), cv2.imencode(".jpg", np.zeros((240, 320, 3)))[1].tobytes()
    with games_server(tmp_path, kept("g"), decks=decks, limits=FREE) as server, ThreadPoolExecutor(60) as phone:
        host = Tab(server.invitation(seat=0))
        photos = [table] * 2 + [nothing] * 18
        sent = [phone.submit(send, host, "photo?game=magnate&preset=standard", photo) for photo in photos]
        assert begun.acquire(timeout=60)
        pages = [phone.submit(host.get, path) for path in ("/seat/0", "/photo", "/tv", "/game", "/") * 2]
        answers = [phone.submit(host.post, "/photo", do="turn", id="unknown", near="top") for _ in range(8)]
        record = phone.submit(send, host, "record", bundled.record().read_bytes())
        assert [page.result(30)["status"] for page in pages] == [200] * len(pages)
        assert all(answer.result(30)["status"] in (404, 422) for answer in answers)
        assert record.result(30)["status"] == 200
        assert not any(one.done() for one in sent)
        going.set()
        assert {one.result(120)["status"] for one in sent[:2]} == {200}
