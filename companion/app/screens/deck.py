"""The decks that the camera reads, and the project's own deck to print."""

from __future__ import annotations

from typing import Any

from kivy.app import App

from companion.app.app_screen import NoticeScreen
from companion.app.storage.exports import write_export
from companion.app.storage.sharing import hand_over
from companion.app.texts.i18n import words
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv


class DeckScreen(NoticeScreen):
    """Each deck by name, how others are taught, and one to print."""

    def on_pre_enter(self) -> None:
        """List the decks."""
        self.notice = ""
        self.refresh()

    def refresh(self, *_: object) -> None:
        """List every deck, the project's own first."""
        # Loaded late: the detectors take a while, and few screens need them.
        from companion.vision.decks.known_decks import DeckStore

        self.ids.decks.clear_widgets()
        self._line(words._("The companion’s own deck (to print, see below)"))
        for name in DeckStore(App.get_running_app().folders.decks).names():
            self._line(words._("{name} (added by you)").format(name=name))

    def print_deck(self) -> None:
        """Export the sheets of the project's own deck, to be printed and cut."""
        from companion.artwork.paper import Paper
        from companion.artwork.pdf import as_pdf
        from companion.artwork.sheets import deck_sheets

        self._print("decktet.pdf", lambda: as_pdf(deck_sheets(Paper.A4, backs=False), "A Decktet deck"))

    def print_mats(self) -> None:
        """Export the corner marks of the play area."""
        from companion.artwork.mats import mat_sheets
        from companion.artwork.paper import Paper
        from companion.artwork.pdf import as_pdf

        self._print("mat.pdf", lambda: as_pdf(mat_sheets(Paper.A4), "Corners of a play mat"))

    def _print(self, name: str, make: Any) -> None:
        self.notice, folders = "", App.get_running_app().folders
        self.attempt(lambda: hand_over(self.overlay, write_export(folders, name, make())))

    def _line(self, text: str) -> None:
        self.ids.decks.add_widget(Wrapped(text="• " + text, units=24))


load_kv(__file__)
