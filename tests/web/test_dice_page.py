"""Teaching the camera a set of dice on the host's web page, while a game is open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.pictures.sources.frame import FrameSource
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.camera_events import CameraEvent, Changed, Settled, Still
from companion.table.dice_set import ConfirmedReading, DiceSet
from companion.table.die_face import LENGTH, DieFace
from companion.table.sightings import DieSighting, Sightings
from companion.vision.tracking import Follower
from companion.web.hosting.games_server import GamesServer
from tests.play.kept_play import kept
from tests.web.site import Tab, game_of, games_server


def no_camera() -> FrameSource:
    raise CompanionError("camera", "not connected")


@dataclass(frozen=True)
class Site:
    server: GamesServer
    host: Tab
    store: DiceSetStore

    def throw(self, *dice: DieSighting) -> None:
        """Dice come to rest below the camera and lie for a second."""
        game = game_of(self.server)
        assert game.camera is not None
        events: tuple[CameraEvent, ...] = (
            Changed((0, 0, 9, 9)), Settled(Sightings(640, 480, dice=dice), 1.0, 1), Still(2.0),
        )  # fmt: skip
        for event in events:
            game.camera.session._receive(event)
        self.server.thread.run(game.attend)

    def post(self, **fields: str) -> str:
        return str(self.host.post("/dice", **fields)["main"])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with games_server(tmp_path, kept("g"), camera=(no_camera, lambda: Follower([]))) as server:
        yield Site(server, Tab(server.invitation(host=True)), DiceSetStore(tmp_path / "dice-sets"))


def die(x: float, value: int) -> DieSighting:
    return DieSighting(DieKind.D10, (x, 50.0), ((value, 0.8),), False, 40.0, colour=(100, 150, 150))


def number_of(main: str) -> str:
    found = re.search(r'name="throw" value="(\d+)"', main)
    assert found is not None, main
    return found[1]


def test_a_throw_is_corrected_on_the_page_and_learned_under_a_name(site: Site) -> None:
    assert "Meet our dice" in site.host.get("/")["main"]
    site.post(do="begin", name="Ours")
    site.throw(die(100, 7), die(300, 3))
    main = site.host.get("/dice")["main"]
    assert '<option value="7" selected>' in main
    site.post(do="learn", throw=number_of(main), die0="1", die1="3")
    assert [(one.read, one.value) for one in site.store.load("Ours").readings] == [(7, 1), (3, 3)]
    assert "Ours" in site.post(do="finish")


def test_a_die_of_an_unknown_kind_has_no_value_until_one_is_chosen(site: Site) -> None:
    face = DieFace(bytes(LENGTH))
    site.post(do="begin", name="Digits")
    site.throw(DieSighting(DieKind.D6, (100.0, 50.0), across=40.0, face=face))
    main = site.host.get("/dice")["main"]
    assert '<option value="-" selected>' in main
    site.post(do="learn", throw=number_of(main), die0="4")
    [learned] = site.store.load("Digits").readings
    assert (learned.read, learned.value, learned.face) == (None, 4, face)


def test_a_set_that_is_taught_already_learns_more(site: Site) -> None:
    site.store.keep(DiceSet("Ours", (ConfirmedReading(DieKind.D10, 1, 0.9, False, 1),)))
    site.post(do="begin", name="Ours")
    site.throw(die(100, 7))
    site.post(do="learn", throw=number_of(site.host.get("/dice")["main"]), die0="7")
    assert len(site.store.load("Ours").readings) == 2


def test_an_answer_to_dice_that_were_thrown_again_is_refused(site: Site) -> None:
    site.post(do="begin", name="Ours")
    site.throw(die(100, 7))
    number = number_of(site.host.get("/dice")["main"])
    site.throw(die(200, 8))
    answer = site.host.post("/dice", do="learn", throw=number, die0="7")
    assert answer["status"] == 422 and site.store.names() == []


def test_throws_of_a_lesson_are_no_rolls_of_the_game(site: Site) -> None:
    game = game_of(site.server)
    before = game.snapshot.course.seq
    site.post(do="begin", name="Ours")
    site.throw(die(100, 7), die(300, 3))
    assert game.snapshot.course.seq == before and not game.snapshot.questions


def test_only_the_host_teaches_dice(site: Site) -> None:
    guest = Tab(site.server.invitation())
    assert guest.get("/dice")["status"] == 404
