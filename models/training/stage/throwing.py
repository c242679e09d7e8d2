"""Gestures with dice: pick up, shake, hold, throw, and dice that come to rest cocked."""

from dataclasses import replace

import numpy as np

from companion.games.magnate.moves import Roll
from companion.pieces import DieKind
from models.training.scenes.table_layout import LaidDie
from models.training.stage.hand_model import Pose
from models.training.stage.script import Script
from models.training.stage.timeline import DieHeld, DieMove, HandMove

_COCKED_RATE = 0.05
"""Share of rolls with a die that leans and is thrown again."""
_HELD_RATE = 0.12
"""Share of rolls before which the dice are shown on an open hand."""
_PALM_SPOTS = ((-14.0, 62.0), (10.0, 66.0), (-2.0, 88.0))
"""Places of dice on an open hand, in millimetres from the fingertips."""


def throw(script: Script, roll: Roll, together: bool) -> None:
    """Gather and throw the dice of a turn's roll, the taxation die with them (``together``) or after a 1."""
    rng, seat = script.rng, roll.player
    tens = [(DieKind.D10, value) for value in roll.dice]
    tax = [(DieKind.D6, value) for value in roll.tax_dice]
    idle = [(DieKind.D6, int(rng.integers(1, 7)))] if together and not tax else []
    first = [*tens, *tax, *idle] if together else tens
    _gather(script, seat)
    if rng.random() < _HELD_RATE:
        _hold(script, seat, first)
    rest = script.plan.place_dice(first, ())
    if rng.random() < _COCKED_RATE:
        _throw_cocked(script, seat, rest)
    else:
        _throw_dice(script, seat, rest)
    if tax and not together:
        script.pause(0.7, 1.4)
        _throw_dice(script, seat, script.plan.place_dice(tax, script.table.dice))


def push_aside(script: Script, seat: int) -> None:
    """Push the dice together with a hand, without turning them."""
    x = sum(die.x for die in script.table.dice) / len(script.table.dice)
    y = sum(die.y for die in script.table.dice) / len(script.table.dice)
    shift = script.rng.uniform(-12, 12, 2)
    approach, duration = 0.7, 0.5
    script.move_hand(seat, Pose.FLAT, approach, (0, *script.off_table(seat), 45), (approach, x, y, 14))
    old, script.table = script.table.dice, replace(script.table, dice=())
    moved = [replace(die, x=die.x + float(shift[0]), y=die.y + float(shift[1])) for die in old]
    pushed = [
        DieMove(end, (start.x, start.y, 0.0), script.time, script.time + duration, 0.0)
        for start, end in zip(old, moved, strict=True)
    ]
    end = (x + float(shift[0]), y + float(shift[1]))
    script.move_hand(seat, Pose.FLAT, duration, (0, x, y, 14), (duration, *end, 14), moved=pushed)
    script.table = replace(script.table, dice=tuple(moved))
    script.move_hand(seat, Pose.FLAT, 0.6, (0, *end, 14), (0.6, *script.off_table(seat), 45))


def _gather(script: Script, seat: int) -> None:
    """Pick up all dice on the table, one after another, and leave."""
    dice = sorted(script.table.dice, key=lambda die: die.y)
    if not dice:
        return
    at, after, z = script.off_table(seat), 0.7, 45.0
    for die in dice:
        script.move_hand(seat, Pose.PINCH, after, (0, *at, z), (after, die.x, die.y, 14))
        script.table = replace(script.table, dice=tuple(other for other in script.table.dice if other is not die))
        at, after, z = (die.x, die.y), 0.3, 14.0
    retreat = float(script.rng.uniform(0.5, 0.7))
    script.move_hand(seat, Pose.FIST, retreat, (0, *at, z), (retreat, *script.off_table(seat), 45))


def _hold(script: Script, seat: int, dice: list[tuple[DieKind, int]]) -> None:
    """Hold the dice on an open hand before the throw; what they show there is no roll."""
    rng = script.rng
    side = 1 if seat == 0 else -1
    x, y = script.plan.piles_x + float(rng.uniform(-30, 60)), side * float(rng.uniform(60, 110))
    approach, stays = 0.7, float(rng.uniform(1.0, 1.8))
    shown = [
        LaidDie(kind, int(rng.integers(1, kind.faces + 1)), 0, 0, float(rng.uniform(0, 360)), script.plan.die_size)
        for kind, _ in dice
    ]
    stops = ((0.0, *script.off_table(seat), 50.0), (approach, x, y, 40.0), (approach + stays, x + 1, y, 40.0))
    path = script.hand(seat, *stops, (approach + stays + 0.5, *script.off_table(seat), 50.0))
    held = [DieHeld(die, path, spot) for die, spot in zip(shown, _PALM_SPOTS, strict=False)]
    script.act(approach + stays + 0.5, HandMove(seat, Pose.CUP, path), *held)


def _throw_dice(script: Script, seat: int, rest: list[LaidDie]) -> None:
    """Let a fist come in, shake and open; the dice roll out and the hand leaves."""
    rng = script.rng
    x, y = _release_point(script, seat, rest)
    approach = float(rng.uniform(0.5, 0.8))
    shakes = [(approach + 0.12 * k, x + 7 * (-1) ** k, y + 3 * (-1) ** k, 60.0) for k in range(int(rng.integers(0, 5)))]
    last = shakes[-1][0] if shakes else approach
    stops = (0, *script.off_table(seat), 50), (approach, x, y, 60), *shakes[1:], (last + 0.1, x, y, 60)
    script.move_hand(seat, Pose.FIST, last + 0.1, *stops)
    rolls = float(rng.uniform(0.7, 1.1))
    flying = [
        DieMove(
            die,
            (x + float(rng.normal(0, 8)), y + float(rng.normal(0, 8)), 45.0),
            script.time,
            script.time + rolls * float(rng.uniform(0.75, 1.0)),
            float(rng.choice([-1, 1]) * rng.uniform(1.2, 2.4)),
        )
        for die in rest
    ]
    away = (0, x, y, 60), (0.1, x, y, 60), (min(0.7, rolls), *script.off_table(seat), 50)
    script.move_hand(seat, Pose.FLAT, rolls, *away, moved=flying)
    script.table = replace(script.table, dice=(*script.table.dice, *rest))


def _throw_cocked(script: Script, seat: int, rest: list[LaidDie]) -> None:
    """Throw the dice with one that leans, pick that up and throw it again."""
    begins, rng = script.time, script.rng
    leaning = replace(rest[0], value=int(rng.integers(1, 11)), lean=float(rng.uniform(22, 32)), lift=2.5)
    _throw_dice(script, seat, [leaning, *rest[1:]])
    script.pause(1.2, 2.0)
    script.move_hand(seat, Pose.PINCH, 0.7, (0, *script.off_table(seat), 45), (0.7, leaning.x, leaning.y, 14))
    script.table = replace(script.table, dice=tuple(rest[1:]))
    script.move_hand(seat, Pose.FIST, 0.6, (0, leaning.x, leaning.y, 14), (0.6, *script.off_table(seat), 45))
    script.record_event("cocked", begins)
    _throw_dice(script, seat, [rest[0]])


def _release_point(script: Script, seat: int, rest: list[LaidDie]) -> tuple[float, float]:
    """Return where the hand opens: between its player and the dice's places, near the tray."""
    x, y = np.mean([(die.x, die.y) for die in rest], axis=0)
    _, top, _, bottom = script.plan.span
    edge = bottom if seat == 0 else top
    return float(x + script.rng.uniform(30, 70)), float(y + 0.55 * (edge - y))
