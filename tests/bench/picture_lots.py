"""``python -m tests.bench vision``: figures of labelled pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tests.bench.tables import Tables

if TYPE_CHECKING:
    from companion.table.sightings import Sightings
    from models.evaluation.card_measurement import CardCounts, CardFigures


class Lot:
    """Pictures that are reported together."""

    def __init__(self) -> None:
        from models.evaluation.card_measurement import CardCounts
        from models.evaluation.dice_measurement import DiceCounts

        self._pictures = 0
        self._figures, self._dice, self._tables = CardCounts(), DiceCounts(), Tables()

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float) -> None:
        """Add one picture, rotated clockwise by ``turned`` degrees."""
        self._pictures += 1
        self._figures.count(sightings, labels)
        self._dice.count(sightings, labels)
        if labels["scene"] == "magnate":
            self._tables.count(name, sightings, labels, turned)

    def document(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            "pictures": self._pictures,
            "cards": _card_figures(self._figures),
            "dice": self._dice.document(),
            "tables": asdict(self._tables),
        }


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
