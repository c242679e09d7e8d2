"""The camera beside a game: a corner of the game's screen, and the sheets that open from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock

from companion.app.camera_choice import choice_sheet
from companion.app.camera_state import CameraState, TableCheck
from companion.app.i18n import words
from companion.app.overlay import Overlay
from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.uncertain_reading import UncertainReadingSheet, card_at
from companion.app.trust import trust, untrusted
from companion.app.widgets.camera_thumbnail import CameraThumbnail
from companion.app.widgets.sheet import Sheet
from companion.errors import CompanionError
from companion.live.events import (
    Advised,
    Asked,
    Back,
    Changed,
    Disagreed,
    LiveEvent,
    Lost,
    NotKept,
    RollDetected,
    RollFate,
    TableSettled,
    Withdrawn,
)
from companion.live.labels import describe_size
from companion.locale import Message
from companion.pieces import Card, DieKind
from companion.play import AnyPlay
from companion.table.camera_events import Seated
from companion.table.edge import Edge
from companion.table.questions import Place

if TYPE_CHECKING:
    from companion.app.camera_session import CameraSession
    from companion.live import LiveTable
    from companion.vision.sources.frame import FrameSource

PICTURES_A_SECOND = 8.0


class CameraCorner:
    """Lives on the screen's thread.

    ``differs(event=…, camera=…)`` makes the sheet on which a game shows where table and game differ; ``lies_beside``
    the card of the layout that is at a place, and the place in words.
    """

    def __init__(
        self,
        overlay: Overlay,
        thumbnail: CameraThumbnail,
        differs: Callable[..., Sheet],
        describe_place: Callable[[Place], tuple[Card, str]],
    ) -> None:
        self.thumbnail = thumbnail
        self._overlay, self._differs, self._lies_beside = overlay, differs, describe_place
        self._play: AnyPlay | None = None
        self._source: FrameSource | None = None
        self._looking: CameraSession | None = None
        self._heard = CameraState()
        self._difference: Sheet | None = None
        self._tick: Any = None
        self._shown = -1

    # on and off

    @property
    def on(self) -> bool:
        """Whether a camera looks at this table."""
        return self._looking is not None

    @property
    def live(self) -> LiveTable | None:
        return self._looking.live if self._looking is not None else None

    def seat(self, play: AnyPlay) -> None:
        """Looks at this game from now on, with the camera that was used last, if there was one."""
        self.leave()
        self._play = play
        settings = App.get_running_app().settings
        if settings.camera:
            self._attempt(lambda: self.start(settings.camera))

    def start(self, source: str) -> None:
        """Looks through this source from now on. Raises :class:`SourceError` for a text that names none.

        A camera that gives no pictures yet is waited for, and the corner says so.
        """
        # What sees takes half a second to load, and a table without a camera needs none of it.
        from companion.app.camera_session import CameraSession
        from companion.vision.sources.opening import parse_source

        app = App.get_running_app()
        named = parse_source(source, trusts=app.cameras.of)
        self.leave()
        if self._play is None:
            raise RuntimeError("a camera looks at a game only after seat()")
        if app.settings.camera != source:
            app.keep(replace(app.settings, camera=source, camera_near=""))
        near = Edge(app.settings.camera_near) if app.settings.camera_near else None
        self._source = named
        self._looking = CameraSession(named, app.folders.decks, self._play, self._tell, self._say, app.failed, near)
        self._tick = Clock.schedule_interval(self._show, 1 / PICTURES_A_SECOND)
        self.thumbnail.active = True
        self.thumbnail.mood = "busy"

    def leave(self) -> None:
        """The game is put aside, or the camera."""
        if self._tick is not None:
            self._tick.cancel()
        if self._looking is not None:
            self._looking.close()
        self._source, self._looking, self._tick, self._shown, self._heard = None, None, None, -1, CameraState()
        self.thumbnail.active = False

    def stop(self) -> None:
        """No camera from now on, nor at the next game."""
        self.leave()
        app = App.get_running_app()
        app.keep(replace(app.settings, camera="", camera_near=""))

    def trust(self) -> None:
        """The camera's own certificate is trusted from now on; it is tried again by itself."""
        self._attempt(lambda: trust(self._source))
        self._say()

    def count_at_once(self, at_once: bool) -> None:
        """Whether what the camera saw counts without a tap; kept."""
        App.get_running_app().set("camera_counts_at_once", at_once)

    def sit(self, edge: Edge) -> None:
        """The first player sits at this edge of the picture, in this game and the next."""
        if self.live is not None and self._play is not None:
            App.get_running_app().set("camera_near", edge.value)
            self.live.receive(self._play.game.id, Seated(edge))
            self.live.read_again()

    def check(self) -> TableCheck | None:
        """How the table lies against the game, as the camera sees it; None without one."""
        return self._heard.checked(self.live.standing) if self.live is not None else None

    # sheets

    def open(self) -> None:
        """What is to be settled first, then the live picture; without a camera, which one it is to be."""
        if self.live is None:
            self.choose()
        elif self.live.standing is not None:
            self._open_disagreement(self.live.standing)
        elif self._heard.asked:
            self.ask()
        else:
            self.open_picture()

    def ask(self) -> None:
        """The first of the questions that wait."""
        self._open_question(next(iter(self._heard.asked.values())))

    def open_picture(self) -> None:
        self._overlay.open(CameraSheet(camera=self, at_once=App.get_running_app().settings.camera_counts_at_once))
        self._shown = -1
        self._say()

    def choose(self) -> None:
        self._overlay.open(choice_sheet(App.get_running_app().settings.camera, self._chosen))

    def _chosen(self, source: str) -> None:
        if self._attempt(lambda: self.start(source)):
            self.open_picture()

    def _open_disagreement(self, told: Disagreed) -> None:
        self._difference = self._differs(event=told, camera=self)
        self._overlay.open(self._difference, over=App.get_running_app().root.current_screen)

    def _open_question(self, asked: Asked) -> None:
        active = self._looking
        frame = active.frame if active is not None else None
        if active is None or frame is None:
            return
        meant = card_at(asked.region, self._heard.seen) if asked.kind == "card" else None
        sheet = UncertainReadingSheet(frame.pixels, meant, question=asked, callback=self._answer, dice=self._dice())
        if asked.place is not None:
            sheet.neighbour, sheet.neighbour_place = self._lies_beside(asked.place)
        sheet.may_remember = asked.kind == "card" and active.taught_deck is not None
        self._overlay.open(sheet)

    def _dice(self) -> list[DieKind]:
        """The kinds of dice in the roll that is awaited."""
        play = self._play
        wish = play.course.rules.wish(play.state) if play is not None else None
        return list(wish.first) if wish is not None else []

    # what players say

    def look_again(self) -> None:
        if self.live is not None:
            self._overlay.close()
            self.live.read_again()

    def accept_table(self) -> None:
        if self.live is not None:
            self._overlay.close()
            self._attempt(self.live.accept_table)

    def the_game_is_right(self) -> Sequence[Message]:
        return self.live.accept_journal() if self.live is not None else ()

    def _answer(self, key: str, choice: str) -> None:
        self._heard.asked.pop(key, None)
        refused, sheet = None, self._overlay.sheet
        try:
            if self._looking is not None:
                self._looking.remembers = isinstance(sheet, UncertainReadingSheet) and sheet.remember
                self._looking.live.answer(key, choice)
        except CompanionError as error:
            refused = words.say_error(error)
        if isinstance(self._overlay.sheet, UncertainReadingSheet):
            self._overlay.close()
        if refused is not None:
            self._overlay.show_notice(refused)

    def _attempt(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except CompanionError as error:
            self._overlay.show_notice(words.say_error(error))
            return False
        return True

    # what the eye tells

    def _tell(self, event: LiveEvent) -> None:
        heard, free = self._heard, self._overlay.sheet is None
        match event:
            case TableSettled():
                heard.settled(event)
                if event.agrees and not free and self._overlay.sheet is self._difference:
                    self._overlay.close()
            case Advised(text):
                heard.advice = [text, *(one for one in heard.advice if one != text)][:3]
            case Asked():
                heard.asked[event.key] = event
                if event.kind != "payment" and free:
                    self._open_question(event)
            case Withdrawn(key):
                self._withdrawn(key)
            case Disagreed(disagreement=found):
                heard.doing = event.sentence()
                if not found.waits and free:
                    self._open_disagreement(event)
            case NotKept() | RollDetected(fate=RollFate.NOT_NOW) | RollDetected(fate=RollFate.HELD):
                self._overlay.show_notice(words.say(event.sentence()))
            case Lost() | Back() | Changed():
                heard.doing = event.sentence()
                self.thumbnail.mood = "lost" if isinstance(event, Lost) else "busy"
                if self._looking is not None and self._looking.failure is not None:
                    App.get_running_app().failed(self._looking.failure)
        if isinstance(event, TableSettled | Asked | Disagreed | Withdrawn):
            waits = bool(heard.asked) or (self.live is not None and self.live.standing is not None)
            self.thumbnail.mood = "asks" if waits else "well"

    def _withdrawn(self, key: str) -> None:
        self._heard.asked.pop(key, None)
        sheet = self._overlay.sheet
        if isinstance(sheet, UncertainReadingSheet) and sheet.question.key == key:
            self._overlay.close()

    # what is shown

    def _say(self) -> None:
        sheet = self._overlay.sheet
        if isinstance(sheet, CameraSheet):
            sheet.doing = words.say(self._heard.doing)
            sheet.may_trust = untrusted(self._source) is not None
            sheet.advice = [words.say(text) for text in self._heard.advice]

    def _show(self, _seconds: float) -> None:
        """The newest frame on the picture that is open: the large one, else the corner's."""
        frame = self._looking.frame if self._looking is not None else None
        if frame is None or frame.number == self._shown:
            return
        self._shown = frame.number
        sheet = self._overlay.sheet
        if isinstance(sheet, CameraSheet):
            sheet.gives = words.say(describe_size(frame.size))
        picture = sheet.ids.picture if isinstance(sheet, CameraSheet) else self.thumbnail.ids.picture
        picture.show(frame.pixels)
        picture.mark(self._heard.seen)
        if isinstance(sheet, CameraSheet) and self._looking is not None and self._play is not None:
            picture.area, picture.callback = self._looking.area, self.sit
            near, names = self._looking.live.near, self._play.game.names
            picture.seats = {near.value: names[0], near.opposite.value: names[-1]} if near is not None else {}
