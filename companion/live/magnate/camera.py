"""Magnate for a camera: the table, differences with their cures, and the discards."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.documents import Json
from companion.games.magnate.encoding import to_json
from companion.games.magnate.moves import Move, Trade
from companion.games.magnate.options import Options, wish
from companion.games.magnate.state import District, Phase, State
from companion.games.magnate.turn_moves import discards
from companion.games.magnate.turns import turns_end
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
    Values,
)
from companion.locale import Message
from companion.pieces import Card, DieKind
from companion.table.card_pose import CardPose
from companion.table.comparison import Ahead
from companion.table.magnate import difference as differences
from companion.table.magnate.arrangement import NoMagnateTable
from companion.table.magnate.difference import ColumnDifference, Disagreement
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.table.magnate.read_with_prior import ReadingWithPrior, find_edges, read_with_prior
from companion.table.magnate.resolutions import (
    MarkedCard,
    adopt_table,
    connected_columns,
    describe_differences,
    mark_differences,
    put_back,
)
from companion.table.questions import PlayerAnswers
from companion.table.sightings import CardSighting, Edge, Point, Sightings


def table_differences(state: State, disagreement: Disagreement, names: Sequence[str]) -> tuple[TableDifference, ...]:
    """Return the differences: other districts in the row, and columns; columns that share a card are one difference."""
    columns = tuple(_of_columns(state, group, disagreement, names) for group in connected_columns(disagreement))
    return (*_of_row(state, disagreement, names), *columns)


def _of_row(state: State, disagreement: Disagreement, names: Sequence[str]) -> tuple[TableDifference, ...]:
    if not disagreement.districts:
        return ()
    row = Disagreement(disagreement.reason, (), disagreement.districts)
    sentences = [
        Message("District {n} of the row is {now}; in the game it is {was}.", {"n": n + 1, "now": now, "was": was})
        for n, was, now in disagreement.districts
    ]
    cards = tuple(now for _, _, now in disagreement.districts)
    return (TableDifference(tuple(sentences), cards, adopt_table(row), put_back(state, row, names)),)


def _of_columns(
    state: State, columns: tuple[ColumnDifference, ...], disagreement: Disagreement, names: Sequence[str]
) -> TableDifference:
    found = Disagreement(disagreement.reason, columns)
    laid = tuple(card for one in columns for card in (*one.table.cards, state.districts[one.district].card))
    sentences = describe_differences(state, columns, names)
    return TableDifference(tuple(sentences), laid, adopt_table(found), put_back(state, found, names))


@dataclass(frozen=True, slots=True)
class Limits:
    """Where cards are sold."""

    same_pile: float = 0.8
    """Maximum distance of a sold card from the last one, in card heights. Chosen on staged games."""


LIMITS = Limits()

MagnateCourse = Course[State, Move]


class Discards:
    """The cards sold since the last reshuffle, and those that were aside at first."""

    def __init__(self) -> None:
        self._initial: tuple[int, frozenset[Card]] | None = None
        """The cards that were aside at first, and the number of reshuffles then."""
        self._place: Point | None = None

    def known(self, course: MagnateCourse) -> list[Card]:
        """Return the cards that cannot have been discarded since the journal's last move."""
        sold: list[Card] = []
        for step in course.done:
            if step.after.reshuffles > step.before.reshuffles:
                sold.clear()
            sold += discards([step.move])
        if self._initial is not None and self._initial[0] == course.state.reshuffles:
            sold += self._initial[1]
        return sold

    def update(self, loose_cards: Sequence[CardSighting], course: MagnateCourse) -> None:
        """Take the cards that are certainly aside."""
        if self._initial is None:
            initial = frozenset(card.card for card in loose_cards if card.card is not None)
            self._initial = course.state.reshuffles, initial
        kinds = {card.kind for card in self.known(course)}
        for card in loose_cards:
            if card.card in kinds:
                self._place = CardPose.of(card).centre

    def holds(self, card: Card, loose_cards: Sequence[CardSighting]) -> bool:
        """Return whether this card is with the discards; elsewhere it may only be shown, or put down for a moment."""
        pose = next((CardPose.of(one) for one in loose_cards if one.card == card.kind), None)
        if pose is None or self._place is None:
            return False
        return math.dist(pose.centre, self._place) < LIMITS.same_pile * pose.height

    def moved_area(self) -> None:
        """Forget where the discards are: the camera was moved."""
        self._place = None


DEEDS_TURNED = "deeds_turned"
"""The habit of a table on which deeds lie otherwise than the game's options say (E5)."""


