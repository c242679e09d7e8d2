"""The cards as they lie and the game: what was done is proposed, what is unclear asked, what contradicts is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.documents import Json
from companion.live.camera_game import (
    Agrees,
    Ahead,
    Awaits,
    NoTable,
    Reading,
    TableReader,
)
from companion.live.disagreements import Disagreements
from companion.live.events import Advised, Asked, Withdrawn
from companion.live.followed_play import FollowedPlay
from companion.live.open_doubts import OpenDoubts
from companion.live.orientation import SEAT_QUESTION, Orientation
from companion.live.proposals import (
    Failed,
    Gone,
    Move,
    ProposalOutcome,
    Proposals,
    Taken,
    Waits,
    moves_question,
    proposal_event,
)
from companion.locale import Message
from companion.pieces import Card
from companion.play import Change, Kind
from companion.table.edge import Edge
from companion.table.player_answers import NO_ANSWERS
from companion.table.questions import NONE, TableQuestion
from companion.table.sightings import CardSighting, Sightings

CardListener = Callable[[CardSighting, Card], None]
"""Hears what a player said a card is, with where it was seen."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing a settled table with the game."""

    agrees: bool | None
    layout: Json
    remarks: tuple[Message, ...] = ()


class CardsAtTable:
    """Lives on the thread that owns the play."""

    def __init__(
        self,
        followed: FollowedPlay,
        reader: TableReader,
        near: Edge | None = None,
        on_card_named: CardListener = lambda card, named: None,
    ) -> None:
        self._followed, self._reader, self._on_card_named = followed, reader, on_card_named
        self._orientation = Orientation(followed, reader, near)
        self._proposals = Proposals(followed.play, followed.new_id, self._of_proposal)
        self._answers = NO_ANSWERS
        self._doubts = OpenDoubts(followed, self._answered)
        self._refused: set[Move] = set()
        self._hinted: dict[str, Message] = {}
        self.disagreements = Disagreements(followed)

    @property
    def near(self) -> Edge | None:
        """The picture's edge at which player 0 sits, once that is known."""
        return self._orientation.near

    def moved_area(self, quarters: int = 0) -> None:
        """The camera was moved, its picture turned by ``quarters``: places in it mean nothing any more."""
        self._reader.moved_area()
        self._orientation.turn(quarters)

    def set_near_edge(self, near: Edge) -> None:
        """Player 0 sits at that edge of the picture."""
        self._orientation.set_edge(near)

    @property
    def pending(self) -> bool:
        """Whether something about the cards waits for a player."""
        return bool(self._proposals.open) or bool(self._doubts)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions about cards that are open."""
        return self._doubts.asked

    def compare(self, sightings: Sightings) -> Compared:
        """Looks at the table as it lies and the game as it stands, and tells what that brings."""
        course, unread = self._followed.course, self._followed.game.documents.unread
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
        agrees = self._explain(reading) if reading.comparable else None
        return Compared(agrees, reading.layout, reading.remarks)

    def is_asked(self, id: str) -> bool:
        """Whether a question about cards is open under this id."""
        return id in self._doubts or (id == SEAT_QUESTION and self._orientation.asked)

    def _answered(self, doubt: TableQuestion, choice: str) -> None:
        if doubt.card is None:
            self._answers = self._answers.with_place_answer(doubt, choice)
        else:
            self.name_card(doubt.card, doubt.kind, choice)

    def name_card(self, card: CardSighting, kind: str, choice: str) -> None:
        """A player says what a card is (``kind`` card) or how it lies; it holds for the rest of the game."""
        self._answers = self._answers.with_answer(kind, choice, card)
        if kind == "card" and choice != NONE:
            self._on_card_named(card, Card.parse(choice))

    def read_again(self) -> None:
        """What was refused may be proposed again, and a disagreement said again."""
        self._refused.clear()
        self._hinted.clear()
        self.disagreements.clear()

    def adoption(self) -> Move | None:
        """*The table is right*, as a move; None where they do not disagree."""
        standing = self.disagreements.standing
        return self._followed.game.adopt(standing.disagreement) if standing is not None else None

    def on_change(self, change: Change[Any, Any]) -> None:
        """Give it every change of the play."""
        self._proposals.on_change(change)
        undone = self._followed.course.undone
        if change.entry is not None and change.entry.move.get("type") == "undo" and undone:
            self._refused.add(undone[-1].move)
        elif change.entry is not None and self._followed.course.done:
            self._refused.discard(self._followed.course.done[-1].move)

    # within

    def _ask(self, reading: Reading) -> None:
        unanswerable = [question.text for question in reading.questions if not question.choices]
        self._hint("row", unanswerable[0] if unanswerable else None)
        self._doubts.ask(reading.questions)

    def _explain(self, reading: Reading) -> bool | None:
        course = self._followed.course
        match self._reader.difference(course, reading):
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
                    reason = Message("the move that the table shows was not taken")
                    self.disagreements.report(self._reader.disputed(course, reading, reason))
            case contradiction:
                self._proposals.withdraw()
                self.disagreements.report(contradiction)
        return False

    def _hint(self, topic: str, text: Message | None) -> None:
        """Says something once, until it is no longer so."""
        if text is None:
            self._hinted.pop(topic, None)
        elif self._hinted.get(topic) != text:
            self._hinted[topic] = text
            self._followed.tell(Advised(text))

    def _of_proposal(self, outcome: ProposalOutcome) -> None:
        match outcome:
            case Waits(question) if question.kind is Kind.WHICH:
                self._followed.tell(moves_question(self._followed.play, question, "payment"))
            case Waits(question):
                self._followed.tell(
                    proposal_event(
                        self._followed.play, question.key, question.choices[0].move, question.choices[0].text
                    )
                )
            case Taken(id_, move, text, seq):
                self._followed.tell(proposal_event(self._followed.play, id_, move, text, seq))
            case Failed():
                self._followed.tell(outcome.to_event())
            case Gone(id_, moves, refused):
                self._refused |= set(moves) if refused else set()
                self._followed.tell(Withdrawn(id_))
