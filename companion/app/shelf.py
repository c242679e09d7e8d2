"""The games kept on this machine, as the app opens them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from uuid import uuid4

from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.magnate import Options, Setup, State
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Move
from companion.journal import Journal, KeptGame, UnreadableGame
from companion.journal.followed import Followed, follow, follow_rest
from companion.play import Play

MagnatePlay = Play[State, Move]
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game on the shelf and where it stands, or stood before what is wrong with it."""

    id: str
    name: str
    game: KeptGame | None
    """None where not even how it began can be read back."""
    state: State | None
    """None where it never began."""
    error: CompanionError | None


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
        """The latest games, the newest first, and behind them those that cannot be read back."""
        journal = self._open()
        games = sorted(journal.games(), key=lambda game: game.created, reverse=True)
        followed = (follow(journal, game) for game in games)
        shown = (one for one in followed if one.course is None or one.course.rules is MAGNATE)
        unreadable = (_what_is_left(journal, game) for game in journal.unreadable())
        return [*map(_where_it_stands, islice(shown, at_most)), *islice(unreadable, at_most)]

    def holds(self, entry: str) -> bool:
        """Whether any game has an entry with this id."""
        return self._open().holds(entry)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _open(self) -> Journal:
        if self._journal is None:
            self._journal = Journal.open(self._folders.found().journal_url)
        return self._journal


def _where_it_stands(followed: Followed) -> Kept:
    game, course = followed.game, followed.course
    return Kept(game.id, game.name, game, None if course is None else course.state, followed.error)


def _what_is_left(journal: Journal, game: UnreadableGame) -> Kept:
    rest = follow_rest(journal, game)
    if rest is None or (rest.course is not None and rest.course.rules is not MAGNATE):
        return Kept(game.id, game.name, None, None, game.error)
    return _where_it_stands(rest)
