"""Every move of every game prints as a line of text and reads back as the same move."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from companion.games.errors import UnreadableDocument
from companion.games.magistratvm.encoding import LINES
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.registry import games
from companion.journal.course.course import Course
from companion.journal.records.record import read_record
from companion.journal.records.text_form import write_lines
from tests.cases import each
from tests.games.chance import KINDS, NOON, chance_game
from tests.games.magistratvm.random_game import record


@each("kind", KINDS)
def test_every_move_of_a_random_game_reads_back_from_its_line(kind: str) -> None:
    game = chance_game(kind, 7)
    notation = game.rules.notation
    assert notation is not None
    for course, move in game.courses():
        made = [move]
        for seat in range(len(game.kept.names)):
            made += [each for one in game.rules.legal_moves(course.state, seat) for each in one.every][::9]
        for one in made:
            line = notation.move(one)
            assert notation.read_move(line) == one, line
            assert set(line.split()) & set(notation.patterns), line


def test_every_kind_of_move_has_a_pattern_that_says_what_follows_its_name() -> None:
    named = {game.name: set(game.notation.patterns) for game in games() if game.notation is not None}
    assert {"roll", "develop", "draw"} <= named["magnate"]
    assert named["magistratvm"] >= {"roll", "income", "promote", "refill", "redistribute", "give", "correct"}
    assert named["sorcerous-futures"] >= {"deal", "offer", "bids", "show", "note"}


def test_magistratvm_lines_of_json_as_older_companions_wrote_them_still_read() -> None:
    document, end = record(4, 3)
    lines = [
        "decktet-companion-game 1 magistratvm",
        "name Friday",
        *(f"player {name}" for name in document["players"]),
        "begins " + json.dumps({"options": document["options"], "setup": document["setup"]}),
        *(json.dumps(move) for move in document["moves"]),
    ]
    kept, entries = read_record("\n".join(lines).encode(), "old.txt", now=_now, new_id=lambda: "g")
    course = Course.of(MAGISTRATVM, kept, entries)
    assert course.state == end
    again = Course.of(MAGISTRATVM, *read_record(write_lines(course).encode(), "new.txt", now=_now, new_id=lambda: "g"))
    assert again.state == end
    assert "promote" in write_lines(course) and '{"type"' not in write_lines(course)


def _now() -> datetime:
    return NOON


@each(
    "line",
    ["0 promote tribune", "0 income 1 dice", "p0 bid 3", "0 give 1 3", "refill 0", "0 fall", "{", "", "correct", "0"],
)
def test_a_line_that_is_no_move_of_magistratvm_is_refused(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        LINES.read(line)
