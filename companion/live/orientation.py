"""The edge of the picture at which player 0 sits: set, found from the table, or asked once."""

from __future__ import annotations

from companion.live.camera_game import TableReader
from companion.live.events import Advised, Asked
from companion.live.followed_play import FollowedPlay
from companion.locale import Message
from companion.questions import Question
from companion.table.choices import choices, label_answer
from companion.table.edge import Edge
from companion.table.sightings import Sightings

SEAT_QUESTION = "seat"
"""The id and kind of the question."""


class Orientation:
    """The orientation of a table; ``near`` is the edge at which player 0 sits, if it was set.

    Without a ``reader`` no card shows that edge: players are asked.
    """

    def __init__(self, followed: FollowedPlay, reader: TableReader | None, near: Edge | None) -> None:
        self.near = near
        self._followed, self._reader = followed, reader
        self._checked = self._advised = False
        self.asked = False
        """Whether the question is open."""

    def set_edge(self, near: Edge) -> None:
        """Set the edge, as a player or the mat's tags give it."""
        self.near, self._checked = near, True
        self._drop_question()

    def turn(self, quarters: int) -> None:
        """Turn with the picture, by ``quarters`` of a turn clockwise."""
        if self.near is not None:
            self.near = self.near.turned(quarters)

    def find_edge(self, sightings: Sightings) -> Edge | None:
        """Return the edge with these cards in view; None if it is not known yet."""
        if self.near is not None and self._checked:
            return self.near
        reader = self._reader
        edges = reader.edges(sightings, self._followed.course) if reader is not None else tuple(Edge)
        if self.near is not None:
            self._checked = bool(edges)
            if reader is not None and len(edges) == 1 and self.near not in edges:
                elsewhere = reader.sits_elsewhere(self._followed.names[0], label_answer(edges[0].value))
                self._followed.tell(Advised(elsewhere))
        elif len(edges) == 1:
            self.set_edge(edges[0])
        elif edges:
            self._ask(edges)
        elif reader is not None and not self._advised:
            self._advised = True
            self._followed.tell(Advised(reader.unreadable))
        return self.near

    def _ask(self, edges: tuple[Edge, ...]) -> None:
        if not self.asked:
            self.asked = True
            text = Message("Which edge of the picture is nearest to {name}?", {"name": self._followed.names[0]})
            asked = Asked(SEAT_QUESTION, SEAT_QUESTION, text, choices(edge.value for edge in edges))
            self._followed.ask(asked, self._on_answer)

    def _on_answer(self, answer: str) -> None:
        """Take any edge; another answer raises :class:`~companion.questions.UnusableAnswer`."""
        Question(SEAT_QUESTION, SEAT_QUESTION, Message(""), choices(edge.value for edge in Edge)).check_offers(answer)
        self.set_edge(Edge(answer))

    def _drop_question(self) -> None:
        if self.asked:
            self.asked = False
            self._followed.drop(SEAT_QUESTION)
