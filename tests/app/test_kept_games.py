"""The games that can go on, each by itself, whatever is wrong with the others."""

from __future__ import annotations

import re
import shutil
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.folders import Folders
from companion.journal import Journal
from tests.app.at_the_table import awaits_roll, roll
from tests.app.tablet import Tablet
from tests.journal.vandals import BEGINNING, FOURTH_MOVE, GAME, MOVES, NAMES, damaged_journal
from tests.unwritable import read_only


def keep(tablet: Tablet, created: datetime) -> None:
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(replace(GAME, created=created), MOVES[:3])


def listed(tablet: Tablet) -> dict[str, Any]:
    """What stands on the screen of games, by the games' names."""
    tablet.app.go("games")
    tablet.settle()
    while tablet.screen.more is not None:
        tablet.screen.more.dispatch("on_release")
    return {row.target.text: row.target for row in tablet.screen.ids.games.children}


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal")
    damaged_journal(folder)
    return folder


@pytest.fixture
def damaged(tablet: Tablet, tmp_path: Path, journal: Path) -> Tablet:
    shutil.copytree(journal, tmp_path / "damaged")
    tablet.app.open_folders(Folders(tmp_path / "damaged"))
    return tablet


def test_damaged_games_are_listed_beside_the_sound_one_with_what_is_wrong(damaged: Tablet) -> None:
    games = listed(damaged)
    assert len(games) == 1 + len(FOURTH_MOVE) + len(NAMES) + len(BEGINNING)
    assert [name for name, target in games.items() if not target.wrong] == ["game sound"]
    assert games["game later"].about.startswith("Cannot continue after turn 2: game 'later', move 4: written")
    assert games["game later"].stands == [0, 0], "as before that move"
    games["game sound"].dispatch("on_release")
    assert (damaged.screen.name, damaged.state.turn) == ("table", 2)
    damaged.app.go("start")


def test_a_tap_on_a_damaged_game_says_what_is_wrong_and_what_to_do(damaged: Tablet) -> None:
    games = listed(damaged)
    for id_ in ("later", "against-the-rules", "deep", "players-cut", "blob-id", "chess"):
        games[f"game {id_}"].dispatch("on_release")
        notice = re.sub("^Cannot continue(?: after turn [23])?: ", "", games[f"game {id_}"].about)
        assert damaged.screen.name == "games" and damaged.screen.notice.startswith(notice)


def test_a_game_in_a_read_only_folder_is_looked_at_and_only_a_move_says_why_it_cannot_be_kept(tablet: Tablet) -> None:
    keep(tablet, GAME.created)
    with read_only(tablet.app.folders.data):
        listed(tablet)[GAME.name].dispatch("on_release")
        tablet.settle()
        assert (tablet.screen.name, tablet.state.turn) == ("table", 2)
        before = tablet.state
        roll(tablet, 10, 4)
        assert "cannot write: the file or its folder is read-only. Free some space" in tablet.screen.sheet.notice
        assert tablet.state == before
        tablet.app.go("start")


def test_a_move_after_the_data_folder_was_moved_is_refused_and_counts_once_it_is_back(table: Tablet) -> None:
    data, before = table.app.folders.data, table.state
    data.rename(data.with_name("elsewhere"))
    roll(table, 10, 4)
    assert "deleted or moved while it was open. Move it back" in table.screen.sheet.notice
    assert table.state == before
    table.press_back()
    data.with_name("elsewhere").rename(data)
    roll(table, 10, 4)
    assert table.state != before and not awaits_roll(table)


def test_a_data_folder_that_was_moved_is_said_where_games_are_listed(tablet: Tablet) -> None:
    keep(tablet, GAME.created)
    assert GAME.name in listed(tablet)
    tablet.app.go("start")
    tablet.app.folders.data.rename(tablet.app.folders.data.with_name("elsewhere"))
    assert listed(tablet) == {}
    assert "deleted or moved while it was open. Move it back" in tablet.screen.notice


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Lima", "UTC"])
@pytest.mark.parametrize("moment", [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)])
def test_a_game_begun_at_the_end_of_time_is_listed(
    tablet: Tablet, zone: str, moment: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        keep(tablet, moment)
        assert re.fullmatch(r"(1 Jan|31 Dec) \d+, \d\d:\d\d", listed(tablet)[GAME.name].when)
    finally:
        monkeypatch.undo()
        time.tzset()
