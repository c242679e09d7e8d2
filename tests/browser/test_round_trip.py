"""A record goes from the browser edition to ``companion`` and the app, is played on there, and comes back the same."""

import json
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.games.registry import game as rules_of
from companion.journal import Journal
from companion.journal.course.course import Course
from companion.journal.records.record import write_record
from companion.play import Play, Source
from tests.browser.memory_file import MemoryFile
from tests.browser.records import random_records
from tests.browser.test_worker import Page
from tests.journal.kept_games import NOON

PROVE = pytest.mark.prove("browser-edition")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def in_companion(data: Path, file: Path, record: str) -> str:
    """The record as ``companion`` imports it into the journal that the app opens too, and as it exports it again."""
    file.write_text(record, "utf8")
    assert run(["import", str(file), "--data", str(data)]) == 0
    id_ = json.loads(record)["id"]
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        return write_record(journal.game(id_), journal.entries(id_))


@pytest.mark.parametrize(
    "kind", ["sorcerous-futures", *(pytest.param(one, marks=PROVE) for one in ("magnate", "magistratvm"))]
)
def test_a_record_of_the_browser_comes_back_byte_for_byte(kind: str, data: Path, tmp_path: Path) -> None:
    page, other = Page(MemoryFile()), Page(MemoryFile())
    [record] = random_records(kind, 1, 1)
    assert page.ask(do="import", name="game.json", text=record) == {"games": 1}
    there = page.ask(do="record")["text"]
    back = in_companion(data, tmp_path / "game.json", there)
    assert back == there
    assert page.ask(do="import", name="back.json", text=back) == {"games": 1}
    assert other.ask(do="import", name="back.json", text=back) == {"games": 1}
    assert page.ask(do="record")["text"] == other.ask(do="record")["text"] == there


def test_what_was_played_on_elsewhere_continues_the_game_in_the_browser(data: Path, tmp_path: Path) -> None:
    page = Page(MemoryFile())
    page.ask(do="import", name="game.json", text=random_records("sorcerous-futures", 1, 1)[0])
    there = page.ask(do="record")["text"]
    in_companion(data, tmp_path / "game.json", there)
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        [game] = journal.games()
        play = Play(rules_of("sorcerous-futures"), journal, game.id, now=lambda: NOON, new_id=lambda: "undone")
        play.undo(source=Source.TOUCH)
        longer = write_record(journal.game(game.id), journal.entries(game.id))
    assert page.ask(do="import", name="longer.json", text=longer) == {"games": 1}
    assert page.ask(do="record")["text"] == longer
    [stored] = page.worker.host.log.games()
    course = Course.of(rules_of("sorcerous-futures"), stored, page.worker.host.log.entries(stored.id))
    assert len(course.undone) == 1
