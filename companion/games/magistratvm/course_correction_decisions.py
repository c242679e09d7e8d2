"""Corrections by touch to won, discarded and hidden Provinces, to the Prefect, passes and the phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.games.decisions import Answers, Decision
from companion.games.fields import Amount, Field, Pick, pick_seat
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.correcting_turn import startable
from companion.games.magistratvm.ending import gaps
from companion.games.magistratvm.moves import Correct, Move
from companion.games.magistratvm.phase_names import PHASE_NAMES
from companion.games.magistratvm.state import Phase, State
from companion.games.rows import verbatim
from companion.locale import Message
from companion.pieces.piecepack import TILES, Tile

MOST_GOLD = 999
"""The highest amount of gold that is accepted."""
_UNSETTLED = (Phase.FALLING, Phase.DICTATOR, Phase.OVER)
"""Phases in which a choice depends on the Provinces of the circuit, or none is left to vote."""


def province_corrections(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield the corrections of Provinces outside the circuit: won, discarded, face down."""
    open_tiles = _movable(state)
    if open_tiles:
        yield _won(state, names, open_tiles)
    if open_tiles or state.discarded:
        yield _discarded(state, (*open_tiles, *state.discarded))
    most = len(TILES) - len(state.known_tiles)
    yield _one(
        "face-down",
        Message("Tiles face down"),
        Amount("number", Message("How many are there?"), 0, most, state.face_down),
        lambda number: f.FaceDownFact(state.face_down, number),
    )


def turn_corrections(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield the corrections of the course of a turn: the Prefect, the gold on that space, passes, the phase."""
    yield _one(
        "prefect",
        Message("The Prefect"),
        pick_seat("player", Message("Who is Prefect?"), range(state.seats), names),
        lambda seat: f.PrefectFact(state.prefect, seat),
    )
    yield _one(
        "prefect-gold",
        Message("Gold on the Prefect's space"),
        Amount("gold", Message("How much is there?"), 0, MOST_GOLD, state.prefect_gold),
        lambda gold: f.PrefectGoldFact(state.prefect_gold, gold),
    )
    if state.phase is Phase.ACTION:
        yield _one(
            "passes",
            Message("Passes in a row"),
            Amount("number", Message("How many have passed in a row?"), 0, state.seats - 1, state.passes),
            lambda number: f.PassesFact(state.passes, number),
        )
    phases = startable(state)
    if phases:
        yield _one(
            "phase",
            Message("The phase"),
            Pick("phase", Message("Which phase begins now?"), tuple(phases), lambda one: PHASE_NAMES[one.value]),
            lambda phase: f.PhaseFact(state.phase, phase),
        )


def _one(name: str, text: Message, field: Field, fact: Callable[[Any], f.Fact]) -> Decision[Move]:
    """Return the decision on a fact of one field."""
    return Decision(name, text, lambda answers: Correct((fact(answers[field.name]),)), lambda _answers: (field,))


def _movable(state: State) -> tuple[Tile, ...]:
    """Return the open tiles that can be won or discarded: those in Estates, and those of a settled circuit."""
    won = tuple(one.tile for own in state.decided for one in own)
    return won if state.phase in _UNSETTLED else (*(one.tile for one in state.contested), *won)


def _won(state: State, names: Sequence[str], tiles: tuple[Tile, ...]) -> Decision[Move]:
    """Return the decision on a Province and the player who has won it."""

    def owners(tile: Tile) -> tuple[int | None, ...]:
        now = _owner(state, tile)
        others = tuple(seat for seat in range(state.seats) if seat != now)
        contested = now is not None and gaps(state) and state.phase not in _UNSETTLED
        return (*others, None) if contested else others

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("province", Message("Which Province?"), tiles, Tile.wording)
        yield Pick(
            "player",
            Message("Who has won it?"),
            owners(answers["province"]),
            lambda seat: Message("nobody") if seat is None else verbatim(names[seat]),
        )

    def make(answers: Answers) -> Move:
        tile = answers["province"]
        return Correct((f.WonFact(tile, _owner(state, tile), answers["player"]),))

    return Decision("won", Message("Who has won a Province"), make, ask)


def _owner(state: State, tile: Tile) -> int | None:
    return next((seat for seat in range(state.seats) if state.own(seat, tile)), None)


def _discarded(state: State, tiles: tuple[Tile, ...]) -> Decision[Move]:
    """Return the decision on one tile that is discarded, or is not."""
    was = state.discarded

    def text(tile: Tile) -> Message:
        if tile in was:
            return Message("{tile} is not discarded", {"tile": tile.wording()})
        return Message("{tile} is discarded", {"tile": tile.wording()})

    def fact(tile: Tile) -> f.Fact:
        now = tuple(one for one in was if one != tile) if tile in was else (*was, tile)
        return f.DiscardedFact(was, now)

    return _one("discarded", Message("Discarded Provinces"), Pick("tile", Message("What is so?"), tiles, text), fact)
