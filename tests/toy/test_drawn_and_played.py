"""One folder and one registry line bring a game to the page, the browser edition and the terminal.

It has a drawn table, dice, bids, a correction, and marks of what a move changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.main import run
from companion.games.new_game import NewGame
from companion.web.pages.host import Viewer
from tests.code_figures import code_lines
from tests.web.pages.table_host import Device, TableHost

MOST_LINES = 250
NEW = "new --game magpies --name Nest --player Ann --player Ben --preset market"
OPTIONS = {"preset": "market", "cards": 2}


def test_its_folder_is_small() -> None:
    assert sum(map(code_lines, (Path(__file__).parent / "magpies").glob("*.py"))) <= MOST_LINES


def test_it_is_played_by_taps_on_its_table() -> None:
    host = TableHost()
    host.create_game(NewGame("magpies", ("Ann", "Ben"), OPTIONS, {"first": "4MS"}))
    ann, ben = (Device(host, Viewer(seat)) for seat in range(2))
    ann.open("seat/0")
    for die, face in (("first", 6), ("second", 5), ("third", 1)):
        ann.tap(("decision", "throw"), (f"a.{die}", str(face)))
    ann.tap(("decision", "lay"), ("a.card", "9LK"))
    ben.open("seat/1")
    assert "spot=market" in ben.page.main, "what is for sale can be tapped"
    ben.tap(("decision", "bid"), ("a.coins", "5"))
    ann.open("seat/0")
    ann.tap(("decision", "pass"))
    ben.open("seat/1")
    assert '<i class="gained">+12</i>' in ben.page.main and '<i class="lost">−5</i>' in ben.page.main
    ben.open("seat/1?spot=row-0")
    ben.tap(("decision", "correct"), ("a.place", "row-0"), ("a.card", "4WL"))
    state = host.playing.state
    assert (state.points, state.coins, [str(card) for card in state.row]) == ((0, 12), (10, 5), ["4WL", "9LK"])


def test_its_end_is_counted_as_a_table() -> None:
    host = TableHost()
    host.create_game(NewGame("magpies", ("Ann", "Ben"), {"preset": "usual", "cards": 1}, {"first": "4MS"}))
    ann = Device(host, Viewer(0))
    ann.open("seat/0")
    for die, face in (("first", 6), ("second", 5), ("third", 1)):
        ann.tap(("decision", "throw"), (f"a.{die}", str(face)))
    ann.tap(("decision", "lay"), ("a.card", "9LK"))
    assert host.playing.state.over
    assert "<td>★ 12</td><td>0</td>" in ann.page.main and "Ann has the most points" in ann.page.main


def test_it_is_typed_in_a_terminal_and_its_events_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(*words: str) -> str:
        status = run(["--data", str(tmp_path), *words])
        printed = capsys.readouterr()
        assert status == 0, printed.err
        return printed.out

    say(*NEW.split(), "--setup", '{"first": "4MS"}')
    assert "throw    Throw" in say("play", "Nest")
    assert "dice +12" in say("play", "Nest", "throw", "first=6", "second=5", "third=1")
    assert "9LK: → for sale" in say("play", "Nest", "lay", "card=9LK")
    assert "for sale +6" in say("play", "Nest", "bid", "coins=6")
    sold = say("play", "Nest", "pass")
    assert "Ben: points +12 · coins -6" in sold and "9LK: for sale → row" in sold
    assert "4WL: → row" in say("play", "Nest", "correct", "place=row-0", "card=4WL")
    shown = say("show", "Nest")
    assert "row: 4WL 1 · 9LK 2" in shown and "▸ Ben      12      4" in shown
