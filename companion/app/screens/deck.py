"""Screens of decks: those that the camera reads, the own one to print, and teaching the camera one."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.app_screen import NoticeScreen
from companion.app.camera.live_screen import LiveScreen, find_source
from companion.app.storage.exports import hand_over, write_export
from companion.app.texts.i18n import words
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError, as_companion_error
from companion.locale import Message

if TYPE_CHECKING:
    from companion.live.deck_lesson import DeckLesson
    from companion.pictures.sources.frame import Frame, NewestFrame
    from companion.vision.decks.known_decks import EnrolledDeck


class TeachDeckScreen(LiveScreen):
    """The live picture, the card to show next, and a name for the deck."""

    wanted = StringProperty("")
    """The card to show next, in words."""
    taken = NumericProperty(0)
    """Cards that were taken."""
    is_saving = BooleanProperty(False)
    back_to = "deck"

    def on_kv_post(self, _base: Any) -> None:
        """Begin without a lesson."""
        self.lesson: DeckLesson | None = None
        self._newest: NewestFrame | None = None
        self._number = -1
        """The number of the last frame that was read."""

    def on_pre_enter(self) -> None:
        """Begin with the first card, before the camera of the settings."""
        from companion.live.deck_lesson import DeckLesson

        self.lesson, self._number = DeckLesson(), -1
        self.ids.name.text, self.ids.name.hint_text = "", words._("Our deck")
        self.doing = ""
        super().on_pre_enter()
        self.refresh()

    def stop(self) -> None:
        """Close the camera."""
        if self._newest is not None:
            self._newest.close()
            self._newest = None

    def skip(self) -> None:
        """Skip the wanted card."""
        if self.lesson is not None:
            self.lesson.skip()
            self.refresh()

    def retake(self) -> None:
        """Take the last card again."""
        if self.lesson is not None:
            self.lesson.retake()
            self.refresh()

    def save(self) -> None:
        """Save the deck of the cards that were taken."""
        from companion.vision.decks.known_decks import DeckStore

        name, lesson = self.ids.name.value, self.lesson
        if lesson is None or self.is_saving:
            return
        try:
            store = DeckStore(App.get_running_app().folders.ensure_writable().decks)
            store.check_name(name)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return
        self.is_saving = True

        def keep() -> None:
            try:
                deck = lesson.keep(store, name)
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

    def start(self, camera: str) -> bool:
        """Take cards from this camera's frames; return False, and show why, if its text names none."""
        from companion.pictures.sources.frame import NewestFrame

        source = find_source(camera, self.overlay.show_notice)
        self._newest = NewestFrame(source) if source is not None else None
        return source is not None

    def follow(self, _seconds: float) -> None:
        """Read the next frame."""
        frame = self._newest.next(after=self._number, timeout=0.0) if self._newest is not None else None
        if frame is not None:
            self.read_frame(frame)

    def read_frame(self, frame: Frame) -> None:
        """Show a frame, and take the card in it once it lies still."""
        if self.lesson is None or self.is_saving:
            return
        self._number = frame.number
        self.ids.picture.show(frame.pixels)
        if self.lesson.process(frame):
            self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the card that is wanted, and what came of the last one."""
        lesson = self.lesson
        if lesson is None:
            return
        self.taken, self.wanted = len(lesson.views), words.say(lesson.asked)
        if lesson.result is not None:
            self.doing = words.head(lesson.result)


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
