"""Compares the cards on the table with the game: proposes moves, asks questions and reports contradictions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError
from companion.live.camera_game import Awaits, CameraReading, TableDifference, TableReader
from companion.live.events import Advised, CheckedDifference, TableChecked, TableSettled
from companion.live.followed_play import Closed, FollowedPlay, Move, ProposalOutcome, Proposals, outcome_event
from companion.live.open_doubts import SEAT_QUESTION, Disagreements, OpenDoubts, Orientation
from companion.locale import Message
from companion.pieces import Card
from companion.play import Change
from companion.questions import Box
from companion.table.camera_events import Settled
from companion.table.card_pose import CardPose, bounding_box
from companion.table.comparison import Agrees, Ahead, NoTable
from companion.table.questions import NO_ANSWERS, NONE, TableQuestion
from companion.table.sightings import CardSighting, Edge, Face, Sightings


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


class NotShown(CompanionError):
    """A difference that no move of the cards alone can adopt."""


class CardsAtTable:
    """The cards of a followed game. It belongs to the thread that owns the play."""

    def __init__(
        self, followed: FollowedPlay, habits: Mapping[str, object], near: Edge | None, on_card_named: CardListener
    ) -> None:
        self._followed, self._on_card_named = followed, on_card_named
        cards = followed.game.cards
        self._reader = cards.reader(habits) if cards is not None else None
        self.orientation = Orientation(followed, self._reader, near)
        self._proposals = Proposals(followed.play, followed.new_id, self._on_outcome)
        self._answers = NO_ANSWERS
        self.doubts = OpenDoubts(followed, self._on_answer)
        self._refused: set[Move] = set()
        self._hints: dict[str, Message] = {}
        self.disagreements = Disagreements(followed)

    def moved_area(self, quarters: int = 0) -> None:
        """Forget places in the picture after the camera was moved; the picture turned clockwise by ``quarters``."""
        if self._reader is not None:
            self._reader.moved_area()
        self.orientation.turn(quarters)

    @property
    def pending(self) -> bool:
        """Whether a proposal or question about cards is open."""
        return bool(self._proposals.open) or bool(self.doubts)

    def compare(self, settled: Settled) -> TableSettled:
        """Compare the table with the game, and propose or ask what follows."""
        sightings = settled.sightings
        unread = TableSettled(settled.at, settled.number, sightings, self._followed.game.documents.unread)
        if self._reader is None:
            if self._followed.game.places_dice and sightings.dice:
                self.orientation.find_edge(sightings)
            return unread
        if self._followed.awaits is Awaits.NOTHING:  # the cards are cleared away
            self._proposals.withdraw()
            self.disagreements.clear()
            return unread
        near = self.orientation.find_edge(sightings)
        if near is None:
            return unread
        try:
            reading = self._reader.read(sightings, self._followed.course, near, self._answers)
        except NoTable as error:
            self._hint("table", error.reason)
            return unread
        self._hint("table", None)
        self._answers = reading.answers
        self._ask(reading)
        agrees = self._explain(self._reader, reading) if reading.comparable else None
        return replace(unread, layout=reading.layout, agrees=agrees, remarks=reading.remarks)

    def is_asked(self, id: str) -> bool:
        """Return whether a question about cards is open under this id."""
        return id in self.doubts or (id == SEAT_QUESTION and self.orientation.asked)

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

    def check(self, sightings: Sightings) -> TableChecked:
        """Return everything that differs from the journal now, whether a move explains it or not."""
        followed = self._followed
        if self._reader is None:
            return TableChecked(unread=Message("The camera reads only the dice of this game."))
        near = self.orientation.find_edge(sightings)
        if near is None:
            return TableChecked(unread=Message("It is not known yet who sits where."))
        try:
            reading = self._reader.read(sightings, followed.course, near, self._answers)
        except NoTable as error:
            return TableChecked(unread=error.reason)
        if not reading.comparable:
            return TableChecked((), len(reading.questions), Message("The camera asks about a card first."))
        contradiction = self._reader.dispute(followed.course, reading, Message("the table was checked"))
        found = enumerate(followed.cards.differences(followed.state, contradiction, followed.names), 1)
        named = reading.answers.apply_to(sightings)
        return TableChecked(tuple(_checked(followed, *one, named) for one in found), len(reading.questions))

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
        self.doubts.ask(reading.questions)

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
