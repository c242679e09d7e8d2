"""The prior of a table before it is read: answers to a photo's questions, or the state of the game.

Districts are read with it first. Then, with the districts known, each column is read as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from companion.games.magnate.state import Column, District, State
from companion.locale import Message
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.magnate.column_gaps import InferredCard
from companion.table.magnate.district_matching import match_districts
from companion.table.questions import NONE, Answers, Place, PlayerAnswers, TableQuestion
from companion.table.sightings import CardSighting, Edge, Face

CROWNS = "crowns"
"""The key and kind of the question about missing Crowns."""
NEAR = "near"
"""The key and kind of the question at which edge player 0 sits."""
UNPLACED = "beside"
"""The kind of the question whether a card outside the columns belongs to one."""
_UNASKED = {CROWNS: "yes", UNPLACED: "no"}
"""Answers that a game knows.

It has its Crowns whether they are in view or not. Cards outside the columns may have been sold, which is another
question.
"""


@dataclass(frozen=True, slots=True)
class PriorCard:
    """A card that is known to be somewhere, so that no other card makes another one likely; None: no card is there."""

    card: Card | None


class PhotoAnswers(Answers):
    """The prior of a photo: players' answers."""

    unknown = Message("unknown question for this photo")
    first_seat: Edge | None = None
    """The answer at which edge player 0 sits. Questions keep their keys, so it counts only once all is read."""

    def districts(self, cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """Return the cards that answers name for the row."""
        return [self._card(Place(number).key("district")) for number in range(len(cards))]

    def of_row(self, row: Sequence[District]) -> PhotoAnswers:
        """Return the same prior: answers do not depend on the districts."""
        return self

    def column(self, places: Sequence[Place], cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """Return the cards that answers name for a column."""
        return [self._card(place.key("card")) for place in places]

    def answer(self, question: TableQuestion) -> str | None:
        """Return the answer to a question: any card, or one of the choices, else :class:`UnusableAnswer` is raised."""
        answer = self.get(question.key)
        if answer is not None and question.kind != "card":
            question.check_offers(answer)
        if answer is not None and question.kind == NEAR:
            self.first_seat = Edge(answer)
            return None
        return answer

    def _card(self, key: str) -> PriorCard | None:
        answer = self.get(key)
        if answer is None:
            return None
        return PriorCard(None if answer == NONE else Card.parse(answer).kind)


@dataclass(frozen=True)
class JournalPrior:
    """The prior of a game in progress. ``answers`` are applied to the sightings already.

    A certain reading counts, whatever the journal has there: the table is the truth.
    """

    state: State
    answers: PlayerAnswers
    discarded: frozenset[Card]
    places: tuple[int, ...] | None = None
    """The journal's district for each card of the row; None until they are known."""
    asked: list[TableQuestion] = field(default_factory=list)
    """Every question that was raised, answered or not."""

    @property
    def first_seat(self) -> None:
        """Nothing: the game's columns can only be compared from player 0's side."""
        return None

    def districts(self, cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """Return the only district of the journal that is left for an uncertain card of the row."""
        kinds = [district.card.kind for district in self.state.districts]
        sure = [card.sighting.card if card.sighting.sure else None for card in cards]
        left = Counter(kinds) - Counter(filter(None, sure))
        fitting = [next(iter(left))] * len(sure) if len(left) == 1 else kinds
        uncertain = zip_longest(sure, fitting[: len(sure)])
        return [PriorCard(here) if card is None and here in left else None for card, here in uncertain]

    def of_row(self, row: Sequence[District]) -> JournalPrior:
        """Return the prior with the districts of this row."""
        return replace(self, places=match_districts(self.state, row))

    def column(self, places: Sequence[Place], cards: Sequence[CardPose]) -> Sequence[PriorCard | None]:
        """Return the journal's cards of a column."""
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
        """Return the players' answer, else the journal's."""
        self.asked.append(question)
        answer = self.answers.answer(question)
        if answer is not None:
            return answer
        known = self._known(question)
        return known if known is not None and question.offers(known) else None

    def check_all_used(self) -> None:
        """Do nothing: what the journal knows need not be asked."""

    def _column(self, place: Place) -> Column:
        """Return the journal's column at this place of the table."""
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
        """Return what is known of a card that was not detected."""
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
        if card.face is Face.DOWN and card.sure:
            return "no"
        if card.face is Face.DOWN:  # a face that glare hides may look like a back: it is the journal's card, or asked
            return "yes" if depth < len(known.cards) else None
        if depth < len(known.cards) and any(kind == known.cards[depth].kind for kind, _ in card.candidates):
            return "yes"
        return "no" if card.card in self.discarded else None


GamePrior = PhotoAnswers | JournalPrior
"""What is known of a table before it is read."""
