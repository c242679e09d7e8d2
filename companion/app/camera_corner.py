"""The camera beside a game: one of the table screen's corners, and the sheets that open from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from kivy.app import App
from kivy.clock import Clock

from companion.app.magnate.sheets.disagreement import DisagreementSheet
from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.camera_choice import CameraChoiceSheet, names_of
from companion.app.sheets.doubt import DoubtSheet
from companion.app.shelf import MagnatePlay
from companion.app.words import words
from companion.errors import CompanionError, as_told
from companion.live import LiveTable
from companion.live.events import (
    Advised,
    Asked,
    Back,
    Changed,
    Disagreed,
    LiveEvent,
    Lost,
    NotKept,
    RollFate,
    RollSeen,
    TableSettled,
    Withdrawn,
)
from companion.live.eye import Eye, Hears
from companion.live.kept_views import KeptViews
from companion.locale import Message
from companion.pieces import Card
from companion.play import Confirm, Policy
from companion.play import Source as Proposes
from companion.questions import Choice, Question
from companion.table.sightings import CardSighting, Sightings
from companion.vision.decks import DeckShelf
from companion.vision.sources.cameras import cameras
from companion.vision.sources.frame import Frame, FrameSource
from companion.vision.sources.opening import source_named

if TYPE_CHECKING:
    from companion.app.magnate.screens.table import TableScreen

PICTURES_A_SECOND = 8.0
Sees = Callable[[Frame, Sightings], None]


class Starting(threading.Thread):
    """Loads what an eye needs beside the screen, and gives the eye to ``done`` on the screen's thread."""

    def __init__(
        self,
        source: FrameSource,
        decks: Path,
        hears: Hears,
        sees: Sees,
        done: Callable[[Eye], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__(name="eye's start", daemon=True)
        self._source, self._decks, self._hears, self._sees = source, decks, hears, sees
        self._done, self._failed = done, failed

    def run(self) -> None:
        from companion.vision.decks import known
        from companion.vision.following import Follower

        try:
            follower = Follower(known(self._decks, self._failed))
        except Exception as error:  # the corner waits for an eye
            told = as_told(error)
            self._failed(told)
            self._hears(Lost(told.reason))
            return
        eye = Eye(self._source, follower, self._hears, self._sees)
        Clock.schedule_once(lambda _seconds: self._done(eye))


class CameraCorner:
    """Lives on the screen's thread. The eye works on its own and is heard through :meth:`_woken`."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._door: Any = None
        self._eye: Eye | None = None
        self._live: LiveTable | None = None
        self._tick: Any = None
        self._shown = -1
        self._seen: Sightings | None = None
        self._doing = Message("The camera is started.")
        self._advice: list[Message] = []
        self._asked: dict[str, Asked] = {}
        self._kept = KeptViews()
        self._remembers = False
        """Whether the card that is being answered for is to be remembered as it looks."""

    # on and off

    @property
    def on(self) -> bool:
        """Whether a camera looks at this table."""
        return self._live is not None

    @property
    def live(self) -> LiveTable | None:
        return self._live

    def seat(self, play: MagnatePlay) -> None:
        """Looks at this game from now on, with the camera that was used last, if there was one."""
        self.leave()
        app = App.get_running_app()
        counts = Confirm.AT_ONCE if app.settings.camera_counts_at_once else Confirm.ASK
        play.policy = Policy({**play.policy.chosen, Proposes.CAMERA: counts})
        if app.settings.camera:
            try:
                self.start(app.settings.camera)
            except CompanionError as error:
                self._screen.refuse(words.say_error(error))

    def start(self, source: str) -> None:
        """Looks through this source from now on. Raises :class:`SourceError` for a text that names none.

        A camera that gives no pictures yet is waited for, and the corner says so.
        """
        named = source_named(source)
        self.leave()
        app = App.get_running_app()
        play = app.play
        self._live = live = LiveTable(
            play,
            self._tell,
            new_id=lambda: uuid4().hex,
            wake=self._woken,
            keep=self._remember,
            look=self._look_anew,
        )
        self._kept = KeptViews()
        hears, done = partial(live.hear, play.game.id), partial(self._started, live)
        Starting(named, app.folders.decks, hears, self._kept.see, done, app.failed).start()
        self._screen.camera_on = True
        self._mood("busy")
        if app.settings.camera != source:
            app.keep(replace(app.settings, camera=source))

    def _started(self, live: LiveTable, eye: Eye) -> None:
        """The eye is there; it is not wanted any more where the camera was put aside meanwhile."""
        if self._live is not live:
            eye.close()
            return
        self._eye = eye
        self._tick = Clock.schedule_interval(self._show, 1 / PICTURES_A_SECOND)

    def leave(self) -> None:
        """The game is put aside, or the camera."""
        if self._tick is not None:
            self._tick.cancel()
        if self._eye is not None:
            self._eye.close()
        if self._live is not None:
            self._live.close()
        self._eye, self._live, self._tick, self._seen, self._shown = None, None, None, None, -1
        self._asked, self._advice = {}, []
        self._screen.camera_on = False

    def stop(self) -> None:
        """No camera from now on, nor at the next game."""
        self.leave()
        app = App.get_running_app()
        app.keep(replace(app.settings, camera=""))

    def count_at_once(self, at_once: bool) -> None:
        """Whether what the camera saw counts without a tap; kept."""
        app = App.get_running_app()
        app.keep(replace(app.settings, camera_counts_at_once=at_once))
        policy = self._screen.play.policy if self._screen.play is not None else Policy()
        counts = Confirm.AT_ONCE if at_once else Confirm.ASK
        if self._screen.play is not None:
            self._screen.play.policy = Policy({**policy.chosen, Proposes.CAMERA: counts})

    # sheets

    def open(self) -> None:
        """What is to be settled first, then the live picture; without a camera, which one it is to be."""
        if self._live is None:
            self.choose()
        elif self._live.standing is not None:
            self._open_disagreement(self._live.standing)
        elif self._asked:
            self._open_question(next(iter(self._asked.values())))
        else:
            self.open_picture()

    def open_picture(self) -> None:
        sheet = CameraSheet(camera=self, at_once=App.get_running_app().settings.camera_counts_at_once)
        self._screen.open(sheet)
        self._shown = -1
        self._say()

    def choose(self) -> None:
        last, refused = App.get_running_app().settings.camera, ""
        try:
            known = cameras()
        except CompanionError as error:
            known, refused = [], words.say_error(error)
        sheet = CameraChoiceSheet(known=names_of(known), address=last if "://" in last else "")
        sheet.notice = refused or sheet.notice
        sheet.taker = self._chosen
        self._screen.open(sheet)

    def _chosen(self, source: str) -> None:
        try:
            self.start(source)
        except CompanionError as error:
            self._screen.refuse(words.say_error(error))
        else:
            self.open_picture()

    def _open_disagreement(self, told: Disagreed) -> None:
        self._screen.open(DisagreementSheet(told=told, camera=self))

    def _open_question(self, asked: Asked) -> None:
        frame = self._eye.frame if self._eye is not None else None
        if frame is None:
            return
        height, width = frame.pixels.shape[:2]
        region = asked.region or (0.0, 0.0, float(width), float(height))
        choices = tuple(Choice(one.answer, one.text) for one in asked.choices)
        question = Question(asked.key, asked.kind, asked.text, choices, region=region)
        sheet = DoubtSheet(question=question, pixels=frame.pixels, taker=self._answer)
        sheet.may_remember = asked.kind == "card" and self._taught_deck() is not None
        self._screen.open(sheet)

    # what players say

    def look_again(self) -> None:
        if self._live is not None:
            self._screen.close_sheet()
            self._live.look_again()

    def the_table_is_right(self) -> None:
        if self._live is not None:
            self._screen.close_sheet()
            try:
                self._live.the_table_is_right()
            except CompanionError as error:
                self._screen.refuse(words.say_error(error))

    def the_game_is_right(self) -> Sequence[Message]:
        return self._live.the_journal_is_right() if self._live is not None else ()

    def _answer(self, id_: str, choice: str) -> None:
        self._asked.pop(id_, None)
        refused, sheet = None, self._screen.sheet
        self._remembers = isinstance(sheet, DoubtSheet) and sheet.remember
        try:
            if self._live is not None:
                self._live.answer(id_, choice)
        except CompanionError as error:
            refused = words.say_error(error)
        if isinstance(self._screen.sheet, DoubtSheet):
            self._screen.close_sheet()
        if refused is not None:
            self._screen.refuse(refused)

    def _taught_deck(self) -> str | None:
        """The deck on the table, where it is one that was taught."""
        deck = self._eye.deck if self._eye is not None else None
        return deck if deck in DeckShelf(App.get_running_app().folders.decks).names() else None

    def _remember(self, card: CardSighting, said: Card) -> None:
        """Adds the card as it lies there to its deck, where the players want that."""
        deck = self._taught_deck() if self._remembers else None
        if deck is None:
            return
        self._kept.keep(card, said)
        for code, view in self._kept.views:
            DeckShelf(App.get_running_app().folders.decks).remember(deck, code, view)
        self._kept.views.clear()

    # what the eye tells

    def _look_anew(self) -> None:
        if self._eye is not None:
            self._eye.look_again()

    def _woken(self) -> None:
        Clock.schedule_once(self._attend)

    def _attend(self, _seconds: float) -> None:
        if self._live is not None:
            self._live.attend()
            self._say()

    def _tell(self, event: LiveEvent) -> None:
        match event:
            case TableSettled(sightings=seen):
                self._seen, self._advice = seen, []
                self._doing = event.sentence()
                if event.agrees and isinstance(self._screen.sheet, DisagreementSheet):
                    self._screen.close_sheet()
            case Advised(text):
                self._advice = [text, *(one for one in self._advice if one != text)][:3]
            case Asked():
                self._asked[event.key] = event
                if event.kind != "payment" and self._screen.sheet is None:
                    self._open_question(event)
            case Withdrawn(id_):
                self._withdrawn(id_)
            case Disagreed(disagreement=found):
                self._doing = event.sentence()
                if not found.waits and self._screen.sheet is None:
                    self._open_disagreement(event)
            case NotKept() | RollSeen(fate=RollFate.NOT_NOW) | RollSeen(fate=RollFate.HELD):
                self._screen.refuse(words.say(event.sentence()))
            case Lost() | Back() | Changed():
                self._doing = event.sentence()
                self._mood("lost" if isinstance(event, Lost) else "busy")
                if self._eye is not None and self._eye.failure is not None:
                    App.get_running_app().failed(self._eye.failure)
        if isinstance(event, TableSettled | Asked | Disagreed | Withdrawn):
            waits = bool(self._asked) or (self._live is not None and self._live.standing is not None)
            self._mood("asks" if waits else "well")

    def _withdrawn(self, id_: str) -> None:
        self._asked.pop(id_, None)
        sheet = self._screen.sheet
        if isinstance(sheet, DoubtSheet) and sheet.question.key == id_:
            self._screen.close_sheet()

    # what is shown

    def _mood(self, mood: str) -> None:
        self._screen.ids.camera.mood = mood

    def _say(self) -> None:
        sheet = self._screen.sheet
        if isinstance(sheet, CameraSheet):
            sheet.doing = words.say(self._doing)
            sheet.advice = [words.say(text) for text in self._advice]

    def _show(self, _seconds: float) -> None:
        """The newest frame on the picture that is open: the large one, else the corner's."""
        frame = self._eye.frame if self._eye is not None else None
        if frame is None or frame.number == self._shown:
            return
        self._shown = frame.number
        sheet = self._screen.sheet
        picture = sheet.ids.picture if isinstance(sheet, CameraSheet) else self._screen.ids.camera.ids.picture
        picture.show(frame.pixels)
        picture.mark(self._seen)
