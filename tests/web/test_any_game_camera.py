"""A camera at a game that the pages were never told of: its proposals and differences on a player's page."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.games.registry import registered
from companion.journal import Journal, KeptGame
from companion.live.registry import registered_camera
from companion.locale import Message
from companion.pictures.sources import SourceError
from companion.play import Play
from companion.table.camera_events import Seated
from companion.table.edge import Edge
from companion.vision.tracking import Follower
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.pictures import Pictures
from companion.web.hosting.table_camera import CameraParts
from companion.web.pages.host import CameraChecks, PageRequest, Viewer
from companion.web.pages.site import respond
from companion.web.pages.snapshot import Snapshot
from tests.journal.kept_games import NOON
from tests.toy.magpies import MAGPIES
from tests.toy.magpies_camera import MAGPIES_CAMERA
from tests.toy.magpies_table import Rests, laid_row, thrown
from tests.web.browser import chromium
from tests.web.own_page import opened
from tests.web.pages.table_host import TableHost
from tests.web.site import game_of, games_server


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
        registered_camera("magpies", MAGPIES_CAMERA),
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
    assert len(nest.camera.listed) == 1


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
        registered_camera("magpies", MAGPIES_CAMERA),
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
