"""Which cards stand in which column, how far out, and which of them is a deed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.table.card_pose import CardPose, bounding_box
from companion.table.magnate.card_questions import card_question
from companion.table.magnate.column_gaps import PlacedCard, TypicalSteps, fill_gaps, near_edge
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import Place, TableQuestion
from companion.table.row import Row
from companion.table.sightings import Face


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a column's cards lie; lengths from middle to middle.

    Chosen by trying on rendered tables. What the cards of 85 of them and of 22 labelled pictures of tables came to is
    said with each.
    """

    off_column: float = 0.75
    """How far beside its column a card may stand, in card widths; it never stands nearer to another (at most 0.25)."""
    upon: float = 0.45
    """A card nearer than this to its district, in card heights, lies upon it and not in its column (at least 0.88)."""
    first_step: float = 1.75
    """How far from the district a column's first card may lie unasked, in card heights (at most 1.25) …"""
    step: float = 1.55
    """… and each further one from the card before it (at most 0.96)."""
    unrelated: float = 2.6
    """A card this far beyond, in card heights, is not part of the column, and no question is asked about it."""
    min_step: float = 0.1
    """Two cards that begin nearer together than this, in card heights, hide one another (at least 0.18)."""
    askew: float = 30.0
    """From so many degrees on a card lies neither along its column nor across it (at most 14)."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in a column: its district, its player, its place from the district outwards, and whether it is a deed."""

    card: CardPose
    district: int
    player: int
    place: int
    deed: bool

    @property
    def at(self) -> Place:
        """Its place in the layout."""
        return Place(self.district, self.player, self.place)


@dataclass(frozen=True, slots=True)
class Spots:
    """Every card that stands in a column, and what is in doubt card_question that."""

    all: tuple[Spot, ...]
    questions: tuple[TableQuestion, ...]

    def of(self, district: int, player: int) -> list[Spot]:
        """A column, from the district outwards."""
        return [spot for spot in self.all if (spot.district, spot.player) == (district, player)]


def find_spots(
    row: Row, districts: Sequence[CardPose], cards: Sequence[CardPose], options: Options, prior: GamePrior
) -> Spots:
    """The columns that these cards make at these districts."""
    places = [row.position(district.centre)[0] for district in districts]
    standing: Gathered = {}
    for card in cards:
        at, out = row.position(card.centre)
        nearest = min(range(len(places)), key=lambda i: abs(places[i] - at))
        if abs(places[nearest] - at) <= _half_column(places, districts) and abs(out) > LIMITS.upon * row.height:
            standing.setdefault((nearest, 0 if out > 0 else 1), []).append((abs(out), card))
    across = [row.crosswise(district) > _sine(LIMITS.askew) for district in districts]
    return _columns(row, standing, half_height(districts), across, options, prior)


def find_player_spots(
    row: Row,
    player: int,
    districts: Mapping[int, CardPose],
    cards: Sequence[CardPose],
    half: float,
    options: Options,
    prior: GamePrior,
) -> Spots:
    """One player's columns where each starts at a district of its own distance (the Y of three).

    ``row`` is that player's frame, ``districts`` are those that border on the player, by number, ``half`` is half a
    district card's height. Nothing is expected of how a district card itself is turned.
    """
    starts = {number: row.position(card.centre) for number, card in districts.items()}
    room = _half_column([at for at, _ in starts.values()], list(districts.values()))
    standing: Gathered = {}
    for card in cards:
        at, out = row.position(card.centre)
        nearest = min(starts, key=lambda number: abs(starts[number][0] - at))
        beyond = out - starts[nearest][1]
        if abs(starts[nearest][0] - at) <= room and beyond > LIMITS.upon * row.height:
            standing.setdefault((nearest, player), []).append((beyond, card))
    across = dict.fromkeys(districts, False)
    return _columns(row, standing, half, across, options, prior)


Gathered = dict[tuple[int, int], list[PlacedCard]]
"""By district and player: cards with their distance from the district, in pixels."""


