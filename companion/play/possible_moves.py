"""What a seat can do now: what it is asked, its legal moves with what they would do, and its decisions.

Screens, pages and the command line all show this one description.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.decisions import Decision
from companion.games.errors import IllegalMove
from companion.journal.course.course import AnyCourse, Course
from companion.locale import Message
from companion.pieces import Card
from companion.questions import Question


@dataclass(frozen=True, slots=True)
class Tap:
    """What a tap on one spot can begin."""

    answers: list[tuple[str, int, Message]] = field(default_factory=list)
    """Answers to open questions: the key of the question, the number of the choice, and its label."""
    decisions: list[Decision[Any]] = field(default_factory=list)
    """Decisions that go on there, awaited ones first."""

    @property
    def awaited(self) -> bool:
        """Whether play waits for it."""
        return bool(self.answers) or any(not one.optional for one in self.decisions)


def list_taps(
    course: Course[Any, Any], questions: Iterable[Question], decisions: Iterable[Decision[Any]]
) -> Mapping[str, Tap]:
    """Return what these questions and decisions let a tap begin, by spot."""
    found: dict[str, Tap] = {}
    for question in questions:
        for number, choice in enumerate(question.choices):
            for spot in course.rules.spots(course.state, choice.move):
                found.setdefault(spot, Tap()).answers.append((question.key, number, choice.text))
    for decision in sorted(decisions, key=lambda one: one.optional):
        for spot in decision.taps:
            found.setdefault(spot, Tap()).decisions.append(decision)
    return found


@dataclass(frozen=True, slots=True)
class PossibleMove:
    """A legal move and what it would do."""

    move: Any
    effect: Message
    """The sentence of the history if the move is made."""
    preview: Message | None = None
    """What it changes on the table, in a few words."""
    paid_otherwise: tuple[Any, ...] = ()
    """The same move with other amounts, if several are possible."""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A question that play waits for, with the moves that answer it if they are few."""

    text: Message
    answers: tuple[PossibleMove, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """What a seat can do now, as a viewer may know it: a seat, or None for everybody at the table."""

    course: AnyCourse
    seat: int
    viewer: int | None

    @property
    def state(self) -> Any:
        """The state as the viewer may know it."""
        return self.course.rules.seen_by(self.course.state, self.viewer)

    def asked(self) -> tuple[SeatQuestion, ...]:
        """Return the questions that play waits for this seat to answer."""
        return tuple(
            SeatQuestion(one.text, tuple(self.possible(move) for move in one.answers))
            for one in self.course.rules.waiting_for(self.course.state)
            if one.owner == self.seat
        )

    def sealed(self) -> tuple[Message, ...]:
        """Return the questions that this seat answers in secret."""
        return tuple(one.text for one in self.course.rules.sealed(self.course.state) if one.owner == self.seat)

    def moves(self) -> Iterator[PossibleMove]:
        """Yield the legal moves of this seat, as far as they can be listed."""
        for one in self.course.rules.legal_moves(self.state, self.seat):
            yield self.possible(one.move, one.paid_otherwise)

    def legal(self) -> Iterator[Any]:
        """Yield the legal moves with every amount, without what they would do."""
        for one in self.course.rules.legal_moves(self.state, self.seat):
            yield from one.every

    def decisions(self, owner: int | None) -> tuple[Decision[Any], ...]:
        """Return the decisions of a seat, or those of anybody at the table, as the viewer may know them."""
        every = self.course.rules.decisions(self.state, self.course.game.names)
        return tuple(one for one in every if one.owner == owner)

    def possible(self, move: Any, paid_otherwise: tuple[Any, ...] = ()) -> PossibleMove:
        """Return a legal move with what it would do; raise the rules' reason if it is illegal."""
        rules = self.course.rules
        after = rules.seen_by(rules.apply(self.course.state, move), self.viewer)
        effect = rules.describe(self.state, move, after, self.course.game.names)
        return PossibleMove(move, effect, rules.preview(self.state, move, after), paid_otherwise)

    def possible_cards(self) -> tuple[Card, ...]:
        """Return the cards that this seat may have in hand; none in a game whose hands are not noted."""
        hand = self.course.rules.hand
        return () if hand is None else tuple(hand(self.state))


def table_decisions(course: AnyCourse) -> tuple[Decision[Any], ...]:
    """Return the decisions of all seats for the table's own device, which covers what is for one player alone."""
    return tuple(course.rules.decisions(course.state, course.game.names))


def seats_asked(course: AnyCourse) -> tuple[int, ...]:
    """Return the seats that play waits for, the current player's first."""
    rules = course.rules
    if rules.over(course.state):
        return ()
    current = rules.at_turn(course.state)
    asked = {one.owner for one in rules.waiting_for(course.state)} | {one.owner for one in rules.sealed(course.state)}
    return tuple(sorted(asked or {current}, key=lambda seat: (seat != current, seat)))


def refused(course: AnyCourse, move: Any) -> IllegalMove | None:
    """Return why the rules refuse a move now; None if they allow it."""
    try:
        course.check(move)
    except IllegalMove as error:
        return error
    return None
