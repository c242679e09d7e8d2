"""Questions about what a table's picture leaves open, their choices with labels, and players' answers."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.locale import Message
from companion.pieces import Card, UnknownCard
from companion.questions import Box, Choice, Question, UnusableAnswer
from companion.table.card_pose import CardPose, dot
from companion.table.sightings import CardSighting, Face, Point, Sightings

NONE = "none"
"""The answer that no card of the layout is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a layout: the card of the row, the player's side of it, and the number of cards from it.

    >>> Place(2).key("card"), Place(2, 0, 1).key("card")
    ('card-2', 'card-2-0-1')
    """

    number: int
    seat: int | None = None
    depth: int | None = None

    def key(self, kind: str) -> str:
        """Return the key of a question of this kind about this place."""
        return "-".join(str(part) for part in (kind, self.number, self.seat, self.depth) if part is not None)


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """A question about a table; the same picture read again gives it the same key.

    ``blocks``: the score may depend on the answer. A question without choices only says why the table cannot be read.
    """

    card: CardSighting | None = None
    """The sighting of the card; None if no card was detected where one must be."""
    place: Place | None = None


class Answers:
    """Answers to the questions about photos, by key, and which of them were used."""

    unknown = Message("unknown question for these photos")

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self._answers, self._used = dict(answers or {}), set[str]()

    def get(self, key: str) -> str | None:
        """Return the answer to the question with this key."""
        if key in self._answers:
            self._used.add(key)
        return self._answers.get(key)

    def check_all_used(self) -> None:
        """Raise :class:`~companion.questions.UnusableAnswer` for an answer to no question."""
        for key in sorted(self._answers.keys() - self._used):
            raise UnusableAnswer(key, self.unknown, Message("use the ids of the printed questions"))


def doubted(sightings: Sightings) -> tuple[TableQuestion, ...]:
    """Return a question about the whole picture if something is wrong with it: no answer makes its reading certain."""
    return () if sightings.doubt is None else (TableQuestion("photo", "photo", sightings.doubt, ()),)


NOTHING_ELSE: Mapping[str, Message] = {}
_LABELS = {
    NONE: Message("No card here"),
    "bottom": Message("At the bottom"),
    "top": Message("At the top"),
    "left": Message("On the left"),
    "right": Message("On the right"),
    "yes": Message("Yes"),
    "no": Message("No"),
}


def label_answer(answer: str, also: Mapping[str, Message] = NOTHING_ELSE) -> Message:
    """Return the label of an answer: a card's name, or its meaning; ``also`` has a game's own answers."""
    if (label := {**also, **_LABELS}.get(answer)) is not None:
        return label
    try:
        return Card.parse(answer).wording()
    except UnknownCard:
        return Message("{said}", {"said": answer})


def choices(answers: Iterable[str], also: Mapping[str, Message] = NOTHING_ELSE) -> tuple[Choice, ...]:
    """Return these answers as choices, each once, in this order."""
    return tuple(Choice(answer, label_answer(answer, also)) for answer in dict.fromkeys(answers))


@dataclass(frozen=True, slots=True)
class Limits:
    """When a card without a track is the same card (data association by place).

    Chosen on staged games, whose nudged and straightened cards stay within these limits.
    """

    same_place: float = 0.4
    """How far a card may have moved, in card widths.

    Beyond that its neighbour may be meant: columns are at least 1.2 card widths from each other.
    """
    max_turn: float = 15.0
    """How far a card may have turned since players answered how it is oriented, degrees."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class _CardAnswer:
    kind: str
    choice: str
    card: CardSighting

    def concerns(self, kind: str, card: CardSighting) -> bool:
        """Return whether the answer is to a question of this kind about this card."""
        return self.kind == kind and is_same_card(self.card, card)

    def has_same_pose(self, card: CardSighting) -> bool:
        """Return whether the card has the pose that it had when players answered."""
        before, now = CardPose.of(self.card), CardPose.of(card)
        return abs(dot(before.along, now.along)) > math.cos(math.radians(LIMITS.max_turn)) and _is_near(before, now)


