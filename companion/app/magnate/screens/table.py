"""The table screen: each seat's panel, the row of districts, and everything that players do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion.app.camera.camera_corner import CameraCorner
from companion.app.game_screen import GameScreen
from companion.app.magnate.panel_content import update_panel
from companion.app.magnate.sheets.forecast import ForecastSheet
from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.seats import is_far_seat
from companion.app.sheets.edge_trays import EdgeTrays
from companion.app.texts.i18n import words
from companion.app.widgets.banner import Banner
from companion.app.widgets.dice import lay_dice
from companion.app.widgets.tray import TraySheet
from companion.app.window.idle import work_when_idle
from companion.app.window.kv_loader import load_kv
from companion.games.magnate import Phase, State, score
from companion.games.magnate.announcements import find_announcement
from companion.games.magnate.deeds import deed_income
from companion.games.magnate.token_changes import token_changes
from companion.games.view import Layout
from companion.locale import Message
from companion.play import AnyPlay, Change, Question


class TableScreen(GameScreen):
    """A game of Magnate in progress: a panel for each seat, and the districts between them."""

    is_far_turn = BooleanProperty(False)
    """Whether the current player sits at the far side."""
    informs_near = BooleanProperty(True)
    informs_far = BooleanProperty(False)
    """Whether the sentence about the last move is shown to either side."""

    camera: CameraCorner

    def __init__(self, **kwargs: Any) -> None:
        self.panels: list[PlayerPanel] = []
        self._before: State | None = None
        self._marked_since: State | None = None
        """The state since which changes of tokens are marked: the one before the last change of them."""
        self.banner: Banner | None = None
        self._make_deck = Clock.create_trigger(self._begin_deck, 1.6)
        self._stop_deck: Callable[[], None] = lambda: None
        super().__init__(**kwargs)
        self.table = TableActions(self)
        painting = self.ids.districts.painting
        painting.tap, painting.why = self.table.tap_spot, self.reasons
        self.trays = EdgeTrays(self)
        self.camera = CameraCorner(self.overlay, self.ids.camera, self.table.describe_place)

    # the game

    def watch(self, play: AnyPlay) -> None:
        """Show a game, with a panel for each of its seats."""
        self._before = None
        self._seat_players(play.game.names)
        super().watch(play)

    def on_pre_enter(self) -> None:
        """Open the tray for the roll if it is due."""
        super().on_pre_enter()
        if self.table.state.phase is Phase.ROLL:
            self.open_expected_tray()

    def on_enter(self) -> None:
        """Build the sheet of the deck, a card in a frame, so that it opens at once later."""
        super().on_enter()
        self._make_deck()

    def _begin_deck(self, _seconds: float) -> None:
        self._stop_deck = work_when_idle(self.table.deck_steps())

    def on_leave(self) -> None:
        """Close everything that belongs to the game."""
        self._make_deck.cancel()
        self._stop_deck()
        super().on_leave()
        self.ids.timer.stop()
        self.announce(None)

    def before_the_first_move(self) -> str:
        """Return the sentence that is shown before the first move."""
        return str(words._("Roll the dice to start."))

    # what is shown

    def on_change(self, change: Change[Any, Any]) -> None:
        """Show a change of the game, announce what everybody must know, and open the next tray."""
        before, after = self._before, change.state
        asked = self.proposals.asked
        steps_on = before is None or (before.turn, before.phase) != (after.turn, after.phase)
        if steps_on:
            self.overlay.forget_choice()
            if isinstance(self.sheet, TraySheet):
                self.overlay.take_away(self.sheet)
        announcement = find_announcement(before, after, self.names)
        super().on_change(change)
        self.announce(announcement)
        if not after.over and (steps_on or asked != self.proposals.asked):
            self.open_expected_tray()

    def place_of(self, spot: str) -> Any:
        """Return the counter of a token, the pile, or the district of one of its spots."""
        kind, *where = spot.split("-")
        if kind == "token":
            return self.panels[int(where[0])].ids.counters.views.get(spot)
        if kind in ("district", "side", "deed"):
            return self.ids.districts.views[f"district-{where[0]}"].ids.core
        return self.ids.pile if kind == "pile" else None

    def open_forecast(self, seat: int | None = None) -> None:
        """Open a forecast, drawn beside the board and turned to its player: of the current one if no seat is given."""
        self.open(ForecastSheet(self, self.at_turn if seat is None else seat), seat)

    def open_expected_tray(self) -> None:
        """Open the tray for the next step, the dice or the cards, unless a camera watches the table."""
        phase = self.table.state.phase
        if self.sheet is None and not self.camera.on:
            if phase is Phase.ROLL:
                self.table.open_roll()
            elif phase is Phase.PLAY and self.banner is None:
                self.table.open_cards()
            if self.sheet is not None:
                self.sheet.offered = True

    def show(self, questions: Sequence[Question]) -> None:
        """Show the present state and its questions."""
        state, before = self.table.state, self._before
        if before is None or before.tokens != state.tokens or before.turn != state.turn:
            self._marked_since = before
        self._before = state
        self._draw_board(self._marked_since, state)
        super().show(questions)
        for panel in self.panels:
            panel.can_undo = self.can_undo and panel.seat == state.player
        self.ids.timer.follow(None if state.over else (state.turn, state.player), state.player)

    def _draw_board(self, before: State | None, state: State) -> None:
        """Draw a state, and mark what differs from the state before it."""
        standing, changed = score(state), token_changes(before, state)
        roll = state.roll
        rolled = [("d10", one) for one in (roll.dice if roll else (0, 0))]
        lay_dice(self.ids.dice, [*rolled, *(("suit", one) for one in (roll.tax_dice if roll else ()))])
        districts = self.ids.districts
        districts.painting.names = self.names
        view = self.view_of(state)
        districts.show(next(one for one in view.regions if one.layout is Layout.COLUMNS))
        self.table.offer_districts()
        self.is_far_turn = self._is_far(state.player)
        self.ids.pile.show(view)
        purses = [one for one in view.regions if one.layout is Layout.PURSE]
        for panel, purse, change in zip(self.panels, purses, changed, strict=True):
            panel.past = self.veil is not None
            tokens = replace(purse, spots=tuple(spot for spot in purse.spots if spot.pieces))
            update_panel(panel, state, tokens, standing, change, self.table)

    def draw_past(self, before: State, state: State) -> None:
        """Draw an earlier state on the board, and mark what differs from the one before it."""
        self._draw_board(before, state)

    def announce(self, message: Message | None) -> None:
        """Show a message across the table until it is tapped or the game continues; None removes it."""
        if self.banner is not None:
            self.ids.middle.remove_widget(self.banner)
            self.banner = None
        if message is not None:
            self.banner = Banner(
                text=words.say(message), both=self.far_turned, close_callback=lambda: self.announce(None)
            )
            self.ids.middle.add_widget(self.banner)

    def ask(self, questions: Sequence[Question]) -> None:
        """Ask for deed income in trays at the owners' edges, then what every game asks."""
        self.trays.ask(list(deed_income(self.table.state)))
        super().ask(questions)

    def on_far_turned(self, *_: object) -> None:
        """Turn the far side to its players, or back."""
        self.ids.districts.painting.turned = self.far_turned
        self.ids.districts.arrange()
        for seat, panel in enumerate(self.panels):
            panel.turned = self._is_far(seat) and self.far_turned

    def _is_far(self, seat: int) -> bool:
        return is_far_seat(seat, len(self.panels))

    def _seat_players(self, names: Sequence[str]) -> None:
        if len(names) != len(self.panels):
            self.panels = [PlayerPanel(screen=self, seat=seat) for seat in range(len(names))]
            for side in (self.ids.far_side, self.ids.near_side):
                side.clear_widgets()
            for panel in reversed(self.panels):
                (self.ids.far_side if self._is_far(panel.seat) else self.ids.near_side).add_widget(panel)
            self.on_far_turned()
        for panel, name in zip(self.panels, names, strict=True):
            panel.name = name


load_kv(__file__)
