"""Trials of the whole way of a roll, from the emulated firmware to the journal on the disk."""

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
from companion.live.rolls_at_table import RollsAtTable
from companion.pieces import Card
from companion.play import AnyPlay, Play
from companion.roller import ConnectedRoller
from firmware_bridge.codec import BadLine, Hello, Lines, Message, NotNow, Roll, decode
from firmware_bridge.emulator import EmulatedBoard

PATIENCE = 30.0
BACK_WITHIN = 2.0
MOMENT = 0.0005
"""Seconds that the thread that plays waits at most before it looks again."""
SETUP = Setup(
    tuple(map(Card.parse, ("PMSL", "PMYK", "X", "PSWK", "PWLY"))),
    (tuple(map(Card.parse, ("CM", "CK", "CS"))), tuple(map(Card.parse, ("CW", "CL", "CY")))),
)
TAXED_TWICE = replace(preset("standard"), tax_dice=2)
"""So that all dice of a roll are kept where a 1 shows."""


class DyingJournal(Journal):
    """A journal after whose every entry something happens, before anybody else hears of it."""

    kept: Callable[[], None] | None = None

    def append(self, entry: Entry) -> Entry:
        appended = super().append(entry)
        if self.kept is not None:
            self.kept()
        return appended


class Host:
    """A tablet: a journal in a file, a roller on a port, and games that wait for their first roll."""

    def __init__(self, journal_file: Path, port: str, kept: Callable[[], None] | None = None) -> None:
        """``kept`` is called between the journal and the acknowledgement."""
        self.journal = DyingJournal.open(f"sqlite:///{journal_file}")
        self.journal.kept = kept
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
        """A new game waits for its first roll from now on, a moment of the performance counter; with ``ask`` the device
        rolls without its button."""
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

    def counted(self, seconds: float = PATIENCE) -> bool:
        """Whether the awaited roll is in the journal, after so many seconds at most."""
        end = time.monotonic() + seconds
        while self._play is not None and self._play.seq == 0 and time.monotonic() < end:
            self._woken.wait(MOMENT)
            self._woken.clear()
            self._play.attend()
        return self._play is not None and self._play.seq > 0

    def _wake(self) -> None:
        """A roll was delivered, on the roller's thread."""
        self.delivered_at = time.perf_counter()
        self._woken.set()

    def _changed(self, now: Any) -> None:
        if now.hello is not None:
            self.ready.set()
        else:
            self.ready.clear()
            self.lost.set()


@dataclass(slots=True)
class TrialOutcome:
    """What a trial came to."""

    wanted: int
    """Rolls that a game waited for."""
    counted: int = 0
    """Entries in the journal."""
    invented: int = 0
    """Entries that the board never rolled so."""
    doubled: int = 0
    """Entries of a roll that has another already."""
    untold: bool = False
    """Whether the board, since its last start, told of no roll that is not in the journal."""
    milliseconds: list[float] = field(default_factory=list)
    """From asking to delivery."""
    seconds_back: list[float] = field(default_factory=list)
    """From the cut to the greeting after it."""

    @property
    def exactly_once(self) -> bool:
        return self.counted == self.wanted and self.invented == self.doubled == 0

    @property
    def stood_still(self) -> bool:
        """Whether rolls are missing because the board gave none in time: none was lost on the way."""
        return self.counted < self.wanted and self.invented == self.doubled == 0 and self.untold

    def to_json(self) -> dict[str, Any]:
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


def paced(folder: Path, rolls: int, damage_ppm: int = 0) -> TrialOutcome:
    """One roll after the other; with ``damage_ppm`` so many of a million bytes are changed, both ways."""
    outcome = TrialOutcome(rolls)
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(PATIENCE)
        board.tell(f"noise {damage_ppm}")
        for _ in range(rolls):
            asked_at = host.wait()
            if not host.counted():
                break
            outcome.milliseconds.append(1000 * (host.delivered_at - asked_at))
        return _judged(outcome, host.journal, board)


def cut_off(folder: Path, times: int, cut: Callable[[EmulatedBoard, int], None]) -> TrialOutcome:
    """The board goes away in the middle of a roll, each time a little later, and comes back."""
    outcome, random = TrialOutcome(times), Random(6)
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(PATIENCE)
        for time_ in range(times):
            host.wait()
            time.sleep(random.uniform(0, 0.03))
            host.lost.clear()
            cut_at = time.perf_counter()
            cut(board, time_)
            if not (host.lost.wait(PATIENCE) and host.ready.wait(PATIENCE)):
                break
            outcome.seconds_back.append(time.perf_counter() - cut_at)
            if not host.counted():
                break
        return _judged(outcome, host.journal, board)


