"""Reading of a Magnate table from sightings: districts, columns, deeds, Crowns, and the open questions.

It uses geometry and what is true of every table: one of each card in a deck, Pawns and Excuse in a row or a Y, columns
whose cards share suits, a deed across at the end. Whatever is uncertain becomes a question.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import Column, Deed, District
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose
from companion.table.magnate.arrangement import (
    Arrangement,
    NoMagnateTable,
    arrange_row,
    ask_missing_districts,
    reseated,
)
from companion.table.magnate.columns import Spot, Spots
from companion.table.magnate.game_prior import CROWNS, NEAR, UNPLACED, GamePrior, PhotoAnswers
from companion.table.magnate.identities import Identities, district_copies
from companion.table.magnate.y_arrangement import arrange_y
from companion.table.questions import TableQuestion, choices, doubted
from companion.table.sightings import CardSighting, Edge, Face, Sightings


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the questions about a whole table."""

    clear: float = 0.96
    """Probability from which an uncertain card counts as seen: the reader's limit for a single index."""
    doubles: int = 3
    """Cards that lie on the table more often than the decks have them, from which there are two tables."""


LIMITS = Limits()


def ask_missing_crowns(held: Sequence[Sequence[Card]], options: Options, prior: GamePrior) -> tuple[TableQuestion, ...]:
    """Ask whether the columns are complete, if the Crowns are not (B3).

    Args:
        held: The Crowns that were read, by player.
        options: The options in force: how many Crowns each player has, and from how many decks.
        prior: What is prior beforehand. A game going on knows its Crowns.

    Returns:
        No question, or one that blocks the score: if Crowns were missed, other cards may have been missed too.
    """
    read = [card for cards in held for card in cards]
    expected = options.players * options.crowns_each
    copies = Counter(card.kind for card in read)
    if len(read) == expected and all(number <= options.decks for number in copies.values()):
        return ()
    found = {"found": sum(min(number, options.decks) for number in copies.values()), "expected": expected}
    text = Message(
        "{found} of {expected} Crowns were read, so other cards may be missing too. Are the columns complete?", found
    )
    asked = TableQuestion(CROWNS, CROWNS, text, choices(("yes", "no")))
    answer = prior.answer(asked)
    if answer is None:
        return (asked,)
    again = Message("The columns were not read completely. Take the photo again with every card in view.")
    return () if answer == "yes" else (TableQuestion(CROWNS, CROWNS, again, ()),)


def ask_two_tables(sightings: Sequence[CardSighting], options: Options) -> tuple[TableQuestion, ...]:
    """Return a question without choices if the picture shows two tables: cards of two decks, played with one.

    Args:
        sightings: All cards in view.
        options: The options in force: how many decks are played with.

    Returns:
        No question, or one that blocks the score.
    """
    counts = Counter(card.card.kind for card in sightings if card.card and card.confidence >= LIMITS.clear)
    doubles = [kind for kind, number in counts.items() if number > max(options.decks, district_copies(kind, options))]
    if len(doubles) < LIMITS.doubles:
        return ()
    text = Message("Two tables are in the picture. Take it again with one of them in view.")
    return (TableQuestion("tables", "photo", text, ()),)


def ask_unplaced(
    unplaced: Sequence[CardPose], districts: Sequence[District], options: Options, prior: GamePrior
) -> tuple[TableQuestion, ...]:
    """Ask about each card that was read clearly, is not certain, and lies in no column.

    Args:
        unplaced: The cards that are neither districts nor in a column.
        districts: The table as it was understood: a card in a column needs no second place.
        options: The options in force.
        prior: What is prior beforehand.

    Returns:
        A question for each such card. It blocks the score: the card may belong to a column that was understood without
        it.
    """
    in_columns = Counter(
        card.kind for district in districts for column in district.columns if column for card in column.cards
    )
    asked = []
    for number, card in enumerate(one for one in unplaced if _clear_in_doubt(one.sighting)):
        kind = card.sighting.card
        if kind is None or not kind.is_property or in_columns[kind.kind] >= options.decks:
            continue
        text = Message("{card} was read next to the columns. Does it belong to one?", {"card": kind})
        answers = choices(("no", "yes"))
        question = TableQuestion(f"{UNPLACED}-{number}", UNPLACED, text, answers, None, card.region, card=card.sighting)
        answer = prior.answer(question)
        if answer is None:
            asked.append(question)
        elif answer == "yes":
            again = Message("{card} belongs to a column. Take the photo again, more from above.", {"card": kind})
            asked.append(TableQuestion(question.key, UNPLACED, again, (), None, card.region, card=card.sighting))
    return tuple(asked)


