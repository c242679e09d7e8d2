"""What is known of a table before it is read: answers to a photo's questions, or the game that goes on there.

It enters the reading once: districts first, then, with those known, each column as a whole, and whatever is still
asked after that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.games.magnate.state import Column, District, State
from companion.locale import Message
from companion.pieces import Card
from companion.questions import UnusableAnswer
from companion.table.card_pose import CardPose
from companion.table.magnate.column_gaps import InferredCard
from companion.table.magnate.district_matching import match_districts
from companion.table.player_answers import PlayerAnswers
from companion.table.questions import NONE, Place, TableQuestion
from companion.table.sightings import CardSighting, Face

CROWNS = "crowns"
"""The key and kind of the question about missing Crowns."""
UNPLACED = "beside"
"""The kind of the question whether a card outside the columns belongs to one."""
_UNASKED = {CROWNS: "yes", UNPLACED: "no"}
"""A game has its Crowns whether they are in view or not, and what lies beside the columns may have been sold, which is
asked elsewhere."""


@dataclass(frozen=True, slots=True)
class PriorCard:
    """A card that is known beforehand to lie somewhere; None: no card does."""

    card: Card | None
    firm: bool = True
    """Whether it holds against what the table's other cards make likely: a player said it, or it was read so too."""


class GamePrior(Protocol):
    """What is known beforehand."""

    def districts(self, cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """For each card of the row, what is known of it."""

    def of_row(self, row: Sequence[District]) -> GamePrior:
        """What is known once these are the districts, from player 0's left, with their columns as first read."""

    def column(self, places: Sequence[Place], cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """For each card of a column, from the district outwards, what is known of it."""

    def answer(self, question: TableQuestion) -> str | None:
        """The answer to what is asked; None where nothing is known."""

    def check_all_used(self) -> None:
        """Raises :class:`~companion.questions.UnusableAnswer` for what belongs to no place of this table."""


class PhotoAnswers:
    """Answers to the questions about a photo, by their keys, and which of them were used."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self._answers = dict(answers or {})
        self._used: set[str] = set()

    def districts(self, cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        return [self._card(Place(number).key("district")) for number in range(len(cards))]

    def of_row(self, row: Sequence[District]) -> PhotoAnswers:
        return self

    def column(self, places: Sequence[Place], cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        return [self._card(place.key("card")) for place in places]

    def answer(self, question: TableQuestion) -> str | None:
        """Any card may be named where one is asked for; :class:`UnusableAnswer` for what else is not offered."""
        answer = self._to(question.key)
        if answer is not None and question.kind != "card":
            question.check_offers(answer)
        return answer

    def check_all_used(self) -> None:
        for key in sorted(self._answers.keys() - self._used):
            raise UnusableAnswer(
                key, Message("is no question about this photo"), Message("take the ids from the questions printed")
            )

    def _card(self, key: str) -> PriorCard | None:
        answer = self._to(key)
        if answer is None:
            return None
        return PriorCard(None if answer == NONE else Card.parse(answer).kind)

    def _to(self, key: str) -> str | None:
        if key in self._answers:
            self._used.add(key)
        return self._answers.get(key)


@dataclass(frozen=True)
class JournalPrior:
    """Knowledge of a table at which ``state`` is played. ``told`` is applied to the sightings already.

    What was read for sure stands, whatever the journal has there: the table is the truth.
    """

    state: State
    answers: PlayerAnswers
    discarded: frozenset[Card]
    places: tuple[int, ...] | None = None
    """For each card of the row the journal's district; None as long as that is not known."""
    asked: list[TableQuestion] = field(default_factory=list)
    """Every question that came up, whether anything was known or not."""

    def districts(self, cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """A doubtful card of the row is the one that the journal has and nobody saw, where only one is left."""
        kinds = [district.card.kind for district in self.state.districts]
        sure = [card.sighting.card if card.sighting.sure else None for card in cards]
        left = Counter(kinds) - Counter(card for card in sure if card is not None)
        return [
            None if card is not None else self._left(left, kinds[number] if number < len(kinds) else None)
            for number, card in enumerate(sure)
        ]

    @staticmethod
    def _left(left: Counter[Card], here: Card | None) -> PriorCard | None:
        if len(left) == 1:
            return PriorCard(next(iter(left)))
        return PriorCard(here) if here is not None and here in left else None

    def of_row(self, row: Sequence[District]) -> JournalPrior:
        return replace(self, places=match_districts(self.state, row))

    def column(self, places: Sequence[Place], cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        if not places or self.places is None:
            return [None for _ in places]
        kinds = [card.kind for card in self._column(places[0]).cards]
        read = [card.sighting.card for card in cards if card.sighting.card is not None]
        complete = read[: len(kinds)] == kinds
        return [
            self._card(place, kinds[depth] if depth < len(kinds) else None, card, complete)
            for depth, (place, card) in enumerate(zip(places, cards, strict=True))
        ]

    def answer(self, question: TableQuestion) -> str | None:
        self.asked.append(question)
        answer = self.answers.answer(question)
        if answer is not None:
            return answer
        known = self._known(question)
        return known if known is not None and question.offers(known) else None

    def check_all_used(self) -> None:
        """What is known need not be asked."""

    def _column(self, place: Place) -> Column:
        """The journal's, where this place of the table is."""
        if self.places is None or place.seat is None:
            return Column()
        return self.state.column(place.seat, self.places[place.number]) or Column()

    def _card(self, place: Place, journaled: Card | None, card: CardPose, complete: bool) -> PriorCard | None:
        if isinstance(card, InferredCard):
            return self._hidden(place, journaled, card, complete)
        sighting = card.sighting
        if self.answers.has_named(sighting):
            return PriorCard(sighting.card)
        if journaled is None or (sighting.sure and sighting.card != journaled):
            return None
        may_be = not sighting.candidates or any(kind == journaled for kind, _ in sighting.candidates)
        return PriorCard(journaled) if may_be else None

    def _hidden(self, place: Place, journaled: Card | None, card: InferredCard, complete: bool) -> PriorCard | None:
        """Where nobody saw a card though one should lie there."""
        asked = TableQuestion(place.key("card"), "card", Message(""), (), region=card.region, place=place)
        self.asked.append(asked)
        answer = self.answers.answer(asked)
        if answer is not None:
            return PriorCard(None if answer == NONE else Card.parse(answer).kind)
        if complete:
            return PriorCard(None)  # nothing was seen there, and nothing is missing
        return PriorCard(journaled) if journaled is not None else None

    def _known(self, question: TableQuestion) -> str | None:
        if question.kind in _UNASKED:
            return _UNASKED[question.kind]
        if question.place is None or self.places is None:
            return None
        known, depth = self._column(question.place), question.place.depth or 0
        match question.kind:
            case "card":
                return known.cards[depth].kind.code if depth < len(known.cards) else None
            case "deed":
                return "property" if depth < len(known.properties) else None
            case "belongs" if question.card is not None:
                return self._belongs(known, depth, question.card)
        return None

    def _belongs(self, known: Column, depth: int, card: CardSighting) -> str | None:
        if card.face is Face.DOWN:
            return "no"
        if depth < len(known.cards) and any(kind == known.cards[depth].kind for kind, _ in card.candidates):
            return "yes"
        return "no" if card.card in self.discarded else None
