"""Copies of all games in two taps, and two tablets of a club at one game."""

from pathlib import Path
from typing import Any

import pytest

from companion.folders import Folders
from companion.games.magnate import Setup, preset
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, Roll
from companion.journal import Journal
from companion.pieces import Tokens
from companion.play import Play
from companion.play import Source as RollSource
from companion.rolls.source import Source
from companion.web.network_interfaces import LOOPBACK
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet, until
from tests.cut import Network
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept
from tests.play.kept_play import NOON
from tests.postgres import Postgres
from tests.web.site import Tab


def test_the_second_finger_follows_the_first_or_is_refused(tablet: Tablet, server: Postgres, tmp_path: Path) -> None:
    """The other moves while this tablet still shows what was before: it hears of that with its own touch."""
    url = server.schema()
    with Journal.open(url) as journal:
        tablet.app.open_folders(Folders(tmp_path / "club", database=url))
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        mine, page = tablet.play, tablet.app.root.current_screen
        other = Play(MAGNATE, journal, mine.game.id, now=lambda: NOON, new_id=iter(("1", "2")).__next__)
        other.propose(fact(other, 1, "K5"), source=RollSource.TOUCH)
        page.attempt(lambda: mine.propose(fact(mine, 0, "M4"), source=RollSource.TOUCH))
        tablet.settle()
        assert page.sentence.startswith("another move came first; then: ")
        assert [kept.base_seq for kept in journal.entries(mine.game.id)] == [0, 0]
        other.propose(Roll(0, (4, 7)), source=RollSource.TOUCH)
        page.attempt(lambda: mine.propose(Roll(0, (3, 3)), source=RollSource.TOUCH))
        tablet.settle()
        assert "play 1 card" in page.sheet.notice and mine.state == other.state
        assert len(journal.entries(mine.game.id)) == 3
        tablet.app.open_folders(Folders(tmp_path / "own"))


def fact(play: Any, seat: int, held: str) -> Correct:
    return Correct((TokensFact(seat, play.state.tokens[seat], Tokens.parse(held)),))


def test_home_says_what_waits_for_the_clubs_server_until_then(tablet: Tablet, server: Postgres, tmp_path: Path) -> None:
    url = server.schema()
    with Network(server.port) as network:
        club = Folders(tmp_path / "club", database=url.replace(f":{server.port}/", f":{network.port}/"))
        tablet.app.open_folders(club)
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        network.cut()
        tablet.play.propose(Roll(0, (4, 7)), source=RollSource.TOUCH)
        tablet.app.open_folders(club)  # as when the app is started anew
        tablet.app.go("start")
        tablet.settle()
        [away] = tablet.screen.ids.unfinished.children
        assert away.text == "The club server cannot be reached"
        assert away.about.startswith("1 move is still on this tablet only.")
        assert amiss(tablet) == []
        network.mend()
        tablet.tap(away)
        [card] = tablet.screen.ids.unfinished.children
        assert card.text == "Ann – Ben"
        tablet.tap(card)
        until(tablet, lambda: not tablet.play.waiting)
        assert tablet.play.seq == 1
        tablet.app.open_folders(Folders(tmp_path / "own"))


def test_the_tablet_shows_another_s_moves_and_says_what_waits(tablet: Tablet, server: Postgres, tmp_path: Path) -> None:
    url = server.schema()
    with Network(server.port) as network, Journal.open(url) as journal:
        through = url.replace(f":{server.port}/", f":{network.port}/")
        tablet.app.open_folders(Folders(tmp_path / "club", database=through))
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        mine = tablet.play
        tablet.app.web_pages.begin(mine, tmp_path, LOOPBACK)
        assert tablet.app.web_pages.site is not None
        other = Play(MAGNATE, journal, mine.game.id, now=lambda: NOON, new_id=lambda: "other")
        with Tab(tablet.app.web_pages.site.invitation(None)) as tv:
            tv.follow()
            tv.until(lambda page: page["status"] == 200)
            other.propose(Roll(0, (4, 7)), source=RollSource.TOUCH)
            until(tablet, lambda: mine.seq > 0)
            assert mine.state == other.state
            tv.until(lambda page: "die d10" in page["main"])  # who watches this tablet sees the other's move, too
        network.cut()
        mine.undo()
        tablet.settle()
        page = tablet.app.root.current_screen
        assert page.sentence.startswith("1 move not saved yet: the club server cannot be reached. undone")
        assert len(journal.entries(mine.game.id)) == 1
        network.mend()
        until(tablet, lambda: not mine.waiting)
        assert len(journal.entries(mine.game.id)) == 2 and page.sentence.startswith("undone")
        tablet.app.open_folders(Folders(tmp_path / "own"))


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
def test_the_whole_path_of_a_copy_is_read_however_long(tablet: Tablet, size: tuple[int, int], tmp_path: Path) -> None:
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
    until(tablet, tablet.app.game_store.copies)
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
