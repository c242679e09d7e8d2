"""New Provinces, tile by tile: suit, face, and the place if tiles are too few (I27, I28)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Move, Names, replaced_at
from companion.games.errors import IllegalMove
from companion.games.field_types import Bounds
from companion.games.fields import Field, Pick
from companion.games.magistratvm.ending import gaps, to_lay, too_few_tiles, turn_over
from companion.games.magistratvm.narration import with_ending
from companion.games.magistratvm.phases import check_phase
from companion.games.magistratvm.state import Phase, Province, State
from companion.locale import Message, Wording, listed
from companion.pieces.piecepack import TILES, Suit, Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile for a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: Annotated[int, Bounds(0, 5)]
    tile: Tile


@dataclass(frozen=True, slots=True)
class Refill(Move[State]):
    """New Provinces in place of decided ones (I27)."""

    laid: tuple[Laid, ...]

    def apply(self, state: State) -> State:
        """Lay new tiles in place of decided Provinces (I27)."""
        check_phase(state, Phase.REFILL, "I27")
        wanted, places = to_lay(state), [laid.place for laid in self.laid]
        if len(self.laid) != wanted:
            values: Wording = {"n": wanted, "given": len(self.laid)}
            raise IllegalMove(
                "I27",
                Message("needs {n} tile, there are {given}", values, "needs {n} tiles, there are {given}", "n"),
            )
        if not set(places) <= set(gaps(state)) or len(set(places)) < wanted:
            raise IllegalMove(
                "I27",
                Message("the free places are {places}, one tile each", {"places": " ".join(map(str, gaps(state)))}),
            )
        for laid in self.laid:
            if laid.tile in state.known_tiles:
                raise IllegalMove("I1", Message("{tile} was there before", {"tile": laid.tile.wording()}))
            province = Province(laid.tile, (0,) * state.seats)
            state = replace(state, circuit=replaced_at(state.circuit, laid.place, province))
        state = replace(state, face_down=state.face_down - wanted)
        return too_few_tiles(state) if gaps(state) else turn_over(state)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        laid = listed([one.tile.wording() for one in self.laid])
        return with_ending(Message("New in the circuit: {tiles}", {"tiles": laid}), before, after, names)


def refill(state: State, _names: Names) -> Iterator[Decision[Move[State]]]:
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

    def make(answers: Answers) -> Move[State]:
        numbers = range(1, wanted + 1)
        return Refill(tuple(Laid(answers[f"place-{number}"], answers[f"tile-{number}"]) for number in numbers))

    yield Decision("refill", Message("Lay them out"), make, ask, owner=state.prefect, makes=("refill",))


def _place(place: int) -> Message:
    """Name a place, counted from 1 clockwise from the upper left."""
    return Message("place {n}", {"n": place + 1})
