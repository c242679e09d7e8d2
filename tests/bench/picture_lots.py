"""``python -m tests.bench vision``: figures of each lot of labelled pictures and of all together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tests.bench.tables import Tables

if TYPE_CHECKING:
    from companion.table.sightings import Sightings
    from models.evaluation.card_measurement import CardCounts, CardFigures


LOT_SIZE = 50
"""Numbers in one lot: a collection of pictures starts each new series at a multiple of it."""


class Lot:
    """Pictures that are reported together."""

    def __init__(self) -> None:
        from models.evaluation.card_measurement import CardCounts
        from models.evaluation.dice_measurement import DiceCounts

        self._names: list[str] = []
        self._figures, self._dice, self._tables = CardCounts(), DiceCounts(), Tables()

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float) -> None:
        """Add one picture, rotated clockwise by ``turned`` degrees."""
        self._names.append(name)
        self._figures.count(sightings, labels)
        self._dice.count(sightings, labels)
        if labels["scene"] == "magnate":
            self._tables.count(name, sightings, labels, turned)

    @property
    def span(self) -> str:
        """The names of the first and the last picture."""
        return f"{self._names[0]} to {self._names[-1]}"

    def document(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            "pictures": len(self._names),
            "cards": _card_figures(self._figures),
            "dice": self._dice.document(),
            "tables": asdict(self._tables),
        }


def lot_of(name: str) -> str:
    """Return the lot of a picture: numbered pictures are in lots of fifty, all others in one.

    >>> lot_of("047"), lot_of("113"), lot_of("150"), lot_of("table")
    ('0', '2', '3', '')
    """
    return str(int(name) // LOT_SIZE) if name.isdecimal() else ""


def _card_figures(figures: CardCounts) -> dict[str, Any]:
    from models.evaluation.card_measurement import SHARES, upper_bound

    names = dict(zip(SHARES, ("60 % and more", "30 to 60 %", "below 30 %"), strict=True))
    return {
        "by_visible_share": {names[share]: _one(counted) for share, counted in figures.by_share.items()},
        "sure": figures.sure,
        "sure_but_wrong": figures.sure_wrong,
        "sure_but_wrong_at_most": round(upper_bound(figures.sure_wrong, figures.sure), 5),
        "face_down": figures.down,
        "face_down_found": figures.down_found,
        "face_up_but_unread": figures.unread,
        "face_up_taken_for_a_back": figures.taken_for_backs,
        "no_card_there": figures.phantoms,
        "no_card_there_but_sure": figures.sure_phantoms,
    }


def _one(counted: CardFigures) -> dict[str, Any]:
    document = {name: value for name, value in vars(counted).items() if name != "errors"}
    return {**document, "corner_error_in_heights": round(upper_median(counted.errors), 4) if counted.errors else None}


def upper_median(values: Sequence[float]) -> float:
    """Return the upper median."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def lot_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield a lot's figures as lines of text."""
    from models.evaluation.dice_measurement import dice_lines

    cards, tables = document["cards"], document["tables"]
    for share, counted in cards["by_visible_share"].items():
        if counted["cards"]:
            error = counted["corner_error_in_heights"]
            yield (
                f"  showing {share}: {counted['cards']} cards, {counted['found']} found, {counted['right']} right, "
                f"{counted['right_and_sure']} right and sure, {counted['wrong']} wrong, "
                f"{counted['sure_but_wrong']} sure but wrong; corner error {'–' if error is None else f'{error:.1%}'}"
            )
    yield (
        f"  sure {cards['sure']}, of these wrong {cards['sure_but_wrong']}, at most "
        f"{cards['sure_but_wrong_at_most']:.2%} with 95 % certainty; no card there {cards['no_card_there']}, "
        f"of these sure {cards['no_card_there_but_sure']}"
    )
    yield (
        f"  face down {cards['face_down']}, found {cards['face_down_found']}; "
        f"face up but taken for a back {cards['face_up_taken_for_a_back']}"
    )
    yield from dice_lines(document["dice"])
    if tables["tables"]:
        yield (
            f"  {tables['tables']} tables: {tables['right_unasked']} right unasked, {tables['asked']} asked "
            f"({tables['asked_with_true_guess']} with the right guess), wrong unasked {tables['wrong_unasked'] or 0}; "
            f"{tables['questions']} questions, {tables['right_answered']} right with them answered, "
            f"certain but wrong then {tables['certain_but_wrong'] or 0}"
        )
