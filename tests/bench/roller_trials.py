"""Trials of a roll's whole path, from the emulated firmware to the journal on disk."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
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
from firmware_bridge.codec import BadLine, Hello, Lines, Message, NotNow, Roll, decode
from firmware_bridge.emulator import EmulatedBoard

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


MAX_RECONNECT_SECONDS = 2.0
"""Maximum seconds until a board that returns is connected."""


@dataclass(slots=True)
class TrialOutcome:
    """Counts and times of a trial."""

    wanted: int
    """Rolls that a game waited for."""
    counted: int = 0
    """Entries in the journal."""
    invented: int = 0
    """Entries that do not match a roll of the board."""
    doubled: int = 0
    """Further entries of one roll."""
    all_journaled: bool = False
    """Whether every roll since the board's last start is in the journal."""
    milliseconds: list[float] = field(default_factory=list)
    """Times from request to delivery."""
    seconds_back: list[float] = field(default_factory=list)
    """Times from the cut to the next greeting."""

    @property
    def exactly_once(self) -> bool:
        """Whether every roll was counted once and none was invented."""
        return self.counted == self.wanted and self.invented == self.doubled == 0

    @property
    def wrong(self) -> int:
        """Number of rolls that were not counted exactly once, or were invented."""
        return abs(self.wanted - self.counted) + self.invented + self.doubled

    @property
    def has_stalled(self) -> bool:
        """Whether rolls are missing only because the board was too slow."""
        return self.counted < self.wanted and self.invented == self.doubled == 0 and self.all_journaled

    def to_json(self) -> dict[str, Any]:
        """Return counts and times as JSON."""
        document: dict[str, Any] = {"wanted": self.wanted, "counted": self.counted, "invented": self.invented}
        if self.doubled:
            document["doubled"] = self.doubled
        if self.milliseconds:
            document["median_ms"] = round(median(self.milliseconds), 1)
            document["worst_ms"] = round(max(self.milliseconds), 1)
        if self.seconds_back:
            document["median_seconds_back"] = round(median(self.seconds_back), 2)
            document["worst_seconds_back"] = round(max(self.seconds_back), 2)
        return document


def measure_paced_rolls(folder: Path, rolls: int, damage_ppm: int = 0) -> TrialOutcome:
    """Roll one roll after the other; ``damage_ppm`` bytes of a million are changed, both ways."""
    outcome = TrialOutcome(rolls)
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(TRIAL_TIMEOUT)
        board.command(f"noise {damage_ppm}")
        for _ in range(rolls):
            asked_at = host.wait()
            if not host.wait_for_entry():
                break
            outcome.milliseconds.append(1000 * (host.delivered_at - asked_at))
        return _evaluate(outcome, host.journal, board)


def measure_cuts(folder: Path, times: int, cut: Callable[[EmulatedBoard, int], None]) -> TrialOutcome:
    """Disconnect the board during a roll, each time a little later, and reconnect it.

    Args:
        folder: where the board and the journal are.
        times: number of rolls.
        cut: disconnects and reconnects the board.

    Returns:
        The outcome.
    """
    outcome, random = TrialOutcome(times), Random(6)
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(TRIAL_TIMEOUT)
        for time_ in range(times):
            host.wait()
            time.sleep(random.uniform(0, 0.03))
            host.lost.clear()
            cut_at = time.perf_counter()
            cut(board, time_)
            if not (host.lost.wait(TRIAL_TIMEOUT) and host.ready.wait(TRIAL_TIMEOUT)):
                break
            outcome.seconds_back.append(time.perf_counter() - cut_at)
            if not host.wait_for_entry():
                break
        return _evaluate(outcome, host.journal, board)


def kill_and_restart(board: EmulatedBoard, _: int) -> None:
    """Cut the power at any instruction and start again."""
    board.power_off()
    board.power_on()


def unplug_and_replug(board: EmulatedBoard, time_: int) -> None:
    """Unplug and replug the cable; every second time the board keeps its power and its roll."""
    board.command("unplug")
    time.sleep(0.05)
    if time_ % 2:
        board.command("reset")
    board.command("plug")


