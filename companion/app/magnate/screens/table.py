"""The table: both players' tokens, Crowns and districts on one screen, and everything that is done there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.camera_corner import CameraCorner
from companion.app.kv import load_beside
from companion.app.magnate.changes import changes, paid_cards
from companion.app.magnate.offers import Doing, awaited_of, offered
from companion.app.magnate.sheets.add_to_deed import AddToDeedSheet
from companion.app.magnate.sheets.column import ColumnSheet
from companion.app.magnate.sheets.dealt import DealtSheet
from companion.app.magnate.sheets.play_card import PlayCardSheet
from companion.app.magnate.sheets.roll import RollSheet
from companion.app.magnate.sheets.trade import TradeSheet
from companion.app.magnate.widgets.district_view import DistrictView
from companion.app.magnate.widgets.income_tray import IncomeTray
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.page import Page
from companion.app.sheets.cards import CardSheet
from companion.app.sheets.history import HistorySheet
from companion.app.sheets.menu import MenuSheet
from companion.app.sheets.question import QuestionSheet
from companion.app.sheets.rules import RulesSheet
from companion.app.shelf import MagnatePlay
from companion.app.theme import theme
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet
from companion.app.words import words
from companion.errors import CompanionError
from companion.games.magnate import Phase, State, score, wish
from companion.games.magnate.moves import (
    ColumnFact,
    Correct,
    Draw,
    EndTurn,
    Move,
    Roll,
    TokensFact,
)
from companion.games.magnate.state import Column
from companion.live.rolls_at_table import RollsAtTable
from companion.pieces import Card, Suit, Tokens
from companion.play import Change, Kind, Question, Source
from companion.roller import ConnectedRoller
from companion.rolls import AppDice
from companion.rolls.rolled import Rolled, RollSource

FAR = 1


def _nothing() -> None:
    """What ends hearing a game where none is heard."""


class DistrictCount(HalfTurn):
    """How many districts a player holds now."""

    count = NumericProperty(0)
    colour = ListProperty(theme.ink)


class TableScreen(Page):
    """One game going on (``play``). Whatever is tapped is proposed to it; what it publishes is shown."""

    far_turned = BooleanProperty(True)
    dice = ListProperty()
    tax_dice = ListProperty()
    sentence = StringProperty("")
    districts_won = ListProperty([0, 0])
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    panel_height = NumericProperty(140)
    app_dice = ObjectProperty()
    camera_on = BooleanProperty(False)
    """Whether a camera looks at this table."""

    def __init__(self, app_dice: RollSource | None = None, **kwargs: Any) -> None:
        self.play: MagnatePlay | None = None
        self.notice: Notice | None = None
        self.trays: dict[str, IncomeTray] = {}
        self._shown: State | None = None
        self._deck: CardSheet | None = None
        self._menu: MenuSheet | None = None
        self._stop_hearing: Callable[[], None] = _nothing
        self._roller: RollsAtTable | None = None
        super().__init__(**kwargs)
        self.camera = CameraCorner(self)
        self.app_dice = app_dice or AppDice()
        self.panels: tuple[PlayerPanel, PlayerPanel] = (self.ids.near, self.ids.far)
        for panel, colour in zip(self.panels, theme.seats, strict=False):
            panel.colour = colour
            panel.corrector = self.correct_tokens
        self._doing = Doing(
            enter_roll=self.open_roll,
            roll_for_me=self.roll_for_me,
            play_card=self.open_cards,
            add_to_deed=self.open_deeds,
            trade=self.open_trade,
            end_turn=self.end_turn,
            see_score=lambda: App.get_running_app().go("end"),
        )
        words.bind(language=self.refresh)

    # the game

    @property
    def state(self) -> State:
        return self._play().state

    @property
    def names(self) -> tuple[str, ...]:
        return self._play().game.players

    def on_pre_enter(self) -> None:
        # Between two moves nobody touches the tablet for minutes.
        Window.allow_screensaver = False
        app = App.get_running_app()
        self.far_turned = app.settings.far_side_turned
        self.watch(app.play)

    def on_enter(self) -> None:
        # The sheets that are kept, each before somebody waits for it.
        Clock.schedule_once(lambda _seconds: self._kept_menu(), 1.0)
        Clock.schedule_once(lambda _seconds: self._kept_deck(), 1.6)

    def _kept_menu(self) -> MenuSheet:
        self._menu = self._menu or MenuSheet(table=self)
        return self._menu

    def _kept_deck(self) -> CardSheet:
        self._deck = self._deck or CardSheet(taker=self.open_card)
        return self._deck

    def on_leave(self) -> None:
        Window.allow_screensaver = True
        self._stop_hearing()
        self._stop_hearing = _nothing
        self._seat_roller(None)
        self.camera.leave()
        self._dismiss_notice()
        self.close_sheet()

    def watch(self, play: MagnatePlay) -> None:
        """Shows this game and everything that happens in it."""
        self._stop_hearing()
        self.play, self._shown = play, None
        self._stop_hearing = play.subscribe(self._heard)
        districts = self.ids.districts
        districts.clear_widgets()
        for place in range(len(play.state.districts)):
            districts.add_widget(DistrictView(place=place, far_turned=self.far_turned, taker=self.open_column))
        for panel, name in zip(self.panels, self.names, strict=True):
            panel.name = name
        self.refresh()
        self._seat_roller(App.get_running_app().roller)
        self.camera.seat(play)

    def _seat_roller(self, roller: ConnectedRoller | None) -> None:
        if self._roller is not None:
            self._roller.close()
        self._roller = RollsAtTable(roller.dice, self._play(), self._refused) if roller is not None else None

    def forget_roll(self, id_: str) -> None:
        """The roller lost a roll that is not kept yet."""
        if self._roller is not None:
            self._roller.forget(id_)

    def _refused(self, error: CompanionError) -> None:
        self.refuse(words.say_error(error))

    def propose(self, *moves: Move, source: Source = Source.TOUCH, seat: int | None = None) -> bool:
        """Proposes what a player did. False where it cannot be: the players are told why, and nothing changes."""
        try:
            self._play().propose(*moves, source=source, seat=seat)
        except CompanionError as error:
            self.refuse(words.say_error(error))
            return False
        return True

    def refuse(self, why: str) -> None:
        """A calm word about what cannot be: in the open sheet, or over the districts."""
        if self.sheet is not None:
            self.sheet.notice = why
        else:
            self._dismiss_notice()
            self.notice = Notice(text=why, turned=self._facing(self.state.player), closer=self._dismiss_notice)
            self.ids.middle.add_widget(self.notice)

    # what is tapped

    def roll_for_me(self) -> None:
        self.app_dice.ask(wish.wish(self.state.options), self._rolled)

    def rolled(self, dice: tuple[int, int], tax_dice: tuple[int, ...], source: Source = Source.TOUCH) -> None:
        player = self.state.player
        self.propose(Roll(player, dice, tax_dice), source=source, seat=player)

    def _rolled(self, rolled: Rolled) -> None:
        roll = wish.roll(self.state.player, rolled.cast)
        self.rolled(roll.dice, roll.tax_dice, Source.APP)

    def end_turn(self) -> None:
        player = self.state.player
        self.propose(EndTurn(player) if self.state.last_turns is not None else Draw(player), seat=player)

    def correct_tokens(self, player: int, suit: Suit, count: int) -> None:
        was = self.state.tokens[player]
        now = Tokens.from_counts({**dict(was.items()), suit: count})
        self.propose(Correct((TokensFact(player, was, now),)), seat=player)

    def correct_column(self, place: int, player: int, now: Column) -> None:
        was = self.state.column(player, place) or Column()
        if was == now or self.propose(Correct((ColumnFact(place, player, was, now),)), seat=player):
            self.close_sheet()

    def undo(self) -> None:
        self._tried(lambda: self._play().undo())

    def redo(self) -> None:
        self._tried(lambda: self._play().redo())

    def confirm(self, question: Question, choice: int) -> None:
        self._tried(lambda: self._play().confirm(question.key, choice))

    def _tried(self, act: Callable[[], object]) -> None:
        try:
            act()
        except CompanionError as error:
            self.refuse(words.say_error(error))

    # sheets

    def open(self, sheet: Sheet, player: int | None = None) -> None:
        """Lays a sheet over the middle, turned to the player who uses it."""
        self.close_sheet()
        sheet.turned = self._facing(self.state.player if player is None else player)
        sheet.closer = self._put_away
        self.sheet = sheet
        self.ids.middle.add_widget(sheet)

    def close_sheet(self) -> None:
        if self.sheet is not None:
            self.ids.middle.remove_widget(self.sheet)
            self.sheet = None

    def _put_away(self) -> None:
        """A player closed the sheet: what waited meanwhile is asked now."""
        self.close_sheet()
        if self.play is not None:
            self._ask(self.play.questions())

    def open_roll(self) -> None:
        self.open(RollSheet(table=self))

    def open_cards(self) -> None:
        state = self.state
        deck = self._kept_deck()
        deck.courts, deck.gone = state.options.courts, frozenset(card.kind for card in state.cards_on_table())
        deck.notice, deck.ids.grid.suits = "", []
        self.open(deck)

    def open_card(self, card: Card) -> None:
        self.open(PlayCardSheet(table=self, card=card))

    def open_deeds(self, place: int | None = None) -> None:
        self.open(AddToDeedSheet(table=self, place=place))

    def open_trade(self) -> None:
        self.open(TradeSheet(table=self))

    def open_history(self) -> None:
        self.open(HistorySheet(tellings=self._play().history()))

    def open_menu(self) -> None:
        menu = self._kept_menu()
        menu.show()
        self.open(menu)

    def open_rules(self) -> None:
        self.open(RulesSheet(options=self.state.options))

    def open_dealt(self) -> None:
        self.open(DealtSheet(table=self))

    def open_column(self, place: int, player: int) -> None:
        """A tap on a column: tokens onto the own deed there, otherwise what lies there is put right."""
        state = self.state
        column = state.column(player, place) or Column()
        if player == state.player and column.deed is not None and state.phase in (Phase.PLAY, Phase.DRAW):
            self.open_deeds(place)
        else:
            self.open_correction(place, player)

    def open_correction(self, place: int, player: int) -> None:
        column = self.state.column(player, place) or Column()
        others = frozenset(card.kind for card in self.state.cards_on_table()) - {card.kind for card in column.cards}
        sheet = ColumnSheet(column=column, options=self.state.options, gone=others)
        sheet.taker = lambda now: self.correct_column(place, player, now)
        sheet.title = words._("{name}, district {number}").format(name=self.names[player], number=place + 1)
        self.open(sheet, player)

    # what is shown

    def refresh(self, *_: object) -> None:
        if self.play is not None:
            self._show(self.state, self.play.questions())

    def _heard(self, change: Change[State, Move]) -> None:
        self._dismiss_notice()
        if isinstance(self.sheet, RollSheet) and change.state.phase is not Phase.ROLL:
            self.close_sheet()
        self._show(change.state, change.questions)
        if change.state.over and self.sheet is None:
            App.get_running_app().go("end")

    def _show(self, state: State, questions: tuple[Question, ...]) -> None:
        play, stands = self._play(), score(state)
        changed = changes(self._shown, state)
        self._shown = state
        self.districts_won = list(stands.districts_won)
        self.dice = list(state.roll.dice) if state.roll else []
        self.tax_dice = list(state.roll.tax_dice) if state.roll else []
        self.can_undo, self.can_redo = bool(play.course.done), bool(play.course.undone)
        told = play.history()
        self.sentence = words.say(told[-1].message) if told else words._("The first roll decides what comes in.")
        paid = paid_cards(state)
        for view in self.ids.districts.children:
            view.show(state.districts[view.place], stands.districts[view.place], state.options, paid)
        for panel, change in zip(self.panels, changed, strict=True):
            panel.at_turn = panel.seat == state.player and not state.over
            panel.show(state.tokens[panel.seat], state.crowns[panel.seat], change.lost, change.gained)
            panel.phase = awaited_of(state, int(panel.seat))
            panel.offer(offered(state, self._doing) if panel.seat == state.player else [])
        self._ask(questions)

    def _ask(self, questions: tuple[Question, ...]) -> None:
        """Deed income at its owner's side; a proposal to be confirmed on a sheet."""
        for tray in self.trays.values():
            self.ids.middle.remove_widget(tray)
        income = [question for question in questions if question.kind is Kind.RULES and question.owner is not None]
        self.trays = {}
        for question in income:
            if all(tray.owner != question.owner for tray in self.trays.values()):
                tray = IncomeTray(table=self, question=question, turned=self._facing(question.owner or 0))
                self.trays[question.key] = tray
                self.ids.middle.add_widget(tray)
        proposed = [question for question in questions if question.kind is not Kind.RULES]
        if isinstance(self.sheet, QuestionSheet):
            self.close_sheet()
        # Who is in the middle of something else is not disturbed by the camera: it asks once their sheet is closed.
        if proposed and (self.sheet is None or not proposed[0].key.startswith(f"{Source.CAMERA}-")):
            self.open(QuestionSheet(table=self, question=proposed[0]))

    def _dismiss_notice(self) -> None:
        if self.notice is not None:
            self.ids.middle.remove_widget(self.notice)
            self.notice = None

    def _facing(self, player: int) -> bool:
        return bool(self.far_turned and player == FAR)

    def on_far_turned(self, *_: object) -> None:
        for view in self.ids.districts.children:
            view.far_turned = self.far_turned

    def _play(self) -> MagnatePlay:
        if self.play is None:
            raise RuntimeError("the table screen shows a game only after watch()")
        return self.play


load_beside(__file__)
