"""Two tablets of a club at one game: what one does the other shows, and what is not kept is said."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.folders import Folders
from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.journal import Journal
from companion.play import Play, Source
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns
from tests.app.tablet import Tablet
from tests.cut import Network
from tests.play.kept_play import NOON
from tests.postgres import Postgres


def until(tablet: Tablet, so: Callable[[], bool]) -> None:
    """Shows frame after frame until it is so; another thread may be at work."""
    for _ in range(1000):
        tablet.settle(1)
        if so():
            return
        time.sleep(0.01)
    raise AssertionError("it did not become so")


def test_the_tablet_shows_what_another_does_and_says_what_waits(
    tablet: Tablet, server: Postgres, tmp_path: Path
) -> None:
    url = server.schema()
    with Network(server.port) as network, Journal.open(url) as journal:
        through = url.replace(f":{server.port}/", f":{network.port}/")
        tablet.app.use(Folders(tmp_path / "club", database=through))
        tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
        tablet.settle()
        mine = tablet.play
        other = Play(MAGNATE, journal, mine.game.id, now=lambda: NOON, new_id=lambda: "other")
        other.propose(Roll(0, (4, 7)), source=Source.TOUCH)
        until(tablet, lambda: mine.seq > 0)
        assert mine.state == other.state
        network.cut()
        mine.undo()
        tablet.settle()
        page = tablet.app.root.current_screen
        assert page.sentence.startswith("1 move waits, not kept yet: the club’s server cannot be reached. taken back")
        assert len(journal.entries(mine.game.id)) == 1
        network.mend()
        until(tablet, lambda: not mine.waiting)
        assert len(journal.entries(mine.game.id)) == 2 and page.sentence.startswith("taken back")
        tablet.app.use(Folders(tmp_path / "own"))
