"""Copies of a whole journal, by SQLite's own backup, also while games are played.

A journal that another program has open is not replaced. What is replaced stays next to it, with its log.
"""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import sqlalchemy as sa

from companion.errors import report_on_stderr
from companion.files import ANOTHER_FILE, ANOTHER_FOLDER, UnwritableFile, free_path, replacing
from companion.journal.entries import DamagedJournal, LockedJournal, NoJournal
from companion.journal.store import tables
from companion.journal.store.connect import connect
from companion.journal.store.database import BRING_BACK, code_of, translate_errors
from companion.journal.store.inspection import is_journal
from companion.journal.store.sqlite_copies import LOGS, Report, check_log, read, read_untouched, sidecar
from companion.journal.store.sqlite_file import PATIENCE, SQLiteFile
from companion.journal.store.sqlite_guard import TO_READ, Foreign, check, copy_rows, foreign, limited, refuse_computed
from companion.locale import Message

_A_BACKUP = Message("choose a file written by `companion backup`")


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of restoring a backup."""

    games: int
    kept: Path | None
    """The file of the replaced journal, if there was one."""
    left_out: tuple[Message, ...] = ()
    """What the backup defined besides the companion's tables. None of it is kept."""


def back_up(url: str, target: Path, next_step: Message = ANOTHER_FILE, report: Report = report_on_stderr) -> int:
    """Copy the journal into one file, also while it is written.

    An earlier file stays until the copy is complete.

    Args:
        url: the journal's database URL.
        target: the file to write.
        next_step: the advice if ``target`` cannot be written.
        report: called if the last entry may be lost.

    Returns:
        The number of games.

    Raises:
        NoJournal: if there is no journal.
        DamagedJournal: if it cannot be read.
        UnwritableFile: if ``target`` cannot be written.
    """
    journal = journal_file(url)
    with translate_errors(journal):
        if not journal.is_file():
            raise NoJournal(str(journal), Message("does not exist: no game has been saved yet"))
        with closing(read(journal, report)) as content:
            games = _checked(content, journal, BRING_BACK)
            with replacing(target, next_step) as fresh:
                _written(content, fresh, target, next_step)
    return games


def restore(url: str, backup: Path, aside: str, report: Report = report_on_stderr) -> Restored:
    """Replace the journal by the games of a backup.

    Only rows are copied, into fresh tables. A log next to the backup is read too.

    Args:
        url: the journal's database URL.
        backup: a backup, or a journal that no program has open.
        aside: the addition to the file name under which the replaced journal is kept.
        report: called if entries in the log next to the backup are lost.

    Returns:
        What was restored and kept.

    Raises:
        NoJournal: if ``backup`` holds no journal.
        NewerJournal: if a later version wrote it.
        DamagedJournal: if it cannot be read.
        LockedJournal: if another program has the journal open. Nothing is changed then.
    """
    journal = journal_file(url)
    _check_backup(backup, journal)
    with translate_errors(backup, _A_BACKUP):
        try:
            check_log(backup, report)
        except DamagedJournal as damaged:
            report(damaged)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        with translate_errors(backup, _A_BACKUP), closing(read_untouched(backup)) as content, limited(content, TO_READ):
            strange = _sound_rows(content, backup)
            copy_rows(content, fresh, str(backup), _A_BACKUP)
        games = _checked(fresh, backup, _A_BACKUP)
        with translate_errors(journal):
            kept = _put_in_place(fresh, journal, aside)
    return Restored(games, kept, tuple(one.named() for one in strange))


def journal_file(url: str) -> Path:
    """Return the file that a URL names.

    Raises:
        NoJournal: if it names a database on a server.
    """
    database = connect(url)
    if isinstance(database, SQLiteFile):
        return database.path
    raise NoJournal(
        database.where,
        Message("not a file"),
        Message("copy it on its server with pg_dump, or save its games with `companion transfer FILE --back`"),
    )


def _check_backup(backup: Path, journal: Path) -> None:
    """Raise :class:`NoJournal` if the backup cannot be read or is the journal itself."""
    try:
        if not backup.is_file():
            raise NoJournal(str(backup), Message("not a file"), _A_BACKUP)
        with backup.open("rb"):
            itself = journal.exists() and backup.samefile(journal)
    except OSError as error:
        why = error.strerror or str(error)
        raise NoJournal(str(backup), Message("cannot read ({why})", {"why": why}), _A_BACKUP) from error
    if itself:
        raise NoJournal(str(backup), Message("this is the current database of games"), _A_BACKUP)


