"""Identification of a table's cards, from readings, prior, deck and columns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.games.magnate.options import ExtraPawns, Options
from companion.locale import Message
from companion.pieces import DECK, Card, Rank
from companion.table.card_pose import CardPose
from companion.table.magnate.chains import fits, laxity, resolved
from companion.table.magnate.columns import Spot, Spots, card_question
from companion.table.magnate.game_prior import GamePrior, PriorCard
from companion.table.questions import NONE, Place, TableQuestion


@dataclass(frozen=True, slots=True)
class Limits:
    """When a card needs no question, as probabilities. Chosen on rendered tables."""

    settled: float = 0.998
    """Probability from which the column settles an uncertain card …"""
    likely: float = 0.9
    """… if its reading has this probability already."""
    strict: float = 0.12
    """Laxity below which a table keeps the chain of suits, so that a pair that breaks it is misread."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class _Identity:
    """The cards that a sighting may be, best first, and whether that is settled by the reader or the prior."""

    candidates: tuple[tuple[Card, float], ...]
    settled: bool
    firm: bool = False
    """Whether it overrides what other cards make likely: the prior has it."""

    @property
    def card(self) -> Card | None:
        """The card, if it is settled."""
        return self.candidates[0][0] if self.settled and self.candidates else None


class Identities:
    """Identifies cards by the prior first, then by the deck, then by their columns."""

    def __init__(self, options: Options, prior: GamePrior, row: Sequence[CardPose]) -> None:
        self._options = options
        self._prior = prior
        self._row = row
        self.questions: list[TableQuestion] = []
        """The open questions about cards."""
        self.remarks: list[Message] = []
        """What is against the rules and certain."""
        self._lax = 1.0
        self._in_row = [_identify(*both) for both in zip(row, prior.districts(row), strict=True)]
        self.districts = self._of_row()
        """The district cards, from player 0's left."""

    def of_columns(self, spots: Spots, unplaced: Sequence[CardPose], prior: GamePrior) -> list[list[list[Card | None]]]:
        """Identify all cards of the columns.

        Args:
            spots: The columns.
            unplaced: Cards outside the columns, which cannot be in them.
            prior: What is known now that the districts are.

        Returns:
            The cards of each column by district and player; None: unread.
        """
        self._prior = prior
        columns = self._of_spots(spots)
        loose = [card.sighting.card for card in unplaced if card.sighting.sure and card.sighting.card]
        read = (own.card for own in (*self._in_row, *columns.values()))
        taken = [*loose, *(card for card in read if card is not None)]
        self._lax = laxity(_sure_pairs(self.districts, spots, columns))
        chosen = [
            [self._column(i, spots.of(i, player), columns, taken) for player in range(self._options.players)]
            for i in range(len(self.districts))
        ]
        self._ask_doubles(spots, chosen, columns)
        return chosen

    def _of_spots(self, spots: Spots) -> dict[Place, _Identity]:
        found: dict[Place, _Identity] = {}
        for number in range(len(self.districts)):
            for player in range(self._options.players):
                column = spots.of(number, player)
                prior_cards = self._prior.column([spot.at for spot in column], [spot.card for spot in column])
                found |= {spot.at: _identify(spot.card, one) for spot, one in zip(column, prior_cards, strict=True)}
        return found

    def _of_row(self) -> tuple[Card, ...]:
        """Return the district cards; the only card that is left is the only uncertain one."""
        known = self._in_row
        pool = [card for card in DECK if district_copies(card, self._options)]
        free = [card for card in pool if sum(own.card == card for own in known) < district_copies(card, self._options)]
        doubtful = [i for i, k in enumerate(known) if not k.settled]
        result: list[Card] = []
        for i, (card, own) in enumerate(zip(self._row, known, strict=True)):
            if own.card is not None:
                result.append(own.card)
                continue
            possible = [kind for kind, _ in own.candidates if kind in free]
            possible += [kind for kind in free if kind not in possible]
            result.append(possible[0] if possible else pool[0])
            if len(doubtful) > 1 or len(possible) != 1:
                self._ask(Place(i), Message("Which card is this district?"), card, possible)
        return tuple(result)

    def _column(
        self, number: int, spots: Sequence[Spot], known: dict[Place, _Identity], taken: Sequence[Card]
    ) -> list[Card | None]:
        """Return one column's cards, with a question for each that the chain does not settle."""
        district = self.districts[number]
        possible = [self._possible(known[spot.at], taken) for spot in spots]
        read = [i for i, candidates in enumerate(possible) if candidates]
        together = dict(zip(read, resolved(district, [possible[i] for i in read], self._lax), strict=True))
        cards: list[Card | None] = []
        for i, spot in enumerate(spots):
            own, ranked = known[spot.at], together.get(i, [])
            best = ranked[0][0] if ranked else None
            cards.append(best)
            if not (own.settled or _is_agreed(own, ranked)):
                inner = next((card for card in reversed(cards[:-1]) if card is not None), district)
                likely = [card for card, _ in ranked] or self._fitting(inner, taken)
                unread = Message("A card here was not read. Which card is it?")
                self._ask(spot.at, Message("Which card is this?") if ranked else unread, spot.card, likely)
        self._ask_breaks(district, spots, cards, known)
        return cards

    def _possible(self, known: _Identity, taken: Sequence[Card]) -> list[tuple[Card, float]]:
        """Return the candidates that may be in a column and are not certain elsewhere."""
        if known.settled:
            return list(known.candidates)
        free = set(self._free(taken))
        return [(card, p) for card, p in known.candidates if card in free] or list(known.candidates)

    def _free(self, taken: Sequence[Card]) -> list[Card]:
        return [card for card in DECK if self._property(card) and taken.count(card) < self._options.decks]

    def _fitting(self, inner: Card, taken: Sequence[Card]) -> list[Card]:
        """Return what an unread card next to ``inner`` may be: any card on a table that breaks the chain of suits."""
        free = self._free(taken)
        fitting = [card for card in free if fits(inner, card)]
        return fitting if self._lax < LIMITS.strict else [*fitting, *(card for card in free if card not in fitting)]

    def _property(self, card: Card) -> bool:
        if card.rank is Rank.COURT:
            return self._options.courts
        return card.rank not in (Rank.PAWN, Rank.EXCUSE, Rank.CROWN)

    def _ask_breaks(
        self, district: Card, spots: Sequence[Spot], cards: list[Card | None], known: dict[Place, _Identity]
    ) -> None:
        """Ask about cards against the rules if this table otherwise keeps them; else add a remark."""
        asked = {question.place for question in self.questions}
        inner: Card | None = district
        for place, (spot, card) in enumerate(zip(spots, cards, strict=True)):
            if card is not None and spot.at not in asked and not known[spot.at].firm:
                if not self._property(card):
                    text = Message("{card} cannot be in a column. Which card is this?", {"card": card})
                    cards[place] = self._ask(spot.at, text, spot.card, [card])
                elif inner is not None and not fits(inner, card):
                    cards[place] = self._check_break(spot, inner, card)
            inner = cards[place]

    def _check_break(self, spot: Spot, inner: Card, card: Card) -> Card | None:
        names = {"card": f"{card.name} ({card})", "inner": f"{inner.name} ({inner})"}
        if self._lax < LIMITS.strict:
            return self._ask(
                spot.at, Message("{card} shares no suit with {inner}. Which card is it?", names), spot.card, [card]
            )
        self.remarks.append(Message("{card} shares no suit with {inner}", names))
        return card

    def _ask_doubles(
        self, spots: Spots, columns: list[list[list[Card | None]]], known: Mapping[Place, _Identity]
    ) -> None:
        """Ask about a card that was read more often than there are copies, unless the prior is firm."""
        asked = {question.place for question in self.questions}
        row = enumerate(zip(self._row, self.districts, self._in_row, strict=True))
        placed = [(Place(number), card, kind, own.firm) for number, (card, kind, own) in row]
        for spot in spots.all:
            read = columns[spot.district][spot.player][spot.place]
            if read is not None:
                placed.append((spot.at, spot.card, read, known[spot.at].firm))
        counts: Counter[Card] = Counter()
        for place, card, kind, firm in sorted(placed, key=lambda one: not one[3]):
            counts[kind] += 1
            if counts[kind] <= max(self._options.decks, district_copies(kind, self._options)) or place in asked:
                continue
            if firm:
                self.remarks.append(Message("{card} was entered in two places", {"card": kind}))
                continue
            text = Message("{card} was read twice. Which card is this?", {"card": kind})
            other = self._ask(place, text, card, [kind])
            if place.seat is not None and place.depth is not None:
                columns[place.number][place.seat][place.depth] = other

    def _ask(self, place: Place, text: Message, card: CardPose, best: Sequence[Card]) -> Card | None:
        """Ask about a card unless the prior answers, and return the card that it is taken for meanwhile."""
        codes = [kind.code for kind in best] + [kind.code for kind, _ in card.sighting.candidates]
        kind = "card" if place.seat is not None else "district"
        question = card_question(card, place, "card", text, (*codes, NONE), key=kind)
        answer = self._prior.answer(question)
        if answer is None:
            self.questions.append(question)
            return best[0] if best else None
        return None if answer == NONE else Card.parse(answer).kind


