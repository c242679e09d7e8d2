"""Which card each sighting is, once everything that must be true of the table was used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.options import ExtraPawns, Options
from companion.locale import Message
from companion.pieces import DECK, Card, Rank
from companion.table.lying import Lying
from companion.table.magnate.chains import fits, laxity, resolved
from companion.table.magnate.columns import Spot, Spots
from companion.table.questions import NONE, Answers, Question

SETTLED = 0.998
"""Probability from which the column settles a doubtful card without a question …"""
LIKELY = 0.9
"""… where the reader thought it this likely already."""
STRICT = 0.12
"""Below this laxity a table keeps the rules, and a pair that breaks them is more likely misread."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The district cards, and by district and player each column's cards (None: unread), with what is in doubt."""

    districts: tuple[Card, ...]
    columns: tuple[tuple[tuple[Card | None, ...], ...], ...]
    questions: tuple[Question, ...]
    remarks: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What a card may be, best first, and whether that is settled (by the reader or by an answer)."""

    candidates: tuple[tuple[Card, float], ...]
    settled: bool
    answered: bool = False


class Identities:
    """Settles what is doubtful, by answers first, then by the deck, then by the columns."""

    def __init__(self, options: Options, answers: Answers) -> None:
        self._options = options
        self._answers = answers
        self._questions: list[Question] = []
        self._remarks: list[Message] = []
        self._lax = 1.0

    def of_table(self, districts: Sequence[Lying], spots: Spots, apart: Sequence[Lying]) -> Chosen:
        """Every card of the table; ``apart`` are cards that lie elsewhere and can lie nowhere else."""
        row = [self._known(f"district-{i}", card) for i, card in enumerate(districts)]
        columns = {spot.id: self._known(spot.id, spot.card) for spot in spots.all}
        loose = [card.sighting.card for card in apart if card.sighting.sure and card.sighting.card]
        taken = [*loose, *(k.candidates[0][0] for k in (*row, *columns.values()) if k.settled and k.candidates)]
        chosen_row = self._districts(districts, row)
        self._lax = laxity(_sure_pairs(chosen_row, spots, columns))
        chosen = tuple(
            tuple(
                self._column(chosen_row[i], spots.of(i, player), columns, taken)
                for player in range(self._options.players)
            )
            for i in range(len(districts))
        )
        self._ask_doubles(districts, chosen_row, spots, chosen)
        return Chosen(chosen_row, chosen, tuple(self._questions), tuple(self._remarks))

    def _known(self, name: str, card: Lying) -> _Known:
        answer = self._answers.to(name)
        if answer == NONE:
            return _Known((), settled=True, answered=True)
        if answer is not None:
            return _Known(((Card.parse(answer).kind, 1.0),), settled=True, answered=True)
        return _Known(card.sighting.candidates, card.sighting.sure and bool(card.sighting.candidates))

    def _districts(self, cards: Sequence[Lying], known: Sequence[_Known]) -> tuple[Card, ...]:
        """The district cards; where only one is left for the only doubtful place, it lies there."""
        pool = [card for card in DECK if district_copies(card, self._options)]
        free = [card for card in pool if _settled_on(card, known) < district_copies(card, self._options)]
        doubtful = [i for i, k in enumerate(known) if not k.settled]
        result: list[Card] = []
        for i, (card, own) in enumerate(zip(cards, known, strict=True)):
            if own.settled and own.candidates:
                result.append(own.candidates[0][0])
                continue
            possible = [kind for kind, _ in own.candidates if kind in free]
            possible += [kind for kind in free if kind not in possible]
            result.append(possible[0] if possible else pool[0])
            if len(doubtful) > 1 or len(possible) != 1:
                self._ask(f"district-{i}", Message("Which card is this district?"), card, possible)
        return tuple(result)

    def _column(
        self, district: Card, spots: Sequence[Spot], known: dict[str, _Known], taken: Sequence[Card]
    ) -> tuple[Card | None, ...]:
        """One column's cards, each with a question where the chain does not settle it."""
        possible = [self._possible(known[spot.id], taken) for spot in spots]
        read = [i for i, candidates in enumerate(possible) if candidates]
        together = dict(zip(read, resolved(district, [possible[i] for i in read], self._lax), strict=True))
        cards: list[Card | None] = []
        for i, spot in enumerate(spots):
            own, ranked = known[spot.id], together.get(i, [])
            best = ranked[0][0] if ranked else None
            cards.append(best)
            if not (own.settled or _agreed(own, ranked)):
                inner = next((card for card in reversed(cards[:-1]) if card is not None), district)
                likely = [card for card, _ in ranked] or self._fitting(inner, taken)
                text = (
                    Message("Which card is this?") if ranked else Message("A card that lies here was not read: which?")
                )
                self._ask(spot.id, text, spot.card, likely)
        self._ask_breaks(district, spots, cards, known)
        return tuple(cards)

    def _possible(self, known: _Known, taken: Sequence[Card]) -> list[tuple[Card, float]]:
        """The candidates that may stand in a column and do not surely lie elsewhere."""
        if known.settled:
            return list(known.candidates)
        free = set(self._free(taken))
        return [(card, p) for card, p in known.candidates if card in free] or list(known.candidates)

    def _free(self, taken: Sequence[Card]) -> list[Card]:
        return [card for card in DECK if self._property(card) and taken.count(card) < self._options.decks]

    def _fitting(self, inner: Card, taken: Sequence[Card]) -> list[Card]:
        """What an unread card next to ``inner`` may be."""
        return [card for card in self._free(taken) if fits(inner, card)]

    def _property(self, card: Card) -> bool:
        if card.rank is Rank.COURT:
            return self._options.courts
        return card.rank not in (Rank.PAWN, Rank.EXCUSE, Rank.CROWN)

    def _ask_breaks(
        self, district: Card, spots: Sequence[Spot], cards: Sequence[Card | None], known: dict[str, _Known]
    ) -> None:
        """What lies against the rules: asked about where this table otherwise keeps them, else only remarked."""
        asked = {question.id for question in self._questions}
        inner: Card | None = district
        for spot, card in zip(spots, cards, strict=True):
            if card is not None and spot.id not in asked and not known[spot.id].answered:
                if not self._property(card):
                    text = Message("{card} cannot stand in a column: which card is this?", {"card": card})
                    self._ask(spot.id, text, spot.card, [card])
                elif inner is not None and not fits(inner, card):
                    self._wonder(spot, inner, card)
            inner = card

    def _wonder(self, spot: Spot, inner: Card, card: Card) -> None:
        said = {"card": f"{card.name} ({card})", "inner": f"{inner.name} ({inner})"}
        if self._lax < STRICT:
            self._ask(
                spot.id, Message("{card} shares no suit with {inner}: which card is it?", said), spot.card, [card]
            )
        else:
            self._remarks.append(Message("{card} shares no suit with {inner}", said))

    def _ask_doubles(
        self,
        districts: Sequence[Lying],
        row: Sequence[Card],
        spots: Spots,
        columns: Sequence[Sequence[Sequence[Card | None]]],
    ) -> None:
        """A card that was read at more places than there are copies. Where a player said it lies, it lies."""
        seen: dict[Card, int] = {}
        asked = {question.id for question in self._questions}
        named = [(f"district-{i}", card, kind) for i, (card, kind) in enumerate(zip(districts, row, strict=True))]
        for spot in spots.all:
            kind = columns[spot.district][spot.player][spot.place]
            if kind is not None:
                named.append((spot.id, spot.card, kind))
        for name, card, kind in sorted(named, key=lambda one: self._answers.to(one[0]) is None):
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= self._copies(kind) or name in asked:
                continue
            if self._answers.to(name) is not None:
                self._remarks.append(Message("{card} was said to lie at two places", {"card": kind}))
            else:
                text = Message("{card} was read twice: which card is this?", {"card": kind})
                self._ask(name, text, card, [kind])

    def _copies(self, card: Card) -> int:
        return max(self._options.decks, district_copies(card, self._options))

    def _ask(self, name: str, text: Message, card: Lying, best: Sequence[Card]) -> None:
        codes = dict.fromkeys([kind.code for kind in best] + [kind.code for kind, _ in card.sighting.candidates])
        self._questions.append(Question(name, "card", text, card.region, (*codes, NONE)))