def _clear_in_doubt(card: CardSighting) -> bool:
    return card.face is Face.UP and not card.sure and card.confidence >= LIMITS.clear


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table with its open questions; the layout contains the best guess meanwhile."""

    layout: Layout
    questions: tuple[TableQuestion, ...]
    remarks: tuple[Message, ...] = ()
    """What is against the rules and certain: the table is the truth, people are only informed."""
    loose_cards: tuple[CardSighting, ...] = ()
    """Cards that are face up, but neither in the layout nor Crowns, such as the top of the discards."""

    @property
    def sure(self) -> bool:
        """Whether nothing that the score depends on is uncertain."""
        return not any(question.blocks for question in self.questions)


def read_layout(sightings: Sightings, options: Options, near: Edge, prior: GamePrior) -> TableReading:
    """Read a Magnate table.

    Three players' districts make a Y (F7), with seats clockwise. The arm on player 0's left comes first, from its end
    inwards, then the far arm with the Excuse in the middle of the list, and last the arm on the right outwards.
    No districts raise :class:`NoMagnateTable`, and an answer to no question
    :class:`~companion.questions.UnusableAnswer`.

    Args:
        sightings: What is in view.
        options: The options in force.
        near: The edge of the picture at which player 0 sits.
        prior: What is known beforehand.

    Returns:
        The reading.
    """
    cards = [CardPose.of(sighting) for sighting in sightings.cards]
    laid_out = arrange_row if options.players == 2 else arrange_y
    try:
        arranged = laid_out(cards, options, near, prior)
    except NoMagnateTable as error:
        if sightings.doubt is None:
            raise
        raise NoMagnateTable(Message("photo"), Message("no table found"), sightings.doubt) from error
    identities = Identities(options, prior, arranged.districts)
    prior = prior.of_row(_first_read(arranged, identities.districts))
    spots = arranged.spots(prior)
    placed = {id(spot.card) for spot in spots.all} | {id(card) for card in arranged.districts}
    unplaced = [card for card in cards if id(card) not in placed]
    chosen = identities.of_columns(spots, unplaced, prior)
    districts = _districts(arranged, identities.districts, spots, chosen)
    layout = Layout(districts, arranged.crowns.crowns, (None,) * options.players, options)
    asked: tuple[TableQuestion, ...] = (
        *doubted(sightings),
        *ask_two_tables(sightings.cards, options),
        *ask_missing_crowns(arranged.crowns.crowns, options, prior),
        *arranged.questions,
        *ask_missing_districts(arranged.districts, identities.districts, options),
        *spots.questions,
        *identities.questions,
        *ask_unplaced(unplaced, districts, options, prior),
        *arranged.crowns.questions,
    )
    prior.check_all_used()
    if prior.first_seat is not None:
        layout = reseated(layout, arranged.seat_at(prior.first_seat))
        asked = tuple(question for question in asked if question.kind != NEAR)
    return TableReading(
        layout, asked, tuple(identities.remarks), tuple(card.sighting for card in unplaced if _is_loose(card.sighting))
    )


def _first_read(arranged: Arrangement, row: Sequence[Card]) -> tuple[District, ...]:
    """Return the districts with the first reading of their columns, which distinguishes two that are alike."""
    spots = arranged.spots(PhotoAnswers())
    seats = range(1 + max(seat for borders in arranged.borders for seat in borders))
    read = [[[spot.card.sighting.card for spot in spots.of(i, seat)] for seat in seats] for i in range(len(row))]
    return _districts(arranged, row, spots, read)


def _is_loose(sighting: CardSighting) -> bool:
    return sighting.face is Face.UP and (sighting.card is None or sighting.card.rank is not Rank.CROWN)


def _districts(
    arranged: Arrangement, row: Sequence[Card], spots: Spots, columns: Sequence[Sequence[Sequence[Card | None]]]
) -> tuple[District, ...]:
    return tuple(
        District(
            card,
            tuple(
                _column(spots.of(index, player), cards) if player in arranged.borders[index] else None
                for player, cards in enumerate(columns[index])
            ),
        )
        for index, card in enumerate(row)
    )


def _column(spots: Sequence[Spot], cards: Sequence[Card | None]) -> Column:
    properties = tuple(card for spot, card in zip(spots, cards, strict=True) if card is not None and not spot.deed)
    deeds = [card for spot, card in zip(spots, cards, strict=True) if card is not None and spot.deed]
    return Column(properties, Deed(deeds[-1]) if deeds else None)
