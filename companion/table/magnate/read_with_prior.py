"""Reading a table in the course of a game: what the journal knows lies there need not be asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.magnate.state import Phase, State
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose
from companion.table.choices import choices
from companion.table.edge import Edge
from companion.table.magnate.difference import Table
from companion.table.magnate.district_matching import match_districts
from companion.table.magnate.game_prior import JournalPrior
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.player_answers import NO_ANSWERS, PlayerAnswers
from companion.table.questions import NONE, TableQuestion
from companion.table.sightings import CardSighting, Sightings


@dataclass(frozen=True, slots=True)
class Limits:
    """What a card aside may be."""

    near_crown: float = 1.0
    """A card nearer than this to a Crown, in card heights, may be the Crown that is missed. On 85
    rendered tables and 22 labelled pictures each Crown lay nearer than 0.86 to another."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class ReadingWithPrior:
    """A settled table as far as it is certain, and what is not."""

    table: Table
    doubts: tuple[TableQuestion, ...]
    """What neither journal nor players have answered."""
    doubtful: frozenset[tuple[int, int]]
    """The columns that doubts concern, by the journal's district, and player."""
    comparable: bool
    """Whether the row of districts is prior, so that table and journal can be compared."""
    aside: tuple[CardSighting, ...] = ()
    """The sure cards that lie aside, as they were sightings."""
    remarks: tuple[Message, ...] = ()
    answers: PlayerAnswers = NO_ANSWERS
    """What players said, as far as it still holds."""


def read_with_prior(
    sightings: Sightings,
    state: State,
    near: Edge,
    answers: PlayerAnswers = NO_ANSWERS,
    discarded: Collection[Card] = (),
) -> ReadingWithPrior:
    """The table as it lies. A doubt that a card prior from the journal would settle is settled by it.

    Raises :class:`~companion.table.magnate.layout.NoMagnateTable`.
    """
    sightings = answers.apply_to(sightings)
    prior = JournalPrior(state, answers, frozenset(card.kind for card in discarded))
    reading = read_layout(sightings, state.options, near, prior)
    doubts = [question for question in reading.questions if question.blocks]
    doubts += _sold_doubts(reading, sightings, state, discarded)
    aside = tuple(card for card in reading.aside if card.sure and card.card is not None)
    return ReadingWithPrior(
        Table(reading.layout.districts, tuple(card.card for card in aside if card.card is not None)),
        tuple(doubts),
        frozenset(_columns(doubts, match_districts(state, reading.layout.districts))),
        not any(question.kind in ("near", "district") or _of_row(question) for question in doubts),
        aside,
        reading.remarks,
        answers.keep_asked([*prior.asked, *reading.questions]),
    )


def _of_row(question: TableQuestion) -> bool:
    return question.place is not None and question.place.seat is None


def _columns(doubts: Sequence[TableQuestion], places: Sequence[int] | None) -> list[tuple[int, int]]:
    """The columns, by the journal's district, and player, that these doubts are about."""
    asked = [question.place for question in doubts if question.place is not None]
    return [(places[at.number], at.seat) for at in asked if at.seat is not None and places is not None]


def _a_crown(card: CardSighting, sightings: Sightings, state: State) -> bool:
    """Whether a card that was not read is the one Crown that is missed among those beside it."""
    read = [one for one in sightings.cards if one.sure and one.card is not None and one.card.rank is Rank.CROWN]
    missed = {crown for held in state.crowns for crown in held} - {one.card for one in read}
    own = CardPose.of(card)
    near = LIMITS.near_crown * own.height
    return bool(missed) and any(math.dist(CardPose.of(one).centre, own.centre) < near for one in read)


def _sold_doubts(
    reading: TableReading, sightings: Sightings, state: State, discarded: Collection[Card]
) -> list[TableQuestion]:
    """A single card that lies aside and was not read for sure, while a card may be sold (B32)."""
    lying = Counter(card.kind for card in (*state.cards_on_table(), *discarded))
    unsure = [card for card in reading.aside if not card.sure]
    if state.phase is not Phase.PLAY or len(unsure) != 1:
        return []
    [card] = unsure
    if _a_crown(card, sightings, state):
        return []
    likely = [kind for kind, _ in card.candidates if kind.is_property and lying[kind] < state.options.decks]
    if not likely:
        return []
    text = Message("A card lies aside: which was sold?")
    codes = (*(kind.code for kind in likely), NONE)
    return [TableQuestion("sold", "card", text, choices(codes), None, CardPose.of(card).region, False, card)]
