"""The table screen: each seat's panel, the row of districts, and everything that players do."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.camera.camera_corner import CameraCorner
from companion.app.game_screen import GameScreen
from companion.app.magnate.panel_content import update_panel
from companion.app.magnate.sheets.forecast import ForecastSheet
from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.painters.table import SeatedTable
from companion.app.seats import is_far_seat
from companion.app.sheets.edge_trays import EdgeTrays
from companion.app.texts.i18n import words
from companion.app.widgets.card import lay_dice
from companion.app.widgets.sheet import Banner, TraySheet
from companion.app.window.idle import work_when_idle
from companion.app.window.kv_loader import load_kv
from companion.games.magnate import Phase, State, score
from companion.games.magnate.deeds import deed_income
from companion.games.magnate.rolling import after_tax
from companion.games.magnate.turns import find_announcement
from companion.games.view import Layout, Region, View
from companion.locale import Message
from companion.play import AnyPlay, Change, Question


class Board(SeatedTable):
    """The districts between the players' panels; what else lies in the middle is drawn beside them."""

    screen = ObjectProperty()

    def make_seat(self, seat: int) -> PlayerPanel:
        """Return the panel of a player."""
        return PlayerPanel(self.screen, self.painting, seat)

    def paints(self, region: Region) -> bool:
        """Return whether a region is that of the districts."""
        return region.layout is Layout.COLUMNS


class TableScreen(GameScreen):
    """A game of Magnate in progress: a panel for each seat, and the districts between them."""

    is_far_turn = BooleanProperty(False)
    """Whether the current player sits at the far side."""
    informs_near = BooleanProperty(True)
    informs_far = BooleanProperty(False)
    """Whether the sentence about the last move is shown to either side."""

    camera: CameraCorner

    def __init__(self, **kwargs: Any) -> None:
        self._before: State | None = None
        self._since: Sequence[View] = ()
        """The views since the one before the last change of tokens, from which on changes are marked."""
        self.banner: Banner | None = None
        self._make_deck = Clock.create_trigger(self._begin_deck, 1.6)
        self._stop_deck: Callable[[], None] = lambda: None
        super().__init__(**kwargs)
        self.actions = TableActions(self)
        self.trays = EdgeTrays(self)
        self.camera = CameraCorner(self.overlay, self.ids.camera, self.actions.describe_place)

    # the game

    def watch(self, play: AnyPlay) -> None:
        """Show a game; of the one before nothing is marked."""
        self._before = None
        super().watch(play)

    def on_pre_enter(self) -> None:
        """Open the tray for the roll if it is due."""
        super().on_pre_enter()
        if self.state.phase is Phase.ROLL:
            self.open_expected_tray()

    def on_enter(self) -> None:
        """Build the sheet of the deck, a card in a frame, so that it opens at once later."""
        super().on_enter()
        self._make_deck()

    def _begin_deck(self, _seconds: float) -> None:
        self._stop_deck = work_when_idle(self.actions.deck_steps())

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
        """Return the widget that shows a spot: that of the pile lies beside the board."""
        return self.ids.pile if spot == "pile" else super().place_of(spot)

    def begin_at(self, spot: str) -> None:
        """Correct a count; pay a deed; or show why a side has its number, unless a card is being played."""
        kind, place, _ = spot.split("-")
        if kind == "token":
            self.counting.open(spot)
        elif self.form is None:
            self.actions.open_deeds(int(place)) if kind == "deed" else self.open_reasons(spot)

    def offer(self) -> None:
        """Let the board show what can be tapped."""
        self.table.offer(self.actions.offered())

    def open_forecast(self, seat: int | None = None) -> None:
        """Open a forecast, drawn beside the board and turned to its player: of the current one if no seat is given."""
        self.open(ForecastSheet(self, self.at_turn if seat is None else seat), seat)

    def open_expected_tray(self) -> None:
        """Open the tray for the next step, the dice or the cards, unless a camera watches the table."""
        phase = self.state.phase
        if self.sheet is None and not self.camera.on:
            if phase is Phase.ROLL:
                self.actions.open_roll()
            elif phase is Phase.PLAY and self.banner is None:
                self.actions.open_cards()
            if self.sheet is not None:
                self.sheet.offered = True

    def show(self, questions: Sequence[Question]) -> None:
        """Show the present state and its questions."""
        state, before = self.state, self._before
        if before is None or before.tokens != state.tokens or before.turn != state.turn:
            self._since = self._views_since(before, state)
        self._before = state
        self._draw(state, self._since)
        super().show(questions)
        for panel in self.table.seats:
            panel.can_undo = self.can_undo and panel.seat == state.player
        self.ids.timer.follow(None if state.over else (state.turn, state.player), state.player)

    def draw_past(self, before: State, state: State) -> None:
        """Draw an earlier state on the board, and mark what differs from the one before it."""
        self._draw(state, self._views_since(before, state))

    def _views_since(self, before: State | None, state: State) -> Sequence[View]:
        """Return the views from one state to another: between tax and income, too, for a roll can do both to a suit."""
        return [self.view_of(one) for one in (before, after_tax(before, state)) if one is not None]

    def _draw(self, state: State, since: Sequence[View]) -> None:
        """Draw a state, and mark what changed since those views."""
        roll = state.roll
        rolled = [("d10", one) for one in (roll.dice if roll else (0, 0))]
        lay_dice(self.ids.dice, [*rolled, *(("suit", one) for one in (roll.tax_dice if roll else ()))])
        view = self.view_of(state)
        for panel in self.table.seats:
            panel.past = self.veil is not None
        self.table.show(view, () if state.over else (state.player,), since)
        self.offer()
        self.is_far_turn = is_far_seat(state.player, len(self.names))
        self.ids.pile.show(view)
        for panel, total in zip(self.table.seats, score(state).total_ranks, strict=True):
            update_panel(panel, state, total, self.actions)

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
        self.trays.ask(list(deed_income(self.state)))
        super().ask(questions)


load_kv(__file__)
