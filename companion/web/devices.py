"""The devices that may use the pages of this installation: who is the host, and who plays which seat."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.files import keep_private, write_private_file
from companion.names import shorten

if TYPE_CHECKING:
    from companion.journal import KeptGame

FILE_NAME = "web-devices.json"
"""The file's name in the data folder."""
MAX_DEVICES = 200
"""Maximum number of devices; the one that was away longest makes room."""
MAX_GAMES = 20
"""Number of games whose seats are remembered for each device."""
MAX_AWAY = timedelta(days=60)
"""Time after which a device that never came back is forgotten."""


@dataclass(frozen=True, slots=True)
class Device:
    """A phone, tablet or computer that was admitted."""

    id: str
    """Its public id; the key that it keeps is another."""
    name: str
    is_host: bool = False
    is_table: bool = False
    """Whether it lies between the players, and they all act on it; the host's device always may."""
    seats: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The seats that it plays, by game."""
    last: datetime = field(default_factory=lambda: datetime.now(UTC))
    """The day when it was here last."""

    def plays(self, game: str) -> tuple[int, ...]:
        """Return the seats that it plays in a game."""
        return self.seats.get(game, ())


class Devices:
    """The admitted devices, kept on the disk so that a restart locks nobody out; thread-safe.

    Only hashes of the keys are kept.

    Args:
        folder: The data folder; None keeps nothing.
        may_host: Whether a device can be the host; if not, that is done at the table alone.
    """

    def __init__(self, folder: Path | None, *, may_host: bool = True) -> None:
        self._file = None if folder is None else folder / FILE_NAME
        self._may_host, self._lock = may_host, threading.RLock()
        self._devices: dict[str, Device] = {}
        """By the hash of the key."""
        self._requests: dict[tuple[str, int], str] = {}
        """Seats that somebody else holds, asked for: the game and the seat, and the device's id."""
        self._load()

    def all(self) -> tuple[Device, ...]:
        """Return the devices, the host first."""
        with self._lock:
            return tuple(sorted(self._devices.values(), key=lambda one: not one.is_host))

    @property
    def has_host(self) -> bool:
        """Whether some device is the host."""
        return any(one.is_host for one in self.all())

    def find(self, key: str) -> Device | None:
        """Return the device with this key."""
        with self._lock:
            return self._devices.get(_hash(key)) if key else None

    def get(self, id: str) -> Device | None:
        """Return the device with this id."""
        with self._lock:
            return next((one for one in self._devices.values() if one.id == id), None)

    def admit(self, name: str, *, host: bool = False) -> tuple[Device, str]:
        """Add a device.

        Args:
            name: What to call it.
            host: Whether it becomes the host in another's place. Without a host, the first device becomes it.

        Returns:
            The device, and the key that it keeps.
        """
        key = secrets.token_urlsafe(32)
        with self._lock:
            self._make_room()
            names = {one.name for one in self._devices.values()}
            name, number = shorten(name, 30), 2
            while name in names:
                name, number = f"{name.rstrip('0123456789 ')} {number}", number + 1
            device = Device(secrets.token_hex(6), name)
            self._devices[_hash(key)] = device
            if self._may_host and (host or not self.has_host):
                self.make_host(device.id)
            self._save()
            return self._devices[_hash(key)], key

    def note_visit(self, id: str) -> None:
        """Note that a device is here."""
        device, now = self.get(id), datetime.now(UTC)
        if device is not None and now - device.last > timedelta(days=1):
            self._change(id, lambda one: replace(one, last=now))

    def revoke(self, id: str) -> None:
        """Forget a device, which must be admitted again."""
        with self._lock:
            self._devices = {key: one for key, one in self._devices.items() if one.id != id}
            self._requests = {place: asker for place, asker in self._requests.items() if asker != id}
            self._save()

    def make_host(self, id: str) -> None:
        """Make a device the only host; nothing if it was never admitted."""
        with self._lock:
            if self.get(id) is None:
                return
            self._devices = {key: replace(one, is_host=one.id == id) for key, one in self._devices.items()}
            self._save()

    def set_table(self, id: str, is_table: bool) -> None:
        """Let a device be the table between the players, or no longer."""
        self._change(id, lambda one: replace(one, is_table=is_table))

    def holder(self, game: str, seat: int) -> Device | None:
        """Return the device that plays a seat."""
        return next((one for one in self.all() if seat in one.plays(game)), None)

    def give_seat(self, id: str, game: str, seat: int) -> None:
        """Let one device play a seat, and no other."""
        with self._lock:
            self._take_seat_away(game, seat)
            self._change(id, lambda one: replace(one, seats=_with_seat(one, game, seat)))

    def free_seat(self, game: str, seat: int) -> None:
        """Let no device play a seat."""
        with self._lock:
            self._take_seat_away(game, seat)
            self._save()

    def seat_as_before(self, before: KeptGame, game: KeptGame) -> bool:
        """Let every device play the same players as in an earlier game.

        Args:
            before: The earlier game.
            game: The game that follows.

        Returns:
            Whether the players are the same; if not, nothing is changed.
        """
        if set(before.players) != set(game.players):
            return False
        for device in self.all():
            for seat in device.plays(before.id):
                self.give_seat(device.id, game.id, game.players.index(before.players[seat]))
        return True

    def ask_for_seat(self, id: str, game: str, seat: int) -> None:
        """Note that a device asks for a seat that another plays."""
        with self._lock:
            self._requests[game, seat] = id

    def requests(self, game: str) -> tuple[tuple[int, Device], ...]:
        """Return the seats of a game that somebody asks for, and who."""
        with self._lock:
            asked = [(seat, self.get(id)) for (of, seat), id in self._requests.items() if of == game]
            return tuple((seat, device) for seat, device in asked if device is not None)

    def drop_request(self, game: str, seat: int) -> None:
        """Drop the request for a seat."""
        with self._lock:
            self._requests.pop((game, seat), None)

    def _take_seat_away(self, game: str, seat: int) -> None:
        self._requests.pop((game, seat), None)
        for key, one in self._devices.items():
            if seat in one.plays(game):
                rest = tuple(other for other in one.plays(game) if other != seat)
                self._devices[key] = replace(one, seats={**one.seats, game: rest})

    def _change(self, id: str, change: Callable[[Device], Device]) -> None:
        with self._lock:
            self._devices = {key: change(one) if one.id == id else one for key, one in self._devices.items()}
            self._save()

    def _make_room(self) -> None:
        since = datetime.now(UTC) - MAX_AWAY
        self._devices = {key: one for key, one in self._devices.items() if one.is_host or one.last > since}
        while len(self._devices) >= MAX_DEVICES:
            guests = {key: one for key, one in self._devices.items() if not one.is_host}
            del self._devices[min(guests, key=lambda key: guests[key].last)]

    def _load(self) -> None:
        if self._file is None or not self._file.is_file():
            return
        keep_private(self._file)
        try:
            document = json.loads(self._file.read_bytes())
            self._devices = {str(one["key"]): _device(one) for one in document["devices"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self._devices = {}  # a damaged file admits nobody: the terminal shows a new code

    def _save(self) -> None:
        if self._file is None:
            return
        devices = [_document(key, one) for key, one in self._devices.items()]
        document = {"format": "decktet-companion-devices", "version": 1, "devices": devices}
        write_private_file(self._file, json.dumps(document, ensure_ascii=False, indent=1).encode())


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _with_seat(device: Device, game: str, seat: int) -> dict[str, tuple[int, ...]]:
    seats = {of: held for of, held in device.seats.items() if of != game}
    latest = dict(list(seats.items())[-MAX_GAMES + 1 :])
    return {**latest, game: (*device.plays(game), seat)}


def _device(document: dict[str, Any]) -> Device:
    seats = {str(game): tuple(int(seat) for seat in held) for game, held in document["seats"].items()}
    last = datetime.fromisoformat(document["last"])
    host, table = bool(document["host"]), bool(document.get("table"))
    return Device(str(document["id"]), str(document["name"]), host, table, seats, last)


def _document(key: str, device: Device) -> dict[str, Any]:
    return {
        "key": key,
        "id": device.id,
        "name": device.name,
        "host": device.is_host,
        "table": device.is_table,
        "seats": {game: list(held) for game, held in device.seats.items()},
        "last": device.last.isoformat(),
    }
