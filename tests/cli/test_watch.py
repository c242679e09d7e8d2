"""``companion watch`` over pictures of a table, as an outside program reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.folders import Folders
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.pieces import Tokens
from tests.cli.printed import Say
from tests.live.table_film import picture_of
from tests.live.watched_game import SETUP
from tests.table.magnate.test_difference import playing, with_laid


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: the table before a card is played, and after a deed was bought."""
    folder = tmp_path_factory.mktemp("table")
    before = playing()
    deed = replace(before, districts=with_laid(before, "9LK/", 0))
    for number, state in enumerate((before, deed)):
        cv2.imwrite(str(folder / f"{number}.png"), picture_of(state))
    return folder


@pytest.fixture
def game(say: Say) -> str:
    """A game in which Ann has rolled and is to play a card."""
    setup = MAGNATE.setup_to_json(replace(SETUP, tokens=(Tokens.parse("M2S2L1K1"), Tokens())))
    status, out, err = say("new", "--player", "Ann", "--player", "Ben", "--setup", json.dumps(setup), "--json")
    assert status == 0, err
    id_ = str(json.loads(out)["id"])
    assert say("play", id_, "roll", "9", "2")[0] == 0
    return id_


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_game_is_followed_and_a_move_waits_for_a_tap(say: Say, pictures: Path, game: str, tmp_path: Path) -> None:
    status, out, err = say("watch", "--source", str(pictures), "--every-frame", game, "--json")
    events = lines(out)
    height, width, _ = picture_of(playing()).shape
    assert (status, err) == (1, f"Resolution {width} × {height}\n")
    assert [event["event"] for event in events] == ["settled", "changed", "settled", "proposal"]
    assert [event["agrees"] for event in events if event["event"] == "settled"] == [True, False]
    assert events[-1]["move"] == {
        "type": "deed",
        "player": 0,
        "card": "9LK",
        "district": 0,
        "payment": {"M": 0, "S": 0, "W": 0, "L": 1, "Y": 0, "K": 1},
    }
    assert events[-1]["seq"] is None
    with Journal.open(Folders(tmp_path / "data").journal_url) as journal:
        assert len(journal.entries(game)) == 1


def test_with_yes_a_move_with_one_payment_is_journaled(say: Say, pictures: Path, game: str, tmp_path: Path) -> None:
    status, out, _ = say("watch", "--source", str(pictures), "--every-frame", game, "--yes", "--json")
    assert status == 0
    assert lines(out)[-1]["seq"] == 2
    with Journal.open(Folders(tmp_path / "data").journal_url) as journal:
        last = journal.entries(game)[-1]
    assert (last.source, last.move["type"]) == ("camera", "deed")


def test_without_a_game_people_hear_what_lies_there(say: Say, pictures: Path) -> None:
    status, out, _ = say("watch", "--source", str(pictures), "--every-frame", "--language", "fr")
    assert status == 0
    assert "Table lue\xa0: 12 cartes, 0 dés." in out.splitlines()
