"""Regions of a table, one class for each layout: each keeps the views of spots that did not change."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.painters.spots import CountView, LaidView, Painting, PlaceView, RungView, SpotView
from companion.app.window.theme import theme
from companion.games.view import Region, Spot

GRID_COLUMNS = 2
GAP_UNITS, CAPTION_UNITS, NOTE_SHAPE = 6, 30, 1.1
"""Gap between spots and height of what stands below pieces, in units; width of a note for the height of its pieces."""


class RegionView(Widget):
    """A region; only spots whose value changed are painted again."""

    spot_class: type[SpotView] = LaidView

    def __init__(self, painting: Painting | None = None, **kwargs: Any) -> None:
        self.painting = painting or Painting()
        self.views: dict[str, SpotView] = {}
        """By spot, in order."""
        super().__init__(**kwargs)

    def show(self, region: Region) -> None:
        """Show the region as it is now."""
        spots = {spot.id: spot for spot in region.spots if self.has_place(spot)}
        if [*spots] != [*self.views]:
            kept = {key: view for key, view in self.views.items() if key in spots}
            self.clear_widgets()
            self.views = {key: kept.get(key) or self.spot_class(self.painting, spot) for key, spot in spots.items()}
            for view in self.views.values():
                self.add_widget(view)
        for key, spot in spots.items():
            self.views[key].show(spot)
        self.arrange()

    def has_place(self, spot: Spot) -> bool:
        """Return whether a spot is drawn."""
        return True

    def arrange(self, *_: object) -> None:
        """Give every spot its place."""

    def for_fingers(self, *, glowing: bool = False) -> float:
        """Return the height in pixels in which all spots are as large as fingers; 0 if none needs to be, or glows."""
        if not any(view.needed or (glowing and view.glows) for view in self.views.values()):
            return 0.0
        gap = theme.unit * GAP_UNITS
        rows = -(-len(self.views) // self.columns(gap))
        return float(rows * (theme.target + gap) - gap)

    def columns(self, gap: float) -> int:
        """Return how many spots as wide as fingers there can be side by side."""
        return max(1, int((self.width + gap) // (theme.target + gap)))


class GridRegion(GridLayout, RegionView):
    """Places in rows of two, as one reads."""

    spot_class = PlaceView

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=GRID_COLUMNS, spacing=theme.unit * GAP_UNITS, **kwargs)

    def columns(self, gap: float) -> int:
        """Return the columns that it always has."""
        return GRID_COLUMNS


class LadderRegion(GridLayout, RegionView):
    """Rungs below each other, the highest first; in several columns where one has no room for fingers."""

    spot_class = RungView

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=1, spacing=theme.unit * GAP_UNITS, **kwargs)
        self.bind(size=self.arrange)

    def arrange(self, *_: object) -> None:
        """Choose the smallest number of columns whose rungs are high enough."""
        count, high = max(1, len(self.views)), theme.target + theme.unit * GAP_UNITS
        fit = (cols for cols in range(1, count) if -(-count // cols) * high <= self.height + theme.unit * GAP_UNITS)
        self.cols = next(fit, count)


class SpreadRegion(RegionView):
    """Pieces next to each other, in as many rows as make them largest; empty spots take no room."""

    centred = False
    """Whether they lie in the middle of their region, and not at its left."""
    highest = inf
    """The largest height of the pieces, in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self.arrange, size=self.arrange)

    def has_place(self, spot: Spot) -> bool:
        """Return whether something lies there."""
        return bool(spot.pieces)

    @property
    def shape(self) -> float:
        """The width of all pieces and notes for their height."""
        return sum(self._shape(view) for view in self.views.values())

    @staticmethod
    def _shape(view: Any) -> float:
        return float(view.shape + (NOTE_SHAPE if view.note else 0))

    def arrange(self, *_: object) -> None:
        """Place the spots from the left, each as wide as its pieces, and row below row."""
        if not self.views:
            return
        gap, margin = theme.unit * GAP_UNITS, theme.unit * 8  # the padding of a spot
        captioned = any(view.number and not view.note for view in self.views.values())
        more = margin + (theme.unit * CAPTION_UNITS if captioned else 0)

        def height(rows: Sequence[Sequence[Any]]) -> float:
            """Return the height of the pieces in these rows."""
            low = (self.height + gap) / len(rows) - gap - more
            wide = ((self.width - (gap + margin) * len(row)) / max(sum(map(self._shape, row)), 0.01) for row in rows)
            return max(1.0, min(low, self.highest, *wide))

        rows = max(self._rows(), key=height)
        high, pieces = height(rows) + more, height(rows)
        y = self.center_y + (len(rows) * (high + gap) - gap) / 2 - high
        for row in rows:
            taken = sum(pieces * self._shape(view) + gap + margin for view in row) - gap
            x = self.x + (max(0.0, self.width - taken) / 2 if self.centred else 0)
            for view in row:
                view.size, view.pos = (pieces * self._shape(view) + margin, high), (x, y)
                x += view.width + gap
            y -= high + gap

    def _rows(self) -> Iterator[Sequence[Sequence[Any]]]:
        """Yield the ways to lay the spots in rows."""
        views = [*self.views.values()]
        for each in range(len(views), 0, -1):
            yield [views[first : first + each] for first in range(0, len(views), each)]


class CountsRegion(BoxLayout, RegionView):
    """Numbers with their names."""

    spot_class = CountView

    def has_place(self, spot: Spot) -> bool:
        """Return whether there is a number, or a pile."""
        return spot.number is not None or bool(spot.pieces)


class PilesRegion(CountsRegion):
    """Piles of the middle: below each other where they lie beside the other regions."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        theme.bind(portrait=self.arrange)

    def arrange(self, *_: object) -> None:
        """Follow the window."""
        self.orientation = "horizontal" if theme.portrait else "vertical"
