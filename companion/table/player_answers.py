"""What players said about cards that were in doubt; it holds for as long as the card is tracked, or lies there."""

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
    """When a card that is not followed from look to look is the same (data association by place).

    Chosen by trying on staged games; nudged and straightened cards of those stay within them.
    """

    same_place: float = 0.4
    """How far from where it lay a card may lie and still be it, in card widths. Beyond that its neighbour may be
    meant: columns stand 1.2 card widths apart and more."""
    max_turn: float = 15.0
    """How far it may have been turned since it was said how it lies, degrees."""


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
        """Whether this was said about that card."""
        track = card.sighting.track
        if self.track is not None and track is not None:
            return self.track == track
        return math.dist(self.centre, card.centre) < LIMITS.same_place * self.width

    def has_same_pose(self, card: CardPose) -> bool:
        """Whether it lies as it did when this was said."""
        turned = abs(self.along[0] * card.along[0] + self.along[1] * card.along[1])
        return (
            turned > math.cos(math.radians(LIMITS.max_turn))
            and math.dist(self.centre, card.centre) < LIMITS.same_place * self.width
        )


@dataclass(frozen=True, slots=True)
class _PlaceAnswer:
    """What lies where no card was seen, though one must lie there."""

    kind: str
    choice: str
    region: Box

    def concerns(self, question: TableQuestion) -> bool:
        """Whether this was said to that question, or to the same one about an earlier picture."""
        if question.region is None:
            return False
        left, top, right, bottom = self.region
        near = LIMITS.same_place * min(right - left, bottom - top)
        return self.kind == question.kind and math.dist(_middle(self.region), _middle(question.region)) < near


@dataclass(frozen=True, slots=True)
class PlayerAnswers:
    """Everything said so far.

    Which card it is holds wherever the card goes; how it lies, until it is moved; what lies at a place where none
    was seen, for as long as that is asked.
    """

    card_answers: tuple[_CardAnswer, ...] = ()
    place_answers: tuple[_PlaceAnswer, ...] = ()

    def with_answer(self, kind: str, choice: str, card: CardSighting) -> PlayerAnswers:
        """The same and this answer; ``kind`` as a question's. A later answer about a card replaces an earlier one."""
        pose = CardPose.of(card)
        kept = tuple(one for one in self.card_answers if one.kind != kind or not one.concerns(pose))
        new = _CardAnswer(kind, choice, card.track, pose.centre, pose.along, pose.width)
        return replace(self, card_answers=(*kept, new))

    def with_place_answer(self, question: TableQuestion, choice: str) -> PlayerAnswers:
        """The same and this answer to a question about a place where no card was seen."""
        kept = tuple(one for one in self.place_answers if not one.concerns(question))
        assert question.region is not None, "what is asked of a place says where it is"
        return replace(self, place_answers=(*kept, _PlaceAnswer(question.kind, choice, question.region)))

    def keep_asked(self, raised: Collection[TableQuestion]) -> PlayerAnswers:
        """The same without what was said of places that a reading raised no question about any more."""
        return replace(self, place_answers=tuple(one for one in self.place_answers if any(map(one.concerns, raised))))

    def apply_to(self, sightings: Sightings) -> Sightings:
        """The sightings with every card that was told about being what was said; one that is no card left out."""
        cards = []
        for card in sightings.cards:
            choice = self._choice("card", CardPose.of(card))
            if choice is None:
                cards.append(card)
            elif choice != NONE:
                cards.append(replace(card, face=Face.UP, candidates=((Card.parse(choice).kind, 1.0),), sure=True))
        return replace(sightings, cards=tuple(cards))

    def answer(self, question: TableQuestion) -> str | None:
        """What was said to this question before, while the card lies as it did; of a place, any code.

        What a card was said to be has been applied already; it is asked about only where the table speaks against it.
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
        """Whether players said which card this is."""
        return self._choice("card", CardPose.of(card)) not in (None, NONE)

    def _choice(self, kind: str, card: CardPose) -> str | None:
        found = [one for one in self.card_answers if one.kind == kind and one.concerns(card)]
        if not found:
            return None
        last = found[-1]
        # That no card lies there is said of a place, and holds only there.
        return None if last.choice == NONE and not last.has_same_pose(card) else last.choice


NO_ANSWERS = PlayerAnswers()


def _middle(region: Box) -> Point:
    left, top, right, bottom = region
    return (left + right) / 2, (top + bottom) / 2


def is_same_card(one: CardSighting, other: CardSighting) -> bool:
    """Whether two looks saw the same card: followed as one, or, where nobody follows, at the same place."""
    if one.track is not None and other.track is not None:
        return one.track == other.track
    first, second = CardPose.of(one), CardPose.of(other)
    return math.dist(first.centre, second.centre) < LIMITS.same_place * first.width
