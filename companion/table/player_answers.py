"""Players' answers about uncertain cards; an answer holds while its card is tracked or stays in place."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.pieces import Card
from companion.questions import Box
from companion.table.card_pose import CardPose
from companion.table.questions import NONE, TableQuestion
from companion.table.sightings import CardSighting, Face, Point, Sightings


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
    track: int | None
    centre: Point
    along: Point
    width: float

    def concerns(self, card: CardPose) -> bool:
        """Return whether the answer is about this card."""
        track = card.sighting.track
        if self.track is not None and track is not None:
            return self.track == track
        return math.dist(self.centre, card.centre) < LIMITS.same_place * self.width

    def has_same_pose(self, card: CardPose) -> bool:
        """Return whether the card has the pose that it had when players answered."""
        turned = abs(self.along[0] * card.along[0] + self.along[1] * card.along[1])
        return (
            turned > math.cos(math.radians(LIMITS.max_turn))
            and math.dist(self.centre, card.centre) < LIMITS.same_place * self.width
        )


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
        pose = CardPose.of(card)
        kept = tuple(one for one in self.card_answers if one.kind != kind or not one.concerns(pose))
        new = _CardAnswer(kind, choice, card.track, pose.centre, pose.along, pose.width)
        return replace(self, card_answers=(*kept, new))

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
            choice = self._choice("card", CardPose.of(card))
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
        pose = CardPose.of(question.card)
        if question.kind == "card":
            named = self._choice("card", pose)
            return named if named is not None and question.offers(named) else None
        found = [
            one
            for one in self.card_answers
            if one.kind == question.kind and one.concerns(pose) and one.has_same_pose(pose)
        ]
        return found[-1].choice if found and question.offers(found[-1].choice) else None

    def has_named(self, card: CardSighting) -> bool:
        """Return whether players named this card."""
        return self._choice("card", CardPose.of(card)) not in (None, NONE)

    def _choice(self, kind: str, card: CardPose) -> str | None:
        found = [one for one in self.card_answers if one.kind == kind and one.concerns(card)]
        if not found:
            return None
        last = found[-1]
        # "No card" is an answer about a place, and holds only there.
        return None if last.choice == NONE and not last.has_same_pose(card) else last.choice


NO_ANSWERS = PlayerAnswers()


def _middle(region: Box) -> Point:
    left, top, right, bottom = region
    return (left + right) / 2, (top + bottom) / 2


def is_same_card(one: CardSighting, other: CardSighting) -> bool:
    """Return whether two sightings are one card: by track, or by place if one of them has none."""
    if one.track is not None and other.track is not None:
        return one.track == other.track
    first, second = CardPose.of(one), CardPose.of(other)
    return math.dist(first.centre, second.centre) < LIMITS.same_place * first.width
