"""The table: everybody's tokens, Crowns and districts on one screen, and everything that is done there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.camera_corner import CameraCorner
from companion.app.game_page import GamePage
from companion.app.kv import load_beside
from companion.app.magnate.at_table import AtTable
from companion.app.magnate.changes import changes, paid_cards
from companion.app.magnate.offers import awaited_of, offered
from companion.app.magnate.sheets.disagreement import DisagreementSheet
from companion.app.magnate.sheets.roll import RollSheet
from companion.app.magnate.sheets.table_menu import TableMenu
from companion.app.magnate.widgets.district_view import DistrictView
from companion.app.magnate.widgets.income_tray import IncomeTray
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.seats import sits_far
from companion.app.sheets.menu import MenuSheet
from companion.app.theme import theme
from companion.app.widgets.half_turn import HalfTurn
from companion.app.words import words
from companion.games.magnate import Phase, State, score
from companion.games.magnate.cheat_sheet import cheat_sheet
from companion.games.sheet import Section
from companion.play import AnyPlay, Change, Kind, Question


class DistrictCount(HalfTurn):
    """How many districts a player holds now."""

    count = NumericProperty(0)
    narrow = BooleanProperty(False)
    """Where several stand above one another."""
    colour = ListProperty(theme.ink)


class TableScreen(GamePage):
    """A game of Magnate going on: a panel and a count for each seat, and the row of districts between them."""

    dice = ListProperty()
    tax_dice = ListProperty()
    seats = NumericProperty(2)
    panel_height = NumericProperty(140)

    camera: CameraCorner

    def __init__(self, **kwargs: Any) -> None:
        self.panels: list[PlayerPanel] = []
        self.counts: list[DistrictCount] = []
        self.trays: dict[str, IncomeTray] = {}
        self._before: State | None = None
        super().__init__(**kwargs)
        self.table = AtTable(self)
        self.camera = CameraCorner(
            self.host, self.ids.camera, lambda told, camera: DisagreementSheet(told=told, camera=camera)
        )

    # the game

    def watch(self, play: AnyPlay) -> None:
        self._before = None
        self._seat(play.game.players)
        self._lay_out(len(play.state.districts), len(play.game.players))
        super().watch(play)
        self.camera.seat(play)

    def on_enter(self) -> None:
        super().on_enter()
        Clock.schedule_once(lambda _seconds: self.table.kept_deck(), 1.6)

    def on_leave(self) -> None:
        super().on_leave()
        self.camera.leave()

    def menu(self) -> MenuSheet:
        return TableMenu(page=self, table=self.table, door=self.camera.door)

    def rules_in_force(self) -> Sequence[Section]:
        return cheat_sheet(self.table.state.options)

    def before_the_first_move(self) -> str:
        said: str = words._("The first roll decides what comes in.")
        return said

    # what is shown

    def heard(self, change: Change[Any, Any]) -> None:
        if isinstance(self.sheet, RollSheet) and change.state.phase is not Phase.ROLL:
            self.host.close()
        super().heard(change)
        if change.state.over and self.sheet is None:
            self.table.see_score()

    def show(self, questions: Sequence[Question]) -> None:
        state = self.table.state
        stands, changed = score(state), changes(self._before, state)
        self._before = state
        self.dice = list(state.roll.dice) if state.roll else []
        self.tax_dice = list(state.roll.tax_dice) if state.roll else []
        paid = paid_cards(state)
        for view in self.ids.districts.children:
            view.show(state.districts[view.place], stands.districts[view.place], state.options, paid)
        for count, won in zip(self.counts, stands.districts_won, strict=True):
            count.count = won
        for panel, change in zip(self.panels, changed, strict=True):
            panel.at_turn = panel.seat == state.player and not state.over
            panel.show(state.tokens[panel.seat], state.crowns[panel.seat], change.lost, change.gained)
            panel.phase = awaited_of(state, int(panel.seat))
            panel.offer(offered(state, self.table) if panel.seat == state.player else [])
        super().show(questions)

    def ask(self, questions: Sequence[Question]) -> None:
        """Deed income at its owner's side, one deed at a time; then what everybody's games ask."""
        for tray in self.trays.values():
            self.ids.middle.remove_widget(tray)
        self.trays = {}
        for question in questions:
            owner = question.owner
            if question.kind is Kind.RULES and owner not in [tray.owner for tray in self.trays.values()]:
                beside = sum(self._far(int(tray.owner)) == self._far(owner or 0) for tray in self.trays.values())
                tray = IncomeTray(
                    table=self.table,
                    question=question,
                    far=self._far(owner or 0),
                    beside=beside,
                    turned=self.faces_far(owner or 0),
                )
                self.trays[question.key] = tray
                self.ids.middle.add_widget(tray)
        super().ask(questions)

    def on_far_turned(self, *_: object) -> None:
        for view in self.ids.districts.children:
            view.far_turned = self.far_turned
        for seat, (panel, count) in enumerate(zip(self.panels, self.counts, strict=True)):
            panel.turned = count.turned = self._far(seat) and self.far_turned

    def on_panel_height(self, *_: object) -> None:
        for panel in self.panels:
            panel.height = self.panel_height

    # within

    def _far(self, seat: int) -> bool:
        return sits_far(seat, len(self.panels))

    def _seat(self, names: Sequence[str]) -> None:
        """A panel and a count for each seat, those of the far side above the districts, the first at the near edge."""
        if len(names) != len(self.panels):
            ids = self.ids
            for side in (ids.far_side, ids.near_side, ids.far_counts, ids.near_counts):
                side.clear_widgets()
            colours = [theme.seats[seat % len(theme.seats)] for seat in range(len(names))]
            self.panels = [
                PlayerPanel(seat=seat, colour=colour, corrector=self.table.correct_tokens, size_hint_y=None)
                for seat, colour in enumerate(colours)
            ]
            self.counts = [DistrictCount(colour=colour, narrow=len(names) > 2) for colour in colours]
            for seat in reversed(range(len(names))):
                (ids.far_side if self._far(seat) else ids.near_side).add_widget(self.panels[seat])
                (ids.far_counts if self._far(seat) else ids.near_counts).add_widget(self.counts[seat])
            self.seats = len(names)
            self.on_far_turned()
            self.on_panel_height()
        for panel, name in zip(self.panels, names, strict=True):
            panel.name = name

    def _lay_out(self, districts: int, seats: int) -> None:
        row = self.ids.districts
        row.clear_widgets()
        for place in range(districts):
            row.add_widget(
                DistrictView(place=place, seats=seats, far_turned=self.far_turned, taker=self.table.open_column)
            )


load_beside(__file__)
