"""The games kept on this machine, as the app opens them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

from companion.errors import CompanionError, report_on_stderr
from companion.files import ANOTHER_FOLDER
from companion.folders import Folders
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal import Journal, KeptGame, UnreadableGame
from companion.journal.backups import Restored, back_up, restore
from companion.journal.course import Course
from companion.journal.evening_backups import keep_evening, keep_folder
from companion.journal.game_rows import RemovedGame
from companion.journal.notifications import Listening
from companion.journal.outbox import Outbox
from companion.journal.readable_games import Followed, follow, follow_rest
from companion.names import MAX_GAME_NAME, clean_name, game_name, player_names
from companion.play import AnyPlay, Change, Play

Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game on the shelf and where it stands, or stood before what is wrong with it."""

    id: str
    name: str
    game: KeptGame | None
    """None where not even how it began can be read back."""
    course: Course[Any, Any] | None
    """None where it never began."""
    error: CompanionError | None


class GameStore:
    """Opens the journal when it is first needed and keeps it open until :meth:`close`.

    Raises ``UnusableFolder`` and the journal's errors where nothing can be kept.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._journal: Journal | None = None
        self._outbox = Outbox(folders.outbox) if folders.on_server else None
        self._listening: Listening | None = None
        self._play: AnyPlay | None = None

    def start(
        self, rules: AnyGame, names: tuple[str, ...], options: Any, setup: Any, wake: Callable[[], None], failed: Failed
    ) -> AnyPlay:
        """A new game, kept from now on. ``failed`` as of a play.

        Raises ``UnplayableSetup`` where it cannot be played and ``UnusableName`` for a name that cannot be taken.
        """
        rules.start(options, setup)
        rules.check_new(options, setup)
        names = player_names(names)
        now = datetime.now(UTC)
        game = KeptGame(
            id=uuid4().hex[:12],
            game=rules.name,
            name=game_name(names),
            players=names,
            options=rules.options_to_json(options),
            setup=rules.setup_to_json(setup),
            created=now,
        )
        self._open().create(game)
        return self.resume(game.id, wake, failed)

    def resume(self, game: str, wake: Callable[[], None], failed: Failed) -> AnyPlay:
        """A game where it was left; ``UnknownGame`` for one whose rules are not known here."""
        journal = self._open()
        play: AnyPlay = Play(
            rules_of(journal.game(game).game),
            journal,
            game,
            now=lambda: datetime.now(UTC),
            new_id=lambda: uuid4().hex,
            wake=wake,
            failed=failed,
            outbox=self._outbox,
        )
        self._play = play
        if self._folders.on_server and self._listening is None:
            self._listening = Listening(self._folders.journal_url, self._went_on)
        play.subscribe(partial(self._heard, play.course.rules))
        return play

    def kept(self, at_most: int) -> list[StoredGame]:
        """The latest games, the newest first, and behind them those that cannot be read back."""
        journal = self._open()
        games = sorted(journal.games(), key=lambda game: game.created, reverse=True)
        followed = (follow(journal, game) for game in games)
        unreadable = (_what_is_left(journal, game) for game in journal.unreadable())
        return [*map(_where_it_stands, islice(followed, at_most)), *islice(unreadable, at_most)]

    def latest(self) -> StoredGame | None:
        """The game begun last, without keeping the journal open for it; None where none is kept here yet."""
        if self._journal is not None:
            return next(iter(self.kept(1)), None)
        if not self._folders.on_server and not self._folders.journal.exists():
            return None
        with Journal.open(self._folders.journal_url) as journal:
            game = max(journal.games(), key=lambda game: game.created, default=None)
            return _where_it_stands(follow(journal, game)) if game is not None else None

    def waiting(self) -> int:
        """How many moves of all games a server could not be given yet."""
        return self._outbox.count() if self._outbox is not None else 0

    def rename(self, game: str, name: str) -> None:
        """Calls a game otherwise; raises what ``Journal.rename`` does, and ``UnusableName``."""
        self._open().rename(game, clean_name(name, MAX_GAME_NAME))

    def remove(self, game: str) -> RemovedGame:
        """Takes a game from the shelf, damaged or not; what is given puts it back. Copies made before still have it."""
        return self._open().remove(game)

    def put_back(self, removed: RemovedGame) -> None:
        self._open().put_back(removed)

    def holds(self, entry: str) -> bool:
        """Whether any game has an entry with this id."""
        return self._open().holds(entry)

    def copies(self) -> tuple[Path, ...]:
        """Every copy of all games that lies here, the newest first."""
        return tuple(sorted(self._folders.backups.glob("*.db"), key=lambda copy: copy.stat().st_mtime_ns, reverse=True))

    def copy_now(self) -> Path:
        """Copies all games into a file that stays; raises what ``back_up`` does."""
        made = self._folders.backups / f"games-{_moment()}.db"
        keep_folder(made.parent)
        back_up(self._folders.journal_url, made, ANOTHER_FOLDER)
        return made

    def restore_copy(self, copy: Path) -> Restored:
        """Puts a copy's games in the place of those kept now, which stay beside; raises what ``restore`` does."""
        self.close()
        return restore(self._folders.ensure_writable().journal_url, copy, f"replaced-{_moment()}")

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        if self._outbox is not None:
            self._outbox.close()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _open(self) -> Journal:
        if self._journal is None:
            self._journal = Journal.open(self._folders.ensure_exists().journal_url, self._put_by)
        return self._journal

    def _went_on(self, game: str | None) -> None:
        """Another tablet moved, or anything may have happened while nothing could be heard; from any thread."""
        play = self._play
        if play is not None and game in (None, play.game.id):
            play.refresh()

    def _heard(self, rules: AnyGame, change: Change[Any, Any]) -> None:
        """A game that ends is copied at once, with all others, while its end is looked at."""
        if change.entry is not None and rules.over(change.state):
            Thread(target=self._put_by, name="copies").start()

    def _put_by(self) -> None:
        """Copies what is kept as this evening's; where that cannot be, no move is lost and it is said.

        What a server keeps is copied there.
        """
        if self._folders.on_server:
            return
        try:
            keep_evening(self._folders.journal_url, self._folders.backups, datetime.now().astimezone())
        except CompanionError as error:
            report_on_stderr(error)


def _moment() -> str:
    return datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")


def _where_it_stands(followed: Followed) -> StoredGame:
    return StoredGame(followed.game.id, followed.game.name, followed.game, followed.course, followed.error)


def _what_is_left(journal: Journal, game: UnreadableGame) -> StoredGame:
    rest = follow_rest(journal, game)
    return StoredGame(game.id, game.name, None, None, game.error) if rest is None else _where_it_stands(rest)
