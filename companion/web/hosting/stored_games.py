"""The stored games behind the pages: listed, opened, created, removed, backed up and restored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.folders import Folders
from companion.games.new_game import NewGame
from companion.games.registry import game as rules_of
from companion.journal import JournalError, UnreadableGame
from companion.journal.copies.backups import Restored, restore
from companion.journal.copies.evenings import back_up_into, list_backups, moment
from companion.journal.course.summaries import Overview
from companion.journal.records.new_games import new_stored_game
from companion.journal.store.game_rows import RemovedGame
from companion.journal.store.overviews import Followed, follow, follow_rest, overviews
from companion.locale import Message, sentence
from companion.rolls.source import Source
from companion.web.devices import Devices
from companion.web.hosting.game_thread import GameThread
from companion.web.hosting.lobby import Lobby
from companion.web.pages.context import Context, overtaken
from companion.web.pages.first_page import MOST_GAMES, describe
from companion.web.pages.host import PageRequest, StoredGame, take_in
from companion.web.pages.html import action_button
from companion.web.pages.snapshot import Snapshot


class SavedPages:
    """The page of the stored games and their backups; for the host.

    Args:
        stored: The games.
        folders: The folders of the games and of their backups.
    """

    def __init__(self, stored: StoredGames, folders: Folders) -> None:
        self._stored, self._folders = stored, folders
        self._removed: RemovedGame | None = None
        self._restored: Restored | None = None
        """What the last restore replaced."""
        self._done: Message | None = None
        """What was done last."""

    def act(self, request: PageRequest) -> None:
        """Do what the page asks for, on the thread of the games."""
        self._stored.thread.run(lambda: self._act(request.value("do"), request.value("it")))

    def render(self, ctx: Context) -> str:
        """Return the games and their backups."""
        done = ""
        if self._done is not None and ctx.request.method == "GET":
            done = f'<p class="notice">{ctx.head(self._done)}</p>'
        stored = [one for one in ctx.host.games() if one.id]
        games = "".join(self._row(ctx, one.name, "remove", one.id, Message("Remove")) for one in stored)
        return f'{done}{self._undo(ctx)}<ul class="devices">{games}</ul>{self._backups(ctx)}'

    def _act(self, do: str, which: str) -> None:
        """Do what the page asks for; on the thread of the games."""
        if do == "remove":
            self._removed, self._restored = self._stored.remove(which), None
            self._done = Message("The game is removed. Backups made before still contain it.")
        elif do == "put-back" and self._removed is not None:
            self._stored.thread.journal.put_back(self._removed)
            self._removed, self._done = None, Message("The game is back.")
        elif do == "back-up":
            made = back_up_into(self._folders.journal_url, self._folders.backups)
            self._done = Message("All games are backed up in {file}", {"file": str(made)})
        elif do == "restore":
            backup = next((one for one in list_backups(self._folders.backups) if one.stem == which), None)
            if backup is None:
                raise overtaken()
            self._restore(backup)
        elif do == "take-back" and self._restored is not None and self._restored.kept is not None:
            self._restore(self._restored.kept)
            self._restored = None
        else:
            raise overtaken()

    def _restore(self, backup: Path) -> None:
        url = self._folders.journal_url
        self._restored = self._stored.thread.without_journal(lambda: restore(url, backup, f"replaced-{moment()}"))
        values = {"copy": backup.stem, "file": str(self._restored.kept)}
        self._done = Message("Restored the backup of {copy}. The previous games are in {file}", values)
        self._removed = None

    def _row(self, ctx: Context, name: str, do: str, it: str, button: Message) -> str:
        shown, act = ctx.say(Message("{name}", {"name": name})), {"do": do, "it": it}
        return f"<li><b>{shown}</b> {action_button('saved', act, ctx.say(button))}</li>"

    def _undo(self, ctx: Context) -> str:
        """Return the button that takes back what was removed or restored last."""
        taken_back = "put-back" if self._removed is not None else "take-back" if self._restored is not None else ""
        return action_button("saved", {"do": taken_back}, ctx.say(Message("Undo"))) if taken_back else ""

    def _backups(self, ctx: Context) -> str:
        """Return the buttons that back up and restore; nothing where a server has the games."""
        if self._folders.on_server:
            return ""
        back_up = action_button("saved", {"do": "back-up"}, ctx.say(Message("Back up now")), kind="main")
        files = list_backups(self._folders.backups)
        rows = "".join(self._row(ctx, one.stem, "restore", one.stem, Message("Restore")) for one in files)
        return f'<h2>{ctx.say(Message("Backups"))}</h2><p>{back_up}</p><ul class="devices">{rows}</ul>'


def new_id() -> str:
    """Return a new unique id."""
    return uuid4().hex


@dataclass(slots=True)
class StoredGames:
    """The games of a journal; its methods run on the thread that owns it.

    Args:
        thread: The thread.
        devices: The devices, whose seats go on from one game to the next with the same players.
        lobby: Who takes a seat in the next game.
        now: Returns the present time.
    """

    thread: GameThread
    devices: Devices
    lobby: Lobby
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def all(self) -> Sequence[StoredGame]:
        """Return the games, the latest first, then those that cannot be read."""
        journal = self.thread.journal
        doubt = () if journal.doubt is None else (_doubtful(journal.doubt),)
        readable = [_stored(follow(journal, game)) for game in journal.games()[:MOST_GAMES]]
        return (*doubt, *readable, *(_unreadable(game, follow_rest(journal, game)) for game in journal.unreadable()))

    def overviews(self) -> Sequence[Overview]:
        """Return every game in a few values, the newest first."""
        return overviews(self.thread.journal)

    def remove(self, id: str) -> RemovedGame:
        """Remove a game, damaged or not, and return what puts it back; earlier copies still contain it."""
        if self.thread.game is not None and self.thread.game.play.game.id == id:
            self.thread.put_away()
        return self.thread.journal.remove(id)

    def rename_players(self, names: Sequence[str]) -> None:
        """Give the players of the open game other names, and open it anew."""
        if self.thread.game is not None:
            game = self.thread.game.play.game.id
            self.thread.journal.rename_players(game, names)
            self.thread.put_away()
            self.thread.open(game)

    def create(self, new: NewGame, first: Any = None) -> None:
        """Create a game and open it.

        Args:
            new: Its documents.
            first: Its first move, which was read from a photo.

        Raises:
            CompanionError: The setup is refused.
        """
        kept = new_stored_game(new, now=self.now, new_id=new_id)
        before = self.thread.game.play.game if self.thread.game is not None else None
        self.thread.journal.create(kept)
        if before is not None:
            self.devices.seat_as_before(before, kept)
        self.lobby.take_seats(kept)
        game = self.thread.open(kept.id)
        if first is not None:
            game.play.propose(first, source=Source.FILE, base_seq=game.play.seq)

    def read_record(self, written: bytes, name: str) -> None:
        """Store the game of a record and open it; the same record again changes nothing.

        Args:
            written: The record file's content.
            name: The file's name in errors.

        Raises:
            CompanionError: It is no record, or the rules refuse one of its moves.
        """
        step = Message("import it with `companion import --copy`")
        self.thread.open(take_in(self.thread.journal, written, name, self.now, step))


def _doubtful(doubt: JournalError) -> StoredGame:
    step = doubt.next_step or Message("damaged")
    return StoredGame("", Path(str(doubt.thing)).name, step, sentence(doubt.reason), damaged=True)


def _stored(followed: Followed) -> StoredGame:
    game, rules = followed.game, rules_of(followed.game.game)
    if followed.course is None or followed.error is not None:
        about = Message("damaged") if followed.error is None else followed.error.reason
        return StoredGame(game.id, game.name, about, rules.title, damaged=followed.course is None)
    return StoredGame(game.id, game.name, describe(Snapshot(followed.course)), rules.title)


def _unreadable(game: UnreadableGame, rest: Followed | None) -> StoredGame:
    if rest is not None and rest.course is not None:
        name, title = rest.game.name, rules_of(rest.game.game).title
    else:
        name, title = game.id, Message("Game")
    return StoredGame(game.id, name, game.error.reason, title, damaged=True)
