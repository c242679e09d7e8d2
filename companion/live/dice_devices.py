"""The dice roller and the Bluetooth dice of this device, and their rolls for the game that goes on."""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from companion.bluetooth import BleakRadio, ConnectedDice, FoundDie, Radio, scan_for_dice
from companion.errors import CompanionError
from companion.folders import Folders
from companion.json_document import Document
from companion.live.rolls_at_table import RollsAtTable
from companion.locale import Message
from companion.play import AnyPlay
from companion.rolls.reporting import KeptDie, format_dice, parse_dice

if TYPE_CHECKING:
    from companion.roller import ConnectedRoller

SEARCH_SECONDS = 8.0
"""How long dice are searched: those that are awake advertise themselves every second or so."""


class KeptDice:
    """The list of Bluetooth dice that belong to the table.

    Args:
        folders: The folder in which it is kept.
    """

    def __init__(self, folders: Folders) -> None:
        self._document = Document(folders.dice)

    def read(self) -> tuple[KeptDie, ...]:
        """Return the dice; raise ``CompanionError`` if the list cannot be read."""
        return parse_dice(self._document.read())

    def keep(self, dice: Iterable[KeptDie]) -> None:
        """Store the dice; raise ``CompanionError`` if that fails."""
        self._document.keep(format_dice(dice))


class DiceDevices:
    """The roller and the dice, which roll for one game at a time: the first that rolls when it waits counts.

    Args:
        folders: The folder in which the list of dice is kept.
        journaled: Returns whether any game's journal has an entry with this id.
        notice: Called on a device's own thread with messages for players.
        failed: Called with errors that nobody waits for.
    """

    def __init__(
        self,
        folders: Folders,
        journaled: Callable[[str], bool],
        notice: Callable[[Message], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._list, self._journaled, self._notice, self._failed = KeptDice(folders), journaled, notice, failed
        self.roller: ConnectedRoller | None = None
        """The roller, or what searches for one; None if none is wanted."""
        self._bluetooth: ConnectedDice | None = None
        self._game: tuple[AnyPlay, Callable[[CompanionError], None]] | None = None
        """The game that they roll for, and what receives why a roll does not count."""
        self._rolls: tuple[RollsAtTable, ...] = ()
        self.radio: Callable[[], Radio] = BleakRadio
        self.clock: Callable[[], float] = time.monotonic

    # the devices

    def connect_roller(self, port: str | None = None) -> None:
        """Search for a dice roller on one port, or on every likely one."""
        from companion.roller import ConnectedRoller

        self.disconnect_roller()
        self.roller = ConnectedRoller(self._journaled, self._notice, self._failed, port=port, voided=self._on_voided)
        self._roll_for_game()

    def disconnect_roller(self) -> None:
        """Close the connection to the roller, if there is one."""
        if self.roller is not None:
            roller, self.roller = self.roller, None
            self._roll_for_game()
            roller.close()

    @property
    def kept(self) -> tuple[KeptDie, ...]:
        """The table's own Bluetooth dice."""
        try:
            return self._list.read()
        except CompanionError as error:
            self._failed(error)
            return ()

    @property
    def connected(self) -> frozenset[str]:
        """The addresses of the Bluetooth dice that are connected now."""
        return self._bluetooth.connected if self._bluetooth is not None else frozenset()

    def keep(self, dice: Iterable[KeptDie]) -> None:
        """Store the list of Bluetooth dice, and connect to them."""
        try:
            self._list.keep(dice)
        except CompanionError as error:
            self._failed(error)
            return
        self.listen()

    def use(self, die: KeptDie | FoundDie, kept: KeptDie | None) -> None:
        """Use a die as one of the table's own from now on, or no longer if ``kept`` is None."""
        others = [one for one in self.kept if one.address != die.address]
        self.keep([*others, *([] if kept is None else [kept])])

    def search(self) -> tuple[FoundDie, ...]:
        """Search for dice that are awake, which takes ``SEARCH_SECONDS``; raise ``CompanionError`` without a radio."""
        return tuple(scan_for_dice(self.radio(), SEARCH_SECONDS))

    def listen(self) -> None:
        """Connect to the table's Bluetooth dice; to none if there are none."""
        self._disconnect_dice()
        if kept := self.kept:
            try:
                self._bluetooth = ConnectedDice(self.radio(), kept, self._notice, self._failed, clock=self.clock)
            except CompanionError as error:
                self._failed(error)
        self._roll_for_game()

    def close(self) -> None:
        """Close every connection."""
        self._game = None
        self.disconnect_roller()
        self._disconnect_dice()

    def _disconnect_dice(self) -> None:
        if self._bluetooth is not None:
            self._bluetooth.close()
            self._bluetooth = None

    # the game

    def follow(self, play: AnyPlay, refused: Callable[[CompanionError], None]) -> None:
        """Roll for a game from now on; belongs to the thread that owns the play.

        Args:
            play: The game.
            refused: Receives why a roll does not count.
        """
        self._game = play, refused
        self._roll_for_game()

    def release(self, play: AnyPlay) -> None:
        """Roll no longer for this game; another one that has taken the dice since keeps them."""
        if self._game is not None and self._game[0] is play:
            self._game = None
            self._roll_for_game()

    def _roll_for_game(self) -> None:
        for rolls in self._rolls:
            rolls.close()
        sources = [one.dice for one in (self.roller, self._bluetooth) if one is not None]
        game = self._game
        self._rolls = () if game is None else tuple(RollsAtTable(one, *game) for one in sources)

    def _on_voided(self, roll: str) -> None:
        """Drop the question about a roll that the roller lost in a restart, on the play's thread."""
        if self._game is not None:
            self._game[0].hand_over(partial(self._forget, roll))

    def _forget(self, roll: str) -> None:
        for rolls in self._rolls:
            rolls.forget(roll)
