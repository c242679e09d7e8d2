"""The reader of a table on which only dice are read."""

from __future__ import annotations

from companion.live.camera_game import Agrees, AnyCourse, CameraReading, Comparison, Contradiction, NoTable
from companion.locale import Message
from companion.table.edge import Edge
from companion.table.player_answers import PlayerAnswers
from companion.table.sightings import Sightings


class NoCards:
    """The reader of a game whose cards are not read."""

    unreadable = Message("The camera reads only the dice of this game.")

    def edges(self, sightings: Sightings, course: AnyCourse) -> tuple[Edge, ...]:
        """Return every edge: no card shows at which player 0 sits."""
        return tuple(Edge)

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        """Return the advice, which is never given."""
        return self.unreadable

    def read(self, sightings: Sightings, course: AnyCourse, near: Edge, answers: PlayerAnswers) -> CameraReading:
        """Raise :class:`NoTable`."""
        raise NoTable(course.rules.title, self.unreadable)

    def compare(self, course: AnyCourse, reading: CameraReading) -> Comparison:
        """Return that nothing differs."""
        return Agrees()

    def dispute(self, course: AnyCourse, reading: CameraReading, reason: Message) -> Contradiction:
        """Raise :class:`NoTable`."""
        raise NoTable(course.rules.title, self.unreadable)

    def moved_area(self) -> None:
        """Remember nothing."""
