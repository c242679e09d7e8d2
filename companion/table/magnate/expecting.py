"""Reading a table in the course of a game: what the journal knows lies there need not be asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from companion.games.magnate.state import Column, Phase, State
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.lying import Lying
from companion.table.magnate.difference import Table
from companion.table.magnate.journaled import places_of
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.questions import NONE, Answers, Question, UnusableAnswer
from companion.table.row import Edge
from companion.table.sightings import CardSighting, Face, Sightings
from companion.table.told import NOTHING_SAID, Told, seen_in

ROUNDS = 4
"""Answers bring further questions to light; a table needs no more rounds than this."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question that neither journal nor players have answered, and the card that it is about, where one was seen."""

    question: Question
    card: CardSighting | None


@dataclass(frozen=True, slots=True)
class Expected:
    """A settled table as far as it is certain, and what is not."""

    table: Table
    doubts: tuple[Doubt, ...]
    doubtful: frozenset[tuple[int, int]]
    """The columns that doubts concern, by the journal's district, and player."""
    comparable: bool
    """Whether the row of districts is known, so that table and journal can be compared."""
    aside: tuple[CardSighting, ...] = ()
    """The sure cards that lie aside, as they were seen."""
    remarks: tuple[Message, ...] = ()
    told: Told = NOTHING_SAID
    """What players said, as far as it still holds."""


def read_expecting(
    sightings: Sightings, state: State, near: Edge, told: Told = NOTHING_SAID, discarded: Collection[Card] = ()
) -> Expected:
    """The table as it lies. A doubt that a card known from the journal would settle is settled by it.

    Raises :class:`~companion.table.magnate.layout.NoMagnateTable`.
    """
    seen = told.applied(sightings)
    answers: dict[str, str] = {}
    reading = read_layout(seen, state.options, near, Answers())
    raised = list(reading.questions)
    for _ in range(ROUNDS):
        new = _answered(reading, seen, state, told, answers, discarded)
        if not new:
            break
        reading, given = _given(seen, state, near, answers, new)
        if not given:
            break
        answers |= given
        raised += reading.questions
    doubts = [Doubt(one, seen_in(seen, one.region)) for one in reading.questions if one.blocks]
    doubts += _sold_doubts(reading, seen, state, discarded)
    places = places_of(state, reading.layout.districts)
    aside = tuple(card for card in reading.aside if card.sure and card.card is not None)
    return Expected(
        Table(reading.layout.districts, tuple(card.card for card in aside if card.card is not None)),
        tuple(doubts),
        frozenset(_columns(doubts, places)),
        not any(doubt.question.kind in ("near", "district") or _of_row(doubt.question) for doubt in doubts),
        aside,
        reading.remarks,
        told.still(raised),
    )


def _given(
    seen: Sightings, state: State, near: Edge, answers: dict[str, str], new: dict[str, str]
) -> tuple[TableReading, dict[str, str]]:
    """The table with these answers too, and those of them that could be given: one may undo another's question."""
    try:
        return read_layout(seen, state.options, near, Answers({**answers, **new})), new
    except UnusableAnswer:
        reading = read_layout(seen, state.options, near, Answers(answers))
        given: dict[str, str] = {}
    for question, answer in new.items():
        with suppress(UnusableAnswer):
            reading = read_layout(seen, state.options, near, Answers({**answers, **given, question: answer}))
            given[question] = answer
    return reading, given


def _answered(
    reading: TableReading,
    seen: Sightings,
    state: State,
    told: Told,
    answers: dict[str, str],
    discarded: Collection[Card],
) -> dict[str, str]:
    """What players said, or else what the journal knows, to the questions that are still open."""
    known = _Known(reading, state, {card.kind for card in discarded})
    found = {}
    for question in reading.questions:
        card = seen_in(seen, question.region)
        answer = told.answer(question, card)
        if answer is None and (journaled := known.answer(question, card)) in question.choices:
            answer = journaled
        if answer is not None and question.id not in answers:
            found[question.id] = answer
    return found


