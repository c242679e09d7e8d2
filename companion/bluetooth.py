"""Dice that report themselves, by Bluetooth Low Energy: found, connected, listened to. Not tried with real dice."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError, report_on_stderr
from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, KeptDie, Make, Report, ReportingDice, godice, pixels

EVERY = 0.1
"""Seconds between two looks at whether the dice lie."""
AGAIN = 5.0
"""Seconds after which a die that went away is sought again."""


class BluetoothUnavailable(CompanionError):
    """Nothing here can listen to dice."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die that advertises itself; ``kind`` is None where only its owner can know it."""

    address: str
    make: Make
    kind: DieKind | None
    name: str


class Radio(Protocol):
    """What is needed of Bluetooth: bleak's, or a stand-in that repeats what dice said once."""

    async def found(self, seconds: float) -> list[FoundDie]:
        """The dice that advertise themselves meanwhile."""

    async def listen(self, die: KeptDie, hear: Callable[[bytes], None], connected: Callable[[], None]) -> None:
        """Hears a die until it goes away; raises what keeps it from being heard."""


class ConnectedDice:
    """The table's dice, each heard whenever it is there; ``dice`` is what a game asks.

    ``notice`` hears what players should know and ``failed`` what was raised, both on this source's own thread.
    """

    def __init__(
        self,
        radio: Radio,
        kept: Iterable[KeptDie],
        notice: Callable[[Message], None],
        failed: Callable[[Exception], None] = report_on_stderr,
        *,
        clock: Callable[[], float] = time.monotonic,
        heard: Callable[[KeptDie, Report], None] = lambda _die, _said: None,
    ) -> None:
        self._radio, self._notice, self._failed, self._clock, self._heard = radio, notice, failed, clock, heard
        self._kept = tuple(kept)
        self.connected: frozenset[str] = frozenset()
        """The addresses of the dice that are connected now."""
        self.dice = ReportingDice()
        self.dice.use({die.address: die.kind for die in self._kept})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        with suppress(RuntimeError):  # closed already
            self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()

    def __enter__(self) -> ConnectedDice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._tasks = [self._loop.create_task(self._follow(die)) for die in self._kept]
        self._tasks.append(self._loop.create_task(self._look()))
        try:
            self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        finally:
            self._loop.close()

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _look(self) -> None:
        while True:
            try:
                self.dice.poll(self._clock())
            except Exception as error:  # the dice go on
                self._failed(error)
            await asyncio.sleep(EVERY)

    async def _follow(self, die: KeptDie) -> None:
        """Listens to one die for as long as this lives; said where it comes and where it goes."""
        spoken = ""
        while True:
            why = "it is asleep or out of reach"
            try:
                await self._radio.listen(die, lambda data: self._hear(die, data), lambda: self._came(die))
            except Exception as error:  # whatever a radio raises: the die is sought again
                why = str(error) or type(error).__name__
            if die.address in self.connected or why != spoken:
                spoken = why
                self._notice(Message("The die {name} is not there ({why}).", {"name": die.name, "why": why}))
            self.connected -= {die.address}
            await asyncio.sleep(AGAIN)

    def _came(self, die: KeptDie) -> None:
        self.connected |= {die.address}
        self._notice(Message("The die {name} is there.", {"name": die.name}))

    def _hear(self, die: KeptDie, data: bytes) -> None:
        said = die.make.report(bytes(data), die.kind)
        if said is None:
            return
        self.dice.receive(die.address, said, self._clock())
        self._heard(die, said)
        if said.motion is DieMotion.TILTED:
            self._notice(Message("The die {name} leans: roll it again.", {"name": die.name}))


def scan_for_dice(radio: Radio, seconds: float) -> list[FoundDie]:
    """The dice that advertise themselves within so many seconds. Raises :class:`NoBluetooth`."""
    try:
        return asyncio.run(radio.found(seconds))
    except CompanionError:
        raise
    except Exception as error:  # each system's radio has errors of its own
        raise bluetooth_error(error) from error


def bluetooth_error(error: Exception) -> BluetoothUnavailable:
    """What is said where the radio cannot be used."""
    return BluetoothUnavailable(
        Message("Bluetooth"),
        Message("cannot be used here ({why})", {"why": str(error) or type(error).__name__}),
        Message("switch it on, and let programs use it; until then tap the dice in"),
    )


def parse_advertisement(
    address: str, name: str | None, maker_data: Iterable[bytes], services: Iterable[str]
) -> FoundDie | None:
    """The die that sends such an advertisement; None for another device.

    >>> advertised("A", "GoDice_8C36_K_v04", [], [])
    FoundDie(address='A', make=<Make.GODICE: 'godice'>, kind=None, name='GoDice_8C36_K_v04')
    """
    called = name or address
    if called.startswith(godice.NAME_PREFIX):
        return FoundDie(address, Make.GODICE, None, called)
    if pixels.SERVICE in services:
        lights = next((data[0] for data in maker_data if len(data) >= 5), 0)
        return FoundDie(address, Make.PIXELS, pixels.KINDS.get(lights), called)
    return None


class BleakRadio:
    """The system's own Bluetooth, by bleak."""

    def __init__(self) -> None:
        try:
            import bleak
        except ImportError as error:
            raise BluetoothUnavailable(
                Message("dice that report themselves"),
                Message("need a package that is not installed here ({why})", {"why": str(error)}),
                Message("install it: python -m pip install 'decktet-companion[dice]'"),
            ) from error
        self._bleak = bleak

    async def found(self, seconds: float) -> list[FoundDie]:
        """As :class:`Radio` has it."""
        seen = await self._bleak.BleakScanner.discover(timeout=seconds, return_adv=True)
        each = (
            parse_advertisement(
                device.address, said.local_name or device.name, said.manufacturer_data.values(), _uuids(said)
            )
            for device, said in seen.values()
        )
        return sorted((die for die in each if die is not None), key=lambda die: die.name)

    async def listen(self, die: KeptDie, hear: Callable[[bytes], None], connected: Callable[[], None]) -> None:
        """As :class:`Radio` has it."""
        gone = asyncio.Event()
        async with self._bleak.BleakClient(die.address, disconnected_callback=lambda _client: gone.set()) as client:
            has = {str(one.uuid) for one in client.services.characteristics.values()}
            await client.start_notify(_notifies(die.make, has), lambda _sender, data: hear(bytes(data)))
            connected()
            await gone.wait()


def _uuids(said: object) -> list[str]:
    return [str(uuid).lower() for uuid in getattr(said, "service_uuids", ())]


def _notifies(make: Make, has: set[str]) -> str:
    if make is Make.GODICE:
        return godice.NOTIFY_CHARACTERISTIC
    return pixels.NOTIFY_CHARACTERISTIC if pixels.NOTIFY_CHARACTERISTIC in has else pixels.OLD_NOTIFY_CHARACTERISTIC
