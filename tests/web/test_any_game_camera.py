"""Cameras and photos on the pages: proposals, differences, questions and crops, for whom they concern."""

import itertools
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import cv2
import numpy as np
import pytest

import companion.demo
from companion.cli.known_decks import known_decks
from companion.demo import bundled
from companion.demo.film import film_path, start_game
from companion.folders import Folders
from companion.games.registry import registered
from companion.journal import Journal, KeptGame
from companion.live.registry import CAMERA_GAMES
from companion.locale import Message
from companion.pictures.sources.frame import Frame, FrameSource, SourceError
from companion.pictures.sources.opening import open_source
from companion.play import Play
from companion.table.camera_events import Seated
from companion.table.sightings import Edge
from companion.vision.decks.gallery import Gallery
from companion.vision.tracking.follower import Follower
from companion.web.hosting.notes import Pictures
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.server_host import LIMITS
from companion.web.hosting.table_camera import CameraParts
from companion.web.pages.host import CameraChecks, PageRequest, Viewer
from companion.web.pages.site import respond
from companion.web.pages.snapshot import Snapshot
from companion.web.request_guard import ConnectionLimits
from tests.bench.figures import Measured
from tests.figures import figure, record
from tests.journal.kept_games import NOON
from tests.play.kept_play import kept
from tests.toy.magpies import MAGPIES
from tests.toy.magpies_camera import MAGPIES_CAMERA, Rests, laid_row, thrown
from tests.web.browser import chromium, opened
from tests.web.pages.table_host import TableHost
from tests.web.site import Tab, game_of, games_server

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
def test_what_a_camera_proposes_is_asked_on_a_page_with_a_crop_and_counts_once_confirmed(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        play = start_game(journal, CLIP)
        seat, seq = play.course.rules.at_turn(play.state), play.seq
    camera = (lambda: StillCamera(open_source(str(film_path(CLIP)), paced=False)), Follower)
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


def no_camera_yet() -> NoReturn:
    raise SourceError(Message("camera"), Message("not there yet"))


class Nest:
    """A game of Magpies that pages show, and what a camera reads of its table."""

    def __init__(self, journal: Journal) -> None:
        ids = itertools.count()
        journal.create(KeptGame("nest", "magpies", "A nest", ("Ann", "Ben"), {}, {"first": "4MS"}, NOON))
        play: Play[Any, Any] = Play(MAGPIES, journal, "nest", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
        self.game = OpenGame(play, lambda: None)
        self.game.follow_with(CameraParts(no_camera_yet, lambda: Follower([]), lambda: f"id-{next(ids)}", Pictures()))
        assert self.game.camera is not None
        self.camera, self._rests = self.game.camera, Rests()
        self.camera.session.live.receive("nest", Seated(Edge.BOTTOM))
        self.rest("4MS")

    def rest(self, *codes: str, dice: tuple[int, ...] = ()) -> None:
        for event in self._rests.of(laid_row(*codes), thrown(dice)):
            self.camera.session.live.receive("nest", event)
        self.game.attend()


@pytest.fixture
def nest(tmp_path: Path) -> Iterator[Nest]:
    with (
        registered(MAGPIES),
        patch.dict(CAMERA_GAMES, magpies=lambda: MAGPIES_CAMERA),
        Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal,
    ):
        nest = Nest(journal)
        yield nest
        nest.game.close()


def test_what_a_camera_proposes_is_answered_once_on_a_page(nest: Nest) -> None:
    for _ in range(2):
        nest.rest("4MS", dice=(3, 5, 6))
    [asked] = [one for one in nest.game.snapshot.questions if one.kind == "confirm"]
    assert asked.owner == 0 and "Ann throws 3 5 6" in str(asked.text) + str([str(c.text) for c in asked.choices])
    nest.game.answer(asked.key, 0)
    assert nest.game.play.state.dice == (3, 5, 6)
    assert asked.key not in {one.key for one in nest.game.snapshot.questions}


def test_the_table_is_checked_on_a_page_and_the_game_set_to_it(nest: Nest) -> None:
    nest.rest("4MS", "9LK", "2SY")
    nest.camera.check()
    state = nest.game.snapshot.camera
    assert state is not None and str(state.checked) == "The table differs from the game in 2 places."
    assert [str(one.put_back[0]) for one in state.differences] == ["Take The Merchant away.", "Take The Desert away."]
    nest.camera.adopt_difference("difference-1")
    assert [card.code for card in nest.game.play.state.row] == ["4MS", "9LK"]
    assert len(nest.camera.state.differences) == 1


def test_cards_anywhere_in_the_picture_are_read_in_a_game_without_a_row_of_districts(nest: Nest) -> None:
    end = time.monotonic() + 20
    while (follower := nest.camera.session.camera.follower) is None or follower.in_row:
        assert time.monotonic() < end
        time.sleep(0.01)


class ShownHost(TableHost):
    """Pages that show the game as a camera's host has it."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._shown = game

    def snapshot(self) -> Snapshot:
        return self._shown.snapshot

    def confirm(self, question: str, choice: int) -> None:
        self._shown.answer(question, choice)

    def with_camera(self, act: Callable[[CameraChecks], None]) -> None:
        assert self._shown.camera is not None
        act(self._shown.camera)


def test_a_proposal_is_confirmed_by_a_tap_on_a_seats_page(nest: Nest) -> None:
    host, viewer = ShownHost(nest.game), Viewer(seat=0)
    for _ in range(2):
        nest.rest("4MS", dice=(3, 5, 6))
    [question] = re.findall(
        r'name="question" value="(camera-[^"]+)"><button[^>]*name="choice"',
        respond(PageRequest("GET", "/seat/0", viewer=viewer), host).main,
    )
    sent = {"do": ("answer",), "seq": (str(nest.game.play.seq),), "question": (question,), "choice": ("0",)}
    respond(PageRequest("POST", "/seat/0", sent, viewer), host)
    assert nest.game.play.state.dice == (3, 5, 6) and nest.game.play.course.done[-1].entry.source == "camera"
    assert question not in respond(PageRequest("GET", "/seat/0", viewer=viewer), host).main


def test_a_seats_page_lists_each_difference_with_its_two_cures(nest: Nest) -> None:
    nest.rest("4MS", "9LK")
    host = ShownHost(nest.game)
    viewer = Viewer(seat=0)
    assert "Check the table" in respond(PageRequest("GET", "/seat/0", viewer=viewer), host).main
    seq = str(nest.game.play.seq)
    sent = PageRequest("POST", "/seat/0", {"do": ("check",), "seq": (seq,)}, viewer)
    respond(sent, host)
    page = respond(PageRequest("GET", "/seat/0", viewer=viewer), host).main
    assert "The Merchant lies in the row." in page and "Take The Merchant away." in page and "Update the game" in page


@pytest.mark.prove("browsers")
def test_what_a_camera_proposes_is_tapped_once_on_a_phone(tmp_path: Path) -> None:
    kept = KeptGame("nest", "magpies", "A nest", ("Ann", "Ben"), {}, {"first": "4MS"}, NOON)
    with (
        registered(MAGPIES),
        patch.dict(CAMERA_GAMES, magpies=lambda: MAGPIES_CAMERA),
        games_server(tmp_path, kept, camera=(no_camera_yet, lambda: Follower([]))) as server,
        chromium() as browser,
    ):
        rests = Rests()

        def rest(dice: tuple[int, ...] = ()) -> None:
            game = game_of(server)
            assert game.camera is not None
            for event in rests.of(laid_row("4MS"), thrown(dice)):
                game.camera.session.live.receive("nest", event)
            game.attend()

        for dice in ((), (3, 5, 6), (3, 5, 6)):
            server.thread.run(partial(rest, dice))
        page = opened(browser, (390, 844), server.invitation(seat=0), has_touch=True, locale="en")
        asked = page.locator(".question", has_text="Ann throws 3 5 6")
        asked.wait_for()
        assert asked.count() == 1
        asked.locator("button.pick, .picks button").first.tap()
        asked.wait_for(state="detached")
        play = game_of(server).play
        assert play.course.done[-1].entry.source == "camera" and play.state.dice == (3, 5, 6)