class _Known:
    """What the journal knows of a table that was read."""

    def __init__(self, reading: TableReading, state: State, discarded: set[Card]) -> None:
        self._reading, self._state, self._discarded = reading, state, discarded
        self._places = places_of(state, reading.layout.districts)

    def answer(self, question: Question, seen: CardSighting | None) -> str | None:
        """The journal's answer; None where it has none."""
        if _of_row(question):
            return self._district(question)
        spot = _spot(question)
        if spot is None or self._places is None:
            return None
        index, player, depth = spot
        known = self._state.column(player, self._places[index]) or Column()
        lying = self._reading.layout.districts[index].columns[player] or Column()
        match question.kind:
            case "card":
                return self._card(known, lying, depth, seen)
            case "deed":
                return "property" if depth < len(known.properties) else None
            case "belongs" if seen is not None:
                return self._belongs(known, depth, seen)
        return None

    def _card(self, known: Column, lying: Column, depth: int, seen: CardSighting | None) -> str | None:
        kinds = [card.kind for card in known.cards]
        if seen is None and [card.kind for card in lying.cards][: len(kinds)] == kinds:
            return NONE  # nothing was seen there, and nothing is missing
        return kinds[depth].code if depth < len(kinds) else None

    def _belongs(self, known: Column, depth: int, seen: CardSighting) -> str | None:
        if seen.face is Face.DOWN:
            return "no"
        if depth < len(known.cards) and any(card == known.cards[depth].kind for card, _ in seen.candidates):
            return "yes"
        return "no" if seen.card in self._discarded else None

    def _district(self, question: Question) -> str | None:
        """The district card that must lie there, where the journal leaves only one."""
        row = [district.card.kind for district in self._reading.layout.districts]
        kinds = [district.card.kind for district in self._state.districts]
        doubtful = [_place(one) for one in self._reading.questions if _of_row(one)]
        left = Counter(kinds)
        left -= Counter(card for place, card in enumerate(row) if place not in doubtful)
        if len(left) == 1:
            return next(iter(left)).code
        here = kinds[_place(question)] if _place(question) < len(kinds) else None
        return here.code if here is not None and here in left else None


def _place(question: Question) -> int:
    return int(question.id.split("-")[1])


def _of_row(question: Question) -> bool:
    return question.id.startswith("district-")


def _spot(question: Question) -> tuple[int, int, int] | None:
    """The table's district, player and place in the column of a question about a column."""
    _, *numbers = question.id.split("-")
    if len(numbers) != 3:
        return None
    district, player, place = map(int, numbers)
    return district, player, place


def _columns(doubts: list[Doubt], places: tuple[int, ...] | None) -> list[tuple[int, int]]:
    spots = [_spot(doubt.question) for doubt in doubts]
    return [(places[spot[0]], spot[1]) for spot in spots if spot is not None and places is not None]


def _a_crown(card: CardSighting, seen: Sightings, state: State) -> bool:
    """Whether a card that was not read is the one Crown that is missed among those beside it."""
    read = [one for one in seen.cards if one.sure and one.card is not None and one.card.rank is Rank.CROWN]
    missed = {crown for held in state.crowns for crown in held} - {one.card for one in read}
    own = Lying.of(card)
    return bool(missed) and any(math.dist(Lying.of(one).centre, own.centre) < own.height for one in read)


def _sold_doubts(reading: TableReading, seen: Sightings, state: State, discarded: Collection[Card]) -> list[Doubt]:
    """A single card that lies aside and was not read for sure, while a card may be sold (B32)."""
    lying = Counter(card.kind for card in (*state.cards_on_table(), *discarded))
    unsure = [card for card in reading.aside if not card.sure]
    if state.phase is not Phase.PLAY or len(unsure) != 1:
        return []
    [card] = unsure
    if _a_crown(card, seen, state):
        return []
    likely = [kind for kind, _ in card.candidates if kind.is_property and lying[kind] < state.options.decks]
    if not likely:
        return []
    text = Message("A card lies aside: which was sold?")
    choices = (*(kind.code for kind in likely), NONE)
    return [Doubt(Question("sold", "card", text, Lying.of(card).region, choices, blocks=False), card)]
