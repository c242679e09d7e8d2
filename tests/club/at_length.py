"""Tablets that make moves for as long as a test wants: each a program of its own, as at a club's tables."""

import multiprocessing
import random
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion.errors import CompanionError
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.journal import Journal, UnreachableJournal
from companion.journal.copies.transfer import Outbox
from companion.journal.store.server import Listening
from companion.pieces import Tokens
from companion.play import Play, Source
from tests.play.kept_play import MAGNATE_PLAY, NOON
from tests.waiting import end_with_the_test

_PROGRAMS = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where a tablet's player sits, and what is done there."""

    url: str
    game: str
    seat: int
    moves: int
    outbox: Path
    pause: float = 0.0
    """Seconds between two touches, on average."""


@dataclass(slots=True)
class Sat:
    """What became of it."""

    confirmed: list[float] = field(default_factory=list)
    """Seconds from each touch to its confirmation, where it was confirmed at once."""
    waited: int = 0
    """Moves that were not confirmed at once, since the server could not be reached."""
    failed: list[str] = field(default_factory=list)


class Writer:
    """One tablet, and its player, who only ever corrects what the seat of this number has: each time by one token."""

    def __init__(self, sitting: Sitting) -> None:
        self._ready, self._begin = _PROGRAMS.Event(), _PROGRAMS.Event()
        self._made = _PROGRAMS.Value("i", 0)
        self._results, results = _PROGRAMS.Pipe(duplex=False)
        asked = (sitting, self._ready, self._begin, self._made, results)
        self._program = _PROGRAMS.Process(target=_sit, args=asked, daemon=True)
        self._program.start()
        results.close()

    @property
    def made(self) -> int:
        """Touches so far."""
        return int(self._made.value)

    @property
    def busy(self) -> bool:
        """Whether it has not told yet what became of it."""
        return self._program.is_alive() and not self._results.poll()

    def begin(self) -> None:
        """Once it is ready."""
        assert self._ready.wait(120), "it does not open"
        self._begin.set()

    def sat(self) -> Sat:
        """What became of it, once it is done."""
        result: Sat = self._results.recv()
        self._program.join()
        return result


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def _sit(sitting: Sitting, ready: Any, begin: Any, made: Any, results: Any) -> None:
    """The tablet's program; it ends with the one that started it, however that ends."""
    threading.Thread(target=end_with_the_test, daemon=True).start()
    sat = Sat()
    try:
        _Tablet(sitting, sat).play(ready, begin, made)
    except Exception:
        sat.failed.append(traceback.format_exc())
    results.send(sat)


class _Tablet:
    def __init__(self, sitting: Sitting, sat: Sat) -> None:
        self._sitting, self._sat = sitting, sat
        self._outbox = Outbox(sitting.outbox)
        self._woken: SimpleQueue[None] = SimpleQueue()
        self._play: MAGNATE_PLAY | None = None

    def play(self, ready: Any, begin: Any, made: Any) -> None:
        """Makes its moves, and ends once nothing waits."""
        with Journal.open(self._sitting.url) as journal:
            play = self._play = self._opened(journal)
            listening = Listening(self._sitting.url, self._went_on)
            try:
                ready.set()
                begin.wait()
                self._touch(play, made)
                while play.waiting:
                    self._attend(play, 0.05)
            finally:
                listening.close()
                self._outbox.close()

    def _touch(self, play: MAGNATE_PLAY, made: Any) -> None:
        chance, own = random.Random(self._sitting.seat), self._sitting
        for number in range(own.moves):
            self._attend(play, chance.uniform(0, 2 * own.pause))
            held = play.state.tokens[own.seat]
            fact = TokensFact(own.seat, held, held + Tokens.parse("K1"))
            begun = time.perf_counter()
            play.propose(Correct((fact,)), source=Source.TOUCH, id=f"{own.game}-{own.seat}-{number}")
            if play.waiting:
                self._sat.waited += 1
            else:
                self._sat.confirmed.append(time.perf_counter() - begun)
            made.value = number + 1

    def _went_on(self, game: str | None) -> None:
        if self._play is not None and game in (None, self._sitting.game):
            self._play.refresh()

    def _opened(self, journal: Journal) -> MAGNATE_PLAY:
        while True:
            try:
                return Play(
                    MAGNATE,
                    journal,
                    self._sitting.game,
                    now=lambda: NOON,
                    new_id=lambda: f"{self._sitting.seat}-{random.random()}",
                    wake=lambda: self._woken.put(None),
                    failed=lambda error: self._sat.failed.append(repr(error)),
                    outbox=self._outbox,
                )
            except UnreachableJournal:
                time.sleep(0.05)

    def _attend(self, play: MAGNATE_PLAY, seconds: float) -> None:
        """What comes in meanwhile is attended to, as a screen does between touches."""
        until = time.perf_counter() + seconds
        while True:
            try:
                self._woken.get(timeout=max(0.0, until - time.perf_counter()))
            except Empty:
                return
            try:
                play.attend()
            except CompanionError as error:
                self._sat.failed.append(repr(error))
