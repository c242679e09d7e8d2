"""Magnate for a camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.documents import Json
from companion.games.magnate import wish
from companion.games.magnate.encoding import to_json
from companion.games.magnate.moves import Move, Trade
from companion.games.magnate.options import Options
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
    Values,
)
from companion.live.magnate.differences import table_differences
from companion.live.magnate.discards import Discards
from companion.locale import Message
from companion.pieces import DieKind
from companion.table.comparison import Ahead
from companion.table.edge import Edge
from companion.table.magnate import difference as differences
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import NoMagnateTable, read_layout
from companion.table.magnate.read_with_prior import ReadingWithPrior, read_with_prior
from companion.table.magnate.resolutions import MarkedCard, adopt_table, mark_differences, put_back
from companion.table.magnate.seats import find_edges
from companion.table.player_answers import PlayerAnswers
from companion.table.sightings import Sightings

MagnateCourse = Course[State, Move]
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
    wish=lambda state: wish.wish(state.options),
    ends_turn=turns_end,
    in_row=True,
    documents=CameraDocuments(_rolled, _differs, unread=_layout(()), layout_of=_layout_of),
)
