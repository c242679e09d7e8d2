"""One player's cards at the end, and the whole table from a photo of each player.

A valuation is the number or Pawn at an Ace, under it or next to it; bought cards are further away. Whatever is
uncertain
becomes a question.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from companion.errors import CompanionError
from companion.games.errors import UnplayableSetup
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.setup import Setup, crowns_for, start
from companion.games.sorcerous_futures.state import AUCTIONS, EXCUSE, Bought, State, Valuation, is_traded
from companion.locale import Message
from companion.pieces import DECK, Card, Rank
from companion.questions import Box
from companion.table.assignment import best_assignment
from companion.table.card_pose import CardPose
from companion.table.questions import NONE, Answers, TableQuestion, choices, doubted
from companion.table.sightings import Face, Sightings


@dataclass(frozen=True, slots=True)
class Limits:
    """When a card is at an Ace. Chosen for cards laid by hand with a finger's breadth between them."""

    reach: float = 1.15
    """Maximum distance of a valuation's centre from its Ace's, in card heights: end to end it is 1."""
    ambiguity: float = 1.3
    """How many times as far the next card must be from the Ace, so that the valuation is unambiguous."""

    row: float = 0.5
    """Maximum distance of a card below the first card of its row, in card heights."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class PlayerArea:
    """One player's cards, and the open questions."""

    aces: tuple[Card, ...]
    excuse: bool
    """Whether the player has the Excuse."""
    valuations: tuple[Valuation, ...]
    crown: Card | None
    bought: tuple[Card, ...]
    questions: tuple[TableQuestion, ...]
    others: tuple[Card, ...] = ()
    """Cards that are none of these."""


@dataclass
class _Reading:
    seat: int
    answers: Answers
    taken: Collection[Card]
    """Cards that are in other photos too."""
    questions: list[TableQuestion] = field(default_factory=list)

    def ask(self, key: str, kind: str, text: Message, offered: Sequence[str], region: Box | None = None) -> Card | None:
        """Return the card that was answered; None if the question is open, or no card is the answer."""
        answer = self.answers.get(key)
        if answer is None:
            full_text = Message("Photo {n}: {text}", {"n": self.seat + 1, "text": text})
            self.questions.append(TableQuestion(key, kind, full_text, choices(offered), region=region))
            return None
        return None if answer == NONE else Card.parse(answer).kind

    def identity(self, number: int, card: CardPose) -> Card | None:
        """Return the card as it was answered or read for certain, or its best candidate while the question is open."""
        key, sighting = f"card-{self.seat}-{number}", card.sighting
        if self.answers.get(key) is None and sighting.sure and sighting.card not in self.taken:
            return sighting.card
        offered = [*(kind.code for kind, _ in sighting.candidates), NONE]
        named = self.ask(key, "card", Message("Which card is this?"), offered, card.region)
        return named if self.answers.get(key) is not None else sighting.card


def read_player_area(sightings: Sightings, seat: int, answers: Answers, taken: Collection[Card] = ()) -> PlayerArea:
    """Read the cards of the player at this seat from their photo.

    Args:
        sightings: What is in the photo.
        seat: The seat.
        answers: The answers to questions about the photos.
        taken: Cards that are in other photos too.
    """
    reading = _Reading(seat, answers, taken)
    poses = _row_by_row([CardPose.of(card) for card in sightings.cards if card.face is Face.UP])
    known = [(reading.identity(number, card), card) for number, card in enumerate(poses)]
    found = {card: where for card, where in known if card is not None}
    places = [card for card in found if card.rank is Rank.ACE or card == EXCUSE]
    traded = [card for card in found if is_traded(card)]
    crowns = [card for card in found if card.rank is Rank.CROWN]
    valuations = _valuations(reading, places, traded, found)
    under = {one.card for one in valuations}
    return PlayerArea(
        tuple(card for card in places if card != EXCUSE),
        EXCUSE in places,
        tuple(valuations),
        _crown(reading, crowns),
        tuple(card for card in traded if card not in under),
        tuple(reading.questions),
        tuple(card for card in found if card not in (*places, *traded, *crowns)),
    )


def _row_by_row(cards: Sequence[CardPose]) -> list[CardPose]:
    """Return cards by rows from the top, each row from the left, so that numbers stay when the photo is read again."""
    rows: list[list[CardPose]] = []
    for card in sorted(cards, key=lambda one: one.centre[1]):
        if rows and card.centre[1] - rows[-1][0].centre[1] <= LIMITS.row * card.height:
            rows[-1].append(card)
        else:
            rows.append([card])
    return [card for row in rows for card in sorted(row, key=lambda one: one.centre[0])]


