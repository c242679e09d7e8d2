"""The cards as they lie and the game: what was done is proposed, what is unclear asked, what contradicts is said."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.live.camera_game import (
    Agrees,
    Awaits,
    CameraGame,
    Contradiction,
    Happened,
    NoTable,
    Reading,
    TableReader,
)
from companion.live.events import DISAGREEMENT, Advised, Asked, Disagreed, LiveEvent, Withdrawn
from companion.live.open_doubts import OpenDoubts
from companion.live.proposals import Failed, Gone, Move, Outcome, Proposals, Taken, Waits, proposed, which
from companion.live.seat import SEAT, Seat, edge_named
from companion.locale import Message
from companion.pieces import Card
from companion.play import AnyPlay, Change, Kind
from companion.table.encoding import Json
from companion.table.questions import NONE
from companion.table.row import Edge
from companion.table.sightings import CardSighting, Sightings
from companion.table.told import NOTHING_SAID

MISSED = 1.2
"""Seconds that a card must be missed before that is said: an arm may rest on it, and be as dark as the table."""

Keep = Callable[[CardSighting, Card], None]
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
        play: AnyPlay,
        game: CameraGame,
        reader: TableReader,
        new_id: Callable[[], str],
        tell: Callable[[LiveEvent], None],
        near: Edge | None = None,
        keep: Keep = lambda card, said: None,
    ) -> None:
        self._play, self._game, self._reader, self._tell, self._keep = play, game, reader, tell, keep
        self._seat = Seat(near, reader, play.game.players[0], tell)
        self._proposals = Proposals(play, new_id, self._of_proposal)
        self._told = NOTHING_SAID
        self._doubts = OpenDoubts(tell)
        self._refused: set[Move] = set()
        self._hinted: dict[str, Message] = {}
        self._said: bool | None = None
        """Whether a contradiction (True) or one that only waits (False) was said since they last agreed."""
        self._missed_since: float | None = None
        """Since when cards are missed, while that is not said yet; infinite until the time is known."""
        self.standing: Disagreed | None = None
        """What table and journal disagree about now."""

    @property
    def near(self) -> Edge | None:
        """The picture's edge at which player 0 sits, once that is known."""
        return self._seat.near

    def moved_area(self) -> None:
        """The camera was nudged: places in the picture mean nothing any more."""
        self._reader.moved_area()

    def seat(self, near: Edge) -> None:
        """Player 0 sits at that edge of the picture."""
        self._seat.sit(near)

    @property
    def contradicted(self) -> bool:
        """Whether table and journal disagree in a way that no further move mends."""
        return self.standing is not None and not self.standing.disagreement.waits

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
        course = self._play.course
        unread = self._game.unread
        if self._game.awaits(course.state) is Awaits.NOTHING:  # the cards are cleared away
            self._proposals.withdraw()
            self._no_longer_disagrees()
            return Compared(None, unread)
        near = self._seat.seen(sightings, course)
        if near is None:
            return Compared(None, unread)
        try:
            reading = self._reader.read(sightings, course, near, self._told)
        except NoTable as error:
            self._hint("table", error.reason)
            return Compared(None, unread)
        self._hint("table", None)
        self._told = reading.told
        self._ask(reading)
        agrees = self._explain(reading) if reading.comparable else None
        return Compared(agrees, reading.layout, reading.remarks)

    def still(self, at: float) -> None:
        """Nothing has moved until now, seconds: what is missed for long is said."""
        if self._missed_since is None or self.standing is None:
            return
        self._missed_since = min(self._missed_since, at)
        if at - self._missed_since >= MISSED or at == math.inf:
            self._missed_since = None
            self._tell(self.standing)

    def asks(self, id: str) -> bool:
        """Whether a question about cards is open under this id."""
        return id in self._doubts or (id == SEAT and self._seat.asked)

    def answer(self, id: str, choice: str) -> bool:
        """A player's answer to what cards left open; whether it was asked here.

        Any card's code answers which card it is. Raises :class:`~companion.table.questions.UnusableAnswer` or
        ``UnknownCard`` for what is none.
        """
        if id == SEAT:
            self._seat.sit(edge_named(id, choice))
            return True
        if id not in self._doubts:
            return False
        doubt = self._doubts.answered(id, choice)
        if doubt.card is None:
            self._told = self._told.with_answer_of_place(doubt, choice)
        else:
            self.say(doubt.card, doubt.kind, choice)
        return True

    def say(self, card: CardSighting, kind: str, choice: str) -> None:
        """A player says what a card is (``kind`` card) or how it lies; it holds for the rest of the game."""
        self._told = self._told.with_answer(kind, choice, card)
        if kind == "card" and choice != NONE:
            self._keep(card, Card.parse(choice))

    def look_again(self) -> None:
        """What was refused may be proposed again, and a disagreement said again."""
        self._refused.clear()
        self._hinted.clear()
        self._no_longer_disagrees()

    def adopting(self) -> Move | None:
        """*The table is right*, as a move; None where they do not disagree."""
        return self._game.adopt(self.standing.disagreement) if self.standing is not None else None

    def hear(self, change: Change[Any, Any]) -> None:
        """Give it every change of the play."""
        self._proposals.hear(change)
        undone = self._play.course.undone
        if change.entry is not None and change.entry.move.get("type") == "undo" and undone:
            self._refused.add(undone[-1].move)
        elif change.entry is not None and self._play.course.done:
            self._refused.discard(self._play.course.done[-1].move)

    # within

    def _ask(self, reading: Reading) -> None:
        unanswerable = [question.text for question in reading.questions if not question.choices]
        self._hint("row", unanswerable[0] if unanswerable else None)
        self._doubts.ask(reading.questions)

    def _explain(self, reading: Reading) -> bool | None:
        course = self._play.course
        match self._reader.difference(course, reading):
            case Agrees():
                self._refused.clear()
                self._proposals.withdraw()
                self._no_longer_disagrees()
                return None if reading.doubtful else True
            case Happened(moves, ask):
                left = tuple(move for move in moves if move not in self._refused)
                if len(left) == len(moves):
                    self._no_longer_disagrees()
                    self._proposals.propose(moves, ask=ask)
                else:
                    self._proposals.withdraw()
                    reason = Message("the move that the table shows was not taken")
                    self._disagree(self._reader.disputed(course, reading, reason))
            case contradiction:
                self._proposals.withdraw()
                self._disagree(contradiction)
        return False

    def _no_longer_disagrees(self) -> None:
        if self._said is not None and self._missed_since is None:
            self._tell(Withdrawn(DISAGREEMENT))
        self.standing, self._said, self._missed_since = None, None, None

    def _disagree(self, disagreement: Contradiction) -> None:
        """Says it once. While somebody is still to choose, the game itself says what it waits for."""
        if not disagreement.shows:
            return
        state, names = self._play.state, self._play.game.players
        self.standing = Disagreed(
            disagreement,
            names,
            self._game.differs(state, disagreement),
            self._game.put_back(state, disagreement, names),
        )
        quiet = disagreement.waits and self._game.awaits(state) is Awaits.ANSWERS
        new = not quiet and self._said is not True and self._said is not (not disagreement.waits)
        if new:
            self._said = not disagreement.waits
        if new or self._missed_since is not None:
            self._missed_since = math.inf if disagreement.only_missed else None
            if self._missed_since is None:
                self._tell(self.standing)

    def _hint(self, topic: str, text: Message | None) -> None:
        """Says something once, until it is no longer so."""
        if text is None:
            self._hinted.pop(topic, None)
        elif self._hinted.get(topic) != text:
            self._hinted[topic] = text
            self._tell(Advised(text))

    def _of_proposal(self, outcome: Outcome) -> None:
        match outcome:
            case Waits(question) if question.kind is Kind.WHICH:
                self._tell(which(self._play, question, "payment"))
            case Waits(question):
                self._tell(proposed(self._play, question.id, question.choices[0].move, question.choices[0].text))
            case Taken(id_, move, text, seq):
                self._tell(proposed(self._play, id_, move, text, seq))
            case Failed():
                self._tell(outcome.told())
            case Gone(id_, moves, refused):
                self._refused |= set(moves) if refused else set()
                self._tell(Withdrawn(id_))
