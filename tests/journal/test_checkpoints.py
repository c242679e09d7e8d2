"""A long game is opened from its newest checkpoint, and is in every way the game folded from its first move."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Sequence
from cProfile import Profile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.browser.game_log import GameLog
from companion.cli import doctor
from companion.folders import Folders
from companion.games.magnate.game import MAGNATE
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal import DamagedJournal, Entry, Journal, KeptGame, checkpoints
from companion.journal.backups import back_up, restore
from companion.journal.checkpoints import checkpoint_of, read_checkpoint, write_checkpoint
from companion.journal.continued import Continued
from companion.journal.course import Course
from companion.journal.folding import REDO, UNDO
from companion.journal.opening import check_checkpoint, course_from_checkpoint, open_course
from companion.journal.readable_games import follow
from companion.journal.record import read_record
from companion.journal.transfer import transfer
from companion.play import AnyPlay, Play, Source
from tests.bench import scale_games
from tests.browser.memory_file import MemoryFile
from tests.examples import some
from tests.games.chance import KINDS, NOON, chance_game
from tests.journal.test_folding import calls
from tests.postgres import change
from tests.unwritable import read_only

ROOT = Path(__file__).parents[2]
MOVES = 400
ID = f"long-{MOVES}"
DEEDS = ("move", "move", "undo", "redo", "restart")
EARLY, LATE = 20, MOVES - 5


def entries_by_chance(rules: AnyGame, kept: KeptGame, moves: Sequence[Any], chance: random.Random) -> list[Entry]:
    """The moves of a game, with some undone, redone, or undone and made again."""
    course: Course[Any, Any] = Course.of(rules, kept)
    left, entries = list(reversed(moves)), list[Entry]()
    while left and len(entries) < 60:
        document = rules.move_to_json(left[-1])
        turn = chance.random()
        if course.done and turn < 0.2:
            document = dict(UNDO)
        elif course.undone and turn < 0.3:
            document = dict(REDO)
        seq = len(entries) + 1
        entry = Entry(kept.id, seq, f"e{seq}", seq - 1, NOON, None, "touch", document)
        undoes = course.done[-1].move if document == UNDO else None
        course = course.after(entry)
        entries.append(entry)
        if undoes is not None:
            left.append(undoes)
        else:
            left.pop()
    return entries


def assert_same(one: Course[Any, Any], other: Course[Any, Any]) -> None:
    """Two courses are the same game, now and at each moment of it."""
    assert (one.state, one.seq, one.dice, one.casts, one.dice_cast) == (
        *(other.state, other.seq, other.dice, other.casts, other.dice_cast),
    )
    assert (len(one.done), one.undone) == (len(other.done), other.undone)
    moments = range(one.seq, 0, -1)
    assert one.latest() == other.latest()
    assert [one.way_to(seq) for seq in (*moments, 0)] == [other.way_to(seq) for seq in (*moments, 0)]
    assert [one.around(seq) for seq in moments] == [other.around(seq) for seq in moments]
    assert [one.history_line(seq) for seq in moments] == [other.history_line(seq) for seq in moments]
    assert one.history() == other.history() and one.figures() == other.figures()
    assert [one.end_of_turn(turn) for turn in range(5)] == [other.end_of_turn(turn) for turn in range(5)]
    assert one == other and other == one


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=some(2), deadline=None)
@given(seed=st.integers(0, 2**16))
def test_a_game_opened_from_a_checkpoint_is_the_game_folded_from_its_first_move(kind: str, seed: int) -> None:
    chance = random.Random(seed)
    game = chance_game(kind, seed)
    rules, kept = game.rules, game.kept
    entries = entries_by_chance(rules, kept, game.moves, chance)
    log = GameLog(MemoryFile())
    log.create(kept, entries)
    place = chance.choice([entry.seq for entry in entries if entry.move not in (UNDO, REDO)])
    made = checkpoint_of(Course.of(rules, kept, entries[:place]))
    stored = read_checkpoint(rules, write_checkpoint(rules, made, "link"), "link")
    assert stored == made and stored is not made
    whole: Course[Any, Any] = Course.of(rules, kept, entries)
    assert_same(course_from_checkpoint(log, rules, kept, stored), whole)
    opened = course_from_checkpoint(log, rules, kept, stored)
    for _ in range(30):
        document = dict(UNDO if whole.done and chance.random() < 0.7 else REDO)
        if document == REDO and not whole.undone:
            break
        entry = Entry("g", whole.seq + 1, f"e{whole.seq + 1}", whole.seq, NOON, None, "touch", document)
        whole, opened = whole.after(entry), opened.after(entry)
        assert (opened.state, len(opened.done), opened.dice) == (whole.state, len(whole.done), whole.dice)
    assert_same(opened, whole)


@settings(max_examples=some(4), deadline=None)
@given(
    seed=st.integers(0, 2**16),
    deeds=st.lists(st.sampled_from(("move", "move", "undo", "redo", "restart")), max_size=40),
)
def test_a_game_that_is_opened_again_and_again_goes_on_as_if_it_never_was(
    tmp_path_factory: pytest.TempPathFactory, seed: int, deeds: list[str]
) -> None:
    game, ids = chance_game("magnate standard", seed), iter(range(1000))
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch, Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        for name, value in (("FIRST", 4), ("EVERY", 3), ("AFTER", 1)):
            patch.setattr(checkpoints, name, value)

        def opened() -> AnyPlay:
            return Play(MAGNATE, journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")

        journal.create(game.kept)
        play = opened()
        for deed in deeds:
            if deed == "restart":
                play = opened()
            elif deed == "undo" and play.course.done:
                play.undo()
            elif deed == "redo" and play.course.undone:
                play.redo()
            elif deed == "move":
                play.propose(game.moves[len(play.course.done)], source=Source.TOUCH)
        assert_same(opened().course, Course.of(MAGNATE, game.kept, journal.entries("g")))
        assert play.course == opened().course


def has_checkpoint(journal: Journal) -> bool:
    """Whether the long game is opened from a checkpoint."""
    return isinstance(open_course(journal, MAGNATE, ID).done, Continued)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a long game that was opened once, so that it has a checkpoint."""
    folder = tmp_path_factory.mktemp("prepared")
    url = scale_games.journal_url(folder)
    assert scale_games.store_long_game(url, MOVES) == ID
    with Journal.open(url) as journal:
        assert not has_checkpoint(journal) and has_checkpoint(journal)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))


