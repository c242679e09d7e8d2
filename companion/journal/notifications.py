"""Notifications from a server that a game went on: LISTEN, and a check after each reconnection."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from companion.journal.errors import JournalError
from companion.journal.postgres import CHANNEL, TRANSPORT, called, plain, server, with_driver

Notify = Callable[[str | None], None]

STEP = 0.25
"""Seconds between checks whether to stop."""

PAUSE = 0.5
"""Seconds between attempts to reconnect."""

IDLE = 15.0
"""Seconds without a notification after which a check is due."""


class Listening:
    """A thread that calls ``notify`` when a game goes on.

    ``notify`` gets the game's id, or None if anything may have happened: once connected, after every reconnection, and
    after :data:`IDLE` seconds of silence. ``lost`` is called once each time the server becomes unreachable.
    """

    def __init__(self, url: str, notify: Notify, lost: Callable[[JournalError], None] = lambda _: None) -> None:
        self._url = with_driver(server(url))
        self._notify, self._lost = notify, lost
        self._reached: bool | None = None
        """Whether it was when tried last; None before that."""
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread; nothing is called after this returns."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                if self._reached is not False:
                    self._lost(plain(called(self._url), error))
                self._reached = False
                self._stopped.wait(PAUSE)

    def _listen(self) -> None:
        import psycopg

        _, named = self._url.get_dialect()().create_connect_args(self._url)
        with psycopg.connect(**{**named, **TRANSPORT}, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._reached = True
            self._notify(None)
            silent = 0.0
            while not self._stopped.is_set():
                games = {notification.payload for notification in connection.notifies(timeout=STEP, stop_after=1)}
                silent = 0.0 if games else silent + STEP
                for game in games:
                    self._notify(game)
                if silent >= IDLE:
                    silent = 0.0
                    self._notify(None)
