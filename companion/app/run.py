"""Starting the app from the command line."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from companion.app.window.environment import DESIGN_SIZE, configure_kivy, no_window, require_screen
from companion.app.window.work_area import fit_window, work_area
from companion.closing_signals import close_on_signals
from companion.folders import Folders

if TYPE_CHECKING:
    from companion.app.application import CompanionApp


DEVICE_DELAY = 0.2
"""Seconds until devices are searched for, after the first screen is drawn."""


def run(folders: Folders, game: str | None = None) -> None:
    """Open the window and run the app until it is closed.

    Args:
        folders: The folders of games and settings.
        game: The id of a game to resume.
    """
    require_screen()
    configure_kivy(fit_window(DESIGN_SIZE, work_area()))
    _open_window()
    from kivy.clock import Clock

    from companion.app.application import CompanionApp

    app = CompanionApp(folders)
    # An error of a background thread is shown on the screen: a tablet has no terminal.
    threading.excepthook = lambda died: (
        app.report_error(died.exc_value) if isinstance(died.exc_value, Exception) else None
    )
    Clock.schedule_once(lambda _seconds: connect(app), DEVICE_DELAY)
    if game is not None:
        Clock.schedule_once(lambda _seconds: app.resume_game(game))
    close_on_signals(lambda: Clock.schedule_once(lambda _seconds: app.stop()))
    app.run()


def connect(app: CompanionApp) -> None:
    """Connect to the dice roller and the Bluetooth dice of the table."""
    app.dice.connect_roller()
    app.dice.listen()


def _open_window() -> None:
    """Import the window, which opens it; raise :class:`NoScreen` if that fails."""
    try:
        from kivy.core.window import Window
    except SystemExit:  # what Kivy does where it cannot draw
        raise no_window() from None
    if Window is None:
        raise no_window()
