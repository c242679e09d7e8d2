"""The script of a whole game: every move as a gesture, with disturbances in between."""

from typing import Any

import numpy as np

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, Roll, Sell
from companion.games.magnate.setup import start
from companion.games.magnate.state import Column, State
from models.training.stage.disturbances import disturb
from models.training.stage.film import Film
from models.training.stage.game import StagedGame, Step, staged_game
from models.training.stage.gestures import discard, draw, put_down, shuffle, slide
from models.training.stage.ground_plan import GroundPlan
from models.training.stage.script import Script
from models.training.stage.throwing import throw

_DISTURBANCE_RATE = 0.18
"""Probability of a disturbance after each visible move."""


def describe(state: State) -> dict[str, Any]:
    """Return the columns in a state, with the deed of a column as a key of its own."""
    return {
        "districts": [
            {"card": str(district.card), "columns": [_describe_column(own or Column()) for own in district.columns]}
            for district in state.districts
        ]
    }


def _describe_column(column: Column) -> dict[str, Any]:
    deed = None if column.deed is None else str(column.deed.card)
    return {"properties": [str(card) for card in column.properties], "deed": deed}


def make_film(seed: int, turns: int) -> Film:
    """Return the film of a seed with this many turns."""
    return film_game(seed, staged_game(seed, turns))


def film_game(seed: int, game: StagedGame, disturbance_rate: float = _DISTURBANCE_RATE) -> Film:
    """Return the film of a game on the table of a seed.

    Args:
        seed: seed of the table, the players and the disturbances.
        game: the game.
        disturbance_rate: probability of a disturbance after each visible move.

    Returns:
        The film.
    """
    rng = np.random.default_rng([31, seed])
    plan = GroundPlan.random(max(2, game.longest_column), rng)
    script = Script(plan, plan.opening_table(game.setup), start(game.options, game.setup), rng)
    together = bool(rng.random() < 0.35)
    script.pause(1.5, 2.0)
    for step in game.steps:
        _act(script, step, together, disturbance_rate)
    return Film(seed, game, script, MAGNATE, describe)


def _act(script: Script, step: Step, together: bool, disturbance_rate: float) -> None:
    begins, move = script.time, step.move
    match move:
        case Roll():
            throw(script, move, together)
        case Develop() | BuyDeed():
            deed, care = isinstance(move, BuyDeed), float(script.rng.choice([1.0, 1.0, 1.8]))
            position = len(_column(step, move.player, move.district).properties)
            placed = script.plan.place_card(move.card, move.district, move.player, position, deed, care)
            put_down(script, move.player, placed)
        case Sell():
            discard(script, move.player, move.card, step.after.discards)
        case AddToDeed() if step.completes_deed:
            _complete(script, move)
        case Draw():
            _draw(script, step, move)
        case _:
            pass
    script.record_event("move", begins, step)
    if step.is_visible or isinstance(move, Draw):
        script.pause()
        if script.rng.random() < disturbance_rate:
            disturb(script)


def _column(step: Step, player: int, district: int) -> Column:
    return step.before.column(player, district) or Column()


def _complete(script: Script, move: AddToDeed) -> None:
    deed = next(card for card in script.table.cards if card.role == "deed" and card.card == move.card)
    assert deed.district is not None and deed.position is not None
    upright = script.plan.place_card(move.card, deed.district, move.player, deed.position, False)
    slide(script, move.player, deed, upright, (0.5, 0.8))


def _draw(script: Script, step: Step, move: Draw) -> None:
    if step.after.reshuffles > step.before.reshuffles:
        shuffle(script, move.player, step.after.pile + 1)
    pile = next((card for card in script.table.cards if card.role == "deck"), None)
    if pile is not None:
        draw(script, move.player, step.after.pile, pile)
