"""JSON of sightings."""

from __future__ import annotations

from companion.games.documents import Json
from companion.table.sightings import CardSighting, DieSighting


def card_document(card: CardSighting) -> Json:
    """Return a card sighting as JSON."""
    return {
        "card": card.card.code if card.card else None,
        "face": card.face.value,
        "confidence": round(card.confidence, 4),
        "sure": card.sure,
        "corners": [list(point) for point in card.corners],
        "alternatives": [[kind.code, round(share, 4)] for kind, share in card.candidates],
    }


def die_document(die: DieSighting) -> Json:
    """Return a die sighting as JSON."""
    return {
        "kind": die.kind.value,
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "sure": die.sure,
        "center": list(die.center),
    }
