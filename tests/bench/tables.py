"""Whole Magnate tables in ``python -m tests.bench vision``: understood unasked, or with questions answered truly."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import TableReading
    from companion.table.questions import TableQuestion
    from companion.table.sightings import Sightings

_ROUNDS = 6
"""Answers may raise further questions; after so many rounds a table counts as not understood."""

_EDGES = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
"""Where each edge lies, clockwise from the lower one, in degrees."""

Columns = dict[tuple[int, int], tuple[tuple[str, ...], str | None]]


@dataclass
class Tables:
    """Whole Magnate tables: right without a question, in doubt and asked, and wrong without a question.

    ``right_answered`` counts every table that is right once its questions are answered from the labels.
    """

    tables: int = 0
    right_unasked: int = 0
    asked: int = 0
    asked_with_true_guess: int = 0
    questions: int = 0
    right_answered: int = 0
    wrong_unasked: list[str] = field(default_factory=list)
    wrong_answered: list[str] = field(default_factory=list)

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float = 0.0) -> None:
        """Adds one table; where no card tells where player 0 sits, it was at the picture's lower edge before that was
        ``turned`` clockwise by so many degrees."""
        from companion.table.magnate.game_prior import PhotoAnswers
        from companion.table.magnate.layout import NoMagnateTable
        from tests.bench.card_measurement import true_layout

        self.tables += 1
        truth = true_layout(labels)
        try:
            first = _read(sightings, labels, turned, PhotoAnswers())
        except NoMagnateTable:
            self.asked += 1
            self.wrong_answered.append(name)
            return
        right = _layout(first) == truth
        self._count_unasked(name, first, right)
        answered = _answered(sightings, labels, turned, first)
        if answered is not None and _layout(answered) == truth:
            self.right_answered += 1
        else:
            self.wrong_answered.append(name)

    def _count_unasked(self, name: str, reading: TableReading, right: bool) -> None:
        if not reading.sure:
            self.asked += 1
            self.asked_with_true_guess += right
            self.questions += sum(question.blocks for question in reading.questions)
        elif right:
            self.right_unasked += 1
        else:
            self.wrong_unasked.append(name)


def _read(sightings: Sightings, labels: Mapping[str, Any], turned: float, answers: PhotoAnswers) -> TableReading:
    from companion.games.magnate.presets import preset
    from companion.table.edge import Edge
    from companion.table.magnate.layout import read_layout

    near = Edge(_nearest_edge(_EDGES, labels, turned))
    return read_layout(sightings, preset(labels.get("preset", "standard")), near, answers)


def _nearest_edge(edges: Collection[str], labels: Mapping[str, Any], turned: float) -> str:
    """Which of these edges comes nearest to where player 0 sits."""
    seat = _seat(labels)
    if seat is None:
        seat = turned
    return min(edges, key=lambda edge: abs((_EDGES[edge] - seat + 180) % 360 - 180))


def _seat(labels: Mapping[str, Any]) -> float | None:
    """Where player 0 sits, in degrees clockwise from the lower edge, as the cards tell that stand before their
    districts; None where there are none."""
    from math import atan2, degrees

    def middle(card: Mapping[str, Any]) -> tuple[float, float]:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = card["corners"]
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    districts = {card["district"]: middle(card) for card in labels["cards"] if card["role"] == "district"}
    right = down = 0.0
    for card in labels["cards"]:
        if card["role"] in ("property", "deed") and card.get("district") in districts:
            towards = 1 if card["side"] == 0 else -1
            (x, y), (left, top) = middle(card), districts[card["district"]]
            right, down = right + towards * (x - left), down + towards * (y - top)
    return degrees(atan2(-right, down)) if right or down else None


def _answered(
    sightings: Sightings, labels: Mapping[str, Any], turned: float, reading: TableReading
) -> TableReading | None:
    """The table once every question was answered truly; None where answers find no end or one has no true choice."""
    from companion.questions import UnusableAnswer
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import NoMagnateTable

    given: dict[str, str] = {}
    for _ in range(_ROUNDS):
        open_questions = [question for question in reading.questions if question.key not in given]
        fresh = {question.key: true_answer(question, labels, turned) for question in open_questions}
        usable = {name: answer for name, answer in fresh.items() if answer is not None}
        if not usable:
            return reading if reading.sure else None
        given.update(usable)
        try:
            reading = _read(sightings, labels, turned, PhotoAnswers(given))
        except (NoMagnateTable, UnusableAnswer):
            return None
    return None


def true_answer(question: TableQuestion, labels: Mapping[str, Any], turned: float = 0.0) -> str | None:
    """What somebody who sees the table answers; None where none of the choices is true."""
    from companion.table.questions import NONE

    card = _asked_about(question.region, labels) if question.region else None
    if question.kind == "near":
        return _nearest_edge([choice.answer for choice in question.choices], labels, turned)
    if question.kind == "card":
        code = None if card is None else card["card"]
        answer = code if code is not None and question.offers(code) else NONE
    elif question.kind == "deed":
        answer = "deed" if card is not None and card["role"] == "deed" else "property"
    elif question.kind in ("belongs", "beside"):
        answer = "yes" if card is not None and card["role"] in ("property", "deed") else "no"
    elif question.kind == "crowns":
        answer = "yes"
    else:
        return None
    return answer if question.offers(answer) else None


def _asked_about(region: tuple[float, ...], labels: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The labelled card whose middle lies nearest to the region's, within half of its height."""
    from math import dist

    middle = ((region[0] + region[2]) / 2, (region[1] + region[3]) / 2)

    def away(card: Mapping[str, Any]) -> float:
        corners = card["corners"]
        centre = [sum(point[axis] for point in corners) / 4 for axis in (0, 1)]
        return dist(centre, middle) / max(dist(corners[0], corners[3]), 1e-6)

    nearest: Mapping[str, Any] | None = min(labels["cards"], key=away, default=None)
    return nearest if nearest is not None and away(nearest) < 0.25 else None


def _layout(reading: TableReading) -> tuple[tuple[str, ...], Columns]:
    columns: Columns = {}
    for index, district in enumerate(reading.layout.districts):
        for player, column in enumerate(district.columns):
            if column is not None and (column.properties or column.deed):
                codes = tuple(str(card) for card in column.properties)
                columns[index, player] = (codes, str(column.deed.card) if column.deed else None)
    return tuple(str(district.card) for district in reading.layout.districts), columns
