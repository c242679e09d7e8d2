"""The Bluetooth dice of this tablet: which belong to the table, and whether they are connected."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from companion.app.storage.document import Document
from companion.bluetooth import BleakRadio, ConnectedDice, Radio
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message
from companion.rolls.reporting import KeptDie, ReportingDice, format_dice, parse_dice


class TableDice:
    """The table's Bluetooth dice.

    Args:
        folders: The folder in which the list of dice is kept.
        notice: Called on the dice's own thread with messages for players.
        failed: Called with errors.
    """

    def __init__(
        self, folders: Folders, notice: Callable[[Message], None], failed: Callable[[Exception], None]
    ) -> None:
        self._folders, self._notice, self._failed = folders, notice, failed
        self._connected: ConnectedDice | None = None
        self.radio: Callable[[], Radio] = BleakRadio
        self.clock: Callable[[], float] = time.monotonic

    @property
    def kept(self) -> tuple[KeptDie, ...]:
        """The table's own dice."""
        try:
            return parse_dice(Document(self._folders.dice).read())
        except CompanionError as error:
            self._failed(error)
            return ()

    @property
    def connected(self) -> frozenset[str]:
        """The addresses of the dice that are connected now."""
        return self._connected.connected if self._connected is not None else frozenset()

    @property
    def source(self) -> ReportingDice | None:
        """The source of rolls for a game; None if no dice are used."""
        return self._connected.dice if self._connected is not None else None

    def keep(self, dice: Iterable[KeptDie]) -> None:
        """Store the list of dice, and connect to them."""
        try:
            Document(self._folders.dice).keep(format_dice(dice))
        except CompanionError as error:
            self._failed(error)
            return
        self.listen()

    def listen(self) -> None:
        """Connect to the table's dice; to none if there are none."""
        self.close()
        if kept := self.kept:
            try:
                self._connected = ConnectedDice(self.radio(), kept, self._notice, self._failed, clock=self.clock)
            except CompanionError as error:
                self._failed(error)

    def close(self) -> None:
        """Close the connections."""
        if self._connected is not None:
            self._connected.close()
            self._connected = None
