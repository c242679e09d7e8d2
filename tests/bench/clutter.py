"""``python -m tests.bench vision --clutter``: false detections in pictures without a card or a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.table.sightings import Sightings
    from companion.vision.decks.gallery import Gallery


@dataclass
class FalseDetections:
    """Counts of false detections in empty pictures; ``sure`` are those with a certain card face up."""

    pictures: int = 0
    reported: int = 0
    sure: int = 0
    backs: int = 0
    """Pictures with a certain card face down."""
    dice: int = 0
    sure_dice: int = 0
    """Pictures with a certain die."""

    def count(self, sightings: Sightings) -> None:
        """Add one picture."""
        from companion.table.sightings import Face

        self.pictures += 1
        self.reported += len(sightings.cards)
        self.sure += any(card.sure and card.face is Face.UP for card in sightings.cards)
        self.backs += any(card.sure and card.face is Face.DOWN for card in sightings.cards)
        self.dice += len(sightings.dice)
        self.sure_dice += any(die.sure for die in sightings.dice)


def count_false_detections(folder: Path, galleries: Sequence[Gallery]) -> dict[str, Any]:
    """Return the counts of a folder of pictures, and an upper bound of the rate of certain false detections."""
    from companion.pictures.loading import load_picture
    from companion.vision.recognise import recognise
    from models.evaluation.card_measurement import upper_bound

    counts = FalseDetections()
    for path in sorted(folder.glob("*.jpg")):
        counts.count(recognise(load_picture(path).pixels, galleries).sightings)
    return {**asdict(counts), "sure_at_most": round(upper_bound(counts.sure, counts.pictures), 5)}
