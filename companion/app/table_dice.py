"""The dice that report themselves at this tablet: which are its own, and whether they are listened to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from companion.app.document import Document
from companion.bluetooth import BleakRadio, ConnectedDice, Radio
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message
from companion.rolls.reporting import KeptDie, ReportingDice, format_dice, parse_dice


class TableDice:
    """``notice`` hears what players should know, on the dice's own thread; ``failed`` what could not be done."""

    def __init__(
        self, folders: Folders, notice: Callable[[Message], None], failed: Callable[[Exception], None]
    ) -> None:
        self._folders, self._notice, self._failed = folders, notice, failed
        self._connected: ConnectedDice | None = None
        self.radio: Callable[[], Radio] = BleakRadio
        self.clock: Callable[[], float] = time.monotonic

    @property
    def kept(self) -> tuple[KeptDie, ...]:
        """The table's own."""
        try:
            return parse_dice(Document(self._folders.dice).read())
        except CompanionError as error:
            self._failed(error)
            return ()

    @property
    def there(self) -> frozenset[str]:
        """The addresses of those that are connected now."""
        return self._connected.connected if self._connected is not None else frozenset()

    @property
    def source(self) -> ReportingDice | None:
        """What a game asks; None where nothing is listened to."""
        return self._connected.dice if self._connected is not None else None

    def keep(self, dice: Iterable[KeptDie]) -> None:
        """From now on these are the table's, and listened to."""
        try:
            Document(self._folders.dice).keep(format_dice(dice))
        except CompanionError as error:
            self._failed(error)
            return
        self.listen()

    def listen(self) -> None:
        """Listens to the table's dice from now on; where there are none, to nothing."""
        self.close()
        if kept := self.kept:
            try:
                self._connected = ConnectedDice(self.radio(), kept, self._notice, self._failed, clock=self.clock)
            except CompanionError as error:
                self._failed(error)

    def close(self) -> None:
        """Listens no more."""
        if self._connected is not None:
            self._connected.close()
            self._connected = None
