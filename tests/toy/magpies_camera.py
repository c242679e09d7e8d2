"""How a camera follows Magpies: the row of cards, and a roll of three d6 (``docs/adding-a-camera.md``)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from companion.pieces import Card, DieKind
from companion.table.camera_events import CameraEvent, Changed, Settled, Still
from companion.table.card_pose import CardPose
from companion.table.comparison import Agrees, Ahead, NoTable
from companion.table.questions import NONE, PlayerAnswers, TableQuestion, choices
from companion.table.sightings import CardSighting, DieSighting, Edge, Face, Sightings
from tests.toy.magpies import Correct, Lay, Move, State


def laid_row(*codes: str) -> tuple[CardSighting, ...]:
    """Return certain cards side by side."""
    return tuple(
        CardSighting(
            ((x, 300.0), (x + 70, 300.0), (x + 70, 400.0), (x, 400.0)), Face.UP, ((Card.parse(code), 0.99),), True
        )
        for x, code in zip(range(100, 1200, 90), codes, strict=False)
    )


def unsure(card: CardSighting, *codes: str) -> CardSighting:
    """Return the card read without certainty, as one of these."""
    return replace(card, candidates=tuple((Card.parse(code), 0.4) for code in codes), sure=False)


def thrown(values: Sequence[int], x: float = 300.0) -> tuple[DieSighting, ...]:
    """Return d6 with these values."""
    return tuple(
        DieSighting(DieKind.D6, (x + 60.0 * n, 700.0), ((value, 0.999),), True, 40.0) for n, value in enumerate(values)
    )


class Rests:
    """Frames after a hand was over the table; each table lies still for a while."""

    def __init__(self) -> None:
        self.at, self.number = 0.0, 0

    def of(self, cards: Sequence[CardSighting], dice: Sequence[DieSighting] = ()) -> tuple[CameraEvent, ...]:
        """Return the events of a table that comes to rest with these cards and dice."""
        self.number += 1
        self.at += 2.0
        sightings = Sightings(1280, 960, tuple(cards), tuple(dice))
        return (Changed((0.0, 0.0, 100.0, 100.0)), Settled(sightings, self.at - 1.0, self.number), Still(self.at))


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
