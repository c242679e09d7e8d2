"""Opening the app from the command line."""

from __future__ import annotations

import threading

from companion.app.environment import DESIGN_SIZE, must_have_a_screen, no_window, settle
from companion.app.work_area import fitted, work_area
from companion.folders import Folders


def run(folders: Folders, game: str | None = None) -> None:
    """Opens the window, on a game if its id is given, and stays until it is closed.

    Raises :class:`NoScreen` where there is none to open.
    """
    must_have_a_screen()
    settle(fitted(DESIGN_SIZE, work_area()))
    _open_window()
    from kivy.clock import Clock

    from companion.app.application import CompanionApp

    app = CompanionApp(folders)
    # What a thread of the app's dies of would else be said on a terminal that no tablet has.
    threading.excepthook = lambda died: (
        app.report_error(died.exc_value) if isinstance(died.exc_value, Exception) else None
    )
    app.connect_roller()
    Clock.schedule_once(lambda _seconds: app.dice.listen())
    if game is not None:
        Clock.schedule_once(lambda _seconds: app.resume_game(game))
    app.run()


def _open_window() -> None:
    """Kivy opens it as it is imported."""
    try:
        from kivy.core.window import Window
    except SystemExit:  # what Kivy does where it cannot draw
        raise no_window() from None
    if Window is None:
        raise no_window()
