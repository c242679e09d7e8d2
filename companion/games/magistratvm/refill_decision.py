"""The decision on new Provinces, tile by tile: suit, face, and the place if tiles are too few (I27, I28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.decisions import Answers, Decision
from companion.games.fields import Field, Pick
from companion.games.magistratvm.ending import gaps, to_lay
from companion.games.magistratvm.moves import Laid, Move, Refill
from companion.games.magistratvm.state import State
from companion.locale import Message
from companion.pieces.piecepack import TILES, Suit, Tile


def refill(state: State, _names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield one decision on all new tiles."""
    wanted = to_lay(state)

    def ask(answers: Answers) -> Iterator[Field]:
        places, unseen = list(gaps(state)), [tile for tile in TILES if tile not in state.known_tiles]
        for number in range(1, wanted + 1):
            if wanted < len(gaps(state)):
                yield Pick(f"place-{number}", Message("Where is it laid?"), tuple(places), _place)
            else:
                answers[f"place-{number}"] = places[0]
            place = answers[f"place-{number}"]
            values = {"n": number, "of": wanted, "place": place + 1}
            text = Message("Tile {n} of {of}, for place {place}: its suit?", values)
            suits = tuple(suit for suit in Suit if any(tile.suit is suit for tile in unseen))
            yield Pick(f"suit-{number}", text, suits, Suit.wording)
            tiles = tuple(tile for tile in unseen if tile.suit is answers[f"suit-{number}"])
            yield Pick(f"tile-{number}", Message("Its face?"), tiles, Tile.wording)
            unseen.remove(answers[f"tile-{number}"])
            places.remove(place)

    def make(answers: Answers) -> Move:
        numbers = range(1, wanted + 1)
        return Refill(tuple(Laid(answers[f"place-{number}"], answers[f"tile-{number}"]) for number in numbers))

    yield Decision("refill", Message("Lay them out"), make, ask, owner=state.prefect, makes=("refill",))


def _place(place: int) -> Message:
    """Name a place, counted from 1 clockwise from the upper left."""
    return Message("place {n}", {"n": place + 1})