def _valuations(
    reading: _Reading, places: Sequence[Card], traded: Sequence[Card], found: Mapping[Card, CardPose]
) -> list[Valuation]:
    """Return the card at each Ace: the nearest, assigned among all, if it is near enough and unambiguous."""
    if not places:
        return []
    distances = [[_distance(found[place], found[card]) for card in traded] for place in places]
    unassigned = [LIMITS.reach] * len(places)
    chosen = best_assignment([[-distance for distance in (*row, *unassigned)] for row in distances])
    at = {place: traded[one] for place, one in zip(places, chosen, strict=True) if one < len(traded)}
    valuations = []
    for place, row in zip(places, distances, strict=True):
        card, rest = at.get(place), [one for other, one in at.items() if other != place]
        by_card = {one: distance for one, distance in zip(traded, row, strict=True) if one not in rest}
        clear = card is not None and all(
            distance > LIMITS.ambiguity * by_card[card] for one, distance in by_card.items() if one != card
        )
        key = f"valuation-{place}"
        if not clear or reading.answers.get(key) is not None:
            nearest = [str(one) for one in sorted(by_card, key=by_card.__getitem__)]
            text = Message("Which card is next to {card}?", {"card": place})
            answered = reading.ask(key, "valuation", text, nearest, found[place].region)
            card = answered or card
        if card is not None:
            valuations.append(Valuation(place, card))
    return valuations


def _distance(place: CardPose, card: CardPose) -> float:
    """Return the distance of two cards' centres, in heights of the first."""
    return math.dist(place.centre, card.centre) / place.height


def _crown(reading: _Reading, crowns: Sequence[Card]) -> Card | None:
    key = f"crown-{reading.seat}"
    if len(crowns) == 1 and reading.answers.get(key) is None:
        return crowns[0]
    text = Message("Which is the player's Crown?")
    return reading.ask(key, "crown", text, [str(card) for card in crowns])


class NoFuturesTable(CompanionError):
    """Photos that make no table of Sorcerous Futures."""


@dataclass(frozen=True, slots=True)
class FuturesTable:
    """The table at its end, without payments; ``gold`` cannot be seen in a photo."""

    state: State
    questions: tuple[TableQuestion, ...]
    remarks: tuple[Message, ...]

    @property
    def sure(self) -> bool:
        """Whether nothing that the score depends on is uncertain."""
        return not any(question.blocks for question in self.questions)


def read_futures_table(photos: Sequence[Sightings], options: Options, answers: Mapping[str, str]) -> FuturesTable:
    """Read the table from one photo per player, in seat order.

    Aces that are not dealt as in the rules raise :class:`NoFuturesTable`, and an answer to no question
    :class:`~companion.questions.UnusableAnswer`.

    Args:
        photos: The sightings of each photo.
        options: The options in force.
        answers: Answers to questions by key.
    """
    photo_answers = Answers(answers)
    twice = _in_several(photos)
    players = [read_player_area(sightings, seat, photo_answers, twice) for seat, sightings in enumerate(photos)]
    state = _begun(options, players)
    valuations = tuple(chain.from_iterable(one.valuations for one in players))
    questions = list(chain.from_iterable(one.questions for one in players))
    if not any(one.excuse for one in players):
        read_cards = {*chain.from_iterable(one.bought for one in players), *(one.card for one in valuations)}
        valuations, asked = _under_the_excuse(valuations, read_cards, photo_answers)
        questions += asked
    photo_answers.check_all_used()
    read = replace(
        state,
        bought=tuple(tuple(Bought(card, 0) for card in one.bought) for one in players),
        valuations=valuations,
        crowns=tuple(one.crown for one in players),
    )
    photo_questions = [question for sightings in photos for question in doubted(sightings)][:1]
    return FuturesTable(read, (*photo_questions, *questions), tuple(_remarks(read, players)))


def _in_several(photos: Sequence[Sightings]) -> frozenset[Card]:
    """Return cards that are in several photos: there is one of each, so players must say where it is."""
    kinds = ({card.card for card in one.cards if card.face is Face.UP and card.card is not None} for one in photos)
    return frozenset(card for card, number in Counter(chain.from_iterable(kinds)).items() if number > 1)


def _begun(options: Options, players: Sequence[PlayerArea]) -> State:
    try:
        return start(options, Setup(tuple(one.aces for one in players)))
    except UnplayableSetup as error:
        raise NoFuturesTable(
            Message("photos"),
            error.reason,
            Message("use one photo of each player's cards in seat order, with both Aces or the Excuse"),
        ) from error


def _under_the_excuse(
    valuations: tuple[Valuation, ...], read_cards: set[Card], answers: Answers
) -> tuple[tuple[Valuation, ...], list[TableQuestion]]:
    """Return the valuations with the one under the Excuse, or a question about it.

    With three players nobody has the Excuse. If it is in no photo, players say what is under it.
    """
    key = f"valuation-{EXCUSE}"
    answer = answers.get(key)
    if answer is not None:
        return (*valuations, Valuation(EXCUSE, Card.parse(answer).kind)), []
    left = [str(card) for card in DECK if is_traded(card) and card not in read_cards]
    text = Message("Which card is under the Excuse?")
    return valuations, [TableQuestion(key, "valuation", text, choices(left))]


def _remarks(state: State, players: Sequence[PlayerArea]) -> Iterator[Message]:
    """Yield what is against the rules."""
    if state.auctions != AUCTIONS:
        yield Message("{n} bought cards found, but {all} are auctioned", {"n": state.auctions, "all": AUCTIONS})
    for seat, one in enumerate(players):
        if one.crown is not None and one.crown not in crowns_for(state, seat):
            yield Message("photo {n}: {card} matches one of the player's own Aces", {"n": seat + 1, "card": one.crown})
        for card in one.others:
            yield Message("photo {n}: {card} is not used in this game", {"n": seat + 1, "card": card})
