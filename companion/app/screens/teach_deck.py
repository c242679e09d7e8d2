"""The screen on which players teach the camera a deck, card by card."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError, as_companion_error
from companion.locale import Message, Wording
from companion.pieces import Card

if TYPE_CHECKING:
    from companion.pictures.sources import Frame, NewestFrame
    from companion.vision.decks.known_decks import EnrolledDeck
    from companion.vision.decks.teaching import DeckTeaching

RATE = 8.0
"""Frames read in a second."""


class TeachDeckScreen(AppScreen):
    """The live picture, the card to show next, and a name for the deck."""

    wanted = StringProperty("")
    """The card to show next, in words."""
    result = StringProperty("")
    """What came of the card that was shown last."""
    taken = NumericProperty(0)
    """Cards that were taken."""
    is_saving = BooleanProperty(False)
    back_to = "deck"

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Prepare the overlay."""
        self.overlay = Overlay(self.ids.middle)
        self.teaching: DeckTeaching | None = None
        self._newest: NewestFrame | None = None
        self._result: Message | None = None
        self._number = -1
        """The number of the last frame that was read."""

    def on_pre_enter(self) -> None:
        """Begin with the first card, before the camera of the settings."""
        from companion.vision.decks.teaching import DeckTeaching

        self.teaching, self._result, self._number = DeckTeaching(), None, -1
        self.ids.name.text, self.ids.name.hint_text = "", words._("Our deck")
        self._tick = Clock.schedule_interval(self._read, 1 / RATE)
        words.bind(language=self._show)
        self._start()
        self._show()

    def on_leave(self) -> None:
        """Close the camera."""
        words.unbind(language=self._show)
        self._tick.cancel()
        self.overlay.close()
        if self._newest is not None:
            self._newest.close()
            self._newest = None

    def skip(self) -> None:
        """Skip the wanted card."""
        if self.teaching is not None:
            self.teaching.skip()
            self._show()

    def retake(self) -> None:
        """Take the last card again."""
        if self.teaching is not None:
            self.teaching.retake()
            self._show()

    def save(self) -> None:
        """Save the deck of the cards that were taken."""
        from companion.vision.decks.known_decks import DeckStore

        name, teaching = self.ids.name.value, self.teaching
        if teaching is None or self.is_saving:
            return
        try:
            store = DeckStore(App.get_running_app().folders.ensure_writable().decks)
            store.check_name(name)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return
        self.is_saving, views = True, teaching.views

        def keep() -> None:
            try:
                deck = store.keep(name, views)
            except Exception as error:  # shown on the screen
                known = as_companion_error(error)
                Clock.schedule_once(lambda _seconds: self._refuse(known))
            else:
                Clock.schedule_once(lambda _seconds: self._finish(deck))

        Thread(target=keep, name="deck").start()

    def _refuse(self, error: CompanionError) -> None:
        self.is_saving = False
        self.overlay.show_notice(words.say_error(error))

    def _finish(self, deck: EnrolledDeck) -> None:
        self.is_saving = False
        app = App.get_running_app()
        if app.root.current == self.name:
            app.go("deck")
            app.root.current_screen.notice = words.say(Message("deck {name} learned", {"name": deck.name}))

    def _start(self) -> None:
        from companion.pictures.sources import NewestFrame, parse_source

        app = App.get_running_app()
        if not app.settings.camera:
            self._result = Message("No camera chosen yet.")
            return
        try:
            self._newest = NewestFrame(parse_source(app.settings.camera, trusts=app.cameras.of))
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))

    def _read(self, _seconds: float) -> None:
        frame = self._newest.next(after=self._number, timeout=0.0) if self._newest is not None else None
        if frame is not None:
            self.read_frame(frame)

    def read_frame(self, frame: Frame) -> None:
        """Show a frame, and take the card in it once it lies still."""
        from companion.vision.decks.teaching import EnrolledView, NotTaken

        if self.teaching is None or self.is_saving:
            return
        self._number = frame.number
        self.ids.picture.show(frame.pixels)
        result = self.teaching.process_frame(frame)
        if isinstance(result, EnrolledView):
            self._result = Message("{card}: saved", {"card": result.code})
            self._show()
        elif isinstance(result, NotTaken):
            self._result = Message("{why}. Lay one card on a plain cloth of a different colour.", {"why": result.why})
            self._show()

    def _show(self, *_: object) -> None:
        teaching = self.teaching
        if teaching is None:
            return
        self.taken, self.result = len(teaching.views), words.head(self._result)
        if teaching.wanted is None:
            self.wanted = words._("All cards were shown.")
            return
        values: Wording = {"what": _describe(teaching.wanted), "n": teaching.left}
        self.wanted = words.say(Message("Show: {what} ({n} left)", values))


def _describe(code: str) -> Message:
    """Return the card to show, or its back, in words."""
    from companion.vision.decks.gallery import BACK

    if code == BACK:
        return Message("a card face down")
    return Message("{name} ({card})", {"name": Card.parse(code), "card": code})


load_kv(__file__)
