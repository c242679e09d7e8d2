"""Reading of a table during a game: what the journal knows is not asked, and it shows where player 0 sits."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.magnate.state import Phase, State
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose
from companion.table.magnate.arrangement import NoMagnateTable
from companion.table.magnate.difference import Table
from companion.table.magnate.district_matching import match_districts
from companion.table.magnate.game_prior import JournalPrior, PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.questions import NO_ANSWERS, NONE, PlayerAnswers, TableQuestion, choices
from companion.table.sightings import CardSighting, Edge, Sightings


def find_edges(sightings: Sightings, state: State) -> tuple[Edge, ...]:
    """Return the edges at which player 0 may sit: one if Crowns or columns show it, else several.

    Empty if no Magnate table can be read.
    """
    likeness: dict[Edge, int] = {}
    for edge in Edge:
        try:
            reading = read_layout(sightings, state.options, edge, PhotoAnswers())
        except NoMagnateTable:
            continue
        if all(question.kind != "near" for question in reading.questions):
            likeness[edge] = _likeness(reading, state)
    best = max(likeness.values(), default=0)
    return tuple(edge for edge, like in likeness.items() if like == best)


def _likeness(reading: TableReading, state: State) -> int:
    """Count the Crowns on their owner's side, and the cards in the columns that the journal has."""
    held = zip(reading.layout.crowns, state.crowns, strict=False)
    alike = sum(_common(read, kept) for read, kept in held)
    places = match_districts(state, reading.layout.districts)
    for index, district in enumerate(reading.layout.districts if places is not None else ()):
        for seat, read in enumerate(district.columns):
            known = state.column(seat, places[index]) if places is not None else None
            if read is not None and known is not None:
                alike += _common(read.cards, known.cards)
    return alike


def _common(read: Sequence[Card], known: Sequence[Card]) -> int:
    return sum((Counter(card.kind for card in read) & Counter(card.kind for card in known)).values())


@dataclass(frozen=True, slots=True)
class Limits:
    """What a card outside the columns may be."""

    near_crown: float = 1.0
    """Distance to a Crown, in card heights, below which a card may be the missing Crown.

    On 85 rendered tables and 22 labelled pictures each Crown was nearer than 0.86 to another.
    """


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class ReadingWithPrior:
    """A settled table with its open questions."""

    state: State
    """The state of the game, with which the table is compared."""
    table: Table
    doubts: tuple[TableQuestion, ...]
    """Questions that neither journal nor players have answered."""
    doubtful: frozenset[tuple[int, int]]
    """The columns (district of the journal, player) that questions concern."""
    comparable: bool
    """Whether the districts are known, so that table and journal can be compared."""
    loose_cards: tuple[CardSighting, ...] = ()
    """The certain cards outside the columns."""
    remarks: tuple[Message, ...] = ()
    answers: PlayerAnswers = NO_ANSWERS
    """The players' answers, as far as they still hold."""


def read_with_prior(
    sightings: Sightings,
    state: State,
    near: Edge,
    answers: PlayerAnswers = NO_ANSWERS,
    discarded: Collection[Card] = (),
) -> ReadingWithPrior:
    """Read the table, and settle uncertain cards from the journal.

    It raises the errors of :func:`~companion.table.magnate.layout.read_layout`.

    Args:
        sightings: What is in view.
        state: The state of the game.
        near: The edge of the picture at which player 0 sits.
        answers: The players' answers so far.
        discarded: Cards that are known to be discarded.

    Returns:
        The reading.
    """
    sightings = answers.apply_to(sightings)
    prior = JournalPrior(state, answers, frozenset(card.kind for card in discarded))
    reading = read_layout(sightings, state.options, near, prior)
    doubts = [question for question in reading.questions if question.blocks]
    doubts += _sold_doubts(reading, sightings, state, discarded)
    loose_cards = tuple(card for card in reading.loose_cards if card.sure and card.card is not None)
    return ReadingWithPrior(
        state,
        Table(reading.layout.districts, tuple(card.card for card in loose_cards if card.card is not None)),
        tuple(doubts),
        frozenset(_columns(doubts, match_districts(state, reading.layout.districts))),
        not any(question.kind in ("near", "district") or _of_row(question) for question in doubts),
        loose_cards,
        reading.remarks,
        answers.keep_asked([*prior.asked, *reading.questions]),
    )


def _of_row(question: TableQuestion) -> bool:
    return question.place is not None and question.place.seat is None


def _columns(doubts: Sequence[TableQuestion], places: Sequence[int] | None) -> list[tuple[int, int]]:
    """Return the columns (district of the journal, player) that these questions are about."""
    asked = [question.place for question in doubts if question.place is not None]
    return [(places[at.number], at.seat) for at in asked if at.seat is not None and places is not None]


def _a_crown(card: CardSighting, sightings: Sightings, state: State) -> bool:
    """Return whether an unread card is the missing Crown among those next to it."""
    read = [one for one in sightings.cards if one.sure and one.card is not None and one.card.rank is Rank.CROWN]
    missed = {crown for held in state.crowns for crown in held} - {one.card for one in read}
    own = CardPose.of(card)
    near = LIMITS.near_crown * own.height
    return bool(missed) and any(math.dist(CardPose.of(one).centre, own.centre) < near for one in read)


def _sold_doubts(
    reading: TableReading, sightings: Sightings, state: State, discarded: Collection[Card]
) -> list[TableQuestion]:
    """Return a question about a single uncertain card outside the columns while a card may be sold (B32)."""
    in_play = Counter(card.kind for card in (*state.cards_on_table(), *discarded))
    unsure = [card for card in reading.loose_cards if not card.sure]
    if state.phase is not Phase.PLAY or len(unsure) != 1:
        return []
    [card] = unsure
    if _a_crown(card, sightings, state):
        return []
    likely = [kind for kind, _ in card.candidates if kind.is_property and in_play[kind] < state.options.decks]
    if not likely:
        return []
    text = Message("A card is set aside. Which card was sold?")
    codes = (*(kind.code for kind in likely), NONE)
    return [TableQuestion("sold", "card", text, choices(codes), None, CardPose.of(card).region, False, card)]
