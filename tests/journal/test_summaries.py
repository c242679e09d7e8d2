"""Lists cost what they show: each game's row has a summary of its latest state, which no list folds again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal import DamagedJournal, Journal
from companion.journal.course.course import Course
from companion.journal.course.folding import DiceCount
from companion.journal.course.summaries import (
    BEGINNING,
    VERSION,
    Summary,
    checked,
    read_summary,
    renewed,
    summarise,
    with_check,
    write_summary,
)
from companion.journal.records.new_games import new_stored_game
from companion.journal.store.overviews import fill, overviews
from companion.journal.store.tables import SCHEMA
from companion.locale import Message
from companion.pieces import Die, DieKind
from companion.play import Play, Source
from tests.games.random_play import RandomGame
from tests.journal.kept_games import NOON, as_kept
from tests.postgres import change

VERSIONS = Path(__file__).parent / "versions"


def played(journal: Journal, id_: str = "g", moves: int = 40) -> Play[object, object]:
    """A game that was played by touch, with a move undone and redone and one undone."""
    kept, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), id_)
    journal.create(kept, summary=summarise(Course.of(MAGNATE, kept)))
    ids = iter(range(1000))
    play = Play(MAGNATE, journal, id_, now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
    for entry in entries[:moves]:
        if entry.move["type"] not in ("undo", "redo"):
            play.propose(MAGNATE.move_from_json(entry.move, "move"), source=Source.TOUCH)
    play.undo()
    play.redo()
    while play.course.done[-1].thrown is None:
        play.undo()
    play.undo()  # a roll
    return play  # type: ignore[return-value]


def test_the_summary_is_of_the_last_move_whatever_was_done(store: str) -> None:
    with Journal.open(store) as journal:
        play = played(journal)
        (listed,) = journal.game_list.page()
        folded = Course.of(MAGNATE, journal.game("g"), journal.entries("g"))
        assert listed.summary == summarise(play.course) == summarise(folded) and listed.summary.seq == play.seq
        assert sum(listed.summary.dice.standing.values()) < sum(listed.summary.dice.rolled.values())
        journal.rename("g", "Sunday")
        assert journal.game_list.page()[0].summary == listed.summary
        journal.put_back(journal.remove("g"))
        assert journal.game_list.page()[0].summary == listed.summary


def test_a_list_reads_no_moves_and_opening_the_game_checks_them(store: str) -> None:
    with Journal.open(store) as journal:
        played(journal)
        change(store, "UPDATE entries SET move = '[1' WHERE seq = 4")
        (shown,) = overviews(journal)
        assert shown.error is None and shown.summary is not None
        with pytest.raises(DamagedJournal, match="move 4"):
            journal.entries("g")


@pytest.mark.parametrize(
    "damage", ["DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)", "DELETE FROM entries WHERE seq = 2"]
)
def test_a_list_names_a_game_that_lost_moves(store: str, damage: str) -> None:
    with Journal.open(store) as journal:
        played(journal)
        change(store, damage)
        (shown,) = overviews(journal)
        assert "missing" in str(shown.error)


@pytest.mark.parametrize(
    "damage",
    [
        "summary = replace(summary, '\"turn\":', '\"turn\":1')",
        "summary = NULL",
        "summary = '[1'",
        f"summary = replace(summary, '\"version\":{VERSION}', '\"version\":{VERSION + 1}')",
    ],
)
def test_a_damaged_or_missing_summary_is_written_anew(store: str, damage: str) -> None:
    with Journal.open(store) as journal:
        play = played(journal)
        change(store, f"UPDATE games SET {damage}")
        assert journal.game_list.page()[0].summary is None
        (shown,) = overviews(journal)
        assert shown.summary == summarise(play.course)
        assert journal.game_list.page()[0].summary == shown.summary


def test_of_many_games_a_page_has_the_newest_first_and_no_other(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        kept, _ = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
        for day in range(1, 8):
            journal.create(replace(kept, id=f"g{day}", created=NOON.replace(day=day)))
        assert [one.id for one in overviews(journal, 3, 2)] == ["g5", "g4", "g3"]
        assert [one.id for one in overviews(journal, 3, 6)] == ["g1"] and overviews(journal, 3, 9) == ()


@pytest.mark.parametrize("version", sorted(path.name for path in VERSIONS.glob("*.db")))
def test_games_of_an_earlier_version_are_listed_and_summarised_after_a_move(version: str, tmp_path: Path) -> None:
    file = Path(shutil.copy(VERSIONS / version, tmp_path / "games.db"))
    with Journal.open(f"sqlite:///{file}") as journal:
        before = file.read_bytes()
        assert [(one.id, one.summary and one.summary.seq) for one in overviews(journal)] == [
            ("friday", 16),
            ("saturday", 6),
        ]
        # Tables of today's format have a place for the summaries, which are written anew if they are of an earlier one.
        assert file.read_bytes() == before or int(version.split("-")[1]) >= SCHEMA
        Play(rules_of("magnate"), journal, "friday", now=lambda: NOON, new_id=lambda: "new").undo()
        assert list(fill(journal)) in ([1], [])
        assert [one.summary and one.summary.seq for one in journal.game_list.page()] == [17, 6]


def test_a_summary_is_read_as_it_was_written_behind_the_same_entry_only() -> None:
    suns = Message("{n} Sun", {"n": 1}, "{n} Suns", "n")
    text = (Message("{place}: {thing}", {"place": "Zoë", "thing": suns, "share": 0.5}), Message("check the game"))
    die = Die(DieKind.D6, 4)
    dice = DiceCount({(1, die): 2}, {("touch", None): 3, ("roller", DieKind.D6): 1}, {("touch", die): 2})
    summary = Summary(7, 3, "play", 1, True, (0, 2), (5, 0, 5), text, dice, "districts")
    written = write_summary(summary, "link")
    assert read_summary(written, "link") == summary and "Zoë" in written
    assert written.startswith(BEGINNING) and read_summary(written, "other") is None
    earlier = with_check({**(checked(written, "link") or {}), "version": VERSION - 1}, "link")
    assert checked(earlier, "link") is not None and read_summary(earlier, "link") is None
    moved = renewed(written, "link", "other")
    assert read_summary(moved, "other") == summary and renewed(written, "other", "link") is None


def test_of_a_finished_game_the_summary_names_winners_and_what_decided(tmp_path: Path) -> None:
    kept, entries = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    course = Course.of(MAGNATE, kept, entries)
    summary, score = summarise(course), MAGNATE.score_to_json(course.state, kept.players)
    assert summary.over and summary.winners == (score["winner"],) and summary.decided_by == score["decided_by"]
    assert summary.text == MAGNATE.view(course.state, kept.names, None).remarks
    assert course.end_of_turn(summary.turn + 1) is None
    assert [course.end_of_turn(turn) for turn in (1, 2)] == [
        max(step.entry.seq for step in course.done if MAGNATE.turn(step.before) == turn) for turn in (1, 2)
    ]
    (first, *_) = reasons = course.why("side-0-0")
    assert [first.change, sum(reason.change for reason in reasons)] == [first.now, reasons[-1].now]
    assert all(entries[reason.seq - 1].move["type"] in ("develop", "complete", "deed", "add") for reason in reasons)
    for seq in (0, len(entries) + 1):
        with pytest.raises(KeyError):
            course.history_line(seq)


def test_a_new_game_to_store_has_its_documents_names_and_a_short_id() -> None:
    kept, _ = as_kept(RandomGame(preset("standard"), seed=3), "g")
    new = NewGame("magnate", (" Ann", "Ben"), {"preset": "standard"}, dict(kept.setup))
    ids = iter(["0123456789abcdef"])
    stored = new_stored_game(new, now=lambda: NOON, new_id=lambda: next(ids))
    assert stored == replace(kept, id="0123456789ab", name="Ann – Ben")
    called = new_stored_game(new, now=lambda: NOON, new_id=lambda: "id", name="  Friday\n")
    assert (called.id, called.name, called.created) == ("id", "Friday", NOON)
