"""A radio that repeats recorded messages of dice: bytes, each so many seconds after the one before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from companion.bluetooth import FoundDie
from companion.rolls.reporting import KeptDie

Recorded = Sequence[tuple[float, bytes]]


class RecordedRadio:
    """Each die says, once it is listened to and :meth:`play` was called, what was recorded of it; then it stays.

    ``clock`` tells the recording's own time: nothing here waits as long as the dice did.
    """

    def __init__(self, recorded: Mapping[str, Recorded], found: Sequence[FoundDie] = ()) -> None:
        self._recorded, self._found = recorded, list(found)
        self._hear: dict[str, Callable[[bytes], None]] = {}
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    async def scan(self, seconds: float) -> list[FoundDie]:
        return self._found

    async def listen(self, die: KeptDie, on_data: Callable[[bytes], None], on_connect: Callable[[], None]) -> None:
        if die.address not in self._recorded:
            raise OSError(f"no device {die.address}")
        self._hear[die.address] = on_data
        on_connect()
        await asyncio.Event().wait()

    def play(self) -> None:
        """Everything that was recorded, in its order of time."""
        started = self.now
        reports = [(started + at, die, data) for die, all_ in self._recorded.items() for at, data in all_]
        for at, die, data in sorted(reports):
            self.now = at
            self._hear[die](data)
