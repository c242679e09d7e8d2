"""At which edge of the picture player 0 sits: said, told by the table, or asked once."""

from __future__ import annotations

from collections.abc import Callable

from companion.live.camera_game import AnyCourse, TableReader
from companion.live.events import Advised, Asked, Choice, LiveEvent, Withdrawn
from companion.locale import Message
from companion.questions import Question
from companion.table.choices import choices, said
from companion.table.questions import check_offered
from companion.table.row import Edge
from companion.table.sightings import Sightings

SEAT = "seat"
"""The id of the question, and its kind."""


def edge_named(id: str, answer: str) -> Edge:
    """The edge that an answer names; :class:`~companion.table.questions.UnusableAnswer` where it names none."""
    check_offered(Question(id, SEAT, Message(""), choices(edge.value for edge in Edge)), answer)
    return Edge(answer)


class Seat:
    """``near`` where it was said; ``name`` is player 0's."""

    def __init__(self, near: Edge | None, reader: TableReader, name: str, tell: Callable[[LiveEvent], None]) -> None:
        self.near = near
        self._reader, self._name, self._tell = reader, name, tell
        self._checked = self._said = False
        self.asked = False
        """Whether it is being asked."""

    def sit(self, near: Edge) -> None:
        """A player or the mat says it."""
        self.near, self._checked = near, True
        self._answered()

    def seen(self, sightings: Sightings, course: AnyCourse) -> Edge | None:
        """The edge, now that this lies there; None where nothing tells it yet."""
        if self.near is not None and self._checked:
            return self.near
        edges = self._reader.edges(sightings, course)
        if self.near is not None:
            self._check(self.near, edges)
        elif len(edges) == 1:
            self.sit(edges[0])
        elif edges:
            self._ask(edges)
        elif not self._said:
            self._said = True
            self._tell(Advised(self._reader.unreadable))
        return self.near

    def _check(self, near: Edge, edges: tuple[Edge, ...]) -> None:
        """Says so where the table lies as if player 0 sat elsewhere than was said."""
        self._checked = bool(edges)
        if len(edges) == 1 and near not in edges:
            self._tell(Advised(self._reader.sits_elsewhere(self._name, said(edges[0].value))))

    def _ask(self, edges: tuple[Edge, ...]) -> None:
        if not self.asked:
            self.asked = True
            text = Message("At which edge of the picture does {name} sit?", {"name": self._name})
            self._tell(Asked(SEAT, SEAT, text, tuple(Choice(edge.value, said(edge.value)) for edge in edges)))

    def _answered(self) -> None:
        if self.asked:
            self.asked = False
            self._tell(Withdrawn(SEAT))
