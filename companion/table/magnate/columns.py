"""Assignment of cards to columns, with their order and the deeds among them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.table.card_pose import CardPose, Row, bounding_box
from companion.table.magnate.column_gaps import InferredCard, PlacedCard, TypicalSteps, fill_gaps, near_edge
from companion.table.magnate.game_prior import GamePrior
from companion.table.questions import Place, TableQuestion, choices
from companion.table.sightings import Face

_ANSWERS = {"deed": Message("A deed"), "property": Message("A finished property")}


def card_question(
    card: CardPose, place: Place, kind: str, text: Message, answers: Iterable[str], key: str = ""
) -> TableQuestion:
    """Return a question about this card.

    Args:
        card: The pose of the card.
        place: Its place in the layout.
        kind: The kind of the question.
        text: The text of the question.
        answers: The answers to choose from.
        key: The start of the question's key; the kind if it is empty.
    """
    return TableQuestion(
        place.key(key or kind),
        kind,
        text,
        choices(answers, _ANSWERS),
        region=card.region,
        card=None if isinstance(card, InferredCard) else card.sighting,
        place=place,
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """Where the cards of a column are; distances between centres.

    Chosen on rendered tables. Values in parentheses are the extremes of 85 of them and of 22 labelled pictures of
    tables.
    """

    off_column: float = 0.75
    """Maximum distance of a card from its column's line, in card widths (at most 0.25); no other line is nearer."""
    upon: float = 0.45
    """Distance from the district, in card heights, below which a card is on it, not in its column (at least 0.88)."""
    first_step: float = 1.75
    """Maximum distance of a column's first card from the district unasked, in card heights (at most 1.25) …"""
    step: float = 1.55
    """… and of each further card from the one before it (at most 0.96)."""
    unrelated: float = 2.6
    """Distance in card heights from which a card is not part of the column, and no question is asked."""
    min_step: float = 0.1
    """Distance of two cards' edges, in card heights, below which they hide one another (at least 0.18)."""
    askew: float = 30.0
    """Angle in degrees from which a card is neither along its column nor across it (at most 14)."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in a column: its district, player, place from the district outwards, and whether it is a deed."""

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
    """All cards in columns, and the questions about them."""

    all: tuple[Spot, ...]
    questions: tuple[TableQuestion, ...]

    def of(self, district: int, player: int) -> list[Spot]:
        """Return a column, from the district outwards."""
        return [spot for spot in self.all if (spot.district, spot.player) == (district, player)]


def find_spots(
    row: Row, districts: Sequence[CardPose], cards: Sequence[CardPose], options: Options, prior: GamePrior
) -> Spots:
    """Return the columns at a row of districts.

    Args:
        row: The row.
        districts: The district cards.
        cards: The other cards.
        options: The options in force.
        prior: What is known beforehand.
    """
    places = [row.position(district.centre)[0] for district in districts]
    standing: Gathered = {}
    for card in cards:
        at, out = row.position(card.centre)
        nearest = min(range(len(places)), key=lambda i: abs(places[i] - at))
        if abs(places[nearest] - at) <= _half_column(places, districts) and abs(out) > LIMITS.upon * row.height:
            standing.setdefault((nearest, 0 if out > 0 else 1), []).append((abs(out), card))
    across = [row.crosswise(district) > _sine(LIMITS.askew) for district in districts]
    halves = {number: district.height / 2 for number, district in enumerate(districts)}
    return _columns(row, standing, halves, across, options, prior)


def find_player_spots(
    row: Row,
    player: int,
    districts: Mapping[int, CardPose],
    cards: Sequence[CardPose],
    half: float,
    options: Options,
    prior: GamePrior,
) -> Spots:
    """Return one player's columns if each starts at its own distance (the Y of three).

    Args:
        row: The player's frame.
        player: The seat.
        districts: The districts that border on the player, by number.
        cards: The other cards.
        half: Half the height of a district card, pixels.
        options: The options in force.
        prior: What is known beforehand.

    Returns:
        The columns. District cards may be turned in any direction.
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
    return _columns(row, standing, dict.fromkeys(districts, half), across, options, prior)


Gathered = dict[tuple[int, int], list[PlacedCard]]
"""By district and player: cards with their distance from the district, pixels."""


def half_height(districts: Sequence[CardPose]) -> float:
    """Return half the height of a district card, pixels."""
    return median(district.height for district in districts) / 2


def _columns(
    row: Row,
    standing: Gathered,
    halves: Mapping[int, float],
    across: Sequence[bool] | Mapping[int, bool],
    options: Options,
    prior: GamePrior,
) -> Spots:
    """Return the columns of cards near their lines; ``across`` are the district cards that are across."""
    spots: list[Spot] = []
    questions: list[TableQuestion] = []
    columns: Gathered = {}
    for (district, player), found in sorted(standing.items()):
        kept, asked = _contiguous(sorted(found, key=lambda item: item[0]), district, player, row, prior)
        columns[district, player] = kept
        questions += asked
    steps = TypicalSteps.of(row, [(halves[district], kept) for (district, _), kept in columns.items()])
    for (district, player), kept in columns.items():
        column = fill_gaps(row, halves[district], kept, steps)
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
    """Return the cards that follow one another without a gap; those a little further are asked about."""
    kept: list[PlacedCard] = []
    questions = []
    for out, card in column:
        gap = (out - (kept[-1][0] if kept else 0.0)) / row.height
        if gap > (LIMITS.step if kept and card.sighting.face is Face.DOWN else LIMITS.unrelated):
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
        return Message("There is a face-down card here. Does it belong to this column?")
    return Message("This card is away from its column. Does it belong to it?")


def _place_cards(
    column: Sequence[PlacedCard],
    district: int,
    player: int,
    row: Row,
    district_is_across: bool,
    options: Options,
    prior: GamePrior,
) -> tuple[list[Spot], list[TableQuestion]]:
    """Return the cards in order; the outermost is a deed if it is oriented like one (E5)."""
    spots, questions = [], []
    for place, (out, card) in enumerate(column):
        askew = _sine(LIMITS.askew) < row.crosswise(card) < _sine(90 - LIMITS.askew)
        like_deed = (row.is_across(card) != district_is_across) == options.deeds_turned
        outermost = place == len(column) - 1
        doubtful = bool(card.sighting.candidates) and (askew or (like_deed and not outermost))
        text = Message("Is this card a deed or a finished property?")
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
    text = Message("Two cards are in the same place in this column. Separate them and take the photo again.")
    region = bounding_box([first.card, second.card])
    return TableQuestion(second.at.key("order"), "order", text, (), region=region, place=second.at)
