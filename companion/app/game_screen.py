"""The screen on which a game is played, whichever game it is."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.camera.camera_corner import CameraCorner
from companion.app.painters.counting import CountCorrection
from companion.app.painters.decision_view import DecisionView
from companion.app.painters.happenings import Happenings
from companion.app.painters.spots import describe
from companion.app.play_screen import PlayScreen
from companion.app.proposals import Proposals
from companion.app.registry import find_game_ui
from companion.app.seats import is_far_seat
from companion.app.sheets.covered import PrivateSheet
from companion.app.sheets.decision import DecisionTray, QuestionSheet
from companion.app.sheets.history import HistorySheet, PastSheet, notes_of
from companion.app.sheets.list import ListSheet, PutAwaySheet, lines_of, rows_of
from companion.app.sheets.menu import MenuSheet
from companion.app.sheets.plot import plot_game
from companion.app.sound.sounds import SoundEvent
from companion.app.texts.i18n import words
from companion.app.widgets.board_table import paint_rows
from companion.app.widgets.sheet import BoardInsets, Notice, PastVeil, Sheet
from companion.app.window.overlay import Overlay
from companion.games.decisions import CORRECT, Decision
from companion.games.texts import Line, Section
from companion.games.view import View
from companion.journal.course.course import HistoryLine
from companion.live.registry import camera_game, can_follow
from companion.locale import Message
from companion.play import AnyPlay, Change, Question, Source
from companion.play.possible_moves import table_decisions


def _with_other_moves(line: HistoryLine) -> Message:
    """Return the sentence of a tapped move, and whether another move came first."""
    entry = line.entry
    if entry.source != Source.TOUCH.value or entry.base_seq >= entry.seq - 1:
        return line.message
    return Message("another move came first; then: {what}", {"what": line.message})


def _nothing() -> None:
    """Replace the function that unsubscribes, before there is a subscription."""


class GameScreen(PlayScreen):
    """A screen that proposes what players do to a game, and shows what the game publishes.

    Its kv rule has a ``table``, and a ``middle`` over which sheets are shown.
    """

    shows_game = True

    far_turned = BooleanProperty(True)
    """Whether the far side's widgets are turned by 180°."""
    sentence = StringProperty("")
    """The latest move, in words."""
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)

    covered_near = NumericProperty(0)
    covered_far = NumericProperty(0)
    """Pixels of the middle that trays cover, at either edge."""

    overlay: Overlay
    camera: CameraCorner | None = None
    """The camera at this table, if the screen has a place for one."""
    form: DecisionView | None = None
    """The decision that is made with taps on the table, if there is one."""

    def __init__(self, **kwargs: Any) -> None:
        self._unsubscribe: Callable[[], None] = _nothing
        self.proposals = Proposals(self)
        self._views_made: tuple[tuple[Any, tuple[str, ...], View], ...] = ()
        self.veil: PastVeil | None = None
        """Over the table while it shows the past."""
        self._make_menu = Clock.create_trigger(lambda _seconds: self._menu, 1.0)
        self._make_history = Clock.create_trigger(lambda _seconds: self._history, 1.3)
        super().__init__(**kwargs)
        self.overlay = Overlay(
            self.ids.middle,
            turned=self.is_overlay_turned,
            put_away=self.ask_again,
            show_waiting=self.proposals.show_first,
        )
        self.insets = BoardInsets(self)
        self.happenings = Happenings(self, self.place_of, lambda: find_game_ui(self.current_play.game.game).suit_dice)
        self.table.painting.tap, self.table.painting.why = self.tap_spot, self.reasons
        self.counting = CountCorrection(self)

    # the game

    def watch(self, play: AnyPlay) -> None:
        """Show this game and each of its changes from now on."""
        self._unsubscribe()
        self.play = play
        self._unsubscribe = play.subscribe(self.on_change)
        self.refresh()
        App.get_running_app().dice.follow(play, self.show_error)
        if self.camera is not None and self.can_use_camera:
            self.camera.watch(play)

    @property
    def can_use_camera(self) -> bool:
        """Whether a camera can follow this game, and the screen has a place for one."""
        return self.camera is not None and can_follow(self.current_play.game.game)

    @property
    def can_check_table(self) -> bool:
        """Whether a camera can follow this game's cards."""
        game = camera_game(self.current_play.game.game) if self.can_use_camera else None
        return game is not None and game.cards is not None

    def on_pre_enter(self) -> None:
        """Show the app's current game, and keep the screen awake if the settings say so."""
        # Between two moves nobody touches the tablet for minutes.
        app = App.get_running_app()
        Window.allow_screensaver = not app.settings.keep_awake
        self.far_turned = app.settings.far_side_turned
        self.watch(app.play)

    def on_enter(self) -> None:
        """Make the menu and the history ahead of their first use."""
        # Kept, and made before somebody waits for it.
        self._make_menu()
        self._make_history()

    def on_leave(self) -> None:
        """Unsubscribe from the game."""
        Window.allow_screensaver = True
        self._make_menu.cancel()
        self._make_history.cancel()
        self.counting.close()
        self._unsubscribe()
        self._unsubscribe = _nothing
        App.get_running_app().dice.release(self.current_play)
        self.happenings.stage.finish()
        if self.camera is not None:
            self.camera.close()
        App.get_running_app().collect_garbage_later()

    # what lies over it

    def on_touch_down(self, touch: Any) -> bool:
        """Close the editor of a count on a touch elsewhere."""
        self.counting.close_outside(touch)
        return super().on_touch_down(touch)

    @property
    def notice(self) -> Notice | None:
        """The notice that is shown, or None."""
        return self.overlay.notice

    def show_notice(self, why: str) -> None:
        """Show why something is not possible: in the open sheet, or over the middle."""
        App.get_running_app().sounds.play(SoundEvent.REFUSED)
        self.overlay.show_notice(why)

    def open(self, sheet: Sheet, seat: int | None = None) -> None:
        """Open a sheet over the middle.

        Args:
            sheet: The sheet.
            seat: The player to whom it is turned; the current player if None.
        """
        self.overlay.open(sheet, None if seat is None else self.is_seat_turned(seat))
        self.proposals.update_waiting()

    def open_history(self, seat: int | None = None) -> None:
        """Open the list of all moves, turned to the player who asked for it."""
        self._history.seat = seat
        self._history.show(self.current_play.history())
        self.open(self._history, seat)

    def open_reasons(self, spot: str) -> None:
        """Open the log of the moves that made the number of a spot, which can be corrected there if not in place."""
        shown = next(one for one in self.view_of(self.state).spots() if one.id == spot)
        reasons = self.current_play.course.why(spot)
        sheet = self._reasons
        sheet.title, sheet.seat = words.say(describe(shown, self.names)), shown.seat
        in_place = self.counting.decision(spot) is not None
        sheet.correct_callback = None if in_place else partial(self.open_correction, spot, shown.seat)
        sheet.show(self.current_play.history(), notes_of(reasons))
        sheet.notice = "" if reasons else words._("No changes yet.")
        self.open(sheet, shown.seat)

    # the past

    def show_past(self, seq: int, seat: int | None = None) -> None:
        """Show the table right after an entry, until the player returns to the present.

        Args:
            seq: The number of the entry.
            seat: The seat of the player who asks; None for the current player.
        """
        if self.veil is None:
            self.veil = PastVeil(both=self.far_turned)
            self.ids.middle.add_widget(self.veil)
        sheet = self.sheet
        if not isinstance(sheet, PastSheet):
            sheet = PastSheet(screen=self)
            self.open(sheet, seat)
        sheet.show(seq)
        self.sentence = sheet.sentence
        self.draw_past(*self.current_play.course.around(seq))
        self.veil.text = words._("Viewing: {turn}").format(turn=sheet.turn)

    def draw_past(self, before: Any, state: Any) -> None:
        """Draw an earlier state, and mark what differs from the one before it."""

    def show_present(self) -> None:
        """Return to the present."""
        if self.veil is not None:
            self.ids.middle.remove_widget(self.veil)
            self.veil = None
            self.refresh()

    @property
    def has_chart(self) -> bool:
        """Whether the game has curves to show."""
        return self.current_play.course.rules.statistics is not None

    def open_chart(self, seat: int | None = None) -> None:
        """Open the curves of the game, turned to the player who asked; a tap on them shows that turn."""
        figures = self.current_play.course.figures()
        if figures is not None:
            self.open(plot_game(figures, len(self.names), partial(self.show_turn, seat=seat)), seat)

    def show_turn(self, turn: int, seat: int | None = None) -> None:
        """Show the game at the end of a turn; turned to the player who asks."""
        seq = self.current_play.course.end_of_turn(turn)
        if seq is not None:
            self.show_past(seq, seat)

    def return_to(self, seq: int) -> None:
        """Undo or redo until the game stands as right after this entry."""
        play = self.current_play
        # The screen follows once it is there, not move by move.
        self._unsubscribe()
        try:
            self.attempt(lambda: play.go_to(seq))
        finally:
            self._unsubscribe = play.subscribe(self.on_change)
        self.on_change(Change(play.seq, None, play.state, play.questions()))

    def open_menu(self, seat: int | None = None) -> None:
        """Open the menu, turned to the player who asked for it."""
        self._menu.show()
        self.open(self._menu, seat)

    def open_correction(self, spot: str = "", seat: int | None = None) -> None:
        """Open the corrections.

        Args:
            spot: The spot of the view that is to be corrected; all that can be if left out.
            seat: The player who corrects; None for the current player.
        """
        self.decide(CORRECT, spot, seat)

    def decide(self, name: str, spot: str = "", seat: int | None = None) -> None:
        """Begin a decision by a tap on a spot, or without one."""
        decision = next(one for one in table_decisions(self.current_play.course) if one.name == name)
        self.go_on(decision.tapped(spot) or decision, seat)

    def go_on(self, decision: Decision[Any], seat: int | None = None) -> None:
        """Open a decision in a tray; if nothing is left to ask, make its moves."""
        seat = decision.owner if seat is None else seat
        if decision.missing is None and decision.confirm is None:
            self.overlay.close()
            self.propose(*decision.moves(), seat=seat)
            return

        self.open(DecisionTray(decision, partial(self.propose_decision, seat)), seat)

    def propose_decision(self, seat: int | None, move: Any) -> bool:
        """Propose a decision's move; close its sheet if the rules accept it."""
        made = self.propose(move, seat=seat)
        if made and isinstance(self.sheet, DecisionTray | PrivateSheet):
            self.overlay.close()
        return made

    def open_rules(self) -> None:
        """Open the rules as this table plays them."""
        course = self.current_play.course
        options, sheet = course.rules.options_from_json(course.game.options, "options"), course.rules.cheat_sheet
        self.open(ListSheet(lines_of(() if sheet is None else sheet(options)), title=words._("Rules")))

    def open_forecast(self, seat: int | None = None) -> None:
        """Open the forecast that everybody may see, turned to the player who asked for it."""
        self.open(ListSheet(self.forecast(None), title=words._("Forecast")), seat)

    def forecast(self, viewer: int | None) -> Iterator[Widget]:
        """Yield the forecast that this viewer may see, if the game has any."""
        rules = self.current_play.course.rules
        if rules.forecast is not None:
            yield from paint_rows(rules.forecast(rules.seen_by(self.state, viewer), self.names))

    def open_page(self) -> None:
        """Open the sheet of the web page; if a package is missing, show how to install it."""
        from companion.web.network_interfaces import check_installed

        if self.attempt(check_installed):
            from companion.app.sheets.web_page import WebPageSheet

            self.open(WebPageSheet(screen=self))

    def open_steps(self) -> None:
        """Open the steps of setting up the table."""
        self.open(ListSheet(rows_of(self.preparing()), title=words._("Set up the table")))

    def preparing(self) -> Sequence[Line]:
        """Return the steps before the first move; none once it is made, or if the game names none."""
        return self.current_play.course.rules.setup_steps(self.state, self.names)

    def open_put_away(self) -> None:
        """Open the list of what goes into which bag."""
        self.overlay.open(PutAwaySheet(screen=self, sections=self.put_away()), over=self)

    def put_away(self) -> Sequence[Section]:
        """Return what goes into which bag, without secrets; nothing if the game does not say."""
        rules = self.current_play.course.rules
        return rules.put_away(rules.seen_by(self.state, None), self.names)

    def is_seat_turned(self, seat: int) -> bool:
        """Return whether this seat's widgets are turned."""
        return bool(self.far_turned and is_far_seat(seat, len(self.names)))

    def is_overlay_turned(self) -> bool:
        """Return whether sheets are turned to the current player, at the far side."""
        return self.is_seat_turned(self.at_turn)

    # what is shown

    def refresh(self, *_: object) -> None:
        """Show the current state again, for example in another language."""
        if self.play is not None:
            self.show(self.play.questions())

    def on_change(self, change: Change[Any, Any]) -> None:
        """Show a change of the game, with its sound."""
        app = App.get_running_app()
        app.collect_garbage_later()
        self.overlay.dismiss()
        if isinstance(self.sheet, PastSheet):
            self.overlay.close()
        happened = self.happenings.see(change)
        over = change.entry is not None and self.current_play.course.rules.over(change.state)
        if change.entry is not None:
            sound = happened.sound if happened is not None else None
            app.sounds.play(SoundEvent.OVER if over else sound or SoundEvent.MOVE)
        self.show(change.questions)
        if app.settings.speaks and change.entry is not None:
            app.speech.say(self.sentence, words.language)
        self.happenings.show(happened)
        if over and self.sheet is None:
            self.open_score()

    def open_score(self) -> None:
        """Go to the final count."""
        App.get_running_app().go("end")

    @property
    def table(self) -> Any:
        """The painted table."""
        return self.ids.table

    def place_of(self, spot: str) -> Any:
        """Return the widget that shows a spot of the table, or None."""
        return self.table.place_of(spot)

    def tap_spot(self, spot: str) -> None:
        """Go on with the decision in progress, or begin what a tap on this spot can begin."""
        if self.form is not None and self.form.tap(spot):
            self.offer()
        else:
            self.begin_at(spot)

    def begin_at(self, spot: str) -> None:
        """Begin what a tap on this spot can begin."""

    def offer(self) -> None:
        """Let the table show what can be tapped."""

    def view_of(self, state: Any) -> View:
        """Return what everybody may see of a state; that of the three latest states is made once."""
        for shown, names, view in self._views_made:
            if shown is state and names == self.names:
                return view
        made: View = self.current_play.course.rules.view(state, self.names, None)
        self._views_made = (*self._views_made[-2:], (state, self.names, made))
        return made

    def show(self, questions: Sequence[Question]) -> None:
        """Show the latest move and the open questions."""
        course = self.current_play.course
        latest = course.latest()
        self.can_undo, self.can_redo = bool(course.done), bool(course.undone)
        self.sentence = (
            words.say(self._with_waiting_moves(_with_other_moves(latest))) if latest else self.before_the_first_move()
        )
        self.counting.refresh()
        self.ask(questions)

    def _with_waiting_moves(self, latest: Message) -> Message:
        """Return the sentence, with the number of moves that are not stored yet."""
        n = len(self.current_play.waiting)
        if not n:
            return latest
        return Message(
            "{n} move not saved yet: the club server cannot be reached. {what}",
            {"n": n, "what": latest},
            "{n} moves not saved yet: the club server cannot be reached. {what}",
            "n",
        )

    def before_the_first_move(self) -> str:
        """Return what is shown before the first move."""
        return ""

    def ask(self, questions: Sequence[Question]) -> None:
        """Show the first proposal on a sheet."""
        self.proposals.ask(questions)

    def make_question_sheet(self, question: Question) -> Sheet:
        """Return the sheet on which a proposal is confirmed; closing it drops the proposal."""
        return QuestionSheet(screen=self, question=question)

    # within

    def ask_again(self) -> None:
        """Show the open questions, and close what is no longer asked."""
        if self.play is not None:
            self.ask(self.play.questions())

    @cached_property
    def _history(self) -> HistorySheet:
        return HistorySheet(screen=self)

    @cached_property
    def _reasons(self) -> HistorySheet:
        return HistorySheet(screen=self)

    @cached_property
    def _menu(self) -> MenuSheet:
        return MenuSheet(screen=self)
