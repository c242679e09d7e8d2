"""Dice that report themselves by Bluetooth Low Energy: scanning, connecting, reports. Not tried with real dice."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError, report_on_stderr
from companion.installation import extra_hint
from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, KeptDie, Make, Report, ReportingDice, godice, pixels

POLL_SECONDS = 0.1
"""Seconds between two checks whether the dice are at rest."""
RECONNECT_SECONDS = 5.0
"""Seconds after a die has gone until it is searched for again."""
_PIXELS_DATA_BYTES = 5
"""Bytes of a Pixels die's manufacturer data, the first of which is its number of lights."""


class BluetoothUnavailable(CompanionError):
    """Bluetooth cannot be used on this machine."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die that advertises itself."""

    address: str
    make: Make
    kind: DieKind | None
    """Null if only its owner can know it."""
    name: str


class Radio(Protocol):
    """What the dice need of Bluetooth: bleak, or a stand-in that replays recorded reports."""

    async def scan(self, seconds: float) -> list[FoundDie]:
        """Return the dice that advertise themselves within so many seconds."""

    async def listen(self, die: KeptDie, on_data: Callable[[bytes], None], on_connect: Callable[[], None]) -> None:
        """Pass each of a die's reports on until the die goes away; raise if it cannot be reached.

        Args:
            die: The die to connect to.
            on_data: Called with the bytes of each report.
            on_connect: Called once the die is connected.
        """


