"""The games of the browser edition: a log that only grows, one JSON value a line, each behind the last one's link.

The first line names the format. Then follow games, entries, and the ids of removed games. A line that the end of the
browser cut off is dropped; it was not answered yet. Any other damage is reported, and nothing behind it is read.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, Protocol

from companion.journal.course.summaries import Summary
from companion.journal.entries import (
    AlreadyKept,
    DamagedJournal,
    Entry,
    KeptGame,
    NewerJournal,
    NoSuchGame,
    StaleEntry,
    with_players,
)
from companion.journal.values import link
from companion.locale import Message

FORMAT = "decktet-companion-log"
VERSION = 1
_HERE = Message("the games in this browser")
_ENTRY = ("id", "base_seq", "at", "seat", "source", "format", "move")
"""What is stored of an entry, besides its game; its number is its place."""


class Storage(Protocol):
    """One file that the browser stores."""

    def read(self) -> bytes:
        """Return everything in it."""

    def append(self, content: bytes) -> None:
        """Append to it; it is durable when this returns, or an error is raised and nothing was appended."""

    def truncate(self, size: int) -> None:
        """Drop everything behind this many bytes."""


class GameLog:
    """Games and their entries, read once and held in memory; every change is appended before it is returned.

    Args:
        storage: The file.

    Raises:
        NewerJournal: A newer companion wrote it.
        DamagedJournal: It is no such log.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage, self._last = storage, ""
        self._games: dict[str, KeptGame] = {}
        self._entries: dict[str, list[Entry]] = {}
        self.damage: DamagedJournal | None = None
        """What is wrong with the end of the log; then nothing more is written to it."""
        content = storage.read()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            storage.truncate(len(whole))
        if whole:
            self._read(whole)
        else:
            self._write("log", {"format": FORMAT, "version": VERSION})

    def games(self) -> tuple[KeptGame, ...]:
        """Return every game, the newest first."""
        return tuple(sorted(self._games.values(), key=lambda game: (game.created, game.id), reverse=True))

    def game(self, id_: str) -> KeptGame:
        """Return a game; raise :class:`NoSuchGame`."""
        if id_ not in self._games:
            raise NoSuchGame(id_)
        return self._games[id_]

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Return a game's entries after number ``after``, in order."""
        return tuple(self._entries.get(game, ())[after:])

    def create(self, game: KeptGame, entries: Sequence[Entry] = ()) -> None:
        """Store a new game with all of ``entries``, or nothing. The same again changes nothing.

        Args:
            game: The game.
            entries: Its entries.

        Raises:
            AlreadyKept: The id belongs to a different game.
        """
        stored = self._games.get(game.id)
        if stored is not None:
            if stored == game and self.entries(game.id)[: len(entries)] == tuple(entries):
                return
            raise AlreadyKept(f"game {game.id!r}")
        self._write("game", {**_game_document(game), "entries": [_entry_document(entry) for entry in entries]})
        self._games[game.id], self._entries[game.id] = game, list(entries)

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append an entry to its game; it is durable when this returns.

        Args:
            entry: The entry.
            summary: Not stored.

        Returns:
            The entry, or the stored one of the same id.

        Raises:
            JournalError: ``NoSuchGame``, ``StaleEntry`` or ``AlreadyKept``, as of the journal.
        """
        self.game(entry.game)
        there = self._entries[entry.game]
        for one in there:
            if one.id == entry.id:
                if one.move != entry.move:
                    raise AlreadyKept(f"entry {entry.id!r}")
                return one
        if entry.seq != len(there) + 1:
            raise StaleEntry(entry.game, entry.seq)
        self._write("entry", {"game": entry.game, **_entry_document(entry)})
        there.append(entry)
        return entry

    def rename_players(self, game: str, players: Sequence[str]) -> None:
        """Give a game's players other names, by seat; raise :class:`NoSuchGame` or ``UnusableName``.

        The game is written again with its entries: the last line of a game counts.
        """
        renamed, entries = with_players(self.game(game), players), self._entries[game]
        self._write("game", {**_game_document(renamed), "entries": [_entry_document(entry) for entry in entries]})
        self._games[game] = renamed

    def remove(self, game: str) -> None:
        """Remove a game; raise :class:`NoSuchGame`."""
        self.game(game)
        self._write("removed", {"game": game})
        del self._games[game], self._entries[game]

    def _write(self, kind: str, value: Mapping[str, Any]) -> None:
        if self.damage is not None:
            raise self.damage
        document = {kind: value}
        last = link(self._last, document)
        line = json.dumps({**document, "chain": last}, ensure_ascii=False, separators=(",", ":"))
        self._storage.append(line.encode() + b"\n")
        self._last = last

    def _read(self, content: bytes) -> None:
        for number, line in enumerate(content.splitlines(), start=1):
            try:
                document = json.loads(line)
                chain = document.pop("chain")
                if chain != link(self._last, document):
                    raise ValueError("chain")
                self._take(document, number)
            except (ValueError, KeyError, TypeError, AttributeError, NoSuchGame):
                self.damage = DamagedJournal(
                    _HERE,
                    Message("damaged at line {line}", {"line": number}),
                    Message("export the games that can be read, then remove the stored data and import them"),
                )
                if number == 1:
                    raise self.damage from None
                return
            self._last = chain

    def _take(self, document: Mapping[str, Any], number: int) -> None:
        [(kind, value)] = document.items()
        if number == 1:
            if kind != "log" or value["format"] != FORMAT:
                raise ValueError(kind)
            if value["version"] > VERSION:
                raise NewerJournal(_HERE, Message("written by a newer companion"), Message("reload this page"))
        elif kind == "game":
            game = _game(value)
            self._games[game.id] = game
            self._entries[game.id] = [_entry(game.id, seq, one) for seq, one in enumerate(value["entries"], start=1)]
        elif kind == "entry":
            there = self._entries[value["game"]]
            there.append(_entry(value["game"], len(there) + 1, value))
        elif kind == "removed":
            del self._games[value["game"]], self._entries[value["game"]]
        else:
            raise ValueError(kind)


def _game_document(game: KeptGame) -> dict[str, Any]:
    return {**asdict(game), "created": game.created.isoformat()}


def _game(value: Mapping[str, Any]) -> KeptGame:
    written = {one.name: value[one.name] for one in fields(KeptGame)}
    found = {"players": tuple(value["players"]), "created": datetime.fromisoformat(value["created"])}
    return KeptGame(**{**written, **found})


def _entry_document(entry: Entry) -> dict[str, Any]:
    return {**{name: getattr(entry, name) for name in _ENTRY}, "at": entry.at.isoformat()}


def _entry(game: str, seq: int, value: Mapping[str, Any]) -> Entry:
    written = {name: value[name] for name in _ENTRY}
    return Entry(game=game, seq=seq, **{**written, "at": datetime.fromisoformat(value["at"])})