@dataclass(frozen=True, slots=True)
class _PlaceAnswer:
    """An answer about a place without a sighting, at which a card must be."""

    kind: str
    choice: str
    region: Box

    def concerns(self, question: TableQuestion) -> bool:
        """Return whether the answer is to this question, or to the same one about an earlier picture."""
        if question.region is None:
            return False
        left, top, right, bottom = self.region
        near = LIMITS.same_place * min(right - left, bottom - top)
        return self.kind == question.kind and math.dist(_middle(self.region), _middle(question.region)) < near


@dataclass(frozen=True, slots=True)
class PlayerAnswers:
    """All answers so far.

    The answer which card it is holds wherever the card goes. The answer how it is oriented holds until it is moved. An
    answer about a place holds for as long as the question is asked.
    """

    card_answers: tuple[_CardAnswer, ...] = ()
    place_answers: tuple[_PlaceAnswer, ...] = ()

    def with_answer(self, kind: str, choice: str, card: CardSighting) -> PlayerAnswers:
        """Return the answers with another one; it replaces an earlier answer of the same kind about the card.

        Args:
            kind: The kind of the question.
            choice: The answer.
            card: The sighting of the card.
        """
        kept = tuple(one for one in self.card_answers if not one.concerns(kind, card))
        return replace(self, card_answers=(*kept, _CardAnswer(kind, choice, card)))

    def with_place_answer(self, question: TableQuestion, choice: str) -> PlayerAnswers:
        """Return the answers with another one to a question about a place without a sighting."""
        kept = tuple(one for one in self.place_answers if not one.concerns(question))
        assert question.region is not None, "a question about a place has a region"
        return replace(self, place_answers=(*kept, _PlaceAnswer(question.kind, choice, question.region)))

    def keep_asked(self, raised: Collection[TableQuestion]) -> PlayerAnswers:
        """Return the answers without those about places that no question is asked about any more."""
        return replace(self, place_answers=tuple(one for one in self.place_answers if any(map(one.concerns, raised))))

    def apply_to(self, sightings: Sightings) -> Sightings:
        """Return the sightings with named cards certain, and without those that are no cards."""
        cards = []
        for card in sightings.cards:
            choice = self._choice("card", card)
            if choice is None:
                cards.append(card)
            elif choice != NONE:
                cards.append(replace(card, face=Face.UP, candidates=((Card.parse(choice).kind, 1.0),), sure=True))
        return replace(sightings, cards=tuple(cards))

    def answer(self, question: TableQuestion) -> str | None:
        """Return the earlier answer to a question while it holds; about a place, any code.

        Names of cards are applied to the sightings already; such a card is asked about only if the table contradicts
        it.
        """
        if question.card is None:
            return next((one.choice for one in self.place_answers if one.concerns(question)), None)
        choice = self._choice(question.kind, question.card)
        return choice if choice is not None and question.offers(choice) else None

    def has_named(self, card: CardSighting) -> bool:
        """Return whether players named this card."""
        return self._choice("card", card) not in (None, NONE)

    def _choice(self, kind: str, card: CardSighting) -> str | None:
        about = (one for one in self.card_answers if one.concerns(kind, card))
        found = [one for one in about if kind == "card" or one.has_same_pose(card)]
        # "No card" is an answer about a place, and holds only there.
        if not found or (found[-1].choice == NONE and not found[-1].has_same_pose(card)):
            return None
        return found[-1].choice


NO_ANSWERS = PlayerAnswers()


def _middle(region: Box) -> Point:
    left, top, right, bottom = region
    return (left + right) / 2, (top + bottom) / 2


def is_same_card(one: CardSighting, other: CardSighting) -> bool:
    """Return whether two sightings are one card: by track, or by place if one of them has none."""
    if one.track is not None and other.track is not None:
        return one.track == other.track
    return _is_near(CardPose.of(one), CardPose.of(other))


def _is_near(one: CardPose, other: CardPose) -> bool:
    return math.dist(one.centre, other.centre) < LIMITS.same_place * one.width
