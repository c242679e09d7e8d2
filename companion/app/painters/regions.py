"""Regions of a table, one class for each layout: each keeps the views of spots that did not change."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.painters.spots import CountView, LaidView, Painting, PlaceView, RungView, SpotView
from companion.app.window.theme import theme
from companion.games.view import Layout, Region, Spot

GRID_COLUMNS = 2
GAP_UNITS, CAPTION_UNITS, NOTE_SHAPE = 6, 30, 1.1
"""Gap between spots and height of what stands below pieces, in units; width of a note for the height of its pieces."""


class RegionView(Widget):
    """A region; only spots whose value changed are painted again."""

    spot_class: type[SpotView] = LaidView

    def __init__(self, painting: Painting, **kwargs: Any) -> None:
        self.painting = painting
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


class GridRegion(GridLayout, RegionView):
    """Places in rows of two, as one reads."""

    spot_class = PlaceView

    def __init__(self, painting: Painting, **kwargs: Any) -> None:
        super().__init__(painting=painting, cols=GRID_COLUMNS, spacing=theme.unit * GAP_UNITS, **kwargs)


class LadderRegion(GridLayout, RegionView):
    """Rungs below each other, the highest first; in several columns where one has no room for fingers."""

    spot_class = RungView

    def __init__(self, painting: Painting, **kwargs: Any) -> None:
        super().__init__(painting=painting, cols=1, spacing=theme.unit * GAP_UNITS, **kwargs)
        self.bind(size=self.arrange)

    def arrange(self, *_: object) -> None:
        """Choose the smallest number of columns whose rungs are high enough."""
        count, high = max(1, len(self.views)), theme.target + theme.unit * GAP_UNITS
        fit = (cols for cols in range(1, count) if -(-count // cols) * high <= self.height + theme.unit * GAP_UNITS)
        self.cols = next(fit, count)


class SpreadRegion(RegionView):
    """Pieces next to each other, as large as the room allows; empty spots take none."""

    centred = False
    """Whether they lie in the middle of their region, and not at its left."""

    def __init__(self, painting: Painting, **kwargs: Any) -> None:
        super().__init__(painting=painting, **kwargs)
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
        """Place the spots from the left, each as wide as its pieces."""
        if not self.views:
            return
        gap, caption = theme.unit * GAP_UNITS, theme.unit * CAPTION_UNITS
        margin = theme.unit * 8  # the padding of a spot
        captioned = any(view.number and not view.note for view in self.views.values())
        height = self.height - margin - (caption if captioned else 0)
        width = self.width - (gap + margin) * len(self.views)
        height = max(1.0, min(height, width / max(self.shape, 0.01)))
        high = height + margin + (caption if captioned else 0)
        taken = height * self.shape + (gap + margin) * len(self.views) - gap
        x = self.x + (max(0.0, self.width - taken) / 2 if self.centred else 0)
        for view in self.views.values():
            view.size = height * self._shape(view) + margin, high
            view.pos = x, self.center_y - high / 2
            x += view.width + gap


class CountsRegion(BoxLayout, RegionView):
    """Numbers with their names."""

    spot_class = CountView

    def __init__(self, painting: Painting, **kwargs: Any) -> None:
        super().__init__(painting=painting, **kwargs)

    def has_place(self, spot: Spot) -> bool:
        """Return whether there is a number, or a pile."""
        return spot.number is not None or bool(spot.pieces)


REGIONS: dict[Layout, type[Any]] = {
    Layout.GRID: GridRegion,
    Layout.LADDER: LadderRegion,
    Layout.ROW: SpreadRegion,
    Layout.SPREAD: SpreadRegion,
    Layout.PURSE: CountsRegion,
    Layout.PILE: CountsRegion,
}
"""The class that paints a layout."""