def _identify(card: CardPose, prior_card: PriorCard | None) -> _Identity:
    if prior_card is not None:
        return _Identity(((prior_card.card, 1.0),) if prior_card.card is not None else (), settled=True, firm=True)
    return _Identity(card.sighting.candidates, card.sighting.sure and bool(card.sighting.candidates))


def district_copies(card: Card, options: Options) -> int:
    """Return how often a card may be a district (B2).

    With three players the fifth and sixth Pawn come from another deck, or are Crowns.

    >>> from companion.games.magnate.options import preset
    >>> [district_copies(Card.parse(code), preset("three-players")) for code in ("PMSL", "X", "CM", "4MS")]
    [2, 1, 0, 0]
    """
    three = options.players == 3
    if card.rank is Rank.EXCUSE:
        return int(options.excuse)
    if card.rank is Rank.CROWN:
        return int(three and options.extra_pawns is ExtraPawns.CROWNS)
    if card.rank is not Rank.PAWN:
        return 0
    return 2 if options.decks == 2 or (three and options.extra_pawns is not ExtraPawns.CROWNS) else 1


def _is_agreed(own: _Identity, ranked: Sequence[tuple[Card, float]]) -> bool:
    """Return whether reading and column agree so firmly that no question is needed.

    What the reading leaves to no candidate, such as that no card is there, no column takes away.
    """
    if not own.candidates or not ranked:
        return False
    (first, p), (best, together) = own.candidates[0], ranked[0]
    any_of_them = sum(share for _, share in own.candidates)
    return first == best and p >= LIMITS.likely and together * any_of_them >= LIMITS.settled


def _sure_pairs(districts: Sequence[Card], spots: Spots, known: Mapping[Place, _Identity]) -> list[tuple[Card, Card]]:
    """Return neighbours in columns that are both settled."""
    pairs = []
    for index, district in enumerate(districts):
        for player in range(max((spot.player for spot in spots.all), default=0) + 1):
            cards = [district, *(known[spot.at].card for spot in spots.of(index, player))]
            pairs += [(inner, card) for inner, card in pairwise(cards) if inner is not None and card is not None]
    return pairs
