"""A district: its card, the columns and their totals."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.magnate.widgets.column_view import ColumnView
from companion.app.seats import is_far_seat
from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.magnate.options import Options
from companion.games.magnate.paying import price
from companion.games.magnate.scoring import DistrictScore
from companion.games.magnate.state import District
from companion.pieces import Card

ARROW = " → "
"""What stands in a hint where an arrow is drawn, as no font of the app has one that fits."""


class Total(Target, HalfTurn):
    """The total of a side of a district, and its lead if it holds the district. A tap on it opens its log."""

    total = NumericProperty(0)
    lead = NumericProperty(0)
    wide = BooleanProperty(True)
    """Whether there is space for the lead."""
    colour = ListProperty(theme.ink)
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

    def on_size(self, *_: object) -> None:
        """Disable taps if it is too small for a finger."""
        self.disabled = min(self.size) < theme.target - 1

    def on_hint(self, *_: object) -> None:
        """Split the hint at its arrow; leave its words out if there is no space for them."""
        self.hint_before, arrow, after = self.hint.rpartition(ARROW)
        self.hint_after = after if self.wide or not arrow else after.split(",")[0]

    def on_wide(self, *_: object) -> None:
        """Show or leave out the words of the hint."""
        self.on_hint()


class DistrictView(BoxLayout):
    """The district ``place`` of a row; ``callback(place, player)`` gets the column that is tapped.

    While a district is chosen for a card, ``choose_callback(place)`` gets every tap instead, and a ``hint`` shows the
    effect in place of the total of ``hint_seat``.
    """

    place = NumericProperty(0)
    card = ObjectProperty(EXCUSE, rebind=True)
    seats = NumericProperty(2)
    far_turned = BooleanProperty(True)
    callback = ObjectProperty(None, allownone=True)
    explain_callback = ObjectProperty(None, allownone=True)
    """``explain_callback(place, player)`` gets the total that is tapped."""
    choose_callback = ObjectProperty(None, allownone=True)
    hint = StringProperty("")
    hint_seat = NumericProperty(0)
    is_far_hint = BooleanProperty(False)
    """Whether the hint is at the far side."""
    pill = NumericProperty(46)
    """Height of a total, in pixels."""
    low = BooleanProperty(False)
    """Whether a tray leaves little height: the card and the totals then share one line."""
    far_share = NumericProperty(1)
    near_share = NumericProperty(1)
    """Shares of the width that the totals of either side take."""

    def __init__(self, **kwargs: Any) -> None:
        self.columns: list[ColumnView] = []
        self.totals: list[Total] = []
        self.built_for: tuple[bool, ...] | None = None
        """Which seats have a column here, if that stays: a column once hidden is not shown again."""
        super().__init__(**kwargs)

    def on_kv_post(self, _base: Any) -> None:
        """Build the columns and totals."""
        seats = range(int(self.seats))
        self.columns = [ColumnView() for _ in seats]
        self.totals = [Total(colour=theme.seats[seat % len(theme.seats)]) for seat in seats]
        for total in self.totals:
            total.shown = self.pill
            self.bind(pill=total.setter("shown"))
            total.bind(width=lambda one, width: setattr(one, "wide", width > theme.unit * 84))
        for seat in seats:
            side = "far" if self._far(seat) else "near"
            self.columns[seat].bind(on_release=partial(self._tapped, seat))
            self.totals[seat].bind(on_release=partial(self._asked, seat))
            self.ids[f"{side}_columns"].add_widget(self.columns[seat])
            self.ids[f"{side}_totals"].add_widget(self.totals[seat])
        self.on_far_turned()

    def foresee(self, hint: str, seat: int) -> None:
        """Show what would follow for a seat from a card that is played here; nothing if the text is empty."""
        self.hint, self.hint_seat, self.is_far_hint = hint, seat, self._far(seat)
        for one, total in enumerate(self.totals):
            total.hint = hint if one == seat else ""

    def on_far_turned(self, *_: object) -> None:
        """Turn the far side to its players, or back."""
        for seat, (column, total) in enumerate(zip(self.columns, self.totals, strict=True)):
            column.turned = total.turned = self._far(seat) and self.far_turned
            column.upwards = total.upper = self._far(seat) and not self.far_turned

    def show(
        self,
        district: District,
        stands: DistrictScore,
        options: Options,
        paying: frozenset[Card] = frozenset(),
        beginners: frozenset[int] = frozenset(),
    ) -> None:
        """Show what lies on the district, and its score; players without a column there cannot tap one.

        Args:
            district: The district with its columns.
            stands: Its score.
            options: The options of the game.
            paying: The cards that this turn's roll made pay, which are marked.
            beginners: The seats that have laid no card yet, whose columns say what may be laid first (B20).
        """
        self.card = district.card
        first = (
            words._("First card: share a suit with the Pawn")
            if district.card.suits
            else words._("First card: any card")
        )
        for seat, (view, total, column) in enumerate(zip(self.columns, self.totals, district.columns, strict=True)):
            if column is None:
                _fold(view)
                _fold(total)
            else:
                takes = price(column.deed.card, options) if column.deed is not None else 0
                view.show(column, paying, takes, first if seat in beginners else "")
        by_side = [
            sum(column is not None for seat, column in enumerate(district.columns) if self._far(seat) is far)
            for far in (False, True)
        ]
        # A district with two columns on a side is as wide as two, so that every column is as wide as any other.
        self.size_hint_x = max(1, *by_side)
        for side in stands.sides:
            total, others = self.totals[side.player], [one.total for one in stands.sides if one.player != side.player]
            total.total = side.total
            total.lead = side.total - max(others, default=0) if stands.won_by == side.player else 0

    def on_touch_down(self, touch: Any) -> bool:
        """Take every touch while a district is chosen."""
        if self.choose_callback is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Pass the district to the choice."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self.choose_callback is not None and self.collide_point(*touch.pos):
            self.choose_callback(int(self.place))
        return True

    def _tapped(self, player: int, _view: ColumnView) -> None:
        if self.callback is not None:
            self.callback(self.place, player)

    def _asked(self, player: int, _total: Total) -> None:
        if self.explain_callback is not None:
            self.explain_callback(self.place, player)

    def _far(self, seat: int) -> bool:
        return is_far_seat(seat, int(self.seats))


def _fold(widget: Target) -> None:
    """Hide a widget and free its space."""
    widget.disabled, widget.opacity = True, 0
    widget.spacious = False
    widget.size_hint, widget.size = (None, 1), (0, 0)


load_kv(__file__)
