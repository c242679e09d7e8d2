"""The games kept on this machine, as the app opens them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from companion.folders import Folders
from companion.games.magnate import Options, Setup, State
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move
from companion.journal import Journal, KeptGame
from companion.journal.course import Course
from companion.play import Play

MagnatePlay = Play[State, Move]
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game on the shelf and where it stands."""

    game: KeptGame
    state: State


class Shelf:
    """Opens the journal when it is first needed and keeps it open until :meth:`close`.

    Raises ``UnusableFolder`` and the journal's errors where nothing can be kept.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._journal: Journal | None = None

    def start(
        self, names: tuple[str, ...], options: Options, setup: Setup, wake: Callable[[], None], failed: Failed
    ) -> MagnatePlay:
        """A new game, kept from now on; ``UnplayableSetup`` where it cannot be played. ``failed`` as of a play."""
        MAGNATE.start(options, setup)
        now = datetime.now(UTC)
        game = KeptGame(
            id=uuid4().hex[:12],
            game=MAGNATE.name,
            name=" – ".join(names),
            players=names,
            options=MAGNATE.options_to_json(options),
            setup=MAGNATE.setup_to_json(setup),
            created=now,
        )
        self._open().create(game)
        return self.resume(game.id, wake, failed)

    def resume(self, game: str, wake: Callable[[], None], failed: Failed) -> MagnatePlay:
        """A game where it was left."""
        return Play(
            MAGNATE,
            self._open(),
            game,
            now=lambda: datetime.now(UTC),
            new_id=lambda: uuid4().hex,
            wake=wake,
            failed=failed,
        )

    def kept(self, at_most: int) -> list[Kept]:
        """The latest games, the newest first."""
        journal = self._open()
        games = sorted(journal.games(), key=lambda game: game.created, reverse=True)
        magnate = [game for game in games if game.game == MAGNATE.name][:at_most]
        return [self._where_it_stands(journal, game) for game in magnate]

    def holds(self, entry: str) -> bool:
        """Whether any game has an entry with this id."""
        return self._open().holds(entry)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @staticmethod
    def _where_it_stands(journal: Journal, game: KeptGame) -> Kept:
        course: Course[State, Any] = Course.of(MAGNATE, game, journal.entries(game.id))
        return Kept(game, course.state)

    def _open(self) -> Journal:
        if self._journal is None:
            self._journal = Journal.open(self._folders.made().journal_url)
        return self._journal
