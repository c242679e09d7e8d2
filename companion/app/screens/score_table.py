"""Scores the photo of a table that is no stored game, and makes a game of it."""

import os
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.scrollview import ScrollView

from companion.app.app_screen import AppScreen
from companion.app.camera.photo_worker import PhotoReading, PhotoWorker, pick_photo
from companion.app.painters.question_view import QuestionView
from companion.app.seats import usual_names
from companion.app.sheets.differences import UncertainReadingSheet
from companion.app.texts.i18n import words
from companion.app.widgets.board_table import BoardTable
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError
from companion.games.new_game import label
from companion.games.registry import game as rules_of
from companion.live.photo_session import PhotoSession
from companion.live.registry import photographed_games
from companion.locale import Message
from companion.rolls.source import Source
from companion.table.sightings import Edge


class ScoreTableScreen(AppScreen):
    """The photo with what was read in it, the questions that it leaves open, and the score."""

    sentence = StringProperty("")
    """The result, or what is to be done."""
    variant = StringProperty("")
    """The game and its preset."""
    is_reading = BooleanProperty(False)
    has_photo = BooleanProperty(False)
    has_score = BooleanProperty(False)
    may_turn = BooleanProperty(False)
    """Whether another edge of the photo can be the first player's."""

    def __init__(self, **kwargs: Any) -> None:
        self.session = PhotoSession.of_preset(photographed_games()[0])
        self.photo: PhotoReading | None = None
        """The last photo."""
        self.worker = PhotoWorker(self.take_reading, lambda error: App.get_running_app().report_error(error))
        self.request_number = 0
        """The number of the last request; readings of earlier ones are ignored."""
        super().__init__(**kwargs)
        self.refresh()

    @property
    def holds_work(self) -> bool:
        """Whether there is a photo."""
        return bool(self.has_photo)

    def on_pre_enter(self) -> None:
        """Take photos that are dropped on the window."""
        Window.bind(on_drop_file=self._dropped)

    def _dropped(self, _window: object, path: bytes | str, *_: object) -> None:
        if not self.is_reading:
            self.read_photo(Path(os.fsdecode(path)))

    def choose_photo(self) -> None:
        """Open the choice of a photo."""
        pick_photo(self.overlay, self.read_photo)

    def choose_variant(self) -> None:
        """Open the choice of the game and its preset."""
        presets = [(rules, preset) for rules in map(rules_of, photographed_games()) for preset in rules.presets]
        answers = [
            (f"{words.say(rules.title)} · {words.say(label(rules, preset))}", self._chooser(rules.name, preset))
            for rules, preset in presets
        ]
        sheet, scrolled = Sheet(title=words._("Which game lies there?")), ScrollView()
        scrolled.add_widget(QuestionView(answers))
        sheet.add_widget(scrolled)
        self.overlay.open(sheet)

    def _chooser(self, game: str, preset: str) -> Any:
        return lambda: self.begin(PhotoSession.of_preset(game, preset))

    def begin(self, session: PhotoSession) -> None:
        """Score photos of this game from now on; a photo of the whole table is scored again."""
        self.session, sightings = session, self.photo.sightings if self.photo is not None else None
        if session.photos == 1 and sightings is not None:
            self._update(lambda: session.add(sightings))
        else:
            self.clear()

    def clear(self) -> None:
        """Begin again without a photo."""
        self.session = PhotoSession(self.session.game, self.session.options)
        self.photo, self.has_photo = None, False
        self.ids.picture.clear()
        self.overlay.close()
        self.refresh()

    def read_photo(self, photo: Path) -> None:
        """Read a photo in the background."""
        self.overlay.close()
        if not self.session.missing:
            self.session = PhotoSession(self.session.game, self.session.options)
        self.is_reading, self.sentence = True, words._("Reading the photo…")
        self.request_number = self.worker.read(photo, App.get_running_app().folders.decks)

    def take_reading(self, answer: PhotoReading) -> None:
        """Show what was read in a photo and its score; nothing happens if another one was requested since."""
        if answer.number != self.request_number:
            return
        self.is_reading = False
        if answer.error is not None or answer.sightings is None or answer.pixels is None:
            self.refresh()
            self.sentence = words.say_error(answer.error) if answer.error is not None else ""
            return
        self.photo, self.has_photo, sightings = answer, True, answer.sightings
        self.ids.picture.show(answer.pixels)
        self.ids.picture.mark(sightings)
        self._update(lambda: self.session.add(sightings))

    def turn_photo(self) -> None:
        """Seat the first player at the next edge of the photo."""
        edges = list(Edge)
        self._update(lambda: self.session.turn(edges[(edges.index(self.session.near) + 1) % len(edges)]))

    def _answered(self, question: str, choice: str) -> None:
        self._update(lambda: self.session.answer(question, choice))

    def _update(self, act: Any) -> None:
        """Change what is known of the table, show its score, and ask the first question that is open."""
        self.overlay.close()
        try:
            act()
        except CompanionError as error:
            self.refresh()
            self.sentence = words.say_error(error)
            return
        self.refresh()
        if self.session.asked and self.photo is not None and self.photo.pixels is not None:
            first = self.session.asked[0]
            self.overlay.open(UncertainReadingSheet(question=first, pixels=self.photo.pixels, callback=self._answered))

    def refresh(self, *_: object) -> None:
        """Show the score."""
        session, scored = self.session, self.session.scored
        rules = rules_of(session.game)
        self.variant = f"{words.say(rules.title)} · {words.say(label(rules, session.options.preset))}"
        self.has_score, self.may_turn = scored is not None, scored is not None and session.photos == 1
        self.ids.rows.clear_widgets()
        if scored is None:
            hint = Message("Choose a photo of the table.")
            if session.photos > 1:
                hint = Message("Take or choose the next player’s picture ({n} to come)", {"n": session.missing})
            self.sentence = words.head(hint)
            return
        notes = [one.text for one in scored.questions if not one.choices]
        self.sentence = "\n".join(map(words.head, (scored.why, *scored.notes, *notes, *scored.remarks)))
        self.ids.rows.add_widget(BoardTable(scored.rows))

    def play(self) -> None:
        """Make a game of the table, and show it: there it can be corrected, and goes on."""
        app, session = App.get_running_app(), self.session
        rules = rules_of(session.game)
        usual = rules.beginning.seat_names(session.options) or usual_names(session.players)

        def begin() -> None:
            made, first = session.new_game([words.say(name) for name in usual])
            app.start_game(rules, made.names, session.options, rules.setup_from_json(made.setup, "setup"))
            if first is not None:
                app.play.propose(first, source=Source.FILE, base_seq=app.play.seq)

        self.attempt(begin)

    def on_leave(self) -> None:
        """Ignore a reading that is under way."""
        Window.unbind(on_drop_file=self._dropped)
        self.request_number, self.is_reading = 0, False
        self.worker.close()


load_kv(__file__)