def half_height(districts: Sequence[CardPose]) -> float:
    """Half the height of a district card, pixels."""
    return median(district.height for district in districts) / 2


def _columns(
    row: Row,
    standing: Gathered,
    half: float,
    across: Sequence[bool] | Mapping[int, bool],
    options: Options,
    prior: GamePrior,
) -> Spots:
    """The columns made of cards that stand near their line; ``across`` tells which district cards lie across it."""
    spots: list[Spot] = []
    questions: list[TableQuestion] = []
    columns: Gathered = {}
    for (district, player), found in sorted(standing.items()):
        kept, asked = _contiguous(sorted(found, key=lambda item: item[0]), district, player, row, prior)
        columns[district, player] = kept
        questions += asked
    steps = TypicalSteps.of(row, half, list(columns.values()))
    for (district, player), kept in columns.items():
        column = fill_gaps(row, half, kept, steps)
        placed, asked = _place_cards(column, district, player, row, across[district], options, prior)
        spots += placed
        questions += asked
    return Spots(tuple(spots), tuple(questions))


def _half_column(places: Sequence[float], districts: Sequence[CardPose]) -> float:
    width = median(district.width for district in districts)
    spacing = min((b - a for a, b in pairwise(sorted(places))), default=math.inf)
    return min(LIMITS.off_column * width, spacing / 2)


def _sine(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _contiguous(
    column: Sequence[PlacedCard], district: int, player: int, row: Row, prior: GamePrior
) -> tuple[list[PlacedCard], list[TableQuestion]]:
    """The cards that follow one another without a hole; what lies a little further is asked card_question."""
    kept: list[PlacedCard] = []
    questions = []
    for out, card in column:
        gap = (out - (kept[-1][0] if kept else 0.0)) / row.height
        if gap > LIMITS.unrelated:
            break
        if gap <= (LIMITS.step if kept else LIMITS.first_step) and card.sighting.face is Face.UP:
            kept.append((out, card))
            continue
        asked = card_question(card, Place(district, player, len(kept)), "belongs", _belongs_text(card), ("yes", "no"))
        answer = prior.answer(asked)
        if answer == "yes":
            kept.append((out, card))
        if answer is None:
            questions.append(asked)
    return kept, questions


def _belongs_text(card: CardPose) -> Message:
    if card.sighting.face is Face.DOWN:
        return Message("A card lies face down here: does it belong to this column?")
    return Message("This card lies away from its column: does it belong to it?")


def _place_cards(
    column: Sequence[PlacedCard],
    district: int,
    player: int,
    row: Row,
    district_lies_across: bool,
    options: Options,
    prior: GamePrior,
) -> tuple[list[Spot], list[TableQuestion]]:
    """The cards in order, the outermost a deed where it lies as deeds do (S-TURNED, E5)."""
    spots, questions = [], []
    for place, (out, card) in enumerate(column):
        askew = _sine(LIMITS.askew) < row.crosswise(card) < _sine(90 - LIMITS.askew)
        like_deed = (row.lies_across(card) != district_lies_across) == options.deeds_turned
        outermost = place == len(column) - 1
        doubtful = bool(card.sighting.candidates) and (askew or (like_deed and not outermost))
        text = Message("Is this card a deed, or a finished property?")
        asked = card_question(card, Place(district, player, place), "deed", text, ("deed", "property"))
        answer = prior.answer(asked) if doubtful else None
        if doubtful and answer is None:
            questions.append(asked)
        deed = like_deed and outermost if answer is None else answer == "deed"
        spots.append(Spot(card, district, player, place, deed))
        if place and near_edge(row, (out, card)) - near_edge(row, column[place - 1]) < LIMITS.min_step * row.height:
            questions.append(_order_question(spots[-2], spots[-1]))
    return spots, questions


def _order_question(first: Spot, second: Spot) -> TableQuestion:
    text = Message("Two cards lie at the same place of this column; move them apart and take the photo again")
    region = bounding_box([first.card, second.card])
    return TableQuestion(second.at.key("order"), "order", text, (), region=region, place=second.at)
