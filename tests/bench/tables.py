"""``python -m tests.bench vision``: whole Magnate tables, read without questions or with questions answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import TableReading
    from companion.table.questions import TableQuestion
    from companion.table.sightings import Sightings

_MAX_ROUNDS = 6
"""Maximum rounds of questions, since answers may raise others."""

_EDGES = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
"""Direction of each edge, in degrees clockwise from the lower one."""

Columns = dict[tuple[int, int], tuple[tuple[str, ...], str | None]]


@dataclass
class Tables:
    """Counts of whole tables: right or wrong without a question, and uncertain with questions.

    ``right_answered`` counts every table that is right once its questions are answered from the labels, and
    ``certain_but_wrong`` names those that are wrong then although nothing is asked any more.
    """

    tables: int = 0
    right_unasked: int = 0
    asked: int = 0
    asked_with_true_guess: int = 0
    questions: int = 0
    right_answered: int = 0
    wrong_unasked: list[str] = field(default_factory=list)
    wrong_answered: list[str] = field(default_factory=list)
    certain_but_wrong: list[str] = field(default_factory=list)

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float = 0.0) -> None:
        """Add one table.

        Args:
            name: the picture's name.
            sightings: what was read.
            labels: the labels.
            turned: rotation of the picture in degrees; without a column, player 0 was at its lower edge.
        """
        from companion.table.magnate.game_prior import PhotoAnswers
        from companion.table.magnate.layout import NoMagnateTable
        from models.evaluation.card_measurement import true_layout

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
        answered = _answer_all(sightings, labels, turned, first)
        if answered is not None and _layout(answered) == truth:
            self.right_answered += 1
        else:
            self.wrong_answered.append(name)
            self.certain_but_wrong += [name] if answered is not None else []

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
    """Return which of these edges is nearest to player 0."""
    seat = _seat(labels)
    if seat is None:
        seat = turned
    return min(edges, key=lambda edge: abs((_EDGES[edge] - seat + 180) % 360 - 180))


def _seat(labels: Mapping[str, Any]) -> float | None:
    """Return player 0's direction by the columns, in degrees clockwise from the lower edge; None without any."""
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


def _answer_all(
    sightings: Sightings, labels: Mapping[str, Any], turned: float, reading: TableReading
) -> TableReading | None:
    """Return the table with every question answered from the labels; None if that is impossible."""
    from companion.questions import UnusableAnswer
    from companion.table.magnate.game_prior import PhotoAnswers
    from companion.table.magnate.layout import NoMagnateTable
    from companion.table.questions import NONE

    answers: dict[str, str] = {}
    for _ in range(_MAX_ROUNDS):
        open_questions = [question for question in reading.questions if question.key not in answers]
        fresh = [(question, true_answer(question, labels, turned)) for question in open_questions]
        if not any(answer for _, answer in fresh):
            return reading if reading.sure else None
        for question, answer in fresh:
            if answer is not None:
                # What was named already is not there as well.
                named = question.kind == "card" and answer in answers.values()
                answers[question.key] = NONE if named else answer
        try:
            reading = _read(sightings, labels, turned, PhotoAnswers(answers))
        except (NoMagnateTable, UnusableAnswer):
            return None
    return None


def true_answer(question: TableQuestion, labels: Mapping[str, Any], turned: float = 0.0) -> str | None:
    """Return the true answer to a question; None if there is none. Any card may be named, offered or not.

    Args:
        question: the question.
        labels: the labels.
        turned: rotation of the picture in degrees.

    Returns:
        The answer.
    """
    from companion.table.questions import NONE

    card = _asked_about(question.region, labels) if question.region else None
    if question.kind == "near":
        return _nearest_edge([choice.answer for choice in question.choices], labels, turned)
    if question.kind == "card":
        return NONE if card is None else card["card"] or NONE
    if question.kind == "deed":
        answer = "deed" if card is not None and card["role"] == "deed" else "property"
    elif question.kind in ("belongs", "beside"):
        answer = "yes" if card is not None and card["role"] in ("property", "deed") else "no"
    elif question.kind == "crowns":
        answer = "yes"
    else:
        return None
    return answer if question.offers(answer) else None


def _asked_about(region: tuple[float, ...], labels: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the labelled card whose centre is nearest to the region's, within a quarter of its height."""
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
