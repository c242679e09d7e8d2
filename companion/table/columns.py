"""Which cards stand in which column, how far out, and which of them is a deed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.games.magnate.options import Options
from companion.locale import Message
from companion.table.holes import Steps, filled
from companion.table.lying import Lying, around
from companion.table.questions import Answers, Question
from companion.table.row import Row
from companion.table.sightings import Face

BESIDE = 0.75
"""How far, in card widths, a card may stand beside its column."""
FIRST_GAP, GAP = 1.75, 1.55
"""How far, in card heights, a column's first card lies from the district, and each from the one before."""
TOO_FAR = 2.6
"""Beyond so many card heights a card in a column's line has nothing to do with it."""
SAME_PLACE = 0.1
UPRIGHT, TURNED = math.sin(math.radians(30)), math.sin(math.radians(60))


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in a column: its district, its player, its place from the district outwards, and whether it is a deed."""

    card: Lying
    district: int
    player: int
    place: int
    deed: bool

    @property
    def id(self) -> str:
        return f"card-{self.district}-{self.player}-{self.place}"


@dataclass(frozen=True, slots=True)
class Spots:
    """Every card that stands in a column, and what is in doubt about that."""

    all: tuple[Spot, ...]
    questions: tuple[Question, ...]

    def of(self, district: int, player: int) -> list[Spot]:
        """A column, from the district outwards."""
        return [spot for spot in self.all if (spot.district, spot.player) == (district, player)]


def spots_of(row: Row, districts: Sequence[Lying], cards: Sequence[Lying], options: Options, answers: Answers) -> Spots:
    """The columns that these cards make at these districts."""
    places = [row.position(district.centre)[0] for district in districts]
    standing: dict[tuple[int, int], list[tuple[float, Lying]]] = {}
    for card in cards:
        at, out = row.position(card.centre)
        nearest = min(range(len(places)), key=lambda i: abs(places[i] - at))
        if abs(places[nearest] - at) <= _half_column(places, districts) and abs(out) > 0.45 * row.height:
            standing.setdefault((nearest, 0 if out > 0 else 1), []).append((abs(out), card))
    spots: list[Spot] = []
    questions: list[Question] = []
    columns: dict[tuple[int, int], list[tuple[float, Lying]]] = {}
    for (district, player), found in sorted(standing.items()):
        kept, asked = _contiguous(sorted(found, key=lambda item: item[0]), district, player, row, answers)
        columns[district, player] = kept
        questions += asked
    half = median(district.height for district in districts) / 2
    steps = Steps.of(row, half, list(columns.values()))
    for (district, player), kept in columns.items():
        column = filled(row, half, kept, player, steps)
        across = row.crosswise(districts[district])
        placed, asked = _placed(column, district, player, row, across > UPRIGHT, options, answers)
        spots += placed
        questions += asked
    return Spots(tuple(spots), tuple(questions))


def _half_column(places: Sequence[float], districts: Sequence[Lying]) -> float:
    width = median(district.width for district in districts)
    spacing = min((b - a for a, b in pairwise(places)), default=2 * width)
    return min(BESIDE * width, 0.5 * spacing)


def _contiguous(
    column: Sequence[tuple[float, Lying]], district: int, player: int, row: Row, answers: Answers
) -> tuple[list[tuple[float, Lying]], list[Question]]:
    """The cards that follow one another without a hole; what lies a little further is asked about."""
    kept: list[tuple[float, Lying]] = []
    questions = []
    for out, card in column:
        gap = (out - (kept[-1][0] if kept else 0.0)) / row.height
        near, far = (GAP, TOO_FAR) if kept else (FIRST_GAP, TOO_FAR)
        if gap > far:
            break
        if gap <= near and card.sighting.face is Face.UP:
            kept.append((out, card))
            continue
        name = f"belongs-{district}-{player}-{len(kept)}"
        answer = answers.to(name, ("yes", "no"))
        if answer == "yes":
            kept.append((out, card))
        if answer is None:
            questions.append(Question(name, "belongs", _belongs(card), card.region, ("yes", "no")))
    return kept, questions


def _belongs(card: Lying) -> Message:
    if card.sighting.face is Face.DOWN:
        return Message("A card lies face down here: does it belong to this column?")
    return Message("This card lies away from its column: does it belong to it?")


def _placed(
    column: Sequence[tuple[float, Lying]],
    district: int,
    player: int,
    row: Row,
    district_lies_across: bool,
    options: Options,
    answers: Answers,
) -> tuple[list[Spot], list[Question]]:
    """The cards in order, the outermost a deed where it lies as deeds do (S-TURNED, E5)."""
    spots, questions = [], []
    for place, (out, card) in enumerate(column):
        name = f"deed-{district}-{player}-{place}"
        crosswise = row.crosswise(card)
        turned = crosswise > math.sin(math.radians(45))
        like_deed = (turned != district_lies_across) == options.deeds_turned
        outermost = place == len(column) - 1
        doubtful = bool(card.sighting.candidates) and (UPRIGHT < crosswise < TURNED or (like_deed and not outermost))
        answer = answers.to(name, ("deed", "property")) if doubtful else None
        if doubtful and answer is None:
            text = Message("Is this card a deed, or a finished property?")
            questions.append(Question(name, "deed", text, card.region, ("deed", "property")))
        deed = like_deed and outermost if answer is None else answer == "deed"
        spots.append(Spot(card, district, player, place, deed))
        if place and (out - column[place - 1][0]) < SAME_PLACE * row.height:
            questions.append(_crowded(spots[-2], spots[-1]))
    return spots, questions


def _crowded(first: Spot, second: Spot) -> Question:
    name = f"order-{second.district}-{second.player}-{second.place}"
    text = Message("Two cards lie at the same place of this column; move them apart and take the photo again")
    return Question(name, "order", text, around([first.card, second.card]), (), True)
