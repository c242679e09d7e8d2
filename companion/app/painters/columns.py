"""Columns of a table: each place between the seats that border on it, with their cards and numbers."""

from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.column import ColumnView
from companion.app.painters.regions import RegionView
from companion.app.painters.spots import Offered, Painting, SpotView
from companion.app.seats import is_far_seat
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv
from companion.games.view import Region, Spot

ARROW = " → "
"""What stands in a hint where an arrow is drawn, as no font of the app has one that fits."""


class ColumnTotal(SpotView, HalfTurn):
    """The number of a side, and its lead if it is ahead."""

    lead = NumericProperty(0)
    wide = BooleanProperty(True)
    """Whether there is space for the lead."""
    shown = NumericProperty(46)
    """Height of the visible part, in pixels; the rest of the target lies under the strip."""
    edge = NumericProperty(0)
    upper = BooleanProperty(False)
    """Whether the strip is below it in reading direction."""
    hint = StringProperty("")
    """What would follow for this side from a card that is played here, in place of the total."""
    hint_before = StringProperty("")
    hint_after = StringProperty("")
    """The parts of the hint around its arrow, which is drawn; without an arrow the second is all of it."""

    def offer(self, offered: Offered) -> None:
        """Show the hint; the place around it glows."""
        self.acts, self.hint = self.spot.id in offered.acting, offered.hints.get(self.spot.id, "")

    def on_hint(self, *_: object) -> None:
        """Split the hint at its arrow; leave its words out if there is no space for them."""
        self.hint_before, arrow, after = self.hint.rpartition(ARROW)
        self.hint_after = after if self.wide or not arrow else after.split(",")[0]

    def on_wide(self, *_: object) -> None:
        """Show or leave out the words of the hint."""
        self.on_hint()


class ColumnsPlace(SpotView):
    """A place with a column and a total for each side. While a side is chosen, all of it takes the tap."""

    card = ObjectProperty(EXCUSE, rebind=True)
    far_turned = BooleanProperty(True)
    hint = StringProperty("")
    """What would follow from a card that is played here."""
    is_far_hint = BooleanProperty(False)
    """Whether the hint is at the far side."""
    chosen = StringProperty("")
    """The side that is chosen with a tap anywhere; empty for none."""
    pill = NumericProperty(46)
    """Height of a total, in pixels."""
    low = BooleanProperty(False)
    """Whether a tray leaves little height: the card and the totals then share one line."""
    far_share = NumericProperty(1)
    near_share = NumericProperty(1)
    """Shares of the width that the totals of either side take."""

    def __init__(self, painting: Painting, spot: Spot, **kwargs: Any) -> None:
        self.columns: dict[int, ColumnView] = {}
        self.totals: dict[int, ColumnTotal] = {}
        """By the seats that border on it."""
        super().__init__(painting, spot, **kwargs)
        self.on_far_turned()

    @property
    def parts(self) -> list[SpotView]:
        """The totals, then the columns."""
        return [*self.totals.values(), *self.columns.values()]

    @property
    def core(self) -> Any:
        """The card between the totals."""
        return self.ids.core

    def paint(self, spot: Spot) -> None:
        """Show the card and its sides."""
        self.card = spot.pieces[0].shows
        if not self.columns:
            self._build(spot)
        numbers = {side.seat: side.number or 0 for side in spot.spots}
        for side in spot.spots:
            assert side.seat is not None, "each side has a seat"
            others = [number for seat, number in numbers.items() if seat != side.seat]
            self.columns[side.seat].show(side)
            self.totals[side.seat].show(replace(side, spots=()))
            self.totals[side.seat].lead = numbers[side.seat] - max(others, default=0) if side.leads else 0
        # A place with two columns on a side is as wide as two, so that every column is as wide as any other.
        far = sum(map(self._far, self.columns))
        self.size_hint_x = max(1, far, len(self.columns) - far)

    def _build(self, spot: Spot) -> None:
        for side in spot.spots:
            assert side.seat is not None, "each side has a seat"
            column, total = ColumnView(self.painting, side), ColumnTotal(self.painting, side, shown=self.pill)
            self.bind(pill=total.setter("shown"))
            at = "far" if self._far(side.seat) else "near"
            self.ids[f"{at}_columns"].add_widget(column)
            self.ids[f"{at}_totals"].add_widget(total)
            self.columns[side.seat], self.totals[side.seat] = column, total

    def offer(self, offered: Offered) -> None:
        """Take taps for a side that can be chosen, and show what would follow; else leave them to what lies here."""
        sides = [side for side in self.spot.spots if side.id in offered.glowing]
        sides += [side for side in self.spot.spots if side.id in offered.refused]
        self.chosen = sides[0].id if sides else ""
        self.hint = offered.hints.get(self.chosen, "")
        self.is_far_hint = bool(sides) and sides[0].seat is not None and self._far(sides[0].seat)
        self.acts, self.answers = self.spot.id in offered.acting, self.spot.id
        for part in self.parts:
            part.offer(offered)

    def on_far_turned(self, *_: object) -> None:
        """Turn the far side to its players, or back."""
        for parts in (self.columns, self.totals):
            for seat, part in parts.items():
                part.turned = self._far(seat) and self.far_turned
        for seat, column in self.columns.items():
            column.upwards = self.totals[seat].upper = self._far(seat) and not self.far_turned

    def on_touch_down(self, touch: Any) -> bool:
        """Take every touch while a side is chosen."""
        if not self.chosen or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Choose the side."""
        if touch.grab_current is not self or not self.chosen:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self.collide_point(*touch.pos):
            self.painting.tap(self.chosen)
        return True

    def _fit(self, *_: object) -> None:
        """Take taps at any size: beside a tray its sides are chosen where little of it is seen."""

    def _far(self, seat: int) -> bool:
        return is_far_seat(seat, len(self.painting.names))


class ColumnsRegion(BoxLayout, RegionView):
    """Places side by side, each with a column for every seat that borders on it; the far ones are turned."""

    spot_class = ColumnsPlace

    def __init__(self, **kwargs: Any) -> None:
        self._seats = 0
        super().__init__(**kwargs)

    def show(self, region: Region) -> None:
        """Show the region as it is now; around a table of another size, the columns lie elsewhere."""
        if self._seats != len(self.painting.names):
            self._seats, self.views = len(self.painting.names), {}
            self.clear_widgets()
        super().show(region)

    def arrange(self, *_: object) -> None:
        """Turn the far side to its players, or back."""
        for view in self.views.values():
            view.far_turned = self.painting.turned


load_kv(__file__)
