"""Whole games of Magistratvm, played at random from what the rules themselves offer."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from companion.games.magistratvm import encoding
from companion.games.magistratvm.ending import gaps, to_lay
from companion.games.magistratvm.moves import (
    CountVotes,
    Give,
    Lend,
    Move,
    Pass,
    PlaceTokens,
    Refill,
    Roll,
    apply,
    offered,
)
from companion.games.magistratvm.opening import Setup, start
from companion.games.magistratvm.options import PRESETS
from companion.games.magistratvm.redistributing import Laid
from companion.games.magistratvm.state import Phase, State
from companion.pieces.piecepack import TILES, Suit

READINGS = ("low_majority_removes", "votes_without_tokens", "one_vote_each", "displaces_own")
"""Readings of the document that a table may choose."""


def begun(seats: int, seed: int, **readings: bool) -> tuple[State, Setup, random.Random]:
    """The game of this seed as it begins; its switches vary."""
    dice = random.Random(f"{seats} {seed}")
    options = replace(
        PRESETS["three-players" if seats == 3 else "four-players"],
        governed_gold_bids=dice.random() < 0.5,
        value_by_votes=dice.random() < 0.5,
        last_after_turn=dice.random() < 0.5,
        praetors=dice.choice((2, 3, 4)),
        **readings,  # type: ignore[arg-type]  # all are booleans
    )
    suits = dice.sample(list(Suit), seats)
    setup = Setup(tuple(dice.sample(TILES, 6)), tuple(suits))
    return start(options, setup), setup, dice


def play(state: State, dice: random.Random) -> Iterator[tuple[Move, State]]:
    """Plays it to its end: each move with the state after it."""
    while not state.over:
        move = next_move(state, dice)
        state = apply(state, move)
        yield move, state


def record(seats: int, seed: int, **readings: bool) -> tuple[dict[str, Any], State]:
    """A whole game as a record, and the state in which it ends."""
    state, setup, dice = begun(seats, seed, **readings)
    steps = list(play(state, dice))
    document = {
        "format": "decktet-companion-record",
        "version": 1,
        "game": "magistratvm",
        "players": ["Susan", "Paul", "Quentin", "Rebecca"][:seats],
        "options": asdict(state.options),
        "setup": encoding.setup_to_json(setup),
        "moves": [encoding.move_to_json(move) for move, _ in steps],
    }
    return document, steps[-1][1]


def whole(seats: int, seed: int) -> tuple[State, list[Move]]:
    """How a game begins, and all its moves."""
    state, _, dice = begun(seats, seed)
    return state, [move for move, _ in play(state, dice)]


def next_move(state: State, dice: random.Random) -> Move:
    if state.phase is Phase.ROLL:
        return Roll(tuple(dice.randint(1, 6) for _ in state.rolling))
    if state.phase is Phase.REFILL:
        places = dice.sample(gaps(state), to_lay(state))
        new = dice.sample([tile for tile in TILES if tile not in state.known_tiles], len(places))
        return Refill(tuple(Laid(place, tile) for place, tile in zip(places, new, strict=True)))
    rich = [seat for seat, gold in enumerate(state.gold) if gold]
    if rich and state.auction is None and dice.random() < 0.02:
        giver = dice.choice(rich)
        return Give(giver, state.left_of(giver), dice.randint(1, state.gold[giver]))
    return _chosen(state, offered(state), dice)


def _chosen(state: State, moves: Sequence[Move], dice: random.Random) -> Move:
    """Mostly tokens while there is gold; few bids; votes for oneself."""
    if state.phase is Phase.ACTION:
        placements = [move for move in moves if isinstance(move, PlaceTokens)]
        if placements and dice.random() < 0.6:
            return dice.choice(placements)
        return Pass(state.to_act) if dice.random() < 0.3 else dice.choice(moves)
    if state.phase is Phase.BIDDING:
        moves = sorted(moves, key=lambda move: not isinstance(move, Pass))
        return moves[min(len(moves) - 1, dice.choice((0, 0, 1, 2)))]
    if state.phase is Phase.ELECTION:
        own = [move for move in moves if isinstance(move, Lend) and move.to == move.player]
        if own and dice.random() < 0.4:
            return dice.choice(own)
        return CountVotes(state.prefect) if dice.random() < 0.7 else dice.choice(moves)
    return dice.choice(moves)
