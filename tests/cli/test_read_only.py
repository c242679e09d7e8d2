"""Kept games are listed, shown, replayed and exported where nothing can be written; only writing says why it cannot."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.demo import bundled
from tests.cli.printed import Say, refused
from tests.cli.test_kept_games import NEW
from tests.test_files import room_for
from tests.unwritable import read_only


def full_disk(_: Path) -> AbstractContextManager[None]:
    return room_for(0)


@pytest.fixture
def kept(say: Say) -> None:
    assert say("import", str(bundled.record()))[0] == 0


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("disk", [read_only, full_disk])
def test_games_are_listed_shown_exported_and_replayed(
    say: Say, data: Path, disk: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with disk(data):
        [listed] = json.loads(say("games", "--json")[1])
        assert listed["phase"] == "over"
        assert json.loads(say("show", "demo", "--json")[1])["over"]
        assert say("export", "demo")[1] == bundled.record().read_text("utf-8")
        assert say("replay", str(bundled.record()))[0] == 0
        assert say("roller", "stats")[2] == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("disk", [read_only, full_disk])
def test_a_new_game_says_why_it_cannot_be_kept(
    say: Say, data: Path, disk: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with disk(data):
        err = refused(say, *NEW)
    assert "games.db: cannot " in err and "Free some space, make it writable" in err
    assert len(json.loads(say("games", "--json")[1])) == 1


@pytest.mark.usefixtures("kept")
def test_a_game_is_exported_from_a_read_only_folder_to_another(say: Say, data: Path, tmp_path: Path) -> None:
    with read_only(data):
        assert say("export", "demo", "-o", str(tmp_path / "saved.json"))[0] == 0
    assert (tmp_path / "saved.json").read_bytes() == bundled.record().read_bytes()
