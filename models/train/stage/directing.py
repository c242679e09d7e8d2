"""A whole game put on the stage: every step as a gesture, with disturbances in between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, Roll, Sell
from companion.games.magnate.setup import start
from companion.games.magnate.state import Column
from models.train.stage.disturbances import disturb
from models.train.stage.game import StagedGame, Step, staged_game
from models.train.stage.gestures import discard, draw, put_down, shuffle, turn_upright
from models.train.stage.lying import GroundPlan
from models.train.stage.script import Script
from models.train.stage.throwing import throw

_DISTURBED = 0.18
"""The chance of a disturbance after each thing that is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A game and how it is acted."""

    seed: int
    game: StagedGame
    script: Script


def directed(seed: int, turns: int) -> Film:
    """The film of a seed, always the same: so many turns of its game."""
    return acted(seed, staged_game(seed, turns))


def acted(seed: int, game: StagedGame, disturbed: float = _DISTURBED) -> Film:
    """This game on the table of a seed; ``disturbed`` is the chance of a disturbance after each thing that is seen."""
    chance = np.random.default_rng([31, seed])
    plan = GroundPlan.drawn(max(2, game.longest_column), chance)
    script = Script(plan, plan.opening(game.setup), start(game.options, game.setup), chance)
    together = bool(chance.random() < 0.35)
    script.rest(1.5, 2.0)
    for step in game.steps:
        _act(script, step, together, disturbed)
    return Film(seed, game, script)


def _act(script: Script, step: Step, together: bool, disturbed: float) -> None:
    begins, move = script.time, step.move
    match move:
        case Roll():
            throw(script, move, together)
        case Develop() | BuyDeed():
            deed, care = isinstance(move, BuyDeed), float(script.chance.choice([1.0, 1.0, 1.8]))
            position = len(_column(step, move.player, move.district).properties)
            put_down(script, move.player, script.plan.laid(move.card, move.district, move.player, position, deed, care))
        case Sell():
            discard(script, move.player, move.card, step.after.discards)
        case AddToDeed() if step.completes:
            _complete(script, move)
        case Draw():
            _draw(script, step, move)
        case _:
            pass
    script.happened("move", begins, step)
    if step.seen or isinstance(move, Draw):
        script.rest()
        if script.chance.random() < disturbed:
            disturb(script)


def _column(step: Step, player: int, district: int) -> Column:
    return step.before.column(player, district) or Column()


def _complete(script: Script, move: AddToDeed) -> None:
    deed = next(card for card in script.table.cards if card.role == "deed" and card.card == move.card)
    assert deed.district is not None and deed.position is not None
    turn_upright(
        script, move.player, deed, script.plan.laid(move.card, deed.district, move.player, deed.position, False)
    )


def _draw(script: Script, step: Step, move: Draw) -> None:
    if step.after.reshuffles > step.before.reshuffles:
        shuffle(script, move.player, step.after.pile + 1)
    pile = next((card for card in script.table.cards if card.role == "deck"), None)
    if pile is not None:
        draw(script, move.player, step.after.pile, pile)