class ConnectedDice:
    """The table's dice, each reconnected whenever it is in reach; ``dice`` is the source of rolls.

    All callbacks run on this source's own thread.

    Args:
        radio: The Bluetooth to use.
        kept: The table's dice.
        notify: Called with what players should know.
        failed: Called with every exception that a report raised.
        clock: Seconds on a clock that never goes back.
        on_report: Called with each report and its die.
    """

    def __init__(
        self,
        radio: Radio,
        kept: Iterable[KeptDie],
        notify: Callable[[Message], None],
        failed: Callable[[Exception], None] = report_on_stderr,
        *,
        clock: Callable[[], float] = time.monotonic,
        on_report: Callable[[KeptDie, Report], None] = lambda _die, _report: None,
    ) -> None:
        self._radio, self._notify, self._failed, self._clock, self._on_report = radio, notify, failed, clock, on_report
        self._kept = tuple(kept)
        self.connected: frozenset[str] = frozenset()
        """The addresses of the dice that are connected now."""
        self.dice = ReportingDice()
        self.dice.use({die.address: die.kind for die in self._kept})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Disconnect all dice and end the thread."""
        with suppress(RuntimeError):  # closed already
            self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()

    def __enter__(self) -> ConnectedDice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._tasks = [self._loop.create_task(self._stay_connected(die)) for die in self._kept]
        self._tasks.append(self._loop.create_task(self._poll()))
        try:
            self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        finally:
            self._loop.close()

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _poll(self) -> None:
        while True:
            try:
                self.dice.poll(self._clock())
            except Exception as error:  # the other dice must still be read
                self._failed(error)
            await asyncio.sleep(POLL_SECONDS)

    async def _stay_connected(self, die: KeptDie) -> None:
        """Connect to one die again and again; notify players when it comes and goes."""
        last_reason = ""
        while True:
            reason = "it is asleep or out of reach"
            try:
                await self._radio.listen(die, lambda data: self._receive(die, data), lambda: self._mark_connected(die))
            except Exception as error:  # whatever a radio raises: the die is searched for again
                reason = str(error) or type(error).__name__
            if die.address in self.connected or reason != last_reason:
                last_reason = reason
                self._notify(Message("The die {name} is not connected ({why}).", {"name": die.name, "why": reason}))
            self.connected -= {die.address}
            await asyncio.sleep(RECONNECT_SECONDS)

    def _mark_connected(self, die: KeptDie) -> None:
        self.connected |= {die.address}
        self._notify(Message("The die {name} is connected.", {"name": die.name}))

    def _receive(self, die: KeptDie, data: bytes) -> None:
        report = die.make.report(bytes(data), die.kind)
        if report is None:
            return
        self.dice.receive(die.address, report, self._clock())
        self._on_report(die, report)
        if report.motion is DieMotion.TILTED:
            self._notify(Message("The die {name} is tilted. Roll it again.", {"name": die.name}))


def scan_for_dice(radio: Radio, seconds: float) -> list[FoundDie]:
    """Return the dice that advertise themselves within so many seconds; raise :class:`BluetoothUnavailable`."""
    try:
        return asyncio.run(radio.scan(seconds))
    except CompanionError:
        raise
    except Exception as error:  # each system's radio has errors of its own
        raise bluetooth_error(error) from error


def bluetooth_error(error: Exception) -> BluetoothUnavailable:
    """Return the error to raise if the radio cannot be used."""
    return BluetoothUnavailable(
        Message("Bluetooth"),
        Message("is not available ({why})", {"why": str(error) or type(error).__name__}),
        Message("turn it on and allow apps to use it; until then, enter the dice by hand"),
    )


def parse_advertisement(
    address: str, name: str | None, manufacturer_data: Iterable[bytes], services: Iterable[str]
) -> FoundDie | None:
    """Return the die that sends such an advertisement; None for another device.

    >>> parse_advertisement("A", "GoDice_8C36_K_v04", [], [])
    FoundDie(address='A', make=<Make.GODICE: 'godice'>, kind=None, name='GoDice_8C36_K_v04')
    """
    name = name or address
    if name.startswith(godice.NAME_PREFIX):
        return FoundDie(address, Make.GODICE, None, name)
    if pixels.SERVICE in services:
        lights = next((data[0] for data in manufacturer_data if len(data) >= _PIXELS_DATA_BYTES), 0)
        return FoundDie(address, Make.PIXELS, pixels.KINDS.get(lights), name)
    return None


class BleakRadio:
    """The system's own Bluetooth, by bleak."""

    def __init__(self) -> None:
        try:
            import bleak
        except ImportError as error:
            raise BluetoothUnavailable(
                Message("Bluetooth dice"),
                Message("a required package is not installed ({why})", {"why": str(error)}),
                extra_hint("dice"),
            ) from error
        self._bleak = bleak

    async def scan(self, seconds: float) -> list[FoundDie]:
        """Return the dice in reach; see :class:`Radio`."""
        devices = await self._bleak.BleakScanner.discover(timeout=seconds, return_adv=True)
        dice = (
            parse_advertisement(
                device.address,
                advertisement.local_name or device.name,
                advertisement.manufacturer_data.values(),
                [str(uuid).lower() for uuid in getattr(advertisement, "service_uuids", ())],
            )
            for device, advertisement in devices.values()
        )
        return sorted((die for die in dice if die is not None), key=lambda die: die.name)

    async def listen(self, die: KeptDie, on_data: Callable[[bytes], None], on_connect: Callable[[], None]) -> None:
        """Pass a die's reports on until it goes away; see :class:`Radio`."""
        gone = asyncio.Event()
        async with self._bleak.BleakClient(die.address, disconnected_callback=lambda _client: gone.set()) as client:
            characteristics = {str(one.uuid) for one in client.services.characteristics.values()}
            uuid = _report_characteristic(die.make, characteristics)
            await client.start_notify(uuid, lambda _sender, data: on_data(bytes(data)))
            on_connect()
            await gone.wait()


def _report_characteristic(make: Make, characteristics: set[str]) -> str:
    if make is Make.GODICE:
        return godice.NOTIFY_CHARACTERISTIC
    return (
        pixels.NOTIFY_CHARACTERISTIC
        if pixels.NOTIFY_CHARACTERISTIC in characteristics
        else pixels.OLD_NOTIFY_CHARACTERISTIC
    )
