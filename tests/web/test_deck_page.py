"""Teaching the camera a deck on the host's web page, and the companion's own deck to print."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pictures.sources import Frame
from companion.table.sightings import Sightings
from companion.vision.decks.known_decks import DeckStore
from companion.vision.decks.teaching import CARDS_TO_SHOW
from companion.vision.tracking import Follower
from companion.web.hosting.games_server import GamesServer
from tests.play.kept_play import kept
from tests.vision.test_teaching import lying
from tests.web.site import Tab, game_of, games_server
from tests.web.test_dice_page import no_camera


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GamesServer]:
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


def test_cards_are_shown_in_order_and_kept_under_a_name(server: GamesServer, tmp_path: Path) -> None:
    host = Tab(server.invitation(host=True))
    assert f"({len(CARDS_TO_SHOW)} left)" in str(host.post("/deck", do="begin")["main"])
    show(server, CARDS_TO_SHOW[0], 0)
    assert f"{CARDS_TO_SHOW[0]}: saved" in str(host.get("/deck")["main"])
    assert f"({len(CARDS_TO_SHOW) - 2} left)" in str(host.post("/deck", do="skip")["main"])
    main = str(host.post("/deck", do="save", name="Ours")["main"])
    assert list(DeckStore(tmp_path / "decks").taught("Ours").codes) == [CARDS_TO_SHOW[0]]
    assert "<li>Ours</li>" in main and "Teach a deck" in main


def test_the_deck_is_a_file_to_print(server: GamesServer) -> None:
    host = Tab(server.invitation(host=True))
    host.post("/deck", do="print")
    end = time.monotonic() + 300
    while (found := re.search('picture/[^"]*', str(host.get("/deck")["main"]))) is None:
        assert time.monotonic() < end
        time.sleep(0.2)
    status, content, headers = host.ask("GET", f"/{found[0]}")
    assert (status, headers["content-type"], content[:5]) == (200, "application/pdf", b"%PDF-")


def test_only_the_host_teaches_a_deck(server: GamesServer) -> None:
    Tab(server.invitation(host=True))
    assert Tab(server.invitation(seat=1)).get("/deck")["status"] == 404
