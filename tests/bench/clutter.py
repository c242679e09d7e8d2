"""``python -m tests.bench vision --clutter``: false detections in pictures without a card or a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.table.sightings import Sightings
    from companion.vision.gallery import Gallery


@dataclass
class Ghosts:
    """Pictures without a card or a die, and what was reported in them; ``sure``: those with a sure card face up."""

    pictures: int = 0
    reported: int = 0
    sure: int = 0
    backs: int = 0
    """Pictures in which a card was surely taken to lie face down."""
    dice: int = 0
    sure_dice: int = 0
    """Pictures with a sure die; none lies in any of them."""

    def count(self, sightings: Sightings) -> None:
        """Adds one picture."""
        from companion.table.sightings import Face

        self.pictures += 1
        self.reported += len(sightings.cards)
        self.sure += any(card.sure and card.face is Face.UP for card in sightings.cards)
        self.backs += any(card.sure and card.face is Face.DOWN for card in sightings.cards)
        self.dice += len(sightings.dice)
        self.sure_dice += any(die.sure for die in sightings.dice)


def ghosts_in(folder: Path, galleries: Sequence[Gallery]) -> dict[str, Any]:
    """What is seen in a folder of pictures without cards, and how often at most a picture has a sure ghost."""
    from companion.vision.pictures import load
    from companion.vision.recognise import see
    from tests.bench.card_measurement import upper_bound

    ghosts = Ghosts()
    for path in sorted(folder.glob("*.jpg")):
        ghosts.count(see(load(path).pixels, galleries).sightings)
    return {**asdict(ghosts), "sure_at_most": round(upper_bound(ghosts.sure, ghosts.pictures), 5)}


def told(ghosts: dict[str, Any]) -> str:
    """The same for people."""
    return (
        f"  {ghosts['pictures']} pictures without a card or a die: {ghosts['reported']} cards reported, "
        f"{ghosts['sure']} pictures with a sure one (at most {ghosts['sure_at_most']:.2%} with 95 % certainty), "
        f"{ghosts['backs']} with a sure back; {ghosts['dice']} dice, {ghosts['sure_dice']} with a sure one"
    )