def kill_and_restart(board: EmulatedBoard, _: int) -> None:
    """Power lost at any instruction; a start follows."""
    board.power_off()
    board.power_on()


def unplug_and_replug(board: EmulatedBoard, time_: int) -> None:
    """The cable is pulled; every other time the board keeps its power and with it its roll."""
    board.tell("unplug")
    time.sleep(0.05)
    if time_ % 2:
        board.tell("reset")
    board.tell("plug")


def host_kills(folder: Path, times: int) -> TrialOutcome:
    """The tablet dies between journal and acknowledgement, every time; its successor goes on.

    Every other time the port's opening restarts the board, as an Uno's does.
    """
    outcome = TrialOutcome(times)
    with EmulatedBoard(folder) as board:
        for time_ in range(times):
            board.tell(f"uno {time_ % 2}")
            child = os.fork()
            if child == 0:
                _live_once(folder / "games.db", board.port)
            os.waitpid(child, 0)
        board.tell("uno 0")
        with Host(folder / "games.db", board.port) as host:
            host.ready.wait(PATIENCE)
            time.sleep(1.5)  # a roll that is still repeated comes within a second
            return _judged(outcome, host.journal, board)


def _live_once(journal_file: Path, port: str) -> None:
    """A process that has one roll journaled and is then no more. Does not return."""
    try:
        with Host(journal_file, port, kept=lambda: os.kill(os.getpid(), signal.SIGKILL)) as host:
            host.ready.wait(PATIENCE)
            host.wait()
            host.counted()
    finally:
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What presses of the button came to."""

    presses: int
    rolls_while_awaited: int
    rolls_while_nobody_waits: int
    said_not_now: int


def presses(folder: Path, times: int, bounces: int = 20) -> Pressed:
    """Presses with so many bounces each way, while a game waits and while none does."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(PATIENCE)
        for _ in range(times):
            host.wait(ask=False)
            while board.screen()[0] != "Press to roll":
                time.sleep(0.02)
            board.press(bounces)
            host.counted()
        awaited = len(_rolled(board))
        for _ in range(times):
            board.press(bounces)
        not_now, end = 0, time.monotonic() + PATIENCE
        while not_now < times and time.monotonic() < end:
            time.sleep(0.3)
            not_now = sum(isinstance(said, NotNow) for said in _said(board))
        return Pressed(times, awaited, len(_rolled(board)) - awaited, not_now)


def idle_share(folder: Path, seconds: float) -> float:
    """The share of one core that a tablet with a ready roller takes, in percent: its own, not the emulator's."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(PATIENCE)
        host.wait(ask=False)
        time.sleep(1.0)
        before, began = time.process_time(), time.perf_counter()
        time.sleep(seconds)
        return 100 * (time.process_time() - before) / (time.perf_counter() - began)


def deepest_stack(folder: Path) -> int:
    """Bytes of stack that the firmware used at most while it rolled, was pressed and showed it."""
    with EmulatedBoard(folder) as board, Host(folder / "games.db", board.port) as host:
        host.ready.wait(PATIENCE)
        for _ in range(100):
            host.wait()
            host.counted()
        host.wait(ask=False)
        time.sleep(0.2)
        board.press(20)
        host.counted()
        return int(board.tell("stack"))


def _said(board: EmulatedBoard) -> Iterator[Message]:
    """What the board really said, undamaged."""
    for line in Lines().feed(board.said()):
        with suppress(BadLine):  # it may have lost its power in the middle of a line
            yield decode(line)


def _rolled(board: EmulatedBoard) -> dict[tuple[int, int], tuple[list[int], list[int]]]:
    """What the board really rolled: its dice by boot and sequence."""
    return {
        (said.boot, said.sequence): (list(said.d10), list(said.d6)) for said in _said(board) if isinstance(said, Roll)
    }


def _judged(outcome: TrialOutcome, journal: Journal, board: EmulatedBoard) -> TrialOutcome:
    rolled, kept = _rolled(board), set[tuple[int, int]]()
    for entry in (entry for game in journal.games() for entry in journal.entries(game.id)):
        _, _, boot, sequence, _ = entry.id.split("-")
        name = int(boot), int(sequence)
        d10, d6 = rolled.get(name, ([], []))
        outcome.counted += 1
        outcome.doubled += name in kept
        outcome.invented += entry.move["dice"] != d10 or entry.move["tax_dice"] != (d6 if 1 in d10 else [])
        kept.add(name)
    started = max((said.boot for said in _said(board) if isinstance(said, Hello)), default=0)
    outcome.untold = all(name in kept for name in rolled if name[0] == started)
    return outcome
