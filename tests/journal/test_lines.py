"""A game in lines of text reads back as the same game, also as mail, chats and editors return them."""

import json
import textwrap
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.errors import UnreadableDocument
from companion.games.magnate import PRESETS, preset
from companion.games.magnate.game import MAGNATE
from companion.games.registry import game as rules_of
from companion.games.sorcerous_futures.encoding import NOTATION as SORCEROUS_NOTATION
from companion.journal import Entry
from companion.journal.course.course import Course
from companion.journal.records.record import UnreadableRecord, write_record
from companion.journal.records.text_form import write_lines
from tests.cases import each
from tests.conftest import SHARED
from tests.games.random_play import RandomGame
from tests.journal.kept_games import NOON, as_kept, read
from tests.journal.test_record import as_it_was_judged_before, document, folded

HERE = Path(__file__).resolve().parents[2]
REPORTS = SHARED / "reports"
PAGE = (HERE / "docs" / "record-format.md").read_text(encoding="utf-8")

Change = Callable[[str], str | bytes]


def wrapped(width: int, **how: Any) -> Callable[[str], str]:
    def change(text: str) -> str:
        lines = [textwrap.wrap(line, width, break_long_words=False, **how) for line in text.splitlines()]
        return "\n".join(part for line in lines for part in line)

    return change


