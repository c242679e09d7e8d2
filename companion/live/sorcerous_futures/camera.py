"""Sorcerous Futures as a game that a camera can follow."""

from collections.abc import Mapping, Sequence

from companion.games.documents import Json
from companion.games.sorcerous_futures.moves import Deal, Move
from companion.games.sorcerous_futures.state import Auction, Phase, State
from companion.journal.course.course import Course
from companion.live.camera_game import (
    Awaits,
    CameraCards,
    CameraDocuments,
    CameraGame,
    CameraReading,
    Comparison,
    Contradiction,
    TableDifference,
)
from companion.locale import Message
from companion.pieces import Card
from companion.table.questions import PlayerAnswers
from companion.table.sightings import Edge, Sightings
from companion.table.sorcerous_futures import difference as differences
from companion.table.sorcerous_futures.areas import MIDDLE, NOBODY, RememberedPlaces
from companion.table.sorcerous_futures.open_table import OpenTable, find_near_edge, read_open_table

FuturesCourse = Course[State, Move]


class FuturesReader:
    """Reads one table, and remembers where its Aces and the middle are."""

    unreadable = Message("No table of Sorcerous Futures found. Each player's Aces or Excuse must be in view.")

    def __init__(self, _habits: Mapping[str, object]) -> None:
        self._places = RememberedPlaces()
        self._auction: Auction | None = None
        self._taken_at_first = False
        """Whether the card up for auction lay with a seat when its auction was first compared."""

    def edges(self, sightings: Sightings, course: FuturesCourse) -> tuple[Edge, ...]:
        """Return the edge of the picture at which player 0's Aces lie; none if no table can be read."""
        near = find_near_edge(sightings, course.state)
        return () if near is None else (near,)

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        """Return the advice if the Aces suggest another edge for player 0."""
        return Message("The Aces suggest that {name} sits elsewhere ({edge}).", {"name": name, "edge": edge})

    def read(self, sightings: Sightings, course: FuturesCourse, near: Edge, answers: PlayerAnswers) -> CameraReading:
        """Read the table.

        Args:
            sightings: What is in view.
            course: The game so far.
            near: The edge of the picture at which player 0 sits.
            answers: The players' answers so far.

        Returns:
            The reading.

        Raises:
            NoTable: If the Aces are not in view.
        """
        found = read_open_table(answers.apply_to(sightings), course.state, near, self._places, _last_deal(course))
        return CameraReading(
            found.questions, True, _layout(found), (), answers.keep_asked(found.questions), False, found
        )

    def compare(self, course: FuturesCourse, reading: CameraReading) -> Comparison:
        """Return what was done since the journal's last move."""
        found: OpenTable = reading.found
        return differences.compare(found, _last_bought(course), self._taken_later(found))

    def dispute(self, course: FuturesCourse, reading: CameraReading, reason: Message) -> Contradiction:
        """Return all differences as a contradiction.

        Args:
            course: The game so far.
            reading: The reading of the table.
            reason: Why the proposed move does not count.
        """
        return differences.dispute(reading.found, reason)

    def moved_area(self) -> None:
        """Forget where Aces and middle are: the camera was moved."""
        self._places = RememberedPlaces()

    def _taken_later(self, found: OpenTable) -> bool:
        """Return whether the card up for auction was taken from the middle since its auction began."""
        auction = found.state.auction
        taken = auction is not None and found.areas.get(auction.card, MIDDLE) != MIDDLE
        card = auction.card if auction is not None else None
        if card != (self._auction.card if self._auction is not None else None):
            self._taken_at_first = taken
        self._auction = auction
        return taken and not self._taken_at_first


def _awaits(state: State) -> Awaits:
    no_cards = {Phase.OPEN: Awaits.ANSWERS, Phase.CLOSED: Awaits.ANSWERS, Phase.OVER: Awaits.NOTHING}
    return no_cards.get(state.phase, Awaits.CARDS)


def _last_deal(course: FuturesCourse) -> tuple[Card, ...]:
    return next((step.move.cards for step in reversed(course.done) if isinstance(step.move, Deal)), course.state.middle)


def _last_bought(course: FuturesCourse) -> Card | None:
    """Return the card that the last move which sold one sold; None once another card was put up."""
    for step in reversed(course.done):
        before = {one.card for own in step.before.bought for one in own}
        after = [one.card for own in step.after.bought for one in own if one.card not in before]
        if after:
            return after[0]
    return None


def _layout(found: OpenTable) -> Json:
    """Return the cards in the middle and those that lie open with each seat."""
    return {
        "middle": [card.code for card, area in found.areas.items() if area == MIDDLE],
        "seats": [
            {"player": seat, "cards": [card.code for card, area in found.areas.items() if area == seat]}
            for seat in range(found.state.seats)
        ],
    }


def _differs(_state: State, found: differences.FuturesDisagreement) -> Json:
    return {
        "moved": [
            {"card": one.card.code, "journal": _area(one.journal), "table": _area(one.table)} for one in found.cards
        ]
    }


def _area(area: int | None) -> object:
    return {None: None, MIDDLE: "middle", NOBODY: "excuse"}.get(area, area)


def _table_differences(
    state: State, found: differences.FuturesDisagreement, names: Sequence[str]
) -> tuple[TableDifference, ...]:
    return tuple(
        TableDifference(
            tuple(differences.describe(one, names) for one in group),
            _shown_cards(state, group),
            differences.adopt_table(state, group) if all(differences.can_adopt(state, one) for one in group) else None,
            tuple(differences.put_back_step(one, names) for one in group),
        )
        for group in differences.groups(found.cards)
    )


def _shown_cards(state: State, group: Sequence[differences.CardDifference]) -> tuple[Card, ...]:
    """Return the cards that differ, or those next to which one is missing."""
    laid = tuple(one.card for one in group if one.table is not None)
    return laid or differences.neighbours(state, group[0].journal)


SORCEROUS_FUTURES_CAMERA = CameraGame(
    awaits=_awaits,
    cards=CameraCards(
        FuturesReader,
        lambda state, found: differences.adopt_table(state, found.cards),
        differences.put_back,
        _table_differences,
    ),
    documents=CameraDocuments(differs=_differs, unread={"middle": [], "seats": []}),
)
