"""A game in lines of text, for a bug report, reads back as the same game; what says none is named by its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.errors import UnreadableDocument
from companion.games.magnate import PRESETS, preset
from companion.games.magnate.game import MAGNATE
from companion.games.sorcerous_futures.encoding import NOTATION as SORCEROUS_NOTATION
from companion.journal.course.course import Course
from companion.journal.records.record import UnreadableRecord
from companion.journal.records.text_form import write_lines
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept
from tests.journal.kept_games import read as read_record
from tests.journal.test_record import as_it_was_judged_before, document, folded

__all__ = ["document"]


read = partial(read_record, name="bug.txt")


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_of_every_preset_reads_back_from_its_lines(name: str) -> None:
    course = Course.of(MAGNATE, *as_kept(RandomGame(preset(name), seed=2).whole(), "g"))
    again = Course.of(MAGNATE, *read(write_lines(course)))
    assert (again.game.name, again.game.players) == (course.game.name, course.game.players)
    assert again.state == course.state
    assert [entry.move for entry, _ in again.entry_steps] == [entry.move for entry, _ in course.entry_steps]


def test_what_was_taken_back_and_put_back_stays_so(document: dict[str, Any]) -> None:
    document["moves"] += [{"type": "undo"}, {"type": "undo"}, {"type": "redo"}]
    course = folded(document)
    written = write_lines(course)
    assert written.splitlines()[-4:-1] == ["undo", "undo", "redo"]
    assert Course.of(MAGNATE, *read(written)).state == course.state


def test_a_game_that_began_by_the_older_rule_goes_on_by_it(document: dict[str, Any]) -> None:
    course = folded(as_it_was_judged_before(document, entries=1))
    again = Course.of(MAGNATE, *read(write_lines(course)))
    assert again.state == course.state and again.state.as_format_1


def test_spaces_and_blank_lines_say_nothing(document: dict[str, Any]) -> None:
    course = folded(document)
    pasted = "\ufeff\n" + "".join(f"   {line}  \r\n\n" for line in write_lines(course).splitlines())
    assert Course.of(MAGNATE, *read(pasted)).state == course.state


def changed(was: str, now: str) -> Callable[[str], str]:
    return lambda written: written.replace(was, now, 1)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (changed("game 1 magnate", "game 2 magnate"), "bug.txt: line 1: unsupported version 2; this companion reads 1"),
        (changed("game 1 magnate", "game 1 chess"), "bug.txt: line 1: 'chess': unknown game"),
        (changed("game 1 magnate", "game magnate"), "bug.txt: line 1: no game named"),
        (changed("player Ann", "plays Ann"), "bug.txt: line 3: unknown before the game starts"),
        (changed("begins", "began"), "bug.txt: line 5: unknown before the game starts"),
        (changed("PMSL:", "PMSQ:"), "unknown card"),
        (changed("0 sell 7SK", "0 sing 7SK"), "bug.txt: line 7: '0 sing 7SK': is not a move"),
        (changed("player Ben\n", ""), "bug.txt: players: 1 names, but this game has 2 players"),
    ],
)
def test_what_is_no_game_is_named_by_its_line(
    document: dict[str, Any], change: Callable[[str], str], expected: str
) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read(change(write_lines(folded(document))))
    assert expected in str(refused.value)


PAGE = (Path(__file__).resolve().parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")


def test_the_pages_example_reads_and_writes_as_it_stands_there() -> None:
    shown = PAGE.split("```text\n")[1].split("```")[0]
    assert write_lines(Course.of(MAGNATE, *read(shown))) == shown


@given(line=st.text(max_size=30))
def test_any_line_among_the_moves_is_a_move_or_named(line: str) -> None:
    *before, _ = PAGE.split("```text\n")[1].split("```")[0].splitlines()
    try:
        read("\n".join([*before, line]))
    except UnreadableRecord as refused:
        assert str(refused.thing).startswith("bug.txt: line ")


@pytest.mark.parametrize(
    "line",
    [
        "correct " + "[" * 5000,
        'correct {"facts": ' + "[" * 5000,
    ],
)
def test_a_correction_that_nests_too_deeply_is_named_by_its_line(line: str) -> None:
    *before, _ = PAGE.split("```text\n")[1].split("```")[0].splitlines()
    with pytest.raises(UnreadableRecord, match=r"bug.txt: line \d+: .*is not a move"):
        read("\n".join([*before, line]))


@pytest.mark.parametrize("line", ["correct " + "[" * 5000, "three-players bids=" + "[" * 5000 + " | AM,AS/AW,AL/AY,AK"])
def test_what_nests_too_deeply_is_no_line_of_sorcerous_futures(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        SORCEROUS_NOTATION.read_move(line)
    with pytest.raises(UnreadableDocument):
        SORCEROUS_NOTATION.read_beginning(line)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UnreadableRecord, match=r"bug.txt: not a text file in UTF-8"):
        read(b"decktet-companion-game 1 magnate\nname \xff")


def test_a_correction_stands_in_its_line(document: dict[str, Any]) -> None:
    fact = {"type": "pile", "was": [24, 0, 0], "now": [20, 4, 0]}
    course = folded({**document, "moves": [{"type": "correct", "facts": [fact], "note": "counted"}]})
    written = write_lines(course)
    assert json.loads(written.splitlines()[5].removeprefix("correct "))["note"] == "counted"
    assert Course.of(MAGNATE, *read(written)).state.pile == 20
