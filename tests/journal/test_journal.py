"""A journal keeps what it was given, in order, or says why not; lists cost what they show."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.registry import game as rules_of
from companion.journal import DamagedJournal, Entry, Journal, JournalError, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.folding import DiceCount
from companion.journal.course.summaries import VERSION, Summary, read_summary, summarise, write_summary
from companion.journal.entries import (
    AlreadyKept,
    ForeignSchema,
    LockedJournal,
    NewerJournal,
    NoJournal,
    NoSuchGame,
    StaleEntry,
    UnwritableJournal,
)
from companion.journal.store.connect import connect
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
    assert written.startswith(f'{{"version":{VERSION},') and read_summary(written, "other") is None


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


GAME = KeptGame("g1", "magnate", "Friday", ("Ann", "Zoë"), {"preset": "standard"}, {"districts": ["X"]}, NOON)


def entry(seq: int, id_: str = "", **changes: object) -> Entry:
    plain = Entry("g1", seq, id_ or f"e{seq}", seq - 1, NOON, 0, "touch", {"type": "roll", "dice": [seq, 2]})
    return replace(plain, **changes)  # type: ignore[arg-type]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def journal(store: str) -> Iterator[Journal]:
    with Journal.open(store) as opened:
        opened.create(GAME)
        yield opened


@pytest.fixture
def in_a_file(database: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{database}") as opened:
        opened.create(GAME)
        yield opened


def test_what_was_appended_is_there_after_opening_again(journal: Journal, store: str) -> None:
    appended = [journal.append(entry(seq)) for seq in (1, 2, 3)]
    journal.close()
    with Journal.open(store) as again:
        assert again.entries("g1") == tuple(appended)
        assert again.entries("g1", after=2) == (appended[2],)
        assert again.games() == (GAME,)
        assert again.game("g1") == GAME


def test_the_same_entry_appended_twice_is_kept_once(journal: Journal) -> None:
    first = journal.append(entry(1))
    journal.append(entry(2))
    assert journal.append(entry(1)) == first
    assert journal.append(replace(entry(1), seq=3, base_seq=2)) == first
    assert len(journal.entries("g1")) == 2


def test_an_id_that_says_something_else_is_refused(journal: Journal) -> None:
    journal.append(entry(1))
    with pytest.raises(AlreadyKept, match="entry 'e1'"):
        journal.append(entry(1, move={"type": "draw"}))
    with pytest.raises(AlreadyKept, match="game 'g1'"):
        journal.create(replace(GAME, name="Saturday"))
    journal.create(GAME)


def test_what_the_database_refuses_is_said_to_be_refused_not_late(in_a_file: Journal, database: Path) -> None:
    in_a_file.append(entry(1))
    with sqlite3.connect(database) as other:
        other.execute("CREATE UNIQUE INDEX a_rule_of_its_own ON entries (format)")
    why = r"games\.db: cannot save entry 2 \(UNIQUE constraint failed: entries\.format\)\. Run"
    with pytest.raises(UnwritableJournal, match=why):
        in_a_file.append(entry(2))
    with pytest.raises(StaleEntry):
        in_a_file.append(entry(7))
    with sqlite3.connect(database) as other:
        other.execute("DROP INDEX a_rule_of_its_own")
    assert in_a_file.append(entry(2)) == entry(2)


@pytest.mark.parametrize("seq", [0, 1, 3, 7])
def test_an_entry_that_does_not_follow_the_last_is_stale(journal: Journal, seq: int) -> None:
    journal.append(entry(1))
    with pytest.raises(StaleEntry):
        journal.append(entry(seq, "other"))
    assert [kept.seq for kept in journal.entries("g1")] == [1]


def test_an_entry_needs_its_game(journal: Journal) -> None:
    with pytest.raises(NoSuchGame, match="nobody's"):
        journal.append(entry(1, game="nobody's"))
    with pytest.raises(NoSuchGame, match="nobody's"):
        journal.game("nobody's")


def test_a_game_comes_with_all_of_its_entries_or_not_at_all(journal: Journal) -> None:
    other = replace(GAME, id="g2")
    with pytest.raises(StaleEntry):
        journal.create(other, [entry(1, game="g2"), entry(3, game="g2")])
    with pytest.raises(JournalError):
        journal.create(other, [entry(1, game="g2"), entry(2, "e1", game="g2")])
    assert journal.games() == (GAME,)
    for _ in range(2):
        journal.create(other, [entry(1, game="g2"), entry(2, game="g2")])
    with pytest.raises(AlreadyKept, match="game 'g2'"):
        journal.create(other, [entry(1, "another", game="g2")])
    assert [kept.id for kept in journal.entries("g2")] == ["e1", "e2"]


def test_games_are_listed_the_newest_first_and_then_by_their_ids(journal: Journal) -> None:
    for id_, days in (("a", 1), ("z", 1), ("m", 3)):
        journal.create(replace(GAME, id=id_, created=NOON + timedelta(days=days)))
    assert [game.id for game in journal.games()] == ["m", "a", "z", "g1"]


def test_players_may_get_other_names_and_no_move_changes(journal: Journal) -> None:
    made = journal.append(entry(1))
    journal.rename_players("g1", ("Zoë", "Ben"))
    assert (journal.game("g1"), journal.entries("g1")) == (replace(GAME, players=("Zoë", "Ben")), (made,))


def test_two_writers_never_get_the_same_place(journal: Journal, store: str) -> None:
    won: list[Entry] = []

    def write(name: str) -> None:
        with Journal.open(store) as mine:
            for turn in range(10):
                while True:
                    last = len(mine.entries("g1"))
                    try:
                        won.append(mine.append(entry(last + 1, f"{name}{turn}")))
                        break
                    except StaleEntry:
                        continue

    writers = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    kept = journal.entries("g1")
    assert [one.seq for one in kept] == list(range(1, 31))
    assert sorted(one.id for one in won) == sorted(one.id for one in kept)


def test_a_commit_is_on_the_disk_before_append_returns(in_a_file: Journal) -> None:
    with in_a_file._database.writing() as connection:
        durable = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert durable == ["wal", 2]


def test_a_file_that_is_no_database_is_left_as_it_is(database: Path) -> None:
    database.write_text("a shopping list, long enough to fill the header of any database file\n" * 50)
    before = database.read_bytes()
    with pytest.raises(NoJournal, match="not a database"):
        Journal.open(f"sqlite:///{database}")
    assert database.read_bytes() == before


def test_another_programs_database_is_left_as_it_is(store: str) -> None:
    change(store, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NoJournal, match="another program"):
        Journal.open(store)
    with connect(store).reading() as theirs:
        assert sa.inspect(theirs).get_table_names() == ["recipes"]


def test_a_journal_of_a_later_version_is_left_alone(journal: Journal, store: str) -> None:
    journal.append(entry(1))
    journal.close()
    change(store, "UPDATE journal SET format = 99")
    with pytest.raises(NewerJournal, match="newer version"):
        Journal.open(store)


def test_an_entry_of_a_later_version_is_not_guessed_at(journal: Journal) -> None:
    journal.append(entry(1, format=99))
    with pytest.raises(NewerJournal):
        journal.entries("g1")


def test_a_locked_journal_says_so(in_a_file: Journal, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.store.sqlite_file.PATIENCE", 0.05)
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Journal.open(f"sqlite:///{database}") as other:
        assert other.games() == (GAME,)  # looking on is never kept waiting
        with pytest.raises(LockedJournal, match="another program"):
            other.append(entry(1))
        holder.rollback()
        other.append(entry(1))
    holder.close()


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnwritableJournal, match="cannot open or write"):
        Journal.open(f"sqlite:///{tmp_path / 'nowhere' / 'games.db'}")


def test_damage_inside_an_entry_says_so(journal: Journal, store: str) -> None:
    journal.append(entry(1))
    change(store, "UPDATE entries SET move = '[1, 2'")
    with pytest.raises(DamagedJournal, match=r"cannot read \("):
        journal.entries("g1")


def test_a_journal_that_does_not_say_its_format_is_damaged(store: str) -> None:
    change(store, "CREATE TABLE journal (format TEXT)")
    change(store, "INSERT INTO journal VALUES ('first')")
    expected = r"unknown format|changed table journal"
    with pytest.raises((DamagedJournal, ForeignSchema), match=expected):
        Journal.open(store)


def test_a_half_made_journal_is_completed(store: str) -> None:
    change(store, "CREATE TABLE journal (format INTEGER NOT NULL, PRIMARY KEY (format))")
    with Journal.open(store) as journal:
        journal.create(GAME)
        assert journal.games() == (GAME,)


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.9, 0.999, 1.0])
def test_a_torn_log_has_a_beginning(in_a_file: Journal, database: Path, tmp_path: Path, part: float) -> None:
    for seq in range(1, 30):
        in_a_file.append(entry(seq))
    log = database.with_name("games.db-wal").read_bytes()
    torn = tmp_path / "torn"
    torn.mkdir()
    (torn / "games.db").write_bytes(database.read_bytes())
    (torn / "games.db-wal").write_bytes(log[: int(len(log) * part)])
    with Journal.open(f"sqlite:///{torn / 'games.db'}") as after:
        kept = after.entries("g1") if after.games() else ()
    assert [one.seq for one in kept] == list(range(1, len(kept) + 1))
    assert part < 1 or len(kept) == 29


def test_a_moment_without_a_time_zone_is_refused(journal: Journal) -> None:
    with pytest.raises(ValueError, match="time zone"):
        journal.append(entry(1, at=datetime(2026, 11, 21)))


def test_a_journal_whose_tables_were_half_made_is_made_whole(in_a_file: Journal, database: Path) -> None:
    in_a_file.close()
    with sqlite3.connect(database) as half:
        half.execute("DROP TABLE entries")
    half.close()
    with Journal.open(f"sqlite:///{database}") as journal:
        assert journal.append(entry(1)) == entry(1)
        assert journal.entries(GAME.id) == (entry(1),)


def test_a_game_in_which_nothing_happened_yet_is_put_back_too(in_a_file: Journal) -> None:
    removed = in_a_file.remove(GAME.id)
    assert in_a_file.games() == ()
    in_a_file.put_back(removed)
    assert in_a_file.games() == (GAME,) and in_a_file.entries(GAME.id) == ()
