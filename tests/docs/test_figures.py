"""Pages made from data: figures, abilities, numbered rules and unusual devices, each complete."""

import dataclasses
import importlib
import re
import shlex
import typing
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import typer

import companion.app
from companion.app.window.screen_names import SCREENS
from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.cli.main import every_command
from companion.errors import CompanionError
from companion.games.new_game import new_game
from companion.games.registry import game
from companion.locale import Message
from companion.vision.tracking.follower import Follower
from companion.web.pages.host import PageRequest, Viewer
from companion.web.pages.site import respond
from companion.web.phone_camera import PhoneCamera
from docs.tools.abilities import ABILITIES, Gap, format_page
from docs.tools.abilities import PAGE as ABILITIES_PAGE
from docs.tools.figure_data import DATA, FigureBook, FigureEntry, InvalidFigure, Verdict
from docs.tools.figures import PAGE, format_every_figure, pages
from docs.tools.record_format import PAGE as RECORD_FORMAT
from docs.tools.record_format import write_page
from docs.tools.rules import FOLDERS, write_pages
from docs.tools.site_pages import ROOT
from tests.bench.commands import bench
from tests.browser.memory_file import MemoryFile
from tests.cases import each
from tests.device_table import PAGE as DEVICES
from tests.device_table import TESTS, names_in, page, rows
from tests.play.kept_play import kept
from tests.prove import PARTS
from tests.web.site import Tab, games_server


def no_camera() -> Any:
    raise CompanionError(Message("camera"), Message("not there yet"))


def test_the_page_is_as_the_table_makes_it() -> None:
    """Renew it with ``python -m docs.tools.abilities``."""
    assert ABILITIES_PAGE.read_text(encoding="utf-8") == format_page()


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


DICE = "D10"
"""The kind of die, which is no rule; the other kinds have names that are."""


def anchors(language: str) -> Counter[str]:
    return Counter(
        number
        for page in FOLDERS[language].glob("*.md")
        for number in re.findall(r"^### ([A-I]\d+)$", page.read_text("utf8"), re.MULTILINE)
    )


@each("language", FOLDERS)
def test_every_number_that_the_program_names_has_one_place_on_the_pages(language: str) -> None:
    places = anchors(language)
    assert set(places.values()) == {1}
    for file in (ROOT / "companion").rglob("*.py"):
        named = set(re.findall(r"(?<![\w#.])[A-I]\d{1,2}(?!\w)", file.read_text("utf8"))) - {DICE}
        assert named <= set(places), file


def test_the_pages_are_made_of_the_rules_and_the_sheets() -> None:
    for path, text in write_pages().items():
        assert path.read_text("utf8") == text, "run: make generated"


def test_the_record_format_lists_the_moves_and_facts_as_they_are_declared() -> None:
    assert RECORD_FORMAT.read_text("utf8") == write_page(), "run `make generated`"


def test_there_are_at_least_sixty_unusual_devices_each_with_a_report_of_its_own() -> None:
    every = rows()
    assert len(every) >= 60 and len({row["device"] for row in every}) == len(every)
    for row in every:
        assert row["asked"] in ("works", "says why") and row["does"], row["device"]
        assert row["sources"] and all(one.startswith("https://") for one in row["sources"]), row["device"]


def test_every_row_has_a_test_that_is_there_or_names_what_it_needs() -> None:
    for row in rows():
        assert bool(row["tests"]) == bool(row.get("emulated")) != bool(row.get("needs")), row["device"]
        for test in row["tests"]:
            file, _, name = test.partition("::")
            assert name in names_in(TESTS.parent / file), test


def test_ten_reports_and_more_were_searched_for_beyond_those_of_the_players() -> None:
    assert sum(row.get("searched", False) for row in rows()) >= 10


def test_the_page_is_made_from_the_table() -> None:
    assert DEVICES.read_text("utf8") == page(), "run: make generated"


BOOK = FigureBook.load()


def test_the_figures_are_written_as_they_are_read() -> None:
    assert BOOK.to_text() == DATA.read_text("utf8")


def test_the_pages_of_figures_are_written_from_the_data() -> None:
    for path, text in pages().items():
        assert path.read_text("utf8") == text, "run: make generated"


@each(
    ("change", "reason"),
    [
        ({"verdict": Verdict.REACHED, "value": 96.8, "target": "≥ 97"}, "verdict must be 'missed'"),
        ({"verdict": Verdict.MEASURED, "value": 96.8, "target": "about 97"}, "is no number"),
        ({"verdict": Verdict.REACHED, "value": 0, "target": "0", "what": "word " * 26}, "more than 25 words"),
        ({"verdict": Verdict.REACHED, "value": 0, "target": "0", "date": "yesterday"}, "isoformat"),
    ],
)
def test_a_figure_that_contradicts_itself_is_refused(change: dict[str, typing.Any], reason: str) -> None:
    sound = FigureEntry("x", "Code", "anything", "make test", 0, date="2026-11-25")
    with pytest.raises(ValueError, match=reason):
        dataclasses.replace(sound, **change).check()


def test_two_figures_of_one_name_and_unknown_makers_are_refused() -> None:
    figure = BOOK.figures[0]
    with pytest.raises(InvalidFigure, match="used twice"):
        FigureBook(BOOK.makers, {}, (figure, figure))
    with pytest.raises(InvalidFigure, match="unknown makers"):
        FigureBook({}, {}, (figure,))


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(InvalidFigure, match="before"):
        FigureEntry.from_json({**BOOK.figures[0].to_json(), "before": "38"})


@each("command", sorted({figure.command for figure in BOOK.figures}))
def test_every_command_that_measures_a_figure_exists(command: str) -> None:
    words = [word for word in shlex.split(command) if not re.fullmatch(r"[A-Z_]+=.*", word)]
    if words[:2] == ["make", "prove"]:
        assert words[2] in PARTS
    elif words[0] == "make":
        assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text("utf8")
    elif words[:3] == ["python", "-m", "tests.bench"]:
        subcommand = typing.cast("typing.Any", typer.main.get_command(bench)).commands[words[3]]
        known = {option for each in subcommand.params for option in each.opts}
        assert {word for word in words if word.startswith("--")} <= known
    elif words[:3] == ["python", "-m", "pytest"]:
        assert (ROOT / words[3]).exists()
    elif words[:2] == ["python", "-m"]:
        assert importlib.util.find_spec(words[2])
    else:
        assert words[0] in {"companion", "du"}


def test_the_page_of_figures_has_the_dozen_rows_that_players_ask_for() -> None:
    assert len(BOOK.players) == 12 and len(PAGE.read_text("utf8").split()) <= 600


def test_a_measured_cell_holds_one_number() -> None:
    for figure in BOOK.figures:
        if isinstance(figure.value, str):
            assert len(re.findall(r"\d+(?:[.,]\d+)*", figure.value)) <= 1, figure.id


def test_every_figure_of_what_is_read_names_who_made_the_pictures() -> None:
    makers = re.findall(r"^- \*\*(\w+)\*\*: ", PAGE.read_text("utf8"), re.MULTILINE)
    assert makers == list(BOOK.makers)
    with_pictures = [one for one in BOOK.figures if re.search(r"photos|[Pp]ictures|Live|reader", one.area)]
    assert len(with_pictures) > 50
    assert [one.id for one in with_pictures if one.maker is None and one.unit not in ("s", "MB")] == []


def test_numbers_are_written_in_full() -> None:
    assert re.findall(r"\de[-+]\d", format_every_figure()) == []
