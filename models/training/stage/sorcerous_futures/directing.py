"""The script of a game of Sorcerous Futures: cards laid, taken and shown, with disturbances in between."""

from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Deal, Offer, Show, TurnUp
from companion.games.sorcerous_futures.setup import start
from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.pieces import Card
from models.training.scenes.table_layout import LaidCard
from models.training.stage.disturbances import SHARES_AT_ANY_TABLE, disturb
from models.training.stage.film import Film
from models.training.stage.gestures import put_down, remove_cards, slide, take_away
from models.training.stage.script import Script
from models.training.stage.sorcerous_futures.game import Step, staged_futures
from models.training.stage.sorcerous_futures.plan import FuturesPlan

_DISTURBANCE_RATE = 0.12
"""Probability of a disturbance after each visible move."""


def describe(state: State) -> dict[str, Any]:
    """Return how the cards lie in a state, for the labels."""
    return {
        "middle": [card.code for card in state.middle],
        "seats": [[one.card.code for one in own] for own in state.bought],
    }


def make_film(seed: int, auctions: int) -> Film:
    """Return the film of a seed with this many auctions; all of them and the end from 20 on."""
    game = staged_futures(seed, auctions)
    rng = np.random.default_rng([35, seed])
    begun = start(game.options, game.setup)
    plan = FuturesPlan.random(begun.seats, rng)
    script = Script(plan, plan.opening_table(begun), begun, rng, plan.sides)
    script.pause(1.5, 2.0)
    for step in game.steps:
        _act(script, plan, step)
    script.pause(1.5, 2.0)
    return Film(seed, game, script, SORCEROUS_FUTURES, describe)


def _act(script: Script, plan: FuturesPlan, step: Step) -> None:
    begins, move, seat = script.time, step.move, step.before.player
    match move:
        case Deal(cards):
            for place, card in enumerate(cards):
                put_down(script, seat, plan.in_the_middle(card, place))
        case Offer(card=card) if step.winner is not None:
            laid, number = _laid(script, card), len(step.before.bought[step.winner])
            slide(script, step.winner, laid, plan.bought(card, step.winner, number), (0.6, 1.1))
        case TurnUp(card):
            _reveal(script, seat, _hidden_at(script, EXCUSE), plan.turned_up(card))
        case Show(player, valuations, crown):
            for one in valuations:
                front = step.before.front(player)
                target = plan.shown(one.card, player, front.index(one.under))
                _reveal(script, player, _hidden_at(script, one.under), target)
            put_down(script, player, plan.crown(crown, player))
        case _:
            pass
    script.record_event("move", begins, step)
    if step.is_visible:
        script.pause()
        if script.rng.random() < _DISTURBANCE_RATE:
            disturb(script, SHARES_AT_ANY_TABLE)


def _reveal(script: Script, seat: int, hidden: LaidCard | None, target: LaidCard) -> None:
    """Take the hidden card from under an Ace, turn it over in the hand and lay it next to the Ace."""
    if hidden is not None:
        take_away(script, seat, hidden)
        script.table = remove_cards(script.table, hidden)
    put_down(script, seat, replace(target))


def _laid(script: Script, card: Card) -> LaidCard:
    return next(one for one in script.table.cards if one.card == card)


def _hidden_at(script: Script, under: Card) -> LaidCard | None:
    """Return the hidden card under this Ace or Excuse."""
    front = _laid(script, under)
    hidden = [one for one in script.table.cards if one.role == "hidden"]
    return min(hidden, key=lambda one: np.hypot(one.x - front.x, one.y - front.y), default=None)
