"""Copies of all games in two taps: made, listed, and brought back."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.folders import Folders
from companion.games.magnate import Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.rolls.source import Source
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept


def begin(tablet: Tablet, near: str) -> None:
    setup = Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")), pile=1)
    tablet.app.start_game(MAGNATE, (near, "Ben"), STANDARD, setup)
    tablet.settle()


def kept(tablet: Tablet) -> set[str]:
    with Journal.open(tablet.app.folders.journal_url) as journal:
        return {game.name for game in journal.games()}


def to_copies(tablet: Tablet) -> None:
    """From the settings, one tap."""
    tablet.app.go("settings")
    tablet.settle()
    tablet.screen.ids.scroll.scroll_y = 0
    tablet.settle()
    tablet.tap(tablet.screen.ids.copies)


def test_copies_are_a_tap_away_where_the_games_are_listed_too(tablet: Tablet) -> None:
    tablet.app.go("games")
    tablet.settle()
    tablet.tap(tablet.screen.ids.copies)
    assert tablet.screen.name == "copies"
    tablet.app.go("start")


def listed(tablet: Tablet) -> list[str]:
    return [pad.text for pad in reversed(tablet.screen.ids.copies.children)]


def test_from_the_settings_every_game_is_copied_in_two_taps_and_brought_back_in_two(tablet: Tablet) -> None:
    begin(tablet, "Ann")
    to_copies(tablet)
    assert listed(tablet) == []
    tablet.tap(tablet.screen.ids.copy_now)
    (copy,) = listed(tablet)
    assert copy.startswith("games-") and str(tablet.app.folders.backups / copy) in tablet.screen.notice
    begin(tablet, "Zoë")
    assert kept(tablet) == {"Ann – Ben", "Zoë – Ben"}
    to_copies(tablet)
    assert tablet.screen.ids.take_back.disabled
    tablet.tap(next(pad for pad in tablet.screen.ids.copies.children if pad.text == copy))
    assert kept(tablet) == {"Ann – Ben"}
    aside = Path(tablet.screen.notice.split(" are in ")[1])
    assert aside.is_file() and tablet.app.play is None
    tablet.app.go("start")


@pytest.mark.parametrize("size", [(800, 1280), (1024, 600)])
def test_where_a_copy_lies_is_read_whole_however_long_its_path(
    tablet: Tablet, size: tuple[int, int], tmp_path: Path
) -> None:
    data = tmp_path / "somebody-with-a-long-name" / "Library" / "ApplicationSupport" / "a-folder-for-this-tablet-alone"
    data.mkdir(parents=True)
    tablet.app.open_folders(Folders(data))
    begin(tablet, "Ann")
    tablet.resize(*size)
    to_copies(tablet)
    tablet.tap(tablet.screen.ids.copy_now)
    tablet.settle(8)
    assert str(data) in tablet.screen.ids.notice.text and amiss(tablet) == []
    pad = tablet.screen.ids.copies.children[0]
    assert tablet.screen.ids.notice.to_window(0, tablet.screen.ids.notice.y)[1] >= pad.to_window(0, pad.top)[1]
    tablet.app.go("start")


def test_a_copy_that_was_tapped_by_mistake_is_taken_back_by_a_tap(tablet: Tablet) -> None:
    begin(tablet, "Ann")
    to_copies(tablet)
    tablet.tap(tablet.screen.ids.copy_now)
    begin(tablet, "Zoë")
    to_copies(tablet)
    tablet.tap(tablet.screen.ids.copies.children[0])
    assert kept(tablet) == {"Ann – Ben"}
    tablet.tap(tablet.screen.ids.take_back)
    assert kept(tablet) == {"Ann – Ben", "Zoë – Ben"} and "Undid the restore" in tablet.screen.notice
    tablet.app.go("start")


def test_leaving_the_app_leaves_this_evenings_copy(tablet: Tablet) -> None:
    begin(tablet, "Ann")
    tablet.app.game_store.close()
    to_copies(tablet)
    (copy,) = listed(tablet)
    assert copy.startswith("evening-")
    tablet.app.go("start")


def test_a_game_that_ends_is_copied_while_the_score_is_looked_at(tablet: Tablet) -> None:
    whole = RandomGame(preset("standard"), seed=3).whole()
    game, entries = as_kept(whole, "monday")
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(game, entries[:-1])
    tablet.app.resume_game("monday")
    tablet.play.propose(whole.moves[-1], source=Source.TOUCH)
    end = time.monotonic() + 60
    while not tablet.app.game_store.copies() and time.monotonic() < end:
        time.sleep(0.01)
    assert [copy.stem[:8] for copy in tablet.app.game_store.copies()] == ["evening-"]
    tablet.app.go("start")


def test_a_copy_that_cannot_be_made_is_reported(tablet: Tablet) -> None:
    begin(tablet, "Ann")
    tablet.app.folders.backups.write_text("in the way")
    to_copies(tablet)
    tablet.tap(tablet.screen.ids.copy_now)
    assert "cannot write" in tablet.screen.notice
    tablet.app.folders.backups.unlink()
    tablet.app.go("start")
