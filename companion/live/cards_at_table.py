"""Compares the cards on the table with the game: proposes moves, asks questions and reports contradictions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.live.camera_game import Awaits, CameraReading, TableDifference, TableReader
from companion.live.events import Advised, Asked, CheckedDifference, TableChecked
from companion.live.followed_play import Closed, FollowedPlay, Move, ProposalOutcome, Proposals, outcome_event
from companion.live.open_doubts import SEAT_QUESTION, Disagreements, OpenDoubts, Orientation
from companion.locale import Message
from companion.pieces import Card
from companion.play import Change
from companion.questions import Box
from companion.table.card_pose import CardPose, bounding_box
from companion.table.comparison import Agrees, Ahead, NoTable
from companion.table.questions import NO_ANSWERS, NONE, PlayerAnswers, TableQuestion
from companion.table.sightings import CardSighting, Edge, Face, Sightings

_REASON = Message("the table was checked")
NOT_SHOWN = Message("the cards do not show everything that the game needs, such as a price")
NEXT_STEP = Message("enter the move, or put the card back")


class NotShown(CompanionError):
    """A difference that no move of the cards alone can adopt."""


def check_table(
    followed: FollowedPlay, reader: TableReader, near: Edge, sightings: Sightings, answers: PlayerAnswers
) -> TableChecked:
    """Compare the table with the journal, whether a move explains a difference or not.

    Args:
        followed: The followed play.
        reader: The reader of its table.
        near: The edge of the picture at which player 0 sits.
        sightings: What is in view.
        answers: The players' answers so far.

    Returns:
        The differences, or why the table cannot be compared.
    """
    cards = followed.cards
    try:
        reading = reader.read(sightings, followed.course, near, answers)
    except NoTable as error:
        return TableChecked((), 0, error.reason)
    if not reading.comparable:
        return TableChecked((), len(reading.questions), Message("The camera asks about a card first."))
    contradiction = reader.dispute(followed.course, reading, _REASON)
    found = cards.differences(followed.state, contradiction, followed.names)
    named = reading.answers.apply_to(sightings)
    return TableChecked(
        tuple(_checked(followed, number, one, named) for number, one in enumerate(found, 1)), len(reading.questions)
    )


def _checked(followed: FollowedPlay, number: int, one: TableDifference, sightings: Sightings) -> CheckedDifference:
    return CheckedDifference(
        f"difference-{number}",
        one.texts,
        _region(one.cards, sightings),
        one.adopt,
        followed.rules.move_to_json(one.adopt) if one.adopt is not None else None,
        one.put_back,
    )


def _region(cards: Sequence[Card], sightings: Sightings) -> Box | None:
    """Return the box around these cards in the picture; None if none of them is in view."""
    kinds = {card.kind for card in cards}
    shown = [CardPose.of(one) for one in sightings.cards if one.face is Face.UP and one.card in kinds]
    return bounding_box(shown) if shown else None


CardListener = Callable[[CardSighting, Card], None]
"""Receives the sighting of a card and the card that a player named."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of comparing a settled table with the game."""

    agrees: bool | None
    layout: Json
    remarks: tuple[Message, ...] = ()


