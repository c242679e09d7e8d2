"""What a game going on knows of its table: what players said of it, else what the journal has there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.games.magnate.state import Column, District, State
from companion.locale import Message
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.magnate.column_gaps import InferredCard
from companion.table.magnate.counts import CROWNS, UNPLACED
from companion.table.magnate.district_matching import match_districts
from companion.table.magnate.game_prior import KnownCard
from companion.table.player_answers import PlayerAnswers
from companion.table.questions import NONE, Place, TableQuestion
from companion.table.sightings import CardSighting, Face

_UNASKED = {CROWNS: "yes", UNPLACED: "no"}
"""A game has its Crowns whether they are in view or not, and what lies beside the columns may have been sold, which is
asked elsewhere."""


@dataclass(frozen=True)
class JournalPrior:
    """Knowledge of a table at which ``state`` is played. ``told`` is applied to the sightings already.

    What was read for sure stands, whatever the journal has there: the table is the truth.
    """

    state: State
    told: PlayerAnswers
    discarded: frozenset[Card]
    places: tuple[int, ...] | None = None
    """For each card of the row the journal's district; None as long as that is not known."""
    asked: list[TableQuestion] = field(default_factory=list)
    """Every question that came up, whether anything was known or not."""

    def districts(self, seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        """A doubtful card of the row is the one that the journal has and nobody saw, where only one is left."""
        kinds = [district.card.kind for district in self.state.districts]
        sure = [card.sighting.card if card.sighting.sure else None for card in seen]
        left = Counter(kinds) - Counter(card for card in sure if card is not None)
        return [
            None if card is not None else self._left(left, kinds[number] if number < len(kinds) else None)
            for number, card in enumerate(sure)
        ]

    @staticmethod
    def _left(left: Counter[Card], here: Card | None) -> KnownCard | None:
        if len(left) == 1:
            return KnownCard(next(iter(left)))
        return KnownCard(here) if here is not None and here in left else None

    def of_row(self, row: Sequence[District]) -> JournalPrior:
        return replace(self, places=match_districts(self.state, row))

    def column(self, places: Sequence[Place], seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        if not places or self.places is None:
            return [None for _ in places]
        kinds = [card.kind for card in self._column(places[0]).cards]
        read = [card.sighting.card for card in seen if card.sighting.card is not None]
        complete = read[: len(kinds)] == kinds
        return [
            self._card(place, kinds[depth] if depth < len(kinds) else None, card, complete)
            for depth, (place, card) in enumerate(zip(places, seen, strict=True))
        ]

    def answer(self, question: TableQuestion) -> str | None:
        self.asked.append(question)
        said = self.told.answer(question)
        if said is not None:
            return said
        known = self._known(question)
        return known if known is not None and question.offers(known) else None

    def check_all_used(self) -> None:
        """What is known need not be asked."""

    def _column(self, place: Place) -> Column:
        """The journal's, where this place of the table is."""
        if self.places is None or place.seat is None:
            return Column()
        return self.state.column(place.seat, self.places[place.number]) or Column()

    def _card(self, place: Place, journaled: Card | None, card: CardPose, complete: bool) -> KnownCard | None:
        if isinstance(card, InferredCard):
            return self._hidden(place, journaled, card, complete)
        seen = card.sighting
        if self.told.names(seen):
            return KnownCard(seen.card)
        if journaled is None or (seen.sure and seen.card != journaled):
            return None
        may_be = not seen.candidates or any(kind == journaled for kind, _ in seen.candidates)
        return KnownCard(journaled) if may_be else None

    def _hidden(self, place: Place, journaled: Card | None, card: InferredCard, complete: bool) -> KnownCard | None:
        """Where nobody saw a card though one should lie there."""
        asked = TableQuestion(place.key("card"), "card", Message(""), (), region=card.region, place=place)
        self.asked.append(asked)
        said = self.told.answer(asked)
        if said is not None:
            return KnownCard(None if said == NONE else Card.parse(said).kind)
        if complete:
            return KnownCard(None)  # nothing was seen there, and nothing is missing
        return KnownCard(journaled) if journaled is not None else None

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

    def _belongs(self, known: Column, depth: int, seen: CardSighting) -> str | None:
        if seen.face is Face.DOWN:
            return "no"
        if depth < len(known.cards) and any(card == known.cards[depth].kind for card, _ in seen.candidates):
            return "yes"
        return "no" if seen.card in self.discarded else None