def before_each(mark: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{mark}{line}\n" for line in text.splitlines())


def flowed(text: str) -> str:
    """Mail with format=flowed: a soft break leaves its space at the line's end."""
    return "\r\n".join(" \r\n".join(textwrap.wrap(line, 72, break_on_hyphens=False)) for line in text.splitlines())


def after(*changes: Callable[[str], str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        for one in changes:
            text = one(text)
        return text

    return change


QUOTED = before_each("> ")
FENCED: Callable[[str], str] = lambda text: f"```text\n{text}```\n"  # noqa: E731
CHANGES: dict[str, Change] = {
    "quoted": QUOTED,
    "quoted twice": before_each("> > "),
    "quoted twice without spaces": before_each(">>"),
    "fenced": FENCED,
    "fenced with tildes": lambda text: f"~~~\n{text}~~~",
    "fenced in a quote": after(FENCED, QUOTED),
    "quoted in a fence": after(QUOTED, FENCED),
    "wrapped at 76": wrapped(76, break_on_hyphens=False),
    "wrapped at 60, in hyphens too": wrapped(60),
    "wrapped, then quoted": after(wrapped(72), QUOTED),
    "quoted, then wrapped without a mark": after(QUOTED, wrapped(76)),
    "wrapped, quoted and wrapped again": after(wrapped(72), QUOTED, wrapped(66)),
    "format=flowed": flowed,
    "indented": before_each("    "),
    "indented by tabs": before_each("\t"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old Mac line ends": lambda text: text.replace("\n", "\r"),
    "blanks at the ends": lambda text: text.replace("\n", " \t \n\n"),
    "a byte order mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 of PowerShell": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "a letter around it": lambda text: f"Hello,\nhere is decktet-companion-game as it was:\n\n{text}\n-- \nAnn",
    "a letter that was answered": after(
        lambda text: f"Hello,\n\n{text}\nAnn\n", QUOTED, lambda text: f"On Friday, Ann wrote:\n{text}"
    ),
}


def magnate() -> Course[Any, Any]:
    game, entries = as_kept(RandomGame(preset("standard"), seed=4).whole(), "g")
    return Course.of(MAGNATE, game, entries[:40])


def corrected() -> Course[Any, Any]:
    """A game whose lines hold JSON, with a long note."""
    fact = {"type": "pile", "was": [24, 0, 0], "now": [20, 4, 0]}
    note = "counted twice by Ann and once by Ben, who says that four of them lay under the box all the while"
    game, _ = as_kept(RandomGame(preset("standard"), seed=4), "g")
    move = {"type": "correct", "facts": [fact], "note": note}
    return Course.of(MAGNATE, game, (Entry("g", 1, "e1", 0, NOON, None, "touch", move),))


def of_the_page(game: str) -> Course[Any, Any]:
    """The worked game of the documentation; Magistratvm's lines are JSON."""
    examples = [part.split("```")[0] for part in PAGE.split("```json\n")[1:]]
    found = next(one for one in examples if f'"game": "{game}"' in one and "decktet-companion-record" in one)
    return Course.of(rules_of(game), *read(found))


def called(course: Course[Any, Any], **changes: Any) -> Course[Any, Any]:
    return replace(course, game=replace(course.game, **changes))


def names(course: Course[Any, Any]) -> tuple[str, ...]:
    return (course.game.name, *course.game.players)


GAMES: dict[str, Callable[[], Course[Any, Any]]] = {
    "magnate": magnate,
    "corrected": corrected,
    "sorcerous-futures": lambda: of_the_page("sorcerous-futures"),
    "magistratvm": lambda: of_the_page("magistratvm"),
}


@cache
def course_of(game: str) -> Course[Any, Any]:
    return GAMES[game]()


@pytest.mark.parametrize("game", GAMES)
@each("how", CHANGES)
def test_lines_that_come_back_changed_are_the_same_game(game: str, how: str) -> None:
    course = course_of(game)
    again = Course.of(course.rules, *read(CHANGES[how](write_lines(course))))
    assert names(again) == names(course)
    assert [entry.move for entry, _ in again.entry_steps] == [entry.move for entry, _ in course.entry_steps]
    assert again.state == course.state


def test_a_long_name_that_was_wrapped_is_whole_again() -> None:
    course = magnate()
    long = "A game of Magnate that was played on a rainy evening in November by two who had never played it at all"
    course = called(course, name=long, players=(f"Ann of the {'very ' * 15}long name", "Ben"))
    again, _ = read(wrapped(76)(write_lines(course)))
    assert (again.name, again.players) == (long, course.game.players)


def test_names_keep_their_spaces_and_quotes() -> None:
    course = magnate()
    course = called(course, players=("Ann\u00a0\u201cA\u201d\u2013B", "Zo\u00eb\u200d"))
    assert read(QUOTED(write_lines(course)))[0].players == course.game.players


def test_a_letter_that_only_names_such_lines_has_no_game() -> None:
    with pytest.raises(UnreadableRecord, match="no game named"):
        read("Hello, copy all after decktet-companion-game into a file.")


def test_what_is_cut_off_before_the_game_begins_says_so() -> None:
    with pytest.raises(UnreadableRecord, match="ends before the game starts"):
        read("\n".join(write_lines(magnate()).splitlines()[:3]))


def test_a_line_that_is_none_is_named_by_its_line_in_the_letter() -> None:
    with pytest.raises(UnreadableRecord, match=r"line 9: '0 sing 7SK': is not a move"):
        read(QUOTED("Hello,\n\n" + "\n".join([*write_lines(magnate()).splitlines()[:6], "0 sing 7SK"])))


def test_thousands_of_lines_of_nothing_are_refused_at_once() -> None:
    head = write_lines(magnate()).splitlines()[:6]
    with pytest.raises(UnreadableRecord):
        read("\n".join([*head, *["0 draw", "4MS 4MS", "-"] * 10_000]))


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
OF_RECORDS = ("quoted", "fenced", "fenced in a quote", "Windows line ends", "indented", "a record")


@each("encoding, how", product(ENCODINGS, OF_RECORDS))
def test_a_record_that_was_saved_anew_is_the_same_game(encoding: str, how: str) -> None:
    course = magnate()
    written = write_record(course.game, [entry for entry, _ in course.entry_steps])
    changed = CHANGES[how](written) if how in CHANGES else written
    assert isinstance(changed, str)
    game, entries = read(changed.encode(encoding))
    assert game == course.game and entries == tuple(entry for entry, _ in course.entry_steps)


def test_a_record_whose_name_is_that_of_lines_is_a_record() -> None:
    course = magnate()
    course = called(course, name="decktet-companion-game 1 magnate")
    assert read(write_record(course.game, ()))[0].name == course.game.name


@pytest.mark.parametrize("name", ["plain", "wrapped_76", "utf16_powershell"])
def test_lines_of_a_report_read_back(name: str) -> None:
    path = REPORTS / f"lines_{name}.txt"
    if not path.exists():
        pytest.skip("the files of the reports are not here")
    game, entries = read(path.read_bytes())
    assert game.players == ("-5", "1") and json.loads(json.dumps(entries[0].move))["dice"] == [5, 10]


__all__ = ["document"]


read_lines = partial(read, name="bug.txt")


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_of_every_preset_reads_back_from_its_lines(name: str) -> None:
    course = Course.of(MAGNATE, *as_kept(RandomGame(preset(name), seed=2).whole(), "g"))
    again = Course.of(MAGNATE, *read_lines(write_lines(course)))
    assert (again.game.name, again.game.players) == (course.game.name, course.game.players)
    assert again.state == course.state
    assert [entry.move for entry, _ in again.entry_steps] == [entry.move for entry, _ in course.entry_steps]


def test_what_was_taken_back_and_put_back_stays_so(document: dict[str, Any]) -> None:
    document["moves"] += [{"type": "undo"}, {"type": "undo"}, {"type": "redo"}]
    course = folded(document)
    written = write_lines(course)
    assert written.splitlines()[-4:-1] == ["undo", "undo", "redo"]
    assert Course.of(MAGNATE, *read_lines(written)).state == course.state


def test_a_game_that_began_by_the_older_rule_goes_on_by_it(document: dict[str, Any]) -> None:
    course = folded(as_it_was_judged_before(document, entries=1))
    again = Course.of(MAGNATE, *read_lines(write_lines(course)))
    assert again.state == course.state and again.state.as_format_1


def test_spaces_and_blank_lines_say_nothing(document: dict[str, Any]) -> None:
    course = folded(document)
    pasted = "\ufeff\n" + "".join(f"   {line}  \r\n\n" for line in write_lines(course).splitlines())
    assert Course.of(MAGNATE, *read_lines(pasted)).state == course.state


def changed(was: str, now: str) -> Callable[[str], str]:
    return lambda written: written.replace(was, now, 1)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (changed("game 1 magnate", "game 2 magnate"), "version 2; this companion reads 1. Update the companion,"),
        (changed("game 1 magnate", "game 1 chess"), "bug.txt: line 1: 'chess': unknown game. Choose from: magnate, "),
        (changed("game 1 magnate", "game magnate"), "bug.txt: line 1: no game named"),
        (changed("player Ann", "plays Ann"), "bug.txt: line 3: unknown before the game starts"),
        (changed("begins", "began"), "bug.txt: line 5: unknown before the game starts"),
        (changed("PMSL:", "PMSQ:"), "unknown card"),
        (changed("0 sell 7SK", "0 sing 7SK"), "bug.txt: line 7: '0 sing 7SK': is not a move"),
        (changed("player Ben\n", ""), "bug.txt: players: 1 names, but this game has 2 players"),
    ],
)
def test_a_non_game_is_named_by_its_line(document: dict[str, Any], change: Callable[[str], str], expected: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read_lines(change(write_lines(folded(document))))
    assert expected in str(refused.value)


def test_the_pages_example_reads_and_writes_as_it_stands_there() -> None:
    shown = PAGE.split("```text\n")[1].split("```")[0]
    assert write_lines(Course.of(MAGNATE, *read_lines(shown))) == shown


@given(line=st.text(max_size=30))
def test_any_line_among_the_moves_is_a_move_or_named(line: str) -> None:
    *before, _ = PAGE.split("```text\n")[1].split("```")[0].splitlines()
    try:
        read_lines("\n".join([*before, line]))
    except UnreadableRecord as refused:
        assert str(refused.thing).startswith("bug.txt: line ")


@pytest.mark.parametrize("line", ["correct " + "[" * 5000, 'correct {"facts": ' + "[" * 5000])
def test_a_correction_that_nests_too_deeply_is_named_by_its_line(line: str) -> None:
    *before, _ = PAGE.split("```text\n")[1].split("```")[0].splitlines()
    with pytest.raises(UnreadableRecord, match=r"bug.txt: line \d+: .*is not a move"):
        read_lines("\n".join([*before, line]))


@pytest.mark.parametrize("line", ["correct " + "[" * 5000, "three-players bids=" + "[" * 5000 + " | AM,AS/AW,AL/AY,AK"])
def test_what_nests_too_deeply_is_no_line_of_sorcerous_futures(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        SORCEROUS_NOTATION.read_move(line)
    with pytest.raises(UnreadableDocument):
        SORCEROUS_NOTATION.read_beginning(line)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UnreadableRecord, match=r"bug.txt: not a text file in UTF-8"):
        read_lines(b"decktet-companion-game 1 magnate\nname \xff")


def test_a_correction_stands_in_its_line(document: dict[str, Any]) -> None:
    fact = {"type": "pile", "was": [24, 0, 0], "now": [20, 4, 0]}
    course = folded({**document, "moves": [{"type": "correct", "facts": [fact], "note": "counted"}]})
    written = write_lines(course)
    assert json.loads(written.splitlines()[5].removeprefix("correct "))["note"] == "counted"
    assert Course.of(MAGNATE, *read_lines(written)).state.pile == 20