def measure_host_kills(folder: Path, times: int) -> TrialOutcome:
    """Kill the tablet between journal and acknowledgement, every time; its successor continues.

    Every second time the board restarts when its port is opened, as an Uno does.

    Args:
        folder: where the board and the journal are.
        times: number of rolls.

    Returns:
        The outcome.
    """
    outcome = TrialOutcome(times)
    with EmulatedBoard(folder) as board:
        for time_ in range(times):
            board.command(f"uno {time_ % 2}")
            child = os.fork()
            if child == 0:
                _live_once(folder / "games.db", board.port)
            os.waitpid(child, 0)
        board.command("uno 0")
        with Host(folder / "games.db", board.port) as host:
            host.ready.wait(TRIAL_TIMEOUT)
            time.sleep(1.5)  # a roll that is still repeated comes within a second
            return _evaluate(outcome, host.journal, board)


def _live_once(journal_file: Path, port: str) -> None:
    """Journal one roll in a process that is then killed; does not return."""
    try:
        with Host(journal_file, port, on_append=lambda: os.kill(os.getpid(), signal.SIGKILL)) as host:
            host.ready.wait(TRIAL_TIMEOUT)
            host.wait()
            host.wait_for_entry()
    finally:
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Pressed:
    """Counts of the presses of the button."""

    presses: int
    rolls_while_awaited: int
    rolls_while_nobody_waits: int
    not_now_messages: int

    def to_json(self) -> dict[str, int]:
        """Return the counts as JSON."""
        return {
            "presses": self.presses,
            "rolls_while_awaited": self.rolls_while_awaited,
            "rolls_while_nobody_waits": self.rolls_while_nobody_waits,
            "said_not_now": self.not_now_messages,
        }


def measure_presses(folder: Path, times: int, bounces: int = 20) -> Pressed:
    """Press the button with this many bounces each way, while a game waits and while none does."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(TRIAL_TIMEOUT)
        for _ in range(times):
            host.wait(ask=False)
            while board.screen()[0] != "Press to roll":
                time.sleep(0.02)
            board.press(bounces)
            host.wait_for_entry()
        awaited = len(_sent_rolls(board))
        for _ in range(times):
            board.press(bounces)
        not_now, end = 0, time.monotonic() + TRIAL_TIMEOUT
        while not_now < times and time.monotonic() < end:
            time.sleep(0.3)
            not_now = sum(isinstance(message, NotNow) for message in _sent_messages(board))
        return Pressed(times, awaited, len(_sent_rolls(board)) - awaited, not_now)


def idle_share(folder: Path, seconds: float) -> float:
    """Return the share of one core of a tablet with an idle roller, in percent, without the emulator."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(TRIAL_TIMEOUT)
        host.wait(ask=False)
        time.sleep(1.0)
        before, began = time.process_time(), time.perf_counter()
        time.sleep(seconds)
        return 100 * (time.process_time() - before) / (time.perf_counter() - began)


def deepest_stack(folder: Path) -> int:
    """Return the bytes of stack that the firmware used at most while it rolled and was pressed."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(TRIAL_TIMEOUT)
        for _ in range(100):
            host.wait()
            host.wait_for_entry()
        host.wait(ask=False)
        time.sleep(0.2)
        board.press(20)
        host.wait_for_entry()
        return int(board.command("stack"))


def _sent_messages(board: EmulatedBoard) -> Iterator[Message]:
    """Yield the messages that the board sent, undamaged."""
    for line in Lines().feed(board.sent()):
        with suppress(BadLine):  # it may have lost its power in the middle of a line
            yield decode(line)


def _sent_rolls(board: EmulatedBoard) -> dict[tuple[int, int], tuple[list[int], list[int]]]:
    """Return the board's rolls: dice by boot and sequence."""
    return {
        (message.boot, message.sequence): (list(message.d10), list(message.d6))
        for message in _sent_messages(board)
        if isinstance(message, Roll)
    }


def _evaluate(outcome: TrialOutcome, journal: Journal, board: EmulatedBoard) -> TrialOutcome:
    rolled, on_append = _sent_rolls(board), set[tuple[int, int]]()
    for entry in (entry for game in journal.games() for entry in journal.entries(game.id)):
        _, _, boot, sequence, _ = entry.id.split("-")
        name = int(boot), int(sequence)
        d10, d6 = rolled.get(name, ([], []))
        outcome.counted += 1
        outcome.doubled += name in on_append
        outcome.invented += entry.move["dice"] != d10 or entry.move["tax_dice"] != (d6 if 1 in d10 else [])
        on_append.add(name)
    started = max((message.boot for message in _sent_messages(board) if isinstance(message, Hello)), default=0)
    outcome.all_journaled = all(name in on_append for name in rolled if name[0] == started)
    return outcome
