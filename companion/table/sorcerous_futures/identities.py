"""Identities of the open cards of a table during a game: an uncertain card may be one that the journal has open."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.pieces import Card
from companion.table.assignment import nearest_first
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, Face


@dataclass(frozen=True, slots=True)
class Limits:
    """When an uncertain card is one that the journal has."""

    likely: float = 0.05
    """Minimum probability of that card. Chosen, not measured."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class OpenCards:
    """The cards that lie face up, by card, and those of which it is not known which they are."""

    known: dict[Card, CardPose]
    unknown: tuple[CardPose, ...]


def identify(cards: Sequence[CardSighting], state: State) -> OpenCards:
    """Return which cards lie face up: certain readings first, then cards of the journal that an uncertain one may be.

    Args:
        cards: The sightings.
        state: The state of the game.
    """
    up = [CardPose.of(card) for card in cards if card.face is Face.UP]
    known: dict[Card, CardPose] = {}
    for pose in up:
        if pose.sighting.sure and pose.sighting.card is not None:
            known.setdefault(pose.sighting.card.kind, pose)
    unsure = [pose for pose in up if not pose.sighting.sure]
    lying = (*chain.from_iterable(state.aces), EXCUSE, *state.open_cards(), *filter(None, state.crowns))
    missing = [card.kind for card in lying if card.kind not in known]
    placed = nearest_first(
        (-chance, number, missing.index(card))
        for number, pose in enumerate(unsure)
        for card, chance in pose.sighting.candidates
        if card in missing and chance >= LIMITS.likely
    )
    known |= {missing[column]: unsure[number] for number, column in placed.items()}
    return OpenCards(known, tuple(pose for number, pose in enumerate(unsure) if number not in placed))
