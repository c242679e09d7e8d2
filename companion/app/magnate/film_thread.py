"""The bundled video, followed with its game in the background."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.errors import CompanionError, as_companion_error
from companion.locale import Message

if TYPE_CHECKING:
    from companion.games.magnate.state import State
    from companion.live.events import LiveEvent
    from companion.pictures.sources.frame import Frame
    from companion.table.sightings import Sightings

FILM = Message("sample video")


class NoFilm(CompanionError):
    """The video cannot be followed here."""


class FilmThread(threading.Thread):
    """Follows the video at its own speed, or as fast as it can be read. All functions are called on the main thread.

    Args:
        decks: The folder of the known decks.
        on_begin: Called with the state of the game when the video begins.
        on_frame: Called with each frame and what is known in it.
        on_event: Called with each event of the table.
        on_end: Called once, with the error that ended it, or None.
    """

    def __init__(
        self,
        decks: Path,
        on_begin: Callable[[State], None],
        on_frame: Callable[[Frame, Sightings], None],
        on_event: Callable[[LiveEvent], None],
        on_end: Callable[[CompanionError | None], None],
    ) -> None:
        super().__init__(name="sample video", daemon=True)
        self._decks, self._closed = decks, threading.Event()
        self._on_begin, self._on_frame, self._on_event, self._on_end = on_begin, on_frame, on_event, on_end

    def close(self) -> None:
        """Stop; no function is called any more."""
        self._closed.set()

    def run(self) -> None:
        """Follow the video to its end, or until it is closed."""
        try:
            self._follow()
        except ImportError as missing:
            wanted = Message("{package} is not installed", {"package": missing.name or str(missing)})
            self._pass_on(lambda: self._on_end(NoFilm(FILM, wanted)))
        except Exception as error:  # shown on the screen
            known = as_companion_error(error)
            self._pass_on(lambda: self._on_end(known))
        else:
            self._pass_on(lambda: self._on_end(None))

    def _follow(self) -> None:
        from companion.demo import film
        from companion.journal import Journal
        from companion.vision.decks.known_decks import DeckStore

        if not film.is_bundled():
            raise NoFilm(FILM, Message("not part of this edition"))
        with tempfile.TemporaryDirectory() as kept, Journal.open(f"sqlite:///{kept}/games.db") as journal:
            play = film.start_game(journal)
            state = play.state
            self._pass_on(lambda: self._on_begin(state))
            decks = DeckStore(self._decks).galleries(lambda _unusable: None)
            began = time.monotonic()

            def on_frame(frame: Frame, sightings: Sightings) -> None:
                self._pass_on(lambda: self._on_frame(frame, sightings))
                self._closed.wait(max(0.0, began + frame.at - time.monotonic()))

            def on_event(event: LiveEvent) -> None:
                self._pass_on(lambda: self._on_event(event))

            film.follow_film(play, decks, on_event, on_frame, is_wanted=lambda: not self._closed.is_set())

    def _pass_on(self, act: Callable[[], None]) -> None:
        """Call a function on the main thread, unless this was closed meanwhile."""
        Clock.schedule_once(lambda _seconds: None if self._closed.is_set() else act())