def _sound_rows(content: sqlite3.Connection, backup: Path) -> tuple[Foreign, ...]:
    """Return what a backup in memory defines besides the companion's tables; raise as :func:`restore` does.

    Everything but tables is dropped first, and constraints are not checked: a check would run what they call.
    """
    strange = foreign(content)
    refuse_computed(content, str(backup), _A_BACKUP)
    content.execute("PRAGMA ignore_check_constraints=ON")
    for one in sorted(strange, key=lambda one: ("trigger", "view", "index").index(one.kind)):
        name = one.name.replace('"', '""')
        content.execute(f'DROP {one.kind} IF EXISTS "{name}"')
    _count(content, backup, _A_BACKUP)
    check(content, str(backup), _A_BACKUP)
    return strange


def _checked(content: sqlite3.Connection, where: Path, lost: Message) -> int:
    """Return the number of games; raise as :func:`restore` does if the journal is not sound."""
    with translate_errors(where, lost):
        games = _count(content, where, lost)
        check(content, str(where), lost)
    return games


def _count(content: sqlite3.Connection, where: Path, lost: Message) -> int:
    engine = sa.create_engine("sqlite://", creator=lambda: content, poolclass=sa.StaticPool)
    with engine.connect() as connection:
        if not is_journal(connection, str(where), lost):
            raise NoJournal(str(where), Message("contains no saved games"), lost)
        return connection.execute(sa.select(sa.func.count()).select_from(tables.games)).scalar_one()


def _written(content: sqlite3.Connection, fresh: Path, target: Path, next_step: Message) -> None:
    """Fill the empty file ``fresh``, which becomes ``target``, without a log."""
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode=OFF")  # nothing is to lie beside it where this program is killed
            content.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise UnwritableFile(str(target), Message("cannot write ({why})", {"why": str(error)}), next_step) from error


def _put_in_place(content: sqlite3.Connection, journal: Path, aside: str) -> Path | None:
    """Replace the journal by ``content`` and return where the earlier one is kept, if there was one."""
    kept, done = free_path(journal.with_name(f"{journal.stem}.{aside}{journal.suffix}")), False
    with ExitStack() as parts:
        # to close a file lets go of every lock that this program has on it: these are closed after the journal is
        there = [part for part in (journal, *(sidecar(journal, log) for log in LOGS)) if part.exists()]
        old = {part.name.removeprefix(journal.name): parts.enter_context(part.open("rb")) for part in there}
        if journal in there:
            path = f"{journal.as_uri()}?mode=rw"
            with closing(sqlite3.connect(path, uri=True, timeout=PATIENCE, isolation_level=None)) as alone:
                _lock(alone, journal)
                copies = _copied(old, kept)
                try:
                    done = _rewritten(alone, content)
                except BaseException:
                    for copy in copies:
                        copy.unlink()
                    raise
        else:
            _copied(old, kept)
    if not done:
        with replacing(journal, ANOTHER_FOLDER) as fresh:
            _written(content, fresh, journal, ANOTHER_FOLDER)
            for ending in (*LOGS, "-shm"):
                sidecar(journal, ending).unlink(missing_ok=True)
    return kept if old else None


def _lock(alone: sqlite3.Connection, journal: Path) -> None:
    """Lock a journal that is sound against every other program, or raise :class:`LockedJournal`."""
    try:
        alone.execute("PRAGMA locking_mode=EXCLUSIVE")
        alone.executescript("BEGIN EXCLUSIVE; COMMIT")
    except sqlite3.DatabaseError as error:
        if code_of(error) == sqlite3.SQLITE_BUSY:
            raise LockedJournal(
                str(journal), Message("in use by another program"), Message("close that program and try again")
            ) from error
        if not _is_damage(error):
            raise


def _rewritten(alone: sqlite3.Connection, content: sqlite3.Connection) -> bool:
    """Write ``content`` into the locked journal; return False for a damaged one, which cannot be written."""
    try:
        alone.execute("PRAGMA journal_mode=DELETE")  # its log goes into the file
        content.backup(alone)
        alone.execute("PRAGMA locking_mode=NORMAL")
        alone.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
        return False
    return True


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _copied(old: Mapping[str, BinaryIO], kept: Path) -> list[Path]:
    """Copy the journal and its logs byte for byte and return the copies."""
    copies = {sidecar(kept, ending): part for ending, part in old.items()}
    for copy, part in copies.items():
        with replacing(copy, ANOTHER_FOLDER) as fresh, fresh.open("r+b") as file:
            shutil.copyfileobj(part, file)
    return list(copies)
