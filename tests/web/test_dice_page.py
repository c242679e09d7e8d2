"""Dice, decks and rollers on the host's web page."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.bluetooth import FoundDie
from companion.errors import CompanionError
from companion.games.magnate.moves import Roll
from companion.pictures.sources.frame import Frame, FrameSource
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.reporting import KeptDie, Make
from companion.table.camera_events import CameraEvent, Changed, Settled, Still
from companion.table.dice_set import ConfirmedReading, DiceSet
from companion.table.sightings import LENGTH, DieFace, DieSighting, Sightings
from companion.vision.decks.known_decks import DeckStore
from companion.vision.decks.teaching import CARDS_TO_SHOW
from companion.vision.tracking.follower import Follower
from companion.web.hosting.games_server import GamesServer
from tests.play.kept_play import kept
from tests.rolls.reporting.test_by_radio import RecordedRadio
from tests.vision.test_deck_file import lying
from tests.waiting import until
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


@pytest.fixture
def deck_server(tmp_path: Path) -> Iterator[GamesServer]:
    with games_server(tmp_path, kept("g"), camera=(no_camera, lambda: Follower([]))) as server:
        yield server


def show(server: GamesServer, code: str, first: int) -> None:
    """A card lies below the camera for more than a second."""
    game = game_of(server)
    assert game.camera is not None
    pixels = lying(code)
    for number in range(first, first + 10):
        game.camera.session._on_frame(Frame(pixels, number / 8, number), Sightings(pixels.shape[1], pixels.shape[0]))
    server.thread.run(game.attend)


def test_cards_are_shown_in_order_and_kept_under_a_name(deck_server: GamesServer, tmp_path: Path) -> None:
    host = Tab(deck_server.invitation(host=True))
    assert f"({len(CARDS_TO_SHOW)} left)" in str(host.post("/deck", do="begin")["main"])
    show(deck_server, CARDS_TO_SHOW[0], 0)
    assert f"{CARDS_TO_SHOW[0]}: saved" in str(host.get("/deck")["main"])
    assert f"({len(CARDS_TO_SHOW) - 2} left)" in str(host.post("/deck", do="skip")["main"])
    main = str(host.post("/deck", do="save", name="Ours")["main"])
    assert list(DeckStore(tmp_path / "decks").taught("Ours").codes) == [CARDS_TO_SHOW[0]]
    assert "<li>Ours</li>" in main and "Teach a deck" in main


def test_the_deck_is_a_file_to_print(deck_server: GamesServer) -> None:
    host = Tab(deck_server.invitation(host=True))
    host.post("/deck", do="print")
    end = time.monotonic() + 300
    while (found := re.search('picture/[^"]*', str(host.get("/deck")["main"]))) is None:
        assert time.monotonic() < end
        time.sleep(0.2)
    status, content, headers = host.ask("GET", f"/{found[0]}")
    assert (status, headers["content-type"], content[:5]) == (200, "application/pdf", b"%PDF-")


def test_only_the_host_teaches_a_deck(deck_server: GamesServer) -> None:
    Tab(deck_server.invitation(host=True))
    assert Tab(deck_server.invitation(seat=1)).get("/deck")["status"] == 404


RED = KeptDie("AA:01", Make.PIXELS, DieKind.D10, "red")
THROWN = {
    RED.address: [(0.0, bytes([3, 3, 3])), (0.6, bytes([3, 1, 4]))],
    "AA:02": [(0.0, b"R"), (0.9, b"S" + bytes([64, 0, 234]))],
}


def test_a_die_is_found_and_chosen_and_a_throw_counts_in_the_open_game(tmp_path: Path) -> None:
    radio = RecordedRadio(THROWN, [FoundDie("AA:02", Make.GODICE, None, "blue")])
    with games_server(tmp_path, kept("g"), rolls=True) as server:
        server.dice.radio, server.dice.clock = (lambda: radio), radio.clock
        host = Tab(server.invitation(host=True))
        server.thread.run(lambda: server.dice.keep([RED]))
        host.post("/roller", do="search")
        assert "blue" in str(host.get("/roller")["main"])
        host.post("/roller", do="use", die="AA:02", kind="d10")
        until(lambda: len(server.dice.connected) == 2)
        assert str(host.get("/roller")["main"]).count("connected") >= 2
        radio.play()
        radio.now += 1.0
        game = game_of(server)
        until(lambda: game.snapshot.course.seq == 1)
        (step,) = game.snapshot.course.done
        assert step.entry.source == "dice" and isinstance(step.move, Roll)


def test_only_the_host_chooses_dice(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), rolls=True) as server:
        Tab(server.invitation(host=True))
        assert Tab(server.invitation(seat=1)).get("/roller")["status"] == 404
