"""Where things are kept on this machine. Only the edges (app, cli) ask; they hand paths inwards."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.errors import CompanionError
from companion.locale import Message


class UnusableFolder(CompanionError):
    """The data folder cannot be made or written."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The data folder and what lies in it."""

    data: Path
    exports: Path | None = None
    """Where pictures and records that players ask for are put; None: beside the data."""
    database: str | None = None
    """The database of games, as SQLAlchemy names it; None: a file in the data folder."""

    @classmethod
    def default(cls, database: str | None = None) -> Folders:
        """The platform's folder for a user's data, and one among the user's documents."""
        documents = Path(platformdirs.user_documents_dir())
        return cls(
            Path(platformdirs.user_data_dir("decktet-companion", appauthor=False)),
            documents / "Decktet companion",
            database,
        )

    @property
    def export_folder(self) -> Path:
        """The folder for what players asked for: pictures of an end, records."""
        return self.exports or self.data / "given"

    @property
    def journal_url(self) -> str:
        """The database of games, as SQLAlchemy names it."""
        return self.database or f"sqlite:///{self.journal}"

    @property
    def on_server(self) -> bool:
        """Whether the games are kept by a server, and not in a file of which evenings' copies are made."""
        return not self.journal_url.startswith("sqlite")

    @property
    def journal(self) -> Path:
        """The file of games, which may not be there yet."""
        return self.data / "games.db"

    @property
    def outbox(self) -> Path:
        """Moves that a server could not be given yet."""
        return self.data / "waiting.db"

    @property
    def backups(self) -> Path:
        """Copies of the games by the evening."""
        return self.data / "backups"

    @property
    def decks(self) -> Path:
        """Decks that the reader was taught, one folder each."""
        return self.data / "decks"

    @property
    def settings(self) -> Path:
        return self.data / "settings.json"

    @property
    def dice(self) -> Path:
        """Which dice that report themselves are the table's."""
        return self.data / "dice.json"

    @property
    def cameras(self) -> Path:
        """Which cameras' own certificates are trusted."""
        return self.data / "cameras.json"

    @property
    def tokens(self) -> Path:
        """What was counted last for a table without a game."""
        return self.data / "tokens.json"

    @property
    def own(self) -> tuple[Path, ...]:
        """What the companion keeps, here or in the usual folder: nothing that people write takes its place."""
        return tuple(path for folders in (self, Folders.default()) for path in folders._kept())

    def _kept(self) -> tuple[Path, ...]:
        files = (self.journal, self.outbox)
        beside = [file.with_name(file.name + ending) for file in files for ending in ("", "-wal", "-shm", "-journal")]
        aside = [path for name in ("games.*.db*", "*-unusable*.json") for path in self.data.glob(name)]
        return (*beside, self.settings, self.dice, self.cameras, self.tokens, self.decks, self.backups, *aside)

    def ensure_exists(self) -> Folders:
        """Itself: what lies there may be read where nothing can be written; made where it is not there."""
        return self if os.path.isdir(self.data) else self.ensure_writable()  # noqa: PTH112 - which raises where it may not look

    def ensure_writable(self) -> Folders:
        """Itself, once the folder is there and can be written; :class:`UnusableFolder` otherwise."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            probe = self.data / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise UnusableFolder(
                str(self.data),
                Message("cannot keep data there ({why})", {"why": error.strerror or str(error)}),
                Message("make it writable or name another folder with --data"),
            ) from error
        return self
