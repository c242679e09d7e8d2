"""``companion watch`` over pictures of a table, as a program reads it and answers it."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.cli.watched_lines import EventPrinter, TypedAnswers
from companion.folders import Folders
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.live.events import Asked, RollDetected
from companion.pieces import Tokens
from tests.cli.printed import Say
from tests.live.watched_game import SETUP, Watched, after, begun, picture_of
from tests.table.magnate.test_difference import playing, with_laid


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = begun(tmp_path)
    yield table
    table.journal.close()


def typed(table: Watched, *lines: str) -> None:
    """Somebody writes these lines, knowing everything that was printed."""
    printed = EventPrinter(as_json=True)
    for event in table.events:
        printed.print_event(event)
    answers = TypedAnswers(table.live, io.StringIO("\n".join(lines)), printed.open, lambda: None)
    answers.thread.join()
    answers.attend()


def test_yes_confirms_the_one_thing_that_is_open_and_a_payment_is_chosen_by_its_number(table: Watched) -> None:
    table.throw((9, 2))
    table.rest()
    typed(table, "yes")
    assert table.state.roll is not None
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    asked = table.last(Asked)
    typed(table, f"{asked.key} 1")
    assert table.play.course.done[-1].move == asked.choices[1].move


def test_no_dismisses_and_the_table_can_be_said_to_be_right(table: Watched) -> None:
    table.throw((9, 2))
    table.rest()
    typed(table, f"{table.last(RollDetected).id} yes")
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    typed(table, "no")
    assert table.live.standing is not None
    typed(table, "table")
    column = table.state.column(0, 0)
    assert column is not None and [str(card) for card in column.properties] == ["4MS"]


@pytest.mark.parametrize("line", ["yes", "camera-9 0", "what is this", "{open} 7", "{open}"])
def test_a_stray_answer_is_said_and_ignored(table: Watched, capsys: pytest.CaptureFixture[str], line: str) -> None:
    table.throw((9, 2))
    table.rest()
    if line == "yes":
        table.live.dismiss(str(table.last(RollDetected).id))
    typed(table, line.replace("{open}", str(table.last(RollDetected).id)))
    assert capsys.readouterr().err.startswith("companion: ")
    assert table.play.seq == 0


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: the table before a card is played, and after a deed was bought."""
    folder = tmp_path_factory.mktemp("table")
    before = playing()
    deed = replace(before, districts=with_laid(before, "9LK/", 0))
    for number, state in enumerate((before, deed)):
        cv2.imwrite(str(folder / f"{number}.png"), picture_of(state))
    return folder


@pytest.fixture
def game(say: Say) -> str:
    """A game in which Ann has rolled and is to play a card."""
    setup = MAGNATE.setup_to_json(replace(SETUP, tokens=(Tokens.parse("M2S2L1K1"), Tokens())))
    status, out, err = say("new", "--player", "Ann", "--player", "Ben", "--setup", json.dumps(setup), "--json")
    assert status == 0, err
    id_ = str(json.loads(out)["id"])
    assert say("play", id_, "roll", "9", "2")[0] == 0
    return id_


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_game_is_followed_and_a_move_waits_for_a_tap(say: Say, pictures: Path, game: str, tmp_path: Path) -> None:
    status, out, err = say("watch", "--source", str(pictures), "--every-frame", game, "--json")
    events = lines(out)
    height, width, _ = picture_of(playing()).shape
    assert (status, err) == (1, f"Resolution {width} × {height}\n")
    assert [event["event"] for event in events] == ["settled", "changed", "settled", "proposal"]
    assert [event["agrees"] for event in events if event["event"] == "settled"] == [True, False]
    assert events[-1]["move"] == {
        "type": "deed",
        "player": 0,
        "card": "9LK",
        "district": 0,
        "payment": {"M": 0, "S": 0, "W": 0, "L": 1, "Y": 0, "K": 1},
    }
    assert events[-1]["seq"] is None
    with Journal.open(Folders(tmp_path / "data").journal_url) as journal:
        assert len(journal.entries(game)) == 1


def test_with_yes_a_move_with_one_payment_is_journaled(say: Say, pictures: Path, game: str, tmp_path: Path) -> None:
    status, out, _ = say("watch", "--source", str(pictures), "--every-frame", game, "--yes", "--json")
    assert status == 0
    assert lines(out)[-1]["seq"] == 2
    with Journal.open(Folders(tmp_path / "data").journal_url) as journal:
        last = journal.entries(game)[-1]
    assert (last.source, last.move["type"]) == ("camera", "deed")


def test_without_a_game_people_hear_what_lies_there(say: Say, pictures: Path) -> None:
    status, out, _ = say("watch", "--source", str(pictures), "--every-frame", "--language", "fr")
    assert status == 0
    assert "Table lue\xa0: 12 cartes, 0 dés." in out.splitlines()
