"""The camera of a game: a corner of its screen, and the sheets that open from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock

from companion.app.camera.camera_choice import make_choice_sheet, trust, untrusted_certificate
from companion.app.camera.camera_sheets import (
    awaited_dice,
    make_reading_sheet,
    show_check,
    show_frame,
    show_session,
    show_state,
)
from companion.app.camera.camera_state import ENDED, CameraState, TableCheck
from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.differences import UncertainReadingSheet
from companion.app.texts.i18n import words
from companion.app.widgets.camera_thumbnail import CameraThumbnail
from companion.app.widgets.sheet import Sheet
from companion.app.window.idle import is_touched
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError
from companion.live import events
from companion.pieces import Card
from companion.play import AnyPlay
from companion.table.camera_events import Seated
from companion.table.questions import Place
from companion.table.sightings import Edge

if TYPE_CHECKING:
    from companion.live.camera_session import CameraSession
    from companion.live.live_table import LiveTable
    from companion.pictures.sources.frame import FrameSource

PREVIEW_RATE = 8.0
"""Frames shown in a second."""


class CameraCorner:
    """The camera of one game's screen; used on the main thread only.

    Args:
        overlay: Shows the camera's sheets.
        thumbnail: The small live picture in the screen's corner.
        describe_place: Returns the card of the layout at a place, and the place in words, if the game has such places.
    """

    def __init__(
        self,
        overlay: Overlay,
        thumbnail: CameraThumbnail,
        describe_place: Callable[[Place], tuple[Card, str]] | None = None,
    ) -> None:
        self.thumbnail = thumbnail
        self._overlay, self._describe_place = overlay, describe_place
        self._play: AnyPlay | None = None
        self._source: FrameSource | None = None
        self._session: CameraSession | None = None
        self._state = CameraState()
        self._difference: Sheet | None = None
        self._tick: Any = None
        self._shown: tuple[int, Any] | None = None
        """The number of the frame that is shown, and where."""

    @property
    def on(self) -> bool:
        """Whether a camera reads this table."""
        return self._session is not None

    @property
    def live(self) -> LiveTable | None:
        """The table as the camera reads it, or None without a camera."""
        return self._session.live if self._session is not None else None

    def watch(self, play: AnyPlay) -> None:
        """Compare the table with this game from now on; start the camera that was used last."""
        self.close()
        self._play = play
        settings = App.get_running_app().settings
        if settings.camera:
            self._attempt(lambda: self.start(settings.camera))

    def start(self, source: str) -> None:
        """Read the table through this source from now on.

        A camera that sends no pictures yet is waited for, and the corner shows it.

        Args:
            source: A number, a name or an address; any other text raises ``SourceError``.

        Raises:
            RuntimeError: If no game is watched.
        """
        # The detectors take half a second to load, and a table without a camera needs none of them.
        from companion.live.camera_session import CameraSession, taught_follower
        from companion.pictures.sources.opening import parse_source
        from companion.vision.decks.known_decks import DeckStore

        app = App.get_running_app()
        named = parse_source(source, trusts=app.cameras.of)
        self.close()
        if self._play is None:
            raise RuntimeError("a camera looks at a game only after watch()")
        if app.settings.camera != source:
            app.save_settings(replace(app.settings, camera=source, camera_near=""))
        near = Edge(app.settings.camera_near) if app.settings.camera_near else None
        self._source = named
        self._session = CameraSession(
            self._play,
            lambda: named,
            partial(taught_follower, app.folders, app.report_error),
            self._handle,
            app.report_error,
            wake=lambda: Clock.schedule_once(self._attend),
            near=near,
            decks=DeckStore(app.folders.decks),
        )
        self._session.camera.open()
        self._tick = Clock.schedule_interval(self._show, 1 / PREVIEW_RATE)
        self.thumbnail.active = True
        self.thumbnail.status = "busy"

    def close(self) -> None:
        """Close the camera, or the game."""
        if self._tick is not None:
            self._tick.cancel()
        if self._session is not None:
            self._session.close()
        self._source, self._session, self._tick, self._shown, self._state = None, None, None, None, CameraState()
        self.thumbnail.active = False

    def stop(self) -> None:
        """Close the camera, and start none at the next game."""
        self.close()
        app = App.get_running_app()
        app.save_settings(replace(app.settings, camera="", camera_near=""))

    def trust(self) -> None:
        """Trust the camera's own certificate; the connection is tried again by itself."""
        self._attempt(lambda: trust(self._source))
        self._update_sheet()

    def set_at_once(self, at_once: bool) -> None:
        """Choose whether the camera's proposals count without a tap."""
        App.get_running_app().set("camera_counts_at_once", at_once)

    def set_near_edge(self, edge: Edge) -> None:
        """Store the edge of the picture at which the first player sits."""
        if self.live is not None and self._play is not None:
            App.get_running_app().set("camera_near", edge.value)
            self.live.receive(self._play.game.id, Seated(edge))
            self.live.read_again()

    def check(self) -> TableCheck | None:
        """Return how the table compares with the game; None without a camera."""
        return self._state.check(self.live.standing) if self.live is not None else None

    def open(self) -> None:
        """Open the difference or question that waits, else the live picture; without a camera, the choice of one."""
        if self.live is None:
            self.choose()
        elif self.live.standing is not None:
            self.check_table()
        elif self._state.asked:
            self.ask()
        else:
            self.open_picture()

    def ask(self) -> None:
        """Show the first of the questions that wait."""
        self._open_question(next(iter(self._state.asked.values())))

    def open_picture(self) -> None:
        """Open the large live picture."""
        self._overlay.open(CameraSheet(camera=self, at_once=App.get_running_app().settings.camera_counts_at_once))
        self._update_sheet()

    def choose(self) -> None:
        """Open the choice of a camera."""
        self._overlay.open(make_choice_sheet(App.get_running_app().settings.camera, self._chosen))

    def _chosen(self, source: str) -> None:
        if self._attempt(lambda: self.start(source)):
            self.open_picture()

    def check_table(self) -> None:
        """Compare the whole table with the game, and list what differs; without a camera, open the choice of one."""
        if self.live is None or self._session is None:
            self.choose()
            return
        sheet = show_check(self._overlay.sheet, self.live.check(), self._session, self)
        if sheet is not self._overlay.sheet:
            self._difference = sheet
            self._overlay.open(sheet, over=App.get_running_app().root.current_screen)

    def adopt_difference(self, key: str) -> None:
        """Correct the game in one difference of the last check, and check the table again."""
        live = self.live
        if live is not None and self._attempt(lambda: live.adopt_difference(key)):
            self.check_table()

    def _open_question(self, asked: events.Asked) -> None:
        if self._session is None:
            return
        dice = awaited_dice(self._play)
        sheet = make_reading_sheet(asked, self._session, self._state.sightings, dice, self._answer)
        if sheet is None:
            return
        if asked.place is not None and self._describe_place is not None:
            sheet.neighbour, sheet.neighbour_place = self._describe_place(asked.place)
        self._overlay.open(sheet)

    def read_again(self) -> None:
        """Read the whole table again."""
        if self.live is not None:
            self._overlay.close()
            self.live.read_again()

    @property
    def can_accept_table(self) -> bool:
        """Whether a difference stands that is no move."""
        return self.live is not None and self.live.standing is not None

    def accept_table(self) -> None:
        """Change the game to what lies on the table."""
        if self.live is not None:
            self._overlay.close()
            self._attempt(self.live.accept_table)

    def _answer(self, key: str, choice: str) -> None:
        self._state.asked.pop(key, None)
        refused, sheet = None, self._overlay.sheet
        try:
            if self._session is not None:
                self._session.remembers = isinstance(sheet, UncertainReadingSheet) and sheet.remember
                self._session.live.answer(key, choice)
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

    def _handle(self, event: events.LiveEvent) -> None:
        state, free = self._state, self._overlay.sheet is None
        match event:
            case events.TableSettled():
                state.record_settled(event)
                if event.agrees and not free and self._overlay.sheet is self._difference:
                    self._overlay.close()
            case events.Advised(text):
                state.advice = [text, *(one for one in state.advice if one != text)][:3]
            case events.Asked():
                state.asked[event.key] = event
                if event.kind != "payment" and free:
                    self._open_question(event)
            case events.Withdrawn(key):
                self._withdrawn(key)
            case events.Disagreed(disagreement=found):
                state.doing = event.sentence()
                if not found.waits and free:
                    self.check_table()
            case (
                events.NotKept()
                | events.RollDetected(fate=events.RollFate.NOT_NOW)
                | events.RollDetected(fate=events.RollFate.HELD)
            ):
                self._overlay.show_notice(words.say(event.sentence()))
            case events.Lost() | events.Back() | events.Changed():
                state.doing = event.sentence()
                self.thumbnail.status = "lost" if isinstance(event, events.Lost) else "busy"
                if self._session is not None and self._session.camera.failure is not None:
                    App.get_running_app().report_error(self._session.camera.failure)
        if isinstance(event, events.TableSettled | events.Asked | events.Disagreed | events.Withdrawn):
            self._show_status()

    def _show_status(self) -> None:
        """Show in the corner whether a question or a disagreement waits."""
        waits = bool(self._state.asked) or (self.live is not None and self.live.standing is not None)
        self.thumbnail.status = "asks" if waits else "well"

    def _withdrawn(self, key: str) -> None:
        self._state.withdraw(key)
        sheet = self._overlay.sheet
        if isinstance(sheet, UncertainReadingSheet) and sheet.question.key == key:
            self._overlay.close()

    def _attend(self, _seconds: float) -> None:
        if self._session is not None:
            self._session.attend()
            self._update_sheet()

    def _update_sheet(self) -> None:
        if self.live is not None:
            self._state.follow_game(self.live.agrees)
            if self.thumbnail.status in ("asks", "well"):
                self._show_status()
        if self.live is not None and self.live.ended:
            self._state.doing, self.thumbnail.status = ENDED, "lost"
        if isinstance(self._overlay.sheet, CameraSheet):
            show_state(self._overlay.sheet, self._state)
            self._overlay.sheet.may_trust = untrusted_certificate(self._source) is not None

    def _show(self, _seconds: float) -> None:
        """Show the newest frame on the sheet that is open, else on the thumbnail; later if a finger waits."""
        if is_touched():
            return
        frame = self._session.camera.frame if self._session is not None else None
        sheet = self._overlay.sheet
        place = sheet if isinstance(sheet, CameraSheet) else self.thumbnail
        if frame is None or (frame.number, place) == self._shown:
            return
        self._shown = frame.number, place
        show_frame(place, frame, self._state.sightings)
        if isinstance(sheet, CameraSheet) and self._session is not None and self._play is not None:
            show_session(sheet, self._session, self._play.game.names, self.set_near_edge)
