"""The companion's files and folders on this machine; only the app and the command line use them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.errors import CompanionError
from companion.locale import Message


class UnusableFolder(CompanionError):
    """The data folder cannot be created or written."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The data folder and the files in it."""

    data: Path
    exports: Path | None = None
    """The folder for exported pictures and records; None: in the data folder."""
    database: str | None = None
    """The database of games as a SQLAlchemy URL; None: a file in the data folder."""

    @classmethod
    def default(cls, database: str | None = None) -> Folders:
        """Return the platform's folder for a user's data, with exports among the user's documents.

        Args:
            database: The database of games as a SQLAlchemy URL; None: a file in the data folder.

        Returns:
            The folders.
        """
        documents = Path(platformdirs.user_documents_dir())
        return cls(
            Path(platformdirs.user_data_dir("decktet-companion", appauthor=False)),
            documents / "Decktet companion",
            database,
        )

    @property
    def export_folder(self) -> Path:
        """The folder for exports: pictures of finished games, records."""
        return self.exports or self.data / "given"

    @property
    def journal_url(self) -> str:
        """The database of games as a SQLAlchemy URL."""
        return self.database or f"sqlite:///{self.journal}"

    @property
    def on_server(self) -> bool:
        """Whether the games are kept on a server; a file is backed up every evening, a server is not."""
        return not self.journal_url.startswith("sqlite")

    @property
    def journal(self) -> Path:
        """The file of games, which may not exist yet."""
        return self.data / "games.db"

    @property
    def outbox(self) -> Path:
        """Moves that could not be sent to the server yet."""
        return self.data / "waiting.db"

    @property
    def backups(self) -> Path:
        """The folder of evening backups."""
        return self.data / "backups"

    @property
    def deleted(self) -> Path:
        """The folder of deleted games."""
        return self.data / "deleted"

    @property
    def decks(self) -> Path:
        """Enrolled decks, one folder each."""
        return self.data / "decks"

    @property
    def settings(self) -> Path:
        """The app's settings."""
        return self.data / "settings.json"

    @property
    def dice(self) -> Path:
        """The table's Bluetooth dice."""
        return self.data / "dice.json"

    @property
    def dice_sets(self) -> Path:
        """The folder of taught sets of dice."""
        return self.data / "dice-sets"

    @property
    def cameras(self) -> Path:
        """Trusted certificates of cameras."""
        return self.data / "cameras.json"

    @property
    def tokens(self) -> Path:
        """The latest token counts of a table without a game."""
        return self.data / "tokens.json"

    @property
    def protected(self) -> tuple[Path, ...]:
        """Files and folders that no output may replace, in this data folder and the default one."""
        return tuple(path for folders in (self, Folders.default()) for path in folders._kept())

    def _kept(self) -> tuple[Path, ...]:
        files = (self.journal, self.outbox)
        databases = [file.with_name(file.name + end) for file in files for end in ("", "-wal", "-shm", "-journal")]
        replaced = [path for name in ("games.*.db*", "*-unusable*.json") for path in self.data.glob(name)]
        single = (self.settings, self.dice, self.cameras, self.tokens)
        return (*databases, *single, self.dice_sets, self.decks, self.backups, self.deleted, *replaced)

    def ensure_exists(self) -> Folders:
        """Create the data folder unless it exists; an existing one may be read-only.

        Raise :class:`UnusableFolder` if it does not exist and cannot be created.

        Returns:
            These folders.
        """
        exists = os.path.isdir(self.data)  # noqa: PTH112 - Path.is_dir raises if a parent may not be searched
        return self if exists else self.ensure_writable()

    def ensure_writable(self) -> Folders:
        """Create the data folder if needed, and check that it can be written.

        Returns:
            These folders.

        Raises:
            UnusableFolder: The folder cannot be created or written.
        """
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            probe = self.data / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise UnusableFolder(
                str(self.data),
                Message("cannot store data here ({why})", {"why": error.strerror or str(error)}),
                Message("make it writable, or choose another folder with --data"),
            ) from error
        return self
