"""A tablet for trials of the roller: a journal, a roller on a port, and games that wait for their first roll."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.errors import CompanionError
from companion.games.magnate import Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, Journal, KeptGame
from companion.journal.course.summaries import Summary
from companion.live.rolls_at_table import RollsAtTable
from companion.pieces import Card
from companion.play import AnyPlay, Play
from companion.roller import ConnectedRoller

TRIAL_TIMEOUT = 30.0
"""Seconds to wait for a board or a roll."""
POLL_SECONDS = 0.0005
"""Seconds between two looks at the game."""
SETUP = Setup(
    tuple(map(Card.parse, ("PMSL", "PMYK", "X", "PSWK", "PWLY"))),
    (tuple(map(Card.parse, ("CM", "CK", "CS"))), tuple(map(Card.parse, ("CW", "CL", "CY")))),
)
TAXED_TWICE = replace(preset("standard"), tax_dice=2)
"""Options by which all dice of a roll with a 1 are kept."""


class DyingJournal(Journal):
    """A journal that calls ``on_append`` after every entry, before anything else learns of it."""

    on_append: Callable[[], None] | None = None

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append the entry, then call ``on_append``."""
        appended = super().append(entry, summary)
        if self.on_append is not None:
            self.on_append()
        return appended


class Host:
    """A tablet: a journal in a file, a roller on a port, and games that wait for their first roll."""

    def __init__(self, journal_file: Path, port: str, on_append: Callable[[], None] | None = None) -> None:
        """Open journal and roller; ``on_append`` is called between the journal and the acknowledgement."""
        self.journal = DyingJournal.open(f"sqlite:///{journal_file}")
        self.journal.on_append = on_append
        self.ready, self.lost, self._woken = threading.Event(), threading.Event(), threading.Event()
        self.delivered_at = 0.0
        self.refused: list[CompanionError] = []
        self._play: AnyPlay | None = None
        self._at_table: RollsAtTable | None = None
        self.roller = ConnectedRoller(self.journal.holds, lambda _: None, port=port, changed=self._changed)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.roller.close()
        self.journal.close()

    def wait(self, *, ask: bool = True) -> float:
        """Start a new game that waits for its first roll.

        Args:
            ask: whether the device rolls without its button.

        Returns:
            The time, by the performance counter.
        """
        if self._at_table is not None:
            self._at_table.close()
        id_ = uuid4().hex
        options, setup = MAGNATE.options_to_json(TAXED_TWICE), MAGNATE.setup_to_json(SETUP)
        self.journal.create(KeptGame(id_, MAGNATE.name, id_, ("Ann", "Ben"), options, setup, datetime.now(UTC)))
        self._play = Play(
            MAGNATE, self.journal, id_, now=lambda: datetime.now(UTC), new_id=lambda: uuid4().hex, wake=self._wake
        )
        asked_at = time.perf_counter()
        self._at_table = RollsAtTable(self.roller.dice, self._play, self.refused.append)
        if ask:
            self._at_table.roll_now()
        return asked_at

    def wait_for_entry(self, seconds: float = TRIAL_TIMEOUT) -> bool:
        """Wait for the roll's entry and return whether it is in the journal."""
        end = time.monotonic() + seconds
        while self._play is not None and self._play.seq == 0 and time.monotonic() < end:
            self._woken.wait(POLL_SECONDS)
            self._woken.clear()
            self._play.attend()
        return self._play is not None and self._play.seq > 0

    def _wake(self) -> None:
        """Note that a roll was delivered, on the roller's thread."""
        self.delivered_at = time.perf_counter()
        self._woken.set()

    def _changed(self, now: Any) -> None:
        if now.hello is not None:
            self.ready.set()
        else:
            self.ready.clear()
            self.lost.set()
