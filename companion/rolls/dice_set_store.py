"""Sets of dice that were taught, in a folder: one JSON file each."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError
from companion.files import ANOTHER_FOLDER, UnwritableFile, write_data_file
from companion.input_files import read_input_file
from companion.locale import Message
from companion.table.dice_set import DiceSet, UnusableDiceSet, check_name


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read of a set's file."""

    max_bytes: int = 1000000
    """Largest file that is read, in bytes; a full set has about 20,000."""


LIMITS = Limits()

OnUnusableSet = Callable[[UnusableDiceSet], None]
"""Is called with the error of a set that cannot be used."""


class DiceSetStore:
    """Sets of dice in a folder, which is made for the first.

    Saving raises :class:`~companion.files.UnwritableFile` if a set cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return the names of the sets, sorted."""
        files = self._folder.glob("*.json") if self._folder.is_dir() else ()
        return sorted(file.stem for file in files if not file.name.startswith("."))

    def find(self, name: str) -> str | None:
        """Return the name of a set as it is stored: this one, or the only one that differs in its case alone."""
        names = self.names()
        same = [name] if name in names else [one for one in names if one.casefold() == name.casefold()]
        return same[0] if len(same) == 1 else None

    def load(self, name: str) -> DiceSet:
        """Return a set; raise :class:`UnusableDiceSet` if there is none or its file is damaged."""
        path = self._file(self._check_there(name))
        try:
            document = json.loads(read_input_file(path, LIMITS.max_bytes, UnusableDiceSet).decode("utf-8"))
            found = DiceSet.from_json(document)
        except (ValueError, RecursionError):
            raise _unusable(path, Message("not a JSON document")) from None
        except UnusableDiceSet as error:
            raise _unusable(path, error.reason) from error
        return DiceSet(path.stem, found.readings)

    def load_all(self, on_unusable: OnUnusableSet) -> tuple[DiceSet, ...]:
        """Return every set; ``on_unusable`` is called for each that cannot be used."""
        usable = []
        for name in self.names():
            try:
                usable.append(self.load(name))
            except UnusableDiceSet as error:
                on_unusable(error)
        return tuple(usable)

    def keep(self, dice: DiceSet) -> None:
        """Write a set in place of the one with its name; raise :class:`UnusableDiceSet` for a wrong name."""
        check_name(dice.name)
        write_data_file(self._file(dice.name), (json.dumps(dice.to_json(), indent=1) + "\n").encode())

    def forget(self, name: str) -> str:
        """Delete a set, damaged or not.

        Args:
            name: Its name.

        Returns:
            The name as it was stored.

        Raises:
            CompanionError: There is no such set, or it cannot be deleted.
        """
        name = self._check_there(name)
        try:
            self._file(name).unlink()
        except OSError as error:
            why = Message("cannot delete ({why})", {"why": error.strerror or str(error)})
            raise UnwritableFile(str(self._file(name)), why, ANOTHER_FOLDER) from error
        return name

    def _check_there(self, name: str) -> str:
        found = self.find(name)
        if found is None:
            raise UnusableDiceSet(
                repr(name), Message("unknown set of dice"), Message("teach it first with `companion dice teach`")
            )
        return found

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def _unusable(path: Path, reason: Message) -> CompanionError:
    step = Message("teach these dice again, or delete the set with `companion dice forget`")
    return UnusableDiceSet(str(path), reason, step)
