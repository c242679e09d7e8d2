"""Whole games of Magnate between patient players, from a deal and any source of rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.demo.deal import Deal
from companion.demo.patient_player import next_move
from companion.games.magnate import wish
from companion.games.magnate.moves import Move, apply
from companion.games.magnate.options import Options
from companion.games.magnate.rolling import roll_from_dice
from companion.games.magnate.setup import start
from companion.games.magnate.state import Phase, State
from companion.pieces import Wish
from companion.rolls import AppDice, Rolled

RollDice = Callable[[Wish], Rolled]
"""Rolls the dice that a game wishes for."""

PlayedStep = tuple[Move, State, Rolled | None]
"""A move, the state after it, and the roll that it records, if any."""


def play_game(deal: Deal, roll: RollDice, options: Options) -> Iterator[PlayedStep]:
    """Play a game until it is over.

    Args:
        deal: The shuffled deck.
        roll: The source of rolls.
        options: The game's options.

    Yields:
        Every move in order, with the state after it.
    """
    state = start(options, deal.setup)
    while not state.over:
        rolled = roll(wish.wish(options)) if state.phase is Phase.ROLL else None
        if rolled is not None:
            move: Move = roll_from_dice(state.player, rolled.cast)
        else:
            move = next_move(state, deal.hands[state.player])
        state = apply(state, move)
        deal.follow(move)
        yield move, state, rolled


def seeded_game(seed: int, options: Options) -> Iterator[tuple[Move, State]]:
    """Play a game with deal and rolls from one seed.

    Args:
        seed: The seed.
        options: The game's options.

    Yields:
        Every move in order, with the state after it.
    """
    dice = AppDice(Random(seed))
    for move, state, _ in play_game(Deal.from_seed(seed, options), dice.roll, options):
        yield move, state