@pytest.fixture
def url(folder: Path) -> str:
    return scale_games.journal_url(folder)


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    with Journal.open(url) as opened:
        yield opened


def opened(journal: Journal) -> AnyPlay:
    ids = iter(range(1000))
    return Play(MAGNATE, journal, ID, now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")


def test_opening_a_long_game_reads_and_applies_only_its_last_moves(journal: Journal) -> None:
    with Profile() as profile:
        play = opened(journal)
        play.undo()
        play.redo()
    assert calls(profile, "magnate/apply.py", "apply") <= checkpoints.EVERY + checkpoints.AFTER
    assert calls(profile, "journal/inspection.py", "entry_in") <= checkpoints.EVERY + checkpoints.AFTER
    assert_same(play.course, Course.of(MAGNATE, journal.game(ID), journal.entries(ID)))


def test_a_game_that_grows_long_gets_checkpoints_as_it_is_played(store: str) -> None:
    id_ = scale_games.store_long_game(store, checkpoints.FIRST - 1)
    with Journal.open(store) as journal:
        play: AnyPlay = Play(MAGNATE, journal, id_, now=lambda: NOON, new_id=iter(map(str, range(99))).__next__)
        assert isinstance(play.course.done, tuple)
        for more in [True, False] * (checkpoints.AFTER // 2 + 1):
            play.propose(scale_games.correction(play.state, more), source=Source.TOUCH)
        with Profile() as profile:
            assert isinstance(open_course(journal, MAGNATE, id_).done, Continued)
        assert calls(profile, "magnate/apply.py", "apply") < 2 * checkpoints.AFTER
        assert open_course(journal, MAGNATE, id_) == play.course


@pytest.mark.parametrize("column", ["move = '[1'", "move = replace(move, '1', '2')", "seat = 1", "source = 'page'"])
def test_an_early_move_that_was_changed_is_named_when_it_is_used(journal: Journal, url: str, column: str) -> None:
    before = open_course(journal, MAGNATE, ID)
    change(url, f"UPDATE entries SET {column} WHERE seq = {EARLY}")
    play = opened(journal)
    assert play.state == before.state and play.course.latest() is not None
    for use in (play.history, lambda: play.history_line(1), lambda: play.go_to(EARLY), lambda: journal.entries(ID)):
        with pytest.raises(DamagedJournal, match=f"move {EARLY}: "):
            use()
    assert play.seq == MOVES and len(journal.readable(ID)[0]) == EARLY - 1
    assert f"move {EARLY}: " in str(follow(journal, journal.game(ID)).error)
    with pytest.raises(DamagedJournal, match=f"move {EARLY}: "):
        journal.rename(ID, "Sunday")


@pytest.mark.parametrize(
    "damage",
    [
        f"UPDATE entries SET seat = 1 WHERE seq = {LATE}",
        f"UPDATE entries SET move = '[1' WHERE seq = {LATE}",
        f"DELETE FROM entries WHERE seq = {LATE}",
        f"DELETE FROM entries WHERE seq = {EARLY}",
        f"DELETE FROM entries WHERE seq >= {LATE}",
        "UPDATE games SET last = '0'",
        "UPDATE games SET moves = moves - 1",
        "UPDATE games SET name = 'Sunday'",
    ],
)
def test_lost_moves_and_a_changed_end_or_beginning_are_named_on_opening(
    journal: Journal, url: str, damage: str
) -> None:
    change(url, damage)
    with pytest.raises(DamagedJournal):
        opened(journal)


@pytest.mark.parametrize(
    "damage",
    [
        "checkpoint = NULL",
        "checkpoint = '[1'",
        "checkpoint = replace(checkpoint, '\"turn\":', '\"turn\":1')",
        "checkpoint = CAST(checkpoint AS BLOB)",
    ],
)
def test_a_damaged_checkpoint_does_not_count_and_is_written_anew(journal: Journal, url: str, damage: str) -> None:
    change(url, f"UPDATE entries SET {damage} WHERE checkpoint IS NOT NULL")
    assert not has_checkpoint(journal) and has_checkpoint(journal)


def test_a_checkpoint_of_another_version_does_not_count(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "VERSION", checkpoints.VERSION + 1)
    assert not has_checkpoint(journal) and has_checkpoint(journal)


def test_a_checkpoint_in_another_entry_does_not_count(journal: Journal, url: str) -> None:
    with_one = "(SELECT checkpoint FROM entries WHERE checkpoint IS NOT NULL)"
    change(url, f"UPDATE entries SET checkpoint = {with_one} WHERE seq = {MOVES - checkpoints.AFTER}")
    assert not has_checkpoint(journal)


def test_a_checkpoint_that_does_not_match_the_moves_is_named_and_removed(journal: Journal, folder: Path) -> None:
    whole: Course[Any, Any] = Course.of(MAGNATE, journal.game(ID), journal.entries(ID))
    right = journal.checkpoints.newest(MAGNATE, ID)
    assert right is not None
    wrong = replace(right, state=replace(right.state, pile=right.state.pile - 1))
    entry = journal.entries(ID)[right.seq - 1]
    journal.checkpoints.keep(MAGNATE, entry, wrong)
    with pytest.raises(DamagedJournal, match="does not match the moves"):
        opened(journal).history()
    assert not has_checkpoint(journal) and has_checkpoint(journal) and check_checkpoint(journal, whole) is None
    journal.checkpoints.keep(MAGNATE, entry, wrong)
    (finding,) = doctor._check_games(Folders(folder), lambda _: None)
    assert not finding.works and "does not match the moves" in str(finding.found)
    assert not has_checkpoint(journal) and has_checkpoint(journal) and check_checkpoint(journal, whole) is None


def test_a_renamed_restored_or_removed_game_keeps_its_checkpoint(journal: Journal, url: str, tmp_path: Path) -> None:
    journal.rename(ID, "Sunday")
    assert has_checkpoint(journal)
    journal.put_back(journal.remove(ID))
    assert has_checkpoint(journal)
    back_up(url, tmp_path / "copy.db")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    restore(other, tmp_path / "copy.db", "before")
    with Journal.open(other) as restored:
        assert has_checkpoint(restored) and open_course(restored, MAGNATE, ID) == open_course(journal, MAGNATE, ID)


def test_a_transferred_game_gets_a_checkpoint_when_it_is_opened(journal: Journal, tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'other.db'}") as other:
        transfer(journal, other)
        assert not has_checkpoint(other) and has_checkpoint(other)


def test_a_long_game_on_a_read_only_disk_is_opened_whole(folder: Path) -> None:
    change(scale_games.journal_url(folder), "UPDATE entries SET checkpoint = NULL")
    with read_only(folder), Journal.open(scale_games.journal_url(folder)) as journal:
        assert not has_checkpoint(journal) and not has_checkpoint(journal)


def test_a_proposal_from_before_the_checkpoint_is_not_made_again(journal: Journal) -> None:
    play = opened(journal)
    acknowledged = list[Entry]()
    made = journal.entries(ID)[EARLY - 1]
    move = scale_games.correction(play.state, more=True)
    again = play.propose(move, source=Source.PAGE, id=made.id, acknowledge=acknowledged.append)
    assert again == made and acknowledged == [made] and play.seq == MOVES


STATES = {
    "companion/demo/game.json": "d8126c6903a6",
    "docs/tools/tables/magistratvm-3.json": "4f177477ff34",
    "docs/tools/tables/sorcerous-futures-3.json": "2f07a02e9a8f",
}
"""The first letters of a digest of all states of a game, by its record, under :data:`checkpoints.VERSION`."""


@pytest.mark.parametrize("record", STATES)
def test_the_version_of_checkpoints_is_of_these_rules(record: str) -> None:
    written = (ROOT / record).read_bytes()
    kept, entries = read_record(written, "game", now=lambda: NOON, new_id=lambda: "g")
    course: Course[Any, Any] = Course.of(rules_of(kept.game), kept, entries)
    codec, digest = course.rules.state_codec, sha256()
    assert codec is not None
    for step in course.done:
        digest.update(json.dumps(codec.to_json(step.after)).encode())
    digits = digest.hexdigest()[:12]
    assert digits == STATES[record], "a game has other states: increase VERSION in checkpoints.py, then change STATES"