class MagnateReader:
    """Reads one table, and remembers where its discards are."""

    unreadable = Message("No Magnate table found. The whole row must be in view.")

    def __init__(self, habits: Mapping[str, object]) -> None:
        self._habits = dict(habits)
        self._discards = Discards()

    def edges(self, sightings: Sightings, course: MagnateCourse) -> tuple[Edge, ...]:
        """Return the edges of the picture at which player 0 may sit; none if no table can be read."""
        return find_edges(sightings, self._state(course))

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        """Return the advice if the Crowns suggest another edge for player 0."""
        return Message("The Crowns suggest that {name} sits elsewhere ({edge}).", {"name": name, "edge": edge})

    def read(self, sightings: Sightings, course: MagnateCourse, near: Edge, answers: PlayerAnswers) -> CameraReading:
        """Read the table.

        Args:
            sightings: What is in view.
            course: The game so far.
            near: The edge of the picture at which player 0 sits.
            answers: The players' answers so far.

        Returns:
            The reading.

        Raises:
            NoMagnateTable: If the cards make no table.
        """
        state = self._state(course)
        found = read_with_prior(sightings, state, near, answers, self._discards.known(course))
        self._discards.update(found.loose_cards, course)
        layout = _layout(found.table.row)
        return CameraReading(
            found.doubts, found.comparable, layout, found.remarks, found.answers, bool(found.doubtful), found
        )

    def compare(self, course: MagnateCourse, reading: CameraReading) -> Comparison:
        """Return what was done since the journal's last move."""
        found = reading.found
        difference = differences.compare(found.state, found.table, self._discards.known(course), found.doubtful)
        if isinstance(difference, Ahead):
            return replace(difference, ask=self._must_ask(difference.moves, found))
        return difference

    def dispute(self, course: MagnateCourse, reading: CameraReading, reason: Message) -> Contradiction:
        """Return all differences as a contradiction.

        Args:
            course: The game so far.
            reading: The reading of the table.
            reason: Why the proposed move does not count.
        """
        found = reading.found
        return differences.dispute(found.state, found.table, reason, found.doubtful)

    def moved_area(self) -> None:
        """Forget where the discards are: the camera was moved."""
        self._discards.moved_area()

    def _state(self, course: MagnateCourse) -> State:
        """Return the state with deeds oriented as on this table."""
        state, turned = course.state, self._habits.get(DEEDS_TURNED)
        if not isinstance(turned, bool):
            return state
        return replace(state, options=replace(state.options, deeds_turned=turned))

    def _must_ask(self, moves: Sequence[Move], found: ReadingWithPrior) -> bool:
        """Return whether the move must be confirmed: trades are guesses, and a card aside may only be shown."""
        return any(isinstance(move, Trade) for move in moves) or any(
            not self._discards.holds(card, found.loose_cards) for card in discards(moves)
        )


def _awaits(state: State) -> Awaits:
    return {
        Phase.ROLL: Awaits.ROLL,
        Phase.INCOME: Awaits.ANSWERS,
        Phase.PLAY: Awaits.CARDS,
        Phase.DRAW: Awaits.END,
        Phase.OVER: Awaits.NOTHING,
    }[state.phase]


def _rolled(values: Values) -> Json:
    return {
        "dice": [value for kind, value in values if kind is DieKind.D10],
        "tax_dice": [value for kind, value in values if kind is DieKind.D6],
    }


def _layout(row: Sequence[District]) -> Json:
    return {"districts": [{"card": place.card.code, "columns": list(map(to_json, place.columns))} for place in row]}


def _layout_of(sightings: Sightings, options: Options, near: Edge) -> Json:
    try:
        return _layout(read_layout(sightings, options, near, PhotoAnswers()).layout.districts)
    except NoMagnateTable:
        return _layout(())


def _differs(state: State, disagreement: differences.Disagreement) -> Json:
    return {
        "districts": [
            {"district": place, "journal": was.code, "table": now.code} for place, was, now in disagreement.districts
        ],
        "columns": [
            {
                "district": column.district,
                "card": state.districts[column.district].card.code,
                "player": column.player,
                **_sides(column),
            }
            for column in disagreement.columns
        ],
    }


def _sides(column: differences.ColumnDifference) -> Json:
    journal, table = mark_differences(column.journal, column.table)
    return {"journal": list(map(_card, journal)), "table": list(map(_card, table))}


def _card(marked: MarkedCard) -> Json:
    return {"card": str(marked.card), "deed": marked.deed, "differs": marked.differs}


MAGNATE_CAMERA = CameraGame(
    awaits=_awaits,
    cards=CameraCards(MagnateReader, lambda _state, found: adopt_table(found), put_back, table_differences),
    wish=lambda state: wish(state.options),
    ends_turn=turns_end,
    in_row=True,
    documents=CameraDocuments(_rolled, _differs, unread=_layout(()), layout_of=_layout_of),
)
