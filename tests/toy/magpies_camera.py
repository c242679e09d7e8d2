"""How a camera follows Magpies: the row of cards, and a roll of three d6 (``docs/adding-a-camera.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.journal.course.course import Course
from companion.live.camera_game import (
    Awaits,
    CameraCards,
    CameraDocuments,
    CameraGame,
    CameraReading,
    Comparison,
    TableDifference,
)
from companion.locale import Message
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.choices import choices
from companion.table.comparison import Agrees, Ahead, NoTable
from companion.table.edge import Edge
from companion.table.player_answers import PlayerAnswers
from companion.table.questions import NONE, TableQuestion
from companion.table.sightings import Face, Sightings
from tests.toy.magpies import Correct, Lay, Move, State


@dataclass(frozen=True, slots=True)
class RowDiffers:
    """The row on the table is another than the journal's, and no move leads to it."""

    journal: tuple[Card, ...]
    table: tuple[Card, ...]
    reason: Message
    waits: bool = False

    @property
    def only_missed(self) -> bool:
        return set(self.table) < set(self.journal)

    @property
    def shows(self) -> bool:
        return self.journal != self.table


class RowReader:
    """Reads the row from the left, as player 0 sees it."""

    unreadable = Message("No row of cards found.")

    def __init__(self, habits: Mapping[str, object]) -> None:
        """Create the reader; this game has no habits."""

    def edges(self, sightings: Sightings, course: Course[State, Move]) -> tuple[Edge, ...]:
        return (Edge.BOTTOM, Edge.TOP) if sightings.cards else ()

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        return Message("{name} sits elsewhere ({edge}).", {"name": name, "edge": edge})

    def read(
        self, sightings: Sightings, course: Course[State, Move], near: Edge, answers: PlayerAnswers
    ) -> CameraReading:
        cards = [card for card in answers.apply_to(sightings).cards if card.face is Face.UP]
        if not cards:
            raise NoTable("table", self.unreadable)
        cards.sort(key=lambda card: CardPose.of(card).centre[0], reverse=near is Edge.TOP)
        questions = tuple(
            TableQuestion(
                f"card-{place}",
                "card",
                Message("Which card is this?"),
                choices([*(kind.code for kind, _ in card.candidates), NONE]),
                region=CardPose.of(card).region,
                card=card,
            )
            for place, card in enumerate(cards)
            if not card.sure
        )
        row = tuple(card.card for card in cards if card.card is not None)
        layout = {"row": [card.code for card in row]}
        return CameraReading(questions, not questions, layout, (), answers.keep_asked(questions), False, row)

    def compare(self, course: Course[State, Move], reading: CameraReading) -> Comparison:
        state, row = course.state, reading.found
        if row == state.row:
            return Agrees()
        if row[:-1] == state.row and state.phase == "lay":
            return Ahead((Lay(state.player, row[-1]),))
        early = row[:-1] == state.row and state.phase == "throw"
        reason = "the dice come first" if early else "the cards in the row are others"
        return RowDiffers(state.row, row, Message(reason), waits=early)

    def dispute(self, course: Course[State, Move], reading: CameraReading, reason: Message) -> RowDiffers:
        return RowDiffers(course.state.row, reading.found, reason)

    def moved_area(self) -> None:
        """Remember no places."""


def _put_back(state: State, found: RowDiffers, names: Sequence[str]) -> tuple[Message, ...]:
    return tuple(step for one in _differences(state, found, names) for step in one.put_back)


def _differences(state: State, found: RowDiffers, _names: Sequence[str]) -> tuple[TableDifference, ...]:
    was, now = found.journal, found.table
    extra, missing = [card for card in now if card not in was], [card for card in was if card not in now]
    added = [
        TableDifference(
            (Message("{card} lies in the row.", {"card": card}),),
            (card,),
            Correct(was, (*was, card)),
            (Message("Take {card} away.", {"card": card}),),
        )
        for card in extra
    ]
    lost = [
        TableDifference(
            (Message("{card} is missing.", {"card": card}),),
            (),
            Correct(was, tuple(one for one in was if one != card)),
            (Message("Put {card} back.", {"card": card}),),
        )
        for card in missing
    ]
    return (*added, *lost)


_AWAITS = {"throw": Awaits.ROLL, "lay": Awaits.CARDS, "over": Awaits.NOTHING}

MAGPIES_CAMERA = CameraGame(
    awaits=lambda state: _AWAITS[state.phase],
    cards=CameraCards(RowReader, lambda _state, found: Correct(found.journal, found.table), _put_back, _differences),
    documents=CameraDocuments(unread={"row": []}),
)
