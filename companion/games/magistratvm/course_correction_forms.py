"""Forms for corrections by touch to won, discarded and hidden Provinces, to the Prefect, passes and the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import verbatim, verbatim_each
from companion.games.forms import Amount, Answers, Form, Part, Pick, in_order
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.correcting_turn import startable
from companion.games.magistratvm.ending import gaps
from companion.games.magistratvm.moves import Correct, Move
from companion.games.magistratvm.phase_names import PHASE_NAMES
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message
from companion.pieces.piecepack import TILES, Tile

MOST_GOLD = 999
"""The highest amount of gold that a form accepts."""
_UNSETTLED = (Phase.FALLING, Phase.DICTATOR, Phase.OVER)
"""Phases in which a choice depends on the Provinces of the circuit, or none is left to vote."""


def province_corrections(state: State, names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield the forms for Provinces outside the circuit: won, discarded, face down."""
    open_tiles = _movable(state)
    if open_tiles:
        yield _won(state, names, open_tiles)
    if open_tiles or state.discarded:
        yield _discarded(state, (*open_tiles, *state.discarded))
    most = len(TILES) - len(state.known_tiles)
    yield Form(
        None,
        Message("Tiles face down"),
        in_order(Amount(Message("How many are there?"), 0, most, state.face_down)),
        lambda answers: Correct((f.FaceDownFact(state.face_down, answers[0]),)),
    )


def turn_corrections(state: State, names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield the forms for the course of a turn: the Prefect, the gold on that space, passes, the phase."""
    yield Form(
        None,
        Message("The Prefect"),
        in_order(Pick(Message("Who is Prefect?"), verbatim_each(names))),
        lambda answers: Correct((f.PrefectFact(state.prefect, answers[0]),)),
    )
    yield Form(
        None,
        Message("Gold on the Prefect's space"),
        in_order(Amount(Message("How much is there?"), 0, MOST_GOLD, state.prefect_gold)),
        lambda answers: Correct((f.PrefectGoldFact(state.prefect_gold, answers[0]),)),
    )
    if state.phase is Phase.ACTION:
        yield Form(
            None,
            Message("Passes in a row"),
            in_order(Amount(Message("How many have passed in a row?"), 0, state.seats - 1, state.passes)),
            lambda answers: Correct((f.PassesFact(state.passes, answers[0]),)),
        )
    phases = startable(state)
    if phases:
        yield Form(
            None,
            Message("The phase"),
            in_order(Pick(Message("Which phase begins now?"), tuple(PHASE_NAMES[one.value] for one in phases))),
            lambda answers: Correct((f.PhaseFact(state.phase, phases[answers[0]]),)),
        )


def _movable(state: State) -> tuple[Tile, ...]:
    """Return the open tiles that can be won or discarded: those in Estates, and those of a settled circuit."""
    won = tuple(one.tile for own in state.decided for one in own)
    return won if state.phase in _UNSETTLED else (*(one.tile for one in state.contested), *won)


def _won(state: State, names: Sequence[str], tiles: tuple[Tile, ...]) -> Form[Move]:
    """Return the form for a Province and the player who has won it."""

    def owners(tile: Tile) -> tuple[int | None, ...]:
        now = _owner(state, tile)
        others = tuple(seat for seat in range(state.seats) if seat != now)
        contested = now is not None and gaps(state) and state.phase not in _UNSETTLED
        return (*others, None) if contested else others

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Which Province?"), tuple(map(Tile.wording, tiles)))
        if len(answers) > 1:
            return None
        offered = owners(tiles[answers[0]])
        return Pick(
            Message("Who has won it?"),
            tuple(Message("nobody") if seat is None else verbatim(names[seat]) for seat in offered),
        )

    def move(answers: Answers) -> Move:
        tile = tiles[answers[0]]
        return Correct((f.WonFact(tile, _owner(state, tile), owners(tile)[answers[1]]),))

    return Form(None, Message("Who has won a Province"), part, move)


def _owner(state: State, tile: Tile) -> int | None:
    return next((seat for seat in range(state.seats) if state.own(seat, tile)), None)


def _discarded(state: State, tiles: tuple[Tile, ...]) -> Form[Move]:
    """Return the form for one tile that is discarded, or is not."""

    def text(tile: Tile) -> Message:
        if tile in state.discarded:
            return Message("{tile} is not discarded", {"tile": tile.wording()})
        return Message("{tile} is discarded", {"tile": tile.wording()})

    def move(answers: Answers) -> Move:
        tile, was = tiles[answers[0]], state.discarded
        now = tuple(one for one in was if one != tile) if tile in was else (*was, tile)
        return Correct((f.DiscardedFact(was, now),))

    return Form(
        None, Message("Discarded Provinces"), in_order(Pick(Message("What is so?"), tuple(map(text, tiles)))), move
    )
