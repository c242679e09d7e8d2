"""Tablets that make moves for as long as a test wants, each at a club's server through a network of its own."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.errors import CompanionError
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct, TokensFact
from companion.journal import Journal, UnreachableJournal
from companion.journal.listening import Listening
from companion.journal.outbox import Outbox
from companion.pieces import Tokens
from companion.play import Play, Source
from tests.cut import Network
from tests.play.kept_play import MAGNATE_PLAY, NOON
from tests.postgres import Postgres


class Writer:
    """One tablet and its player, who only ever corrects what the seat of this number has: each time by one token."""

    def __init__(self, server: Postgres, url: str, seat: int, folder: Path) -> None:
        self.network = Network(server.port)
        self._url = url.replace(f":{server.port}/", f":{self.network.port}/")
        self._outbox = Outbox(folder / f"waiting-{seat}.db")
        self._seat = seat
        self._woken: SimpleQueue[None] = SimpleQueue()
        self._play: MAGNATE_PLAY | None = None
        self.made = 0
        self.waited = 0
        """Moves that were not confirmed at once, since the server could not be reached."""
        self.confirmed: list[float] = []
        """Seconds from each touch to its confirmation, where it was confirmed at once."""
        self.failed: list[Exception] = []

    def run(self, games: list[str], moves: int, pause: Callable[[], float] = lambda: 0.0) -> None:
        """Makes that many moves in each game, and ends once nothing waits."""
        try:
            with Journal.open(self._url) as journal:
                listening = Listening(self._url, self._went_on)
                try:
                    for game in games:
                        self._sit_down(journal, game, moves, pause)
                finally:
                    listening.close()
        except Exception as error:
            self.failed.append(error)
        finally:
            self._outbox.close()

    def _went_on(self, game: str | None) -> None:
        play = self._play
        if play is not None and game in (None, play.game.id):
            play.look_again()

    def _sit_down(self, journal: Journal, game: str, moves: int, pause: Callable[[], float]) -> None:
        play = self._play = self._opened(journal, game)
        for number in range(moves):
            self._attend(play, pause())
            held = play.state.tokens[self._seat]
            fact = TokensFact(self._seat, held, held + Tokens.parse("K1"))
            begun = time.perf_counter()
            play.propose(Correct((fact,)), source=Source.TOUCH, id=f"{game}-{self._seat}-{number}")
            if play.waiting:
                self.waited += 1
            else:
                self.confirmed.append(time.perf_counter() - begun)
            self.made += 1
        while play.waiting:
            self._attend(play, 0.05)

    def _opened(self, journal: Journal, game: str) -> MAGNATE_PLAY:
        while True:
            try:
                return Play(
                    MAGNATE,
                    journal,
                    game,
                    now=lambda: NOON,
                    new_id=lambda: f"{game}-{self._seat}-{random.random()}",
                    wake=lambda: self._woken.put(None),
                    failed=self.failed.append,
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
                self.failed.append(error)


def at_once(writers: list[Writer], *told: object) -> list[threading.Thread]:
    """All of them begin, each on a thread of its own."""
    threads = [threading.Thread(target=writer.run, args=told) for writer in writers]
    for thread in threads:
        thread.start()
    return threads


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
