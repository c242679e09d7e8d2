"""The page of abilities: what it says of a front end is found there, and no gap without a reason is new."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import companion.app
from companion.app.window.screen_names import SCREENS
from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.cli.main import every_command
from companion.errors import CompanionError
from companion.games.new_game import new_game
from companion.games.registry import game
from companion.locale import Message
from companion.vision.tracking import Follower
from companion.web.pages.host import PageRequest, Viewer
from companion.web.pages.site import respond
from companion.web.phone_camera import PhoneCamera
from docs.tools.abilities import ABILITIES, PAGE, Gap, format_page, open_gaps
from tests.browser.memory_file import MemoryFile
from tests.play.kept_play import kept
from tests.web.site import Tab, games_server


def no_camera() -> Any:
    raise CompanionError(Message("camera"), Message("not there yet"))


def test_the_page_is_as_the_table_makes_it() -> None:
    """Renew it with ``python -m docs.tools.abilities``."""
    assert PAGE.read_text(encoding="utf-8") == format_page()


def test_no_front_end_lacks_an_ability_without_a_reason() -> None:
    assert open_gaps() == []


def test_every_screen_and_sheet_of_the_tablet_is_there() -> None:
    files = {path.stem for path in Path(companion.app.__path__[0]).rglob("*.py") if path.parent.name == "sheets"}
    assert {one.tablet for one in ABILITIES if isinstance(one.tablet, str)} <= {*SCREENS, *files}


def test_every_page_is_served(tmp_path: Path) -> None:
    with (
        closing(PhoneCamera("127.0.0.1", tmp_path)) as phone,
        games_server(tmp_path, kept("g"), decks=list, phone=phone, camera=(no_camera, Follower), rolls=True) as server,
    ):
        host = Tab(server.invitation(seat=0))
        paths = {one.page for one in ABILITIES if not isinstance(one.page, Gap)}
        assert [path for path in sorted(paths) if host.get(path)["status"] != 200] == []


def test_every_page_of_the_browser_edition_is_there() -> None:
    host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
    host.create_game(new_game(game("magnate"), str).move())
    paths = {one.edition for one in ABILITIES if not isinstance(one.edition, Gap)}
    viewer = Viewer(seat=0, is_host=True)

    def status(address: str) -> int:
        path, _, query = address.partition("?")
        return respond(PageRequest("GET", path, {k: tuple(v) for k, v in parse_qs(query).items()}, viewer), host).status

    assert [path for path in sorted(paths) if status(path) != 200] == []


def test_every_command_and_option_is_there() -> None:
    group: Any = every_command()
    for place in {one.terminal for one in ABILITIES if not isinstance(one.terminal, Gap)}:
        command = group
        for word in place.split():
            if word.startswith("--"):
                assert any(word in option.opts for option in command.params), place
            else:
                command = command.commands[word]
