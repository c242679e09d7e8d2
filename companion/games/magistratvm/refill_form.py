"""The form for new Provinces, tile by tile: suit, face, and the place if tiles are too few (I27, I28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.forms import Answers, Form, Part, Pick
from companion.games.magistratvm.ending import gaps, to_lay
from companion.games.magistratvm.moves import Laid, Move, Refill
from companion.games.magistratvm.state import State
from companion.locale import Message
from companion.pieces.piecepack import TILES, Suit, Tile


def refill(state: State, _names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield one form for all new tiles."""

    def following(picked: Answers) -> Part | None:
        return _laid(state, picked)[1]

    yield Form(
        state.prefect,
        Message("Lay them out"),
        following,
        lambda picked: Refill(_laid(state, picked)[0]),
        makes=("refill",),
    )


def _laid(state: State, picked: Answers) -> tuple[tuple[Laid, ...], Part | None]:
    """Return the tiles of these answers, and the next part."""
    answers = iter(picked)
    places, laid = list(gaps(state)), list[Laid]()
    unseen = [tile for tile in TILES if tile not in state.known_tiles]
    wanted = to_lay(state)
    for number in range(wanted):
        place = places[0]
        if wanted < len(gaps(state)):
            chosen = next(answers, None)
            if chosen is None:
                return tuple(laid), Pick(Message("Where is it laid?"), tuple(map(_place, places)))
            place = places[chosen]
        suits = [suit for suit in Suit if any(tile.suit is suit for tile in unseen)]
        chosen = next(answers, None)
        if chosen is None:
            values = {"n": number + 1, "of": wanted, "place": place + 1}
            text = Message("Tile {n} of {of}, for place {place}: its suit?", values)
            return tuple(laid), Pick(text, tuple(suit.wording() for suit in suits))
        tiles = [tile for tile in unseen if tile.suit is suits[chosen]]
        chosen = next(answers, None)
        if chosen is None:
            return tuple(laid), Pick(Message("Its face?"), tuple(map(Tile.wording, tiles)))
        laid.append(Laid(place, tiles[chosen]))
        places.remove(place)
        unseen.remove(tiles[chosen])
    return tuple(laid), None


def _place(place: int) -> Message:
    """Name a place, counted from 1 clockwise from the upper left."""
    return Message("place {n}", {"n": place + 1})
