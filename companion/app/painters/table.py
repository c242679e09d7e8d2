"""The whole table: the middle, and each seat's pieces at its side."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.columns import ColumnsRegion
from companion.app.painters.pieces import seat_colour
from companion.app.painters.regions import CountsRegion, GridRegion, LadderRegion, PilesRegion, RegionView, SpreadRegion
from companion.app.painters.spots import Offered, Painting, SpotView
from companion.app.seats import is_far_seat
from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.view import Layout, Region, View, steps

REGIONS: dict[Layout, type[Any]] = {
    Layout.COLUMNS: ColumnsRegion,
    Layout.GRID: GridRegion,
    Layout.LADDER: LadderRegion,
    Layout.ROW: SpreadRegion,
    Layout.SPREAD: SpreadRegion,
    Layout.PURSE: CountsRegion,
    Layout.PILE: PilesRegion,
}
"""The class that paints a layout."""
MIDDLE_UNITS = 190
"""Least height of the middle in units."""
LAID_UNITS = 112, 84
"""Height of the pieces in front of a seat with few numbers, and with many, in units."""
TIGHT = 0.7
"""Height of those pieces where the middle needs the room, as a share of their usual height."""
NAME_UNITS = 34
"""Height of a name above other things in units."""
FEW_COUNTS = 2
"""Most numbers of a seat for which its pieces lie beside its name."""


def seat_spot(seat: int) -> str:
    """Return the id of all that lies in front of a seat, of which pieces come and go."""
    return f"seat-{seat}"


class Seat(HalfTurn):
    """What lies in front of a seat, with its name; each look has a kv rule, and places its regions."""

    name = StringProperty("")
    colour = ListProperty(theme.ink)
    current = BooleanProperty(False)

    def __init__(self, painting: Painting, seat: int, **kwargs: Any) -> None:
        self.painting, self.seat = painting, seat
        self.regions: dict[str, RegionView] = {}
        super().__init__(**kwargs)

    def show(self, view: View, regions: Sequence[Region], *, asked: bool) -> None:
        """Show what lies in front of the seat, and whether it is asked."""
        self.name, self.colour, self.current = view.names[self.seat], seat_colour(self.seat), asked
        _paint(self.regions, regions, self.painting, self.place)

    def place(self, region: Region, view: RegionView) -> None:
        """Give a region its place."""


class SeatView(Seat):
    """A seat: its name, its numbers and its pieces. In a narrow one the numbers stand below the name."""

    counts = NumericProperty(0)
    """How many numbers it has."""
    laid = BooleanProperty(False)
    """Whether pieces lie in front of it."""
    few = BooleanProperty(False)
    """Whether it has few numbers."""
    inline = BooleanProperty(False)
    """Whether its pieces lie beside the name, since it has few numbers and is wide enough."""
    wide = BooleanProperty(True)
    """Whether the numbers have room next to the name."""

    def needed(self, *, tight: bool) -> float:
        """Return the height for its numbers and pieces in pixels; lower ones where the middle needs the room."""
        name, pieces = theme.unit * NAME_UNITS, theme.unit * LAID_UNITS[not self.few] * (TIGHT if tight else 1)
        pieces = max([pieces, *(one.for_fingers() for one in self.regions.values() if isinstance(one, SpreadRegion))])
        head = theme.target + theme.unit * 8
        if self.inline:
            return max(head + name, pieces * self.laid + theme.unit * 8)
        return head + (0 if self.wide else name) + (pieces + theme.unit * 4) * self.laid

    def show(self, view: View, regions: Sequence[Region], *, asked: bool) -> None:
        """Show what lies in front of the seat, and whether it is asked."""
        purses = [region for region in regions if region.layout is Layout.PURSE]
        self.counts = sum(len(region.spots) for region in purses)
        self.few = self.counts <= FEW_COUNTS
        self.laid = any(spot.pieces for region in regions for spot in region.spots)
        super().show(view, regions, asked=asked)
        for one in self.regions.values():
            if isinstance(one, SpreadRegion):
                one.size_hint_x, one.highest = one.shape or 0.001, theme.unit * LAID_UNITS[not self.few]
        self._widen()

    def on_wide(self, *_: object) -> None:
        """Give the numbers the width that fingers need."""
        self._widen()

    def on_inline(self, *_: object) -> None:
        """Give the numbers the width that they have in this arrangement."""
        self._widen()

    def _widen(self) -> None:
        for one in self.regions.values():
            if not isinstance(one, SpreadRegion):
                one.size_hint_x = None if self.wide and not self.inline else 1
                one.width = self.counts * theme.target

    def place(self, region: Region, view: RegionView) -> None:
        """Place numbers next to the name, pieces below it."""
        if region.layout is Layout.PURSE:
            self.ids.head.add_widget(view)
        else:
            self.ids.spreads.add_widget(view)


class SeatedTable(BoxLayout):
    """A view with its seats at both sides of the middle; each look has a kv rule that names the boxes."""

    far = ObjectProperty()
    near = ObjectProperty()
    middle = ObjectProperty()
    turned = BooleanProperty(False)
    """Whether the far side is turned."""

    def __init__(self, **kwargs: Any) -> None:
        self.painting = Painting()
        self.regions: dict[str, RegionView] = {}
        """What lies in the middle, by layout and label."""
        self.seats: list[Any] = []
        super().__init__(**kwargs)

    def make_seat(self, seat: int) -> Seat:
        """Return the view of a seat."""
        return SeatView(self.painting, seat)

    def show(self, view: View, asked: Collection[int], since: Sequence[View] = ()) -> None:
        """Show a view.

        Args:
            view: The view.
            asked: The seats that play waits for.
            since: The views before this one from which on changes are marked, the oldest first.
        """
        self.painting.names = view.names
        if len(self.seats) != len(view.names):
            self._seat(len(view.names))
        for seat, own in enumerate(self.seats):
            own.show(view, [region for region in view.regions if region.seat == seat], asked=seat in asked)
        middle = [region for region in view.regions if region.seat is None and self.paints(region)]
        _paint(self.regions, middle, self.painting, self.place)
        self._mark([*since, view])

    def paints(self, region: Region) -> bool:
        """Return whether a region of the middle is painted: one in which something lies."""
        return any(spot.pieces or spot.number or spot.spots for spot in region.spots)

    def place(self, region: Region, view: RegionView) -> None:
        """Give a region of the middle its place."""
        self.middle.add_widget(view)

    def offer(self, offered: Offered) -> None:
        """Show what can be tapped."""
        for view in self._views():
            view.offer(offered)

    @property
    def ids_of_spots(self) -> Collection[str]:
        """The spots that are painted."""
        return {spot.spot.id for spot in self.spots()}

    def spots(self) -> Iterator[SpotView]:
        """Yield the view of every spot that is painted."""
        for view in self._views():
            yield from (*view.parts, view)

    def place_of(self, spot: str) -> Any:
        """Return what shows events of a spot, or of the one that it belongs to; or the view of a seat."""
        seat = next((own for own in self.seats if seat_spot(own.seat) == spot), None)
        views = (view.core for view in self._views() if any(one.id == spot for one in view.spot.every()))
        return seat or next(views, None)

    def on_turned(self, *_: object) -> None:
        """Turn the far side to its players, or back."""
        self.painting.turned = self.turned
        for region in self.regions.values():
            region.arrange()
        for own in self.seats:
            own.turned = self.turned and is_far_seat(own.seat, len(self.seats))

    def _views(self) -> Iterator[SpotView]:
        for region in (*self.regions.values(), *(one for seat in self.seats for one in seat.regions.values())):
            yield from region.views.values()

    def _mark(self, views: Sequence[View]) -> None:
        """Mark by how much numbers rose and fell from each view to the next."""
        gained, lost = Counter[str](), Counter[str]()
        for before, after in pairwise(views):
            for spot, step in steps(before, after).items():
                (gained if step > 0 else lost)[spot] += abs(step)
        for view in self.spots():
            view.mark(gained[view.spot.id], lost[view.spot.id])

    def _seat(self, seats: int) -> None:
        """Place the seats around the table: side by side from the left of each, or the first ones next to the edge."""
        self.seats = [self.make_seat(seat) for seat in range(seats)]
        for side in (self.near, self.far):
            side.clear_widgets()
        for own in self.seats:
            side = self.far if is_far_seat(own.seat, seats) else self.near
            in_row = side is self.near and side.orientation == "horizontal"
            side.add_widget(own, index=0 if in_row else len(side.children))
        self.on_turned()


class TableView(SeatedTable):
    """A table of any game, whose seats take the room that the middle leaves."""

    piled = NumericProperty(0)
    """The number of regions of piles, each a column beside the middle or a line below it."""
    room = NumericProperty(0)
    """The height that the screen has for it, in pixels."""
    far_height = NumericProperty(0)
    near_height = NumericProperty(0)
    least_height = NumericProperty(0)
    """The height without which parts of it would be too small, in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(room=self._measure, width=self._measure)

    def make_seat(self, seat: int) -> Seat:
        """Return the view of a seat, whose width and arrangement count for the heights."""
        own = super().make_seat(seat)
        own.bind(wide=self._measure, inline=self._measure, width=self._measure)
        return own

    def _measure(self, *_: object) -> None:
        """Let seats be lower if the middle, or what can be tapped there, would have too little room."""
        least = theme.unit * MIDDLE_UNITS if self.middle.children else 0
        piles = (theme.target * self.piled + theme.unit * 8 if theme.portrait else 0) + theme.unit * 16
        sides = (self.far.children, self.near.children)

        def seats(tight: bool) -> list[float]:
            return [max((seat.needed(tight=tight) for seat in side), default=0) for side in sides]

        def middle(glowing: bool) -> float:
            return max([least, *(one.for_fingers(glowing=glowing) for one in self.regions.values())]) + piles

        self.far_height, self.near_height = seats(sum(seats(False)) + middle(True) > self.room)
        self.least_height = sum(seats(True)) + middle(False)

    def show(self, view: View, asked: Collection[int], since: Sequence[View] = ()) -> None:
        """Show a view, and share the middle: as pieces need, if they lie in rows; elsewhere equally."""
        super().show(view, asked, since)
        self.piled = sum(isinstance(one, PilesRegion) for one in self.regions.values())
        for region in self.regions.values():
            if isinstance(region, SpreadRegion):
                region.centred, region.size_hint_x = True, max(0.5, region.shape)
        self._measure()

    def offer(self, offered: Offered) -> None:
        """Show what can be tapped, as large as fingers."""
        super().offer(offered)
        self._measure()

    def place(self, region: Region, view: RegionView) -> None:
        """Place piles beside the middle, or below it."""
        (self.ids.piles if region.layout is Layout.PILE else self.middle).add_widget(view)


def _paint(shown: dict[str, RegionView], regions: Sequence[Region], painting: Painting, place: Any) -> None:
    """Show regions in the views that exist, with new ones where there is none; drop those that are gone."""
    wanted = {_key(region): region for region in regions}
    if [*shown] != [*wanted]:
        for view in shown.values():
            view.parent.remove_widget(view)
        kept = {key: shown[key] for key in wanted if key in shown}
        shown.clear()
        for key, region in wanted.items():
            shown[key] = kept.get(key) or REGIONS[region.layout](painting=painting)
            place(region, shown[key])
    for key, region in wanted.items():
        shown[key].show(region)


def _key(region: Region) -> str:
    return f"{region.layout.value} {region.label}"


load_kv(__file__)
