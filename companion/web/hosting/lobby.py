"""Who takes which seat in the next game, before it exists."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.journal import KeptGame
from companion.locale import Message
from companion.names import clean_name, name_key
from companion.web.devices import Devices
from companion.web.hosting.notes import Notes

NOTE = "lobby"
"""The note of who took a seat."""


class TakenSeat(CompanionError):
    """A seat or a name that somebody else has in the next game."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the next game."""

    name: str
    device: str
    """The id of the device on which this player plays."""


class Lobby:
    """The players of the next game, by seat, kept over a restart; thread-safe.

    Args:
        notes: Where they are kept.
        devices: The admitted devices; nobody sits on another.
    """

    def __init__(self, notes: Notes, devices: Devices) -> None:
        self._lock, self._notes, self._devices = threading.Lock(), notes, devices
        self._places: dict[int, Player] = {}
        kept = notes.recall(NOTE)
        if isinstance(kept, Mapping):
            with suppress(TypeError, ValueError):  # somebody changed the file: they take their seats again
                places = {int(seat): Player(str(name), str(device)) for seat, (name, device) in kept.items()}
                self._places = {seat: one for seat, one in places.items() if devices.get(one.device) is not None}

    @property
    def places(self) -> Mapping[int, Player]:
        """The players, by seat."""
        return dict(self._places)

    @property
    def names(self) -> list[str]:
        """The player names, by seat; "" for a free seat before a taken one."""
        places = self.places
        return [places[seat].name if seat in places else "" for seat in range(max(places, default=-1) + 1)]

    def sit(self, seat: int, written: str, device: str) -> None:
        """Take a seat; a player of the same device and name leaves the seat that they had.

        Args:
            seat: The seat.
            written: The name as it was typed; empty moves the only player of the device.
            device: The id of the device.

        Raises:
            UnusableName: The name cannot be used.
            TakenSeat: Somebody else has this seat or name.
        """
        with self._lock:
            own = [one.name for one in self._places.values() if one.device == device]
            name = clean_name(own[0] if len(own) == 1 and not written.strip() else written)
            again = Player(name, device)
            others = {at: one for at, one in self._places.items() if not _is_same(one, again)}
            if seat in others and others[seat].device != device:
                raise TakenSeat(others[seat].name, Message("has this seat"), Message("choose another seat"))
            if name_key(name) in (name_key(one.name) for one in others.values()):
                raise TakenSeat(name, Message("two players have this name"), Message("add a letter to one of them"))
            self._change({**others, seat: again})

    def leave(self, seat: int) -> None:
        """Free a seat."""
        with self._lock:
            self._change({at: one for at, one in self._places.items() if at != seat})

    def forget(self, device: str) -> None:
        """Free the seats of a device."""
        with self._lock:
            self._change({seat: one for seat, one in self._places.items() if one.device != device})

    def take_seats(self, game: KeptGame) -> None:
        """Give each device the seats of its players in a new game, and empty the lobby."""
        seats = {name_key(name): seat for seat, name in enumerate(game.players)}
        with self._lock:
            for one in self._places.values():
                if name_key(one.name) in seats and self._devices.get(one.device) is not None:
                    self._devices.give_seat(one.device, game.id, seats[name_key(one.name)])
            self._change({})

    def _change(self, places: dict[int, Player]) -> None:
        self._places = places
        with suppress(CompanionError):  # it holds until the server ends
            self._notes.remember(NOTE, {str(seat): [one.name, one.device] for seat, one in places.items()})


def _is_same(one: Player, other: Player) -> bool:
    return one.device == other.device and name_key(one.name) == name_key(other.name)
