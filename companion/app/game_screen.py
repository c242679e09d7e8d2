"""A screen on which a game goes on, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, StringProperty

from companion.app.camera_corner import CameraCorner
from companion.app.i18n import words
from companion.app.overlay import Overlay
from companion.app.play_screen import PlayScreen
from companion.app.proposals import Proposals
from companion.app.seats import is_far_seat
from companion.app.sheets.history import HistorySheet
from companion.app.sheets.menu import MenuSheet
from companion.app.sheets.put_away import PutAwaySheet
from companion.app.sheets.question import QuestionSheet
from companion.app.sheets.rules import RulesSheet
from companion.app.sheets.steps import StepsSheet
from companion.app.sounds import SoundEvent
from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet
from companion.games.sheet import Line, Section
from companion.journal.course import HistoryLine
from companion.live.rolls_at_table import RollsAtTable
from companion.locale import Message
from companion.play import AnyPlay, Change, Question, Source
from companion.roller import ConnectedRoller
from companion.rolls.reporting import ReportingDice


def _behind_another(told: HistoryLine) -> Message:
    """What a finger did, and whether somebody elsewhere was quicker: it was checked again on what that one left."""
    entry = told.entry
    if entry.source != Source.TOUCH.value or entry.base_seq >= entry.seq - 1:
        return told.message
    return Message("another move came first; after it: {what}", {"what": told.message})


def _nothing() -> None:
    """What ends hearing a game where none is heard."""


class GameScreen(PlayScreen):
    """One game going on. What players do is proposed to it; what it publishes is shown.

    Its kv has a ``middle``, over which sheets lie.
    """

    far_turned = BooleanProperty(True)
    """Whether what belongs to the far side is turned to it."""
    sentence = StringProperty("")
    """What happened last."""
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)

    can_show_past = False
    """Whether a moment of the log can be looked at (``look_at``)."""

    overlay: Overlay
    camera: CameraCorner | None = None
    """Where a camera may look at the table."""

    def __init__(self, **kwargs: Any) -> None:
        self._stop_hearing: Callable[[], None] = _nothing
        self._menu: MenuSheet | None = None
        self._log: HistorySheet | None = None
        self.proposals = Proposals(self)
        self._roller: RollsAtTable | None = None
        self._dice: RollsAtTable | None = None
        super().__init__(**kwargs)
        self.overlay = Overlay(
            self.ids.middle, turned=self.is_overlay_turned, put_away=self.ask_again, look=self.proposals.look
        )
        words.bind(language=self.refresh)

    # the game

    def watch(self, play: AnyPlay) -> None:
        """Shows this game and everything that happens in it."""
        self._stop_hearing()
        self.play = play
        self._stop_hearing = play.subscribe(self.on_change)
        self.refresh()
        self._seat_dice(App.get_running_app().roller, App.get_running_app().dice.source)

    def forget_roll(self, id_: str) -> None:
        """The roller lost a roll that is not kept yet."""
        if self._roller is not None:
            self._roller.forget(id_)

    def on_pre_enter(self) -> None:
        # Between two moves nobody touches the tablet for minutes.
        app = App.get_running_app()
        Window.allow_screensaver = not app.settings.keep_awake
        self.far_turned = app.settings.far_side_turned
        self.watch(app.play)

    def on_enter(self) -> None:
        # Kept, and made before somebody waits for it.
        Clock.schedule_once(lambda _seconds: self._kept_menu(), 1.0)
        Clock.schedule_once(lambda _seconds: self._kept_log(), 1.3)

    def on_leave(self) -> None:
        Window.allow_screensaver = True
        self._stop_hearing()
        self._stop_hearing = _nothing
        self._seat_dice(None, None)
        self.overlay.dismiss()
        self.overlay.close()
        App.get_running_app().tidy_later()

    # what lies over it

    @property
    def notice(self) -> Notice | None:
        return self.overlay.notice

    def show_notice(self, why: str) -> None:
        """A calm word about what cannot be: in the open sheet, or over the middle."""
        App.get_running_app().sounds.play(SoundEvent.REFUSED)
        self.overlay.show_notice(why)

    def open(self, sheet: Sheet, seat: int | None = None) -> None:
        """Lays a sheet over the middle, turned to the player who uses it: this one, or the one at turn."""
        self.overlay.open(sheet, None if seat is None else self.is_seat_turned(seat))
        self.proposals.covered()

    def open_history(self, seat: int | None = None) -> None:
        """What happened, turned to who asked for it."""
        log = self._kept_log()
        log.seat = seat
        log.show(self.current_play.history())
        self.open(log, seat)

    def show_past(self, seq: int, seat: int | None = None) -> None:
        """Shows the game as it stood right after this entry, to who asks, where a screen can."""

    def return_to(self, seq: int) -> None:
        """Takes back, or puts back, until the game stands as right after this entry."""
        play = self.current_play
        # The screen follows once it is there, not move by move.
        self._stop_hearing()
        try:
            self.attempt(lambda: play.go_to(seq))
        finally:
            self._stop_hearing = play.subscribe(self.on_change)
        self.on_change(Change(play.game.id, play.seq, None, play.state, play.questions()))

    def open_menu(self, seat: int | None = None) -> None:
        """The menu, turned to who asked for it."""
        menu = self._kept_menu()
        menu.show()
        self.open(menu, seat)

    def open_rules(self) -> None:
        self.open(RulesSheet(sections=self.rules_in_force()))

    def open_page(self) -> None:
        """The page for a TV and for phones; where it cannot be had, how to get it."""
        from companion.web.network_interfaces import check_installed

        def open_sheet() -> None:
            check_installed()
            from companion.app.sheets.web_page import WebPageSheet

            self.open(WebPageSheet(screen=self))

        self.attempt(open_sheet)

    def open_steps(self) -> None:
        """How the table is set up, one step at a time."""
        self.open(StepsSheet(self.preparing()))

    def preparing(self) -> Sequence[Line]:
        """What is done at the table before the first move; nothing once that is past, or not said."""
        return self.current_play.course.rules.setup_steps(self.state, self.names)

    def open_put_away(self) -> None:
        self.open(PutAwaySheet(sections=self.put_away()))

    def put_away(self) -> Sequence[Section]:
        """What goes into which bag, as everybody may see it; nothing where the game does not say."""
        rules = self.current_play.course.rules
        return rules.put_away(rules.seen_by(self.state, None), self.names)

    def menu(self) -> MenuSheet:
        """The menu of this table, made once."""
        return MenuSheet(screen=self, thumbnail=self.camera.thumbnail if self.camera is not None else None)

    def rules_in_force(self) -> Sequence[Section]:
        """The cheat sheet, where the game has one."""
        course = self.current_play.course
        if course.rules.cheat_sheet is None:
            return ()
        return course.rules.cheat_sheet(course.rules.options_from_json(course.game.options, "options"))

    def is_seat_turned(self, seat: int) -> bool:
        """Whether what belongs to this seat is turned."""
        return bool(self.far_turned and is_far_seat(seat, len(self.names)))

    def is_overlay_turned(self) -> bool:
        """Whether sheets that are nobody's in particular are turned: to the player at turn."""
        return self.is_seat_turned(self.at_turn)

    # what is shown

    def refresh(self, *_: object) -> None:
        if self.play is not None:
            self.show(self.play.questions())

    def on_change(self, change: Change[Any, Any]) -> None:
        App.get_running_app().tidy_later()
        self.overlay.dismiss()
        if change.entry is not None:
            over = self.current_play.course.rules.over(change.state)
            App.get_running_app().sounds.play(SoundEvent.OVER if over else SoundEvent.MOVE)
        self.show(change.questions)

    def show(self, questions: Sequence[Question]) -> None:
        """Where the game stands, and what is asked."""
        course = self.current_play.course
        told = course.latest()
        self.can_undo, self.can_redo = bool(course.done), bool(course.undone)
        self.sentence = (
            words.say(self._with_what_waits(_behind_another(told))) if told else self.before_the_first_move()
        )
        self.ask(questions)

    def _with_what_waits(self, told: Message) -> Message:
        """What happened last, and how many moves are not kept yet, if any are."""
        n = len(self.current_play.waiting)
        if not n:
            return told
        return Message(
            "{n} move waits, not kept yet: the club’s server cannot be reached. {what}",
            {"n": n, "what": told},
            "{n} moves wait, not kept yet: the club’s server cannot be reached. {what}",
            "n",
        )

    def before_the_first_move(self) -> str:
        """What is said where nothing happened yet."""
        return ""

    def ask(self, questions: Sequence[Question]) -> None:
        """A proposal to be confirmed, on a sheet."""
        self.proposals.ask(questions)

    def make_question_sheet(self, question: Question) -> Sheet:
        """The sheet on which a proposal is confirmed; closing it drops the proposal."""
        return QuestionSheet(screen=self, question=question)

    # within

    def ask_again(self) -> None:
        """Shows what is asked now, and nothing that is not."""
        if self.play is not None:
            self.ask(self.play.questions())

    def _seat_dice(self, roller: ConnectedRoller | None, dice: ReportingDice | None) -> None:
        """Whichever of them rolls first when the game waits, that roll counts."""
        for source in (self._roller, self._dice):
            if source is not None:
                source.close()
        self._roller = RollsAtTable(roller.dice, self.current_play, self.show_error) if roller is not None else None
        self._dice = RollsAtTable(dice, self.current_play, self.show_error) if dice is not None else None

    def _kept_log(self) -> HistorySheet:
        self._log = self._log or HistorySheet(screen=self)
        return self._log

    def _kept_menu(self) -> MenuSheet:
        self._menu = self._menu or self.menu()
        return self._menu
