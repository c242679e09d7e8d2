"""Assignment of cards to columns, with their order and the deeds among them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    row: Row,
    districts: Mapping[int, CardPose],
    cards: Sequence[CardPose],
    options: Options,
    prior: GamePrior,
    player: int | None = None,
) -> Spots:
    """Return the columns at a row of districts.

    Args:
        row: The row, or the frame of one player's sector in the Y of three.
        districts: The district cards by number; in a Y those that border on the player, turned in any direction.
        cards: The other cards.
        options: The options in force.
        prior: What is known beforehand.
        player: The player whose sector it is, in which each column starts at its own distance; None: a row of two.
    """
    starts = {number: row.position(card.centre) for number, card in districts.items()}
    room = _half_column([at for at, _ in starts.values()], districts.values())
    standing: dict[tuple[int, int], list[PlacedCard]] = {}
    for card in cards:
        at, out = row.position(card.centre)
        nearest = min(starts, key=lambda number: abs(starts[number][0] - at))
        beyond = abs(out) if player is None else out - starts[nearest][1]
        if abs(starts[nearest][0] - at) <= room and beyond > LIMITS.upon * row.height:
            seat = player if player is not None else int(out <= 0)
            standing.setdefault((nearest, seat), []).append((beyond, card))
    halves = {number: (card.height if player is None else row.height) / 2 for number, card in districts.items()}
    questions: list[TableQuestion] = []
    columns = [(*at, _contiguous(found, at, row, prior, questions)) for at, found in sorted(standing.items())]
    steps = TypicalSteps.of(row, [(halves[district], kept) for district, _, kept in columns])
    spots: list[Spot] = []
    for district, seat, kept in columns:
        column = fill_gaps(row, halves[district], kept, steps)
        across = player is None and row.crosswise(districts[district]) > _sine(LIMITS.askew)
        for place, (_, card) in enumerate(column):
            spot = Spot(card, district, seat, place, (row.is_across(card) != across) == options.deeds_turned)
            spots.append(_settled(spot, place == len(column) - 1, row, prior, questions))
            step = near_edge(row, column[place]) - near_edge(row, column[place - 1])
            if place and step < LIMITS.min_step * row.height:
                questions.append(_order_question(spots[-2], spots[-1]))
    return Spots(tuple(spots), tuple(questions))


def _half_column(places: Sequence[float], districts: Iterable[CardPose]) -> float:
    width = median(district.width for district in districts)
    spacing = min((b - a for a, b in pairwise(sorted(places))), default=math.inf)
    return min(LIMITS.off_column * width, spacing / 2)


def _sine(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _contiguous(
    cards: list[PlacedCard], at: tuple[int, int], row: Row, prior: GamePrior, questions: list[TableQuestion]
) -> list[PlacedCard]:
    """Return the cards of a column that follow one another without a gap; those a little further are asked about."""
    kept: list[PlacedCard] = []
    for out, card in sorted(cards, key=lambda item: item[0]):
        gap = (out - (kept[-1][0] if kept else 0.0)) / row.height
        if gap > (LIMITS.step if kept and card.sighting.face is Face.DOWN else LIMITS.unrelated):
            break
        answer: str | None = "yes"
        if gap > (LIMITS.step if kept else LIMITS.first_step) or card.sighting.face is Face.DOWN:
            asked = card_question(card, Place(*at, len(kept)), "belongs", _belongs_text(card), ("yes", "no"))
            answer = prior.answer(asked)
            if answer is None:
                questions.append(asked)
        if answer == "yes":
            kept.append((out, card))
    return kept


def _belongs_text(card: CardPose) -> Message:
    if card.sighting.face is Face.DOWN:
        return Message("There is a face-down card here. Does it belong to this column?")
    return Message("This card is away from its column. Does it belong to it?")


def _settled(spot: Spot, outermost: bool, row: Row, prior: GamePrior, questions: list[TableQuestion]) -> Spot:
    """Return a card that may lie like a deed as it counts: the outermost is a deed if it is oriented like one (E5)."""
    askew = _sine(LIMITS.askew) < row.crosswise(spot.card) < _sine(90 - LIMITS.askew)
    answer = None
    if spot.card.sighting.candidates and (askew or (spot.deed and not outermost)):
        text = Message("Is this card a deed or a finished property?")
        asked = card_question(spot.card, spot.at, "deed", text, ("deed", "property"))
        answer = prior.answer(asked)
        if answer is None:
            questions.append(asked)
    return replace(spot, deed=spot.deed and outermost if answer is None else answer == "deed")


def _order_question(first: Spot, second: Spot) -> TableQuestion:
    text = Message("Two cards are in the same place in this column. Separate them and take the photo again.")
    region = bounding_box([first.card, second.card])
    return TableQuestion(second.at.key("order"), "order", text, (), region=region, place=second.at)
