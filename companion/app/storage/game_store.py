"""The stored games of this machine, as the app opens them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Thread, main_thread
from typing import Any
from uuid import uuid4

from companion.club.dice_figures import SourceFigures, figures_by_source
from companion.club.history import Names, PlayedGame, Season, list_played_games
from companion.club.people import Person, list_people
from companion.errors import CompanionError, report_on_stderr
from companion.folders import Folders
from companion.games.errors import naming
from companion.games.registry import AnyGame
from companion.games.registry import game as rules_of
from companion.journal import Journal, KeptGame
from companion.journal.copies.backups import Restored, restore
from companion.journal.copies.evenings import Copies, back_up_into, list_backups, moment
from companion.journal.copies.transfer import Outbox
from companion.journal.course.course import Course
from companion.journal.course.summaries import Overview, summarise
from companion.journal.store.game_rows import RemovedGame
from companion.journal.store.overviews import Followed, fill, follow, overviews
from companion.journal.store.server import Listening
from companion.names import MAX_GAME_NAME, clean_name, game_name, player_names
from companion.play import AnyPlay, Play

Failed = Callable[[Exception], None]


class GameStore:
    """Opens the journal on its first use and keeps it open until :meth:`close`.

    Its methods raise ``UnusableFolder`` and the journal's errors.

    Args:
        folders: The folders of the games.
        report: Called on any thread if the last move may be lost.
    """

    def __init__(self, folders: Folders, report: Callable[[CompanionError], None] = report_on_stderr) -> None:
        self._folders, self._report = folders, report
        self._journal: Journal | None = None
        self._outbox = Outbox(folders.outbox) if folders.on_server else None
        self._listener: Listening | None = None
        self._play: AnyPlay | None = None

    def start(
        self, rules: AnyGame, names: tuple[str, ...], options: Any, setup: Any, wake: Callable[[], None], failed: Failed
    ) -> AnyPlay:
        """Create a stored game, and return its play.

        Args:
            rules: The rules of the game.
            names: The players' names, by seat.
            options: The options, of the type that the rules declare.
            setup: What lies on the table at the start, of the type that the rules declare.
            wake: Called from any thread if the play has something to attend to.
            failed: Called with errors that nobody waits for.
        """
        names = player_names(names)
        with naming(names):
            rules.start(options, setup)
            rules.check_new(options, setup)
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
        self._open().create(game, summary=summarise(Course.of(rules, game)))
        return self.resume(game.id, wake, failed)

    def resume(self, game: str, wake: Callable[[], None], failed: Failed) -> AnyPlay:
        """Return the play of a stored game; raise ``UnknownGame`` if its rules are not known here."""
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
        if self._folders.on_server and self._listener is None:
            self._listener = Listening(self._folders.journal_url, self._on_notification)
        return play

    def kept(self, at_most: int, offset: int = 0) -> tuple[tuple[Overview, ...], bool]:
        """Return some of the games, newest first, damaged ones included.

        Args:
            at_most: The largest number of games. If that is all, those of which only moves exist follow.
            offset: The number of newer games to leave out.

        Returns:
            The games, and whether there are more.
        """
        journal = self._open()
        total = journal.game_list.count()
        whole = offset == 0 and total <= at_most
        return overviews(journal, None if whole else at_most, offset), offset + at_most < total

    def latest(self) -> Followed | None:
        """Return the newest readable game without keeping the journal open; None if no game is stored."""
        if self._journal is not None:
            return _latest(self._journal)
        if not self._folders.on_server and not self._folders.journal.exists():
            return None
        with Journal.open(self._folders.journal_url, report=self._report) as journal:
            return _latest(journal)

    def start_filling(self) -> Thread:
        """Store the missing summaries of games in the background; errors are left to the list of games."""
        thread = Thread(target=self._fill, name="summaries")
        thread.start()
        return thread

    def _fill(self) -> None:
        if not self._folders.on_server and not self._folders.journal.exists():
            return
        with suppress(CompanionError), Journal.open(self._folders.journal_url, report=self._report) as journal:
            for _ in fill(journal):
                if not main_thread().is_alive():
                    return

    def played(self) -> list[PlayedGame]:
        """Return all games with their players, results and dice, the oldest first."""
        return list_played_games(overviews(self._open()), Season(), Names({}))

    def dice_figures(self) -> list[SourceFigures]:
        """Return the figures of every roll in all games, by source."""
        found = overviews(self._open())
        return figures_by_source(one.summary.dice for one in reversed(found) if one.summary is not None)

    def people(self) -> tuple[Person, ...]:
        """Return everybody who played here, the latest players first, without keeping the journal open."""
        if self._journal is not None:
            return list_people(self._journal.game_list.players())
        if not self._folders.on_server and not self._folders.journal.exists():
            return ()
        with Journal.open(self._folders.journal_url, report=self._report) as journal:
            return list_people(journal.game_list.players())

    def waiting(self) -> int:
        """Return how many moves wait to be sent to the club's server."""
        return self._outbox.count() if self._outbox is not None else 0

    def rename(self, game: str, names: Sequence[str]) -> None:
        """Rename a game and its players; raise what ``Journal.rename`` raises, and ``UnusableName``.

        Args:
            game: The game's id.
            names: Its name, then those of its players by seat.
        """
        kept, (name, *players) = self._open().game(game), names
        if tuple(players) != kept.players:
            self._open().rename_players(game, players)
        if name != kept.name:
            self._open().rename(game, clean_name(name, MAX_GAME_NAME))

    def remove(self, game: str) -> RemovedGame:
        """Remove a game, damaged or not, and return what puts it back; earlier copies still contain it."""
        return self._open().remove(game)

    def put_back(self, removed: RemovedGame) -> None:
        """Put a removed game back."""
        self._open().put_back(removed)

    def holds(self, entry: str) -> bool:
        """Return whether any game has an entry with this id."""
        return self._open().holds(entry)

    def copies(self) -> tuple[Path, ...]:
        """Return every copy of all games on this machine, newest first."""
        return list_backups(self._folders.backups)

    def copy_now(self) -> Path:
        """Copy all games into a new file, and return its path; raise what ``back_up`` raises."""
        return back_up_into(self._folders.journal_url, self._folders.backups)

    def restore_copy(self, copy: Path) -> Restored:
        """Replace the stored games by those of a copy, keep the old ones in a file; raise what ``restore`` raises."""
        self.close()
        return restore(self._folders.ensure_writable().journal_url, copy, f"replaced-{moment()}")

    def close(self) -> None:
        """Close the journal, the outbox and the listener."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._outbox is not None:
            self._outbox.close()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _open(self) -> Journal:
        if self._journal is None:
            url = self._folders.ensure_exists().journal_url
            copies = Copies(url, self._folders.backups, report_on_stderr, hosts=True)
            self._journal = Journal.open(url, None if self._folders.on_server else copies, self._report)
        return self._journal

    def _on_notification(self, game: str | None) -> None:
        """Let the play read the journal again: another tablet may have moved. Called from any thread."""
        play = self._play
        if play is not None and game in (None, play.game.id):
            play.refresh()


def _latest(journal: Journal) -> Followed | None:
    """Return the newest game whose row can be read."""
    for offset in count():
        page = journal.game_list.page(1, offset)
        if not page:
            return None
        if isinstance(page[0].game, KeptGame):
            return follow(journal, page[0].game)
    return None