class CardsAtTable:
    """The cards of a followed game. It belongs to the thread that owns the play."""

    def __init__(
        self,
        followed: FollowedPlay,
        habits: Mapping[str, object],
        near: Edge | None,
        on_card_named: CardListener,
    ) -> None:
        self._followed, self._on_card_named = followed, on_card_named
        cards = followed.game.cards
        self._reader = cards.reader(habits) if cards is not None else None
        self._orientation = Orientation(followed, self._reader, near)
        self._proposals = Proposals(followed.play, followed.new_id, self._on_outcome)
        self._answers = NO_ANSWERS
        self._doubts = OpenDoubts(followed, self._on_answer)
        self._refused: set[Move] = set()
        self._hints: dict[str, Message] = {}
        self.disagreements = Disagreements(followed)

    @property
    def near(self) -> Edge | None:
        """The edge of the picture at which player 0 sits, once it is known."""
        return self._orientation.near

    def moved_area(self, quarters: int = 0) -> None:
        """Forget places in the picture after the camera was moved; the picture turned clockwise by ``quarters``."""
        if self._reader is not None:
            self._reader.moved_area()
        self._orientation.turn(quarters)

    def set_near_edge(self, near: Edge) -> None:
        """Set the edge of the picture at which player 0 sits."""
        self._orientation.set_edge(near)

    @property
    def pending(self) -> bool:
        """Whether a proposal or question about cards is open."""
        return bool(self._proposals.open) or bool(self._doubts)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The open questions about cards."""
        return self._doubts.asked

    def compare(self, sightings: Sightings) -> Compared:
        """Compare the table with the game, and propose or ask what follows."""
        course, unread = self._followed.course, self._followed.game.documents.unread
        if self._reader is None:
            if self._followed.game.places_dice and sightings.dice:
                self._orientation.find_edge(sightings)
            return Compared(None, unread)
        if self._followed.awaits is Awaits.NOTHING:  # the cards are cleared away
            self._proposals.withdraw()
            self.disagreements.clear()
            return Compared(None, unread)
        near = self._orientation.find_edge(sightings)
        if near is None:
            return Compared(None, unread)
        try:
            reading = self._reader.read(sightings, course, near, self._answers)
        except NoTable as error:
            self._hint("table", error.reason)
            return Compared(None, unread)
        self._hint("table", None)
        self._answers = reading.answers
        self._ask(reading)
        agrees = self._explain(self._reader, reading) if reading.comparable else None
        return Compared(agrees, reading.layout, reading.remarks)

    def is_asked(self, id: str) -> bool:
        """Return whether a question about cards is open under this id."""
        return id in self._doubts or (id == SEAT_QUESTION and self._orientation.asked)

    def _on_answer(self, doubt: TableQuestion, choice: str) -> None:
        if doubt.card is None:
            self._answers = self._answers.with_place_answer(doubt, choice)
        else:
            self.name_card(doubt.card, doubt.kind, choice)

    def name_card(self, card: CardSighting, kind: str, choice: str) -> None:
        """Take a player's answer about a card; it holds for the rest of the game.

        Args:
            card: The sighting of the card.
            kind: ``card`` for which card it is, else the kind of a question.
            choice: The answer.
        """
        self._answers = self._answers.with_answer(kind, choice, card)
        if kind == "card" and choice != NONE:
            self._on_card_named(card, Card.parse(choice))

    def read_again(self) -> None:
        """Allow refused moves to be proposed again, and contradictions to be reported again."""
        self._refused.clear()
        self._hints.clear()
        self.disagreements.clear()

    def adoption(self) -> Move | None:
        """Return the move that adopts the table; None if table and journal do not disagree."""
        standing = self.disagreements.standing
        if standing is None:
            return None
        move = self._followed.cards.adopt(self._followed.state, standing.disagreement)
        if move is None:
            raise NotShown(Message("table"), NOT_SHOWN, NEXT_STEP)
        return move

    def check(self, sightings: Sightings) -> TableChecked:
        """Return everything that differs from the journal now, whether a move explains it or not."""
        if self._reader is None:
            return TableChecked(unread=Message("The camera reads only the dice of this game."))
        near = self._orientation.find_edge(sightings)
        if near is None:
            return TableChecked(unread=Message("It is not known yet who sits where."))
        return check_table(self._followed, self._reader, near, sightings, self._answers)

    def on_change(self, change: Change[Any, Any]) -> None:
        """Handle a change of the play."""
        self._proposals.on_change(change)
        undone = self._followed.course.undone
        if change.entry is not None and change.entry.move.get("type") == "undo" and undone:
            self._refused.add(undone[-1].move)
        elif change.entry is not None and self._followed.course.done:
            self._refused.discard(self._followed.course.done[-1].move)

    # private

    def _ask(self, reading: CameraReading) -> None:
        unanswerable = [question.text for question in reading.questions if not question.choices]
        self._hint("row", unanswerable[0] if unanswerable else None)
        self._doubts.ask(reading.questions)

    def _explain(self, reader: TableReader, reading: CameraReading) -> bool | None:
        course = self._followed.course
        match reader.compare(course, reading):
            case Agrees():
                self._refused.clear()
                self._proposals.withdraw()
                self.disagreements.clear()
                return None if reading.doubtful else True
            case Ahead(moves, ask):
                left = tuple(move for move in moves if move not in self._refused)
                if len(left) == len(moves):
                    self.disagreements.clear()
                    self._proposals.propose(moves, ask=ask)
                else:
                    self._proposals.withdraw()
                    reason = Message("the move shown on the table was not accepted")
                    self.disagreements.report(reader.dispute(course, reading, reason))
            case contradiction:
                self._proposals.withdraw()
                self.disagreements.report(contradiction)
        return False

    def _hint(self, topic: str, text: Message | None) -> None:
        """Report advice once, until it no longer applies."""
        if text is None:
            self._hints.pop(topic, None)
        elif self._hints.get(topic) != text:
            self._hints[topic] = text
            self._followed.tell(Advised(text))

    def _on_outcome(self, outcome: ProposalOutcome) -> None:
        if isinstance(outcome, Closed) and outcome.refused:
            self._refused |= set(outcome.moves)
        self._followed.tell(outcome_event(self._followed.play, outcome))