def _settled_on(card: Card, known: Sequence[_Known]) -> int:
    return sum(k.settled and bool(k.candidates) and k.candidates[0][0] == card for k in known)


def district_copies(card: Card, options: Options) -> int:
    """How often a card may be a district (B2); the fifth and sixth Pawn of three come from another deck, or are Crowns.

    >>> from companion.games.magnate.presets import preset
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


def _agreed(own: _Known, ranked: Sequence[tuple[Card, float]]) -> bool:
    """Whether reader and column agree on a card so firmly that nobody needs to be asked."""
    if not own.candidates or not ranked:
        return False
    (first, p), (best, together) = own.candidates[0], ranked[0]
    return first == best and p >= LIKELY and together >= SETTLED


def _sure_pairs(districts: Sequence[Card], spots: Spots, known: dict[str, _Known]) -> list[tuple[Card, Card]]:
    """Neighbours in columns, both of them settled."""
    pairs = []
    for index, district in enumerate(districts):
        for player in range(max((spot.player for spot in spots.all), default=0) + 1):
            inner: Card | None = district
            for spot in spots.of(index, player):
                own = known[spot.id]
                card = own.candidates[0][0] if own.settled and own.candidates else None
                if inner is not None and card is not None:
                    pairs.append((inner, card))
                inner = card
    return pairs
