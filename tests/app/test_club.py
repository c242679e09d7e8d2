"""Two tablets of a club at one game: what one does the other shows, and what is not kept is said."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.folders import Folders
from companion.games.magnate import Setup
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, Roll
from companion.journal import Journal
from companion.pieces import Tokens
from companion.play import Play, Source
from companion.web.network_interfaces import LOOPBACK
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet
from tests.cut import Network
from tests.play.kept_play import NOON
from tests.postgres import Postgres
from tests.web.site import Tab


def until(tablet: Tablet, so: Callable[[], bool]) -> None:
    """Shows frame after frame until it is so; another thread may be at work."""
    for _ in range(1000):
        tablet.settle(1)
        if so():
            return
        time.sleep(0.01)
    raise AssertionError("it did not become so")


def test_the_second_finger_sees_that_its_move_follows_the_first_or_is_refused(
    tablet: Tablet, server: Postgres, tmp_path: Path
) -> None:
    """The other moves while this tablet still shows what was before: it hears of that with its own touch."""
    url = server.schema()
    with Journal.open(url) as journal:
        tablet.app.open_folders(Folders(tmp_path / "club", database=url))
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        mine, page = tablet.play, tablet.app.root.current_screen
        other = Play(MAGNATE, journal, mine.game.id, now=lambda: NOON, new_id=iter(("1", "2")).__next__)
        other.propose(fact(other, 1, "K5"), source=Source.TOUCH)
        page.attempt(lambda: mine.propose(fact(mine, 0, "M4"), source=Source.TOUCH))
        tablet.settle()
        assert page.sentence.startswith("another move came first; then: ")
        assert [kept.base_seq for kept in journal.entries(mine.game.id)] == [0, 0]
        other.propose(Roll(0, (4, 7)), source=Source.TOUCH)
        page.attempt(lambda: mine.propose(Roll(0, (3, 3)), source=Source.TOUCH))
        tablet.settle()
        assert "play 1 card" in page.sheet.notice and mine.state == other.state
        assert len(journal.entries(mine.game.id)) == 3
        tablet.app.open_folders(Folders(tmp_path / "own"))


def fact(play: Any, seat: int, held: str) -> Correct:
    return Correct((TokensFact(seat, play.state.tokens[seat], Tokens.parse(held)),))


def test_home_says_that_the_clubs_server_cannot_be_reached_and_what_waits_and_has_its_game_again_once_it_is_back(
    tablet: Tablet, server: Postgres, tmp_path: Path
) -> None:
    url = server.schema()
    with Network(server.port) as network:
        club = Folders(tmp_path / "club", database=url.replace(f":{server.port}/", f":{network.port}/"))
        tablet.app.open_folders(club)
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        network.cut()
        tablet.play.propose(Roll(0, (4, 7)), source=Source.TOUCH)
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


def test_the_tablet_shows_what_another_does_and_says_what_waits(
    tablet: Tablet, server: Postgres, tmp_path: Path
) -> None:
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
            other.propose(Roll(0, (4, 7)), source=Source.TOUCH)
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
