"""Opening the app from the command line."""

from __future__ import annotations

import threading

from companion.app.environment import NoScreen, must_have_a_screen, settle
from companion.folders import Folders
from companion.locale import Message


def run(folders: Folders, game: str | None = None) -> None:
    """Opens the window, on a game if its id is given, and stays until it is closed.

    Raises :class:`NoScreen` where there is none to open.
    """
    must_have_a_screen()
    settle()
    from kivy.core.window import Window

    if Window is None:
        raise NoScreen(
            Message("the tablet app"),
            Message("no window can be opened here"),
            Message("install a graphics driver with OpenGL, or run companion doctor"),
        )
    from kivy.clock import Clock

    from companion.app.application import CompanionApp

    app = CompanionApp(folders)
    # What a thread of the app's dies of would else be said on a terminal that no tablet has.
    threading.excepthook = lambda died: app.failed(died.exc_value) if isinstance(died.exc_value, Exception) else None
    app.connect_roller()
    Clock.schedule_once(lambda _seconds: app.dice.listen())
    if game is not None:
        Clock.schedule_once(lambda _seconds: app.resume_game(game))
    app.run()
