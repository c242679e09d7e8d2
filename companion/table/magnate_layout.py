"""From cards seen to a Magnate table: districts, columns, deeds, Crowns, and what is in doubt.

Only geometry and what must be true of a table: one of each card in a deck, Pawns and Excuse in a row,
columns whose cards share suits, a deed lying across at the end. Nothing is taken for sure that is not; it
becomes a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.magnate.layout import Layout
from companion.games.magnate.options import Options
from companion.games.magnate.state import Column, Deed, District
from companion.locale import Message
from companion.pieces import Card, Rank
from companion.table.columns import Spot, Spots, spots_of
from companion.table.crowns import crowns_of
from companion.table.identities import Identities
from companion.table.lying import Lying, around
from companion.table.questions import Answers, Question
from companion.table.row import Edge, Row, off_row, row_of, seen_from
from companion.table.sightings import Face, Point, Sightings

IN_ROW = 0.4


class NoMagnateTable(CompanionError):
    """The cards seen make no Magnate table."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table as it was understood, and what is still to be asked; the layout holds the best guess meanwhile."""

    layout: Layout
    questions: tuple[Question, ...]
    remarks: tuple[Message, ...] = ()
    """What lies against the rules and was read for sure: the table is the truth, people are only told."""

    @property
    def sure(self) -> bool:
        """Whether nothing that the score depends on is in doubt."""
        return not any(question.blocks for question in self.questions)


def read_layout(sightings: Sightings, options: Options, near: Edge, answers: Answers) -> TableReading:
    """The Magnate table that was seen, player 0 sitting at the picture's edge ``near``.

    Raises :class:`NoMagnateTable` where no row of districts can be made out or the game has three players, and
    :class:`~companion.table.questions.UnusableAnswer` for an answer that fits nothing.
    """
    if options.players != 2:
        raise NoMagnateTable(
            "three players", Message("a table of three cannot be read from a photo yet"), Message("tap it in instead")
        )
    cards = [Lying.of(sighting) for sighting in sightings.cards]
    upward = [card for card in cards if card.sighting.face is Face.UP]
    line = row_of([card for card in upward if _rank(card) in _DISTRICT_RANKS])
    if line is None:
        raise NoMagnateTable(
            "the photo",
            Message("shows no row of districts (Pawns and the Excuse)"),
            Message("take the whole table from above, in even light"),
        )
    row, questions = _seen(line, near, upward, answers)
    districts = _districts(upward, line, row, options)
    rest = [card for card in cards if card not in districts]
    crowns = [card for card in rest if _rank(card) is Rank.CROWN]
    spots = spots_of(row, districts, [card for card in rest if card not in crowns], options, answers)
    identities = Identities(options, answers)
    chosen = identities.of_table(districts, spots, [card for card in cards if _apart(card, districts, spots)])
    owned = crowns_of(row, crowns, options, answers)
    layout = Layout(
        tuple(
            District(card, tuple(_column(spots.of(index, player), chosen.columns[index][player]) for player in (0, 1)))
            for index, card in enumerate(chosen.districts)
        ),
        owned.crowns,
        (None, None),
        options,
    )
    answers.check_all_used()
    missing = _missing(districts, chosen.districts, options)
    asked = (*questions, *missing, *spots.questions, *chosen.questions, *owned.questions)
    return TableReading(layout, asked, chosen.remarks)


_DISTRICT_RANKS = {Rank.PAWN, Rank.EXCUSE}


def _rank(card: Lying) -> Rank | None:
    return card.sighting.card.rank if card.sighting.card else None


def _seen(
    line: tuple[Point, Point], near: Edge, cards: Sequence[Lying], answers: Answers
) -> tuple[Row, tuple[Question, ...]]:
    """The row as player 0 sees it; where it runs towards the edge named, a question with the two edges beside it."""
    row = seen_from(line, near, cards)
    if row is not None:
        return row, ()
    beside = (Edge.RIGHT, Edge.LEFT) if near in (Edge.BOTTOM, Edge.TOP) else (Edge.BOTTOM, Edge.TOP)
    choices = tuple(edge.value for edge in beside)
    answer = answers.to("near", choices)
    row = seen_from(line, Edge(answer) if answer else beside[0], cards)
    if row is None:
        raise NoMagnateTable("the photo", Message("shows the districts slantwise"), Message("take it along the table"))
    text = Message("The districts run towards the {edge} edge: at which edge does player 0 sit?", {"edge": near.value})
    asked = Question("near", "near", text, around(list(cards)), choices)
    return row, () if answer else (asked,)


def _districts(upward: Sequence[Lying], line: tuple[Point, Point], row: Row, options: Options) -> list[Lying]:
    """The cards of the row from player 0's left; doubtful ones fill up where Pawns are missing."""
    expected = options.pawns + options.excuse
    on_line = [card for card in upward if off_row(card, line) < IN_ROW]
    certain = [card for card in on_line if _rank(card) in _DISTRICT_RANKS]
    doubtful = [card for card in on_line if card not in certain and not card.sighting.sure]
    reach = [row.position(card.centre)[0] for card in certain]
    doubtful.sort(key=lambda card: min(abs(row.position(card.centre)[0] - at) for at in reach))
    chosen = certain + [card for card in doubtful if _could_be_district(card)][: max(0, expected - len(certain))]
    return sorted(chosen, key=lambda card: row.position(card.centre)[0])


def _could_be_district(card: Lying) -> bool:
    candidates = card.sighting.candidates
    return not candidates or any(kind.rank in _DISTRICT_RANKS for kind, _ in candidates)


def _apart(card: Lying, districts: Sequence[Lying], spots: Spots) -> bool:
    return card not in districts and all(card is not spot.card for spot in spots.all)


def _column(spots: Sequence[Spot], cards: Sequence[Card | None]) -> Column:
    properties = tuple(card for spot, card in zip(spots, cards, strict=True) if card is not None and not spot.deed)
    deeds = [card for spot, card in zip(spots, cards, strict=True) if card is not None and spot.deed]
    return Column(properties, Deed(deeds[-1]) if deeds else None)


def _missing(found: Sequence[Lying], read: Sequence[Card], options: Options) -> tuple[Question, ...]:
    expected = options.pawns + options.excuse
    if len(found) >= expected:
        return ()
    text = Message(
        "Only {found} of {expected} districts were found ({cards}); take the photo again with the whole row in it",
        {"found": len(found), "expected": expected, "cards": ", ".join(str(card) for card in read)},
    )
    return (Question("districts", "district", text, around(list(found)), ()),)
