"""``python -m docs.tools.web_pictures -o FOLDER``: takes the pictures of the web page in Debian's Chromium."""

import argparse
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.options import new_id, now, open_play
from companion.demo import bundled
from companion.errors import CompanionError, report_on_stderr
from companion.journal import Journal
from companion.journal.records.record import read_record
from companion.play import AnyPlay
from companion.web.hosting.games_server import GamesServer
from companion.web.listen_address import find_place
from companion.web.network_interfaces import LOOPBACK

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOVES = 60
"""Moves of the bundled game that are shown."""
VIEWS = {
    "web_lobby": ("/", (390, 844)),
    "web_devices": ("/game", (390, 844)),
    "web_seat": ("/seat/0", (390, 844)),
    "web_table": ("/table", (1024, 1366)),
    "scoreboard": ("/tv", (1280, 720)),
}
"""By the name of the picture: the page, and the size of the window."""


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--view", action="append", choices=VIEWS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        server = GamesServer(find_place(LOOPBACK), 0, folder, partial(_journal, folder), _open_play, _report)
        try:
            game = server.thread.run(lambda: server.thread.journal.games()[0])
            server.open(game.id)
            _take(server, options.output, options.view or list(VIEWS))
        finally:
            server.close()


def _take(server: GamesServer, output: Path, views: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser: Browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_context(locale="en", color_scheme="light").new_page()
        page.goto(server.invitation(seat=0))
        page.wait_for_selector(".playing")
        for name in views:
            address, (width, height) = VIEWS[name]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{server.address}{address}")
            page.wait_for_selector("main > *")
            page.wait_for_timeout(1500)
            page.screenshot(path=output / f"{name}.png")
        browser.close()


def _journal(folder: Path) -> Journal:
    """Return a journal with the bundled game, as far as it is shown."""
    journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
    kept, entries = read_record(bundled.record().read_bytes(), "game", now=now, new_id=new_id)
    journal.create(kept, entries[:MOVES])
    return journal


def _open_play(journal: Journal, game: str, wake: Callable[[], None]) -> AnyPlay:
    return open_play(journal, journal.game(game), wake)


def _report(error: CompanionError | None) -> None:
    if error is not None:
        report_on_stderr(error)


if __name__ == "__main__":
    main()
