"""The four edges of a picture."""

from __future__ import annotations

from enum import Enum


class Edge(Enum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"

    @property
    def direction(self) -> tuple[float, float]:
        """The unit vector towards it."""
        return {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}[self.value]

    def turned(self, quarters: int) -> Edge:
        """Return the edge that this one becomes if the picture turns by so many quarters clockwise.

        >>> Edge.BOTTOM.turned(1), Edge.LEFT.turned(3)
        (<Edge.LEFT: 'left'>, <Edge.BOTTOM: 'bottom'>)
        """
        clockwise = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)
        return clockwise[(clockwise.index(self) + quarters) % 4]

    @property
    def opposite(self) -> Edge:
        """The opposite edge.

        >>> Edge.LEFT.opposite
        <Edge.RIGHT: 'right'>
        """
        return {"bottom": Edge.TOP, "right": Edge.LEFT, "top": Edge.BOTTOM, "left": Edge.RIGHT}[self.value]

    @property
    def neighbours(self) -> tuple[Edge, Edge]:
        """The two edges next to it.

        >>> Edge.TOP.neighbours, Edge.LEFT.neighbours
        ((<Edge.RIGHT: 'right'>, <Edge.LEFT: 'left'>), (<Edge.BOTTOM: 'bottom'>, <Edge.TOP: 'top'>))
        """
        return (Edge.RIGHT, Edge.LEFT) if self in (Edge.BOTTOM, Edge.TOP) else (Edge.BOTTOM, Edge.TOP)
