"""Gestures with cards: put down, slide, carry to a pile or from it."""

from dataclasses import replace

import numpy as np

from companion.pieces import Card
from models.training.scenes.table_layout import LaidCard, Table
from models.training.stage.hand_model import Pose
from models.training.stage.script import Script
from models.training.stage.timeline import CardMove, Key, Path

Place = tuple[float, float, float, float]
"""x, y, z and turn."""

_GRIP = 26.0
"""Distance from a card's centre to the fingertips that hold it, in millimetres."""


def remove_cards(table: Table, *cards: LaidCard) -> Table:
    """Return the table without these cards."""
    return replace(table, cards=tuple(card for card in table.cards if card not in cards))


def add_cards(table: Table, *cards: LaidCard) -> Table:
    """Return the table with these cards on top."""
    return replace(table, cards=(*table.cards, *cards))


def put_down(script: Script, seat: int, target: LaidCard) -> None:
    """Let a hand bring a card, put it down and leave.

    Args:
        script: the film's script.
        seat: seat of the player.
        target: where the card is put down.
    """
    grip = _grip(script, seat, target.x, target.y)
    approach, waits = _seconds(script, 0.7, 1.2), _seconds(script, 0.12, 0.4)
    x, y = script.off_table(seat)
    # Slightly rotated until it is put down.
    held = (x + (target.x - grip[0]), y + (target.y - grip[1]), 40, target.turn + float(script.rng.normal(0, 9)))
    card = _carried(script, target.card, approach, held, (target.x, target.y, 1.0, target.turn))
    script.move_hand(seat, Pose.FLAT, approach, (0, x, y, 45), (approach, *grip, 8), moved=[card])
    script.table = add_cards(script.table, target)
    script.move_hand(seat, Pose.FLAT, waits, (0, *grip, 8))
    _leave(script, seat, grip, Pose.FLAT)


def take_away(script: Script, seat: int, card: LaidCard) -> None:
    """Take an uncovered card back into its player's hand."""
    grip = _grip(script, seat, card.x, card.y)
    _reach(script, seat, grip, Pose.FLAT)
    script.table = remove_cards(script.table, card)
    retreat, (x, y) = _seconds(script, 0.6, 1.0), script.off_table(seat)
    held = (x + card.x - grip[0], y + card.y - grip[1], 38, card.turn)
    moved = _carried(script, card.card, retreat, (card.x, card.y, 2, card.turn), held)
    script.move_hand(seat, Pose.FLAT, retreat, (0, *grip, 8), (retreat, x, y, 45), moved=[moved])


def draw(script: Script, seat: int, left: int, pile: LaidCard) -> None:
    """Take the top card of the draw pile; ``left`` cards remain."""
    grip = _grip(script, seat, pile.x, pile.y)
    _reach(script, seat, grip, Pose.PINCH)
    lower = replace(pile, thickness=0.3 * max(left, 2))
    script.table = add_cards(remove_cards(script.table, pile), *((lower,) if left else ()))
    retreat, (x, y) = _seconds(script, 0.6, 0.9), script.off_table(seat)
    held = (x + pile.x - grip[0], y + pile.y - grip[1], 40, pile.turn)
    card = _carried(script, None, retreat, (pile.x, pile.y, 10, pile.turn), held)
    script.move_hand(seat, Pose.PINCH, retreat, (0, *grip, 12), (retreat, x, y, 45), moved=[card])


def discard(script: Script, seat: int, card: Card, count: int) -> None:
    """Sell a card: put it on the discard pile, which is then ``count`` cards high."""
    old = [card for card in script.table.cards if card.role == "discard"]
    target = script.plan.place_discard(card, count)
    put_down(script, seat, target)
    script.table = remove_cards(script.table, *old)


def shuffle(script: Script, seat: int, count: int) -> None:
    """Take the discards, shuffle them off the table and put down the new draw pile of ``count`` cards (B35)."""
    old = [card for card in script.table.cards if card.role in ("discard", "deck")]
    for pile in old:
        grip = _grip(script, seat, pile.x, pile.y)
        _reach(script, seat, grip, Pose.PINCH)
        script.table = remove_cards(script.table, pile)
        _leave(script, seat, grip, Pose.PINCH)
    script.pause(1.0, 1.6)
    put_down(script, seat, script.plan.place_pile(count))


def slide(script: Script, seat: int, card: LaidCard, target: LaidCard, seconds: tuple[float, float]) -> None:
    """Slide an uncovered card to another place or turn, within this range of seconds."""
    duration = _seconds(script, *seconds)
    grip = _grip(script, seat, card.x, card.y)
    _reach(script, seat, grip, Pose.FLAT)
    script.table = remove_cards(script.table, card)
    end = (grip[0] + target.x - card.x, grip[1] + target.y - card.y)
    laid = (target.x, target.y, 0.5, _nearest(target.turn, card.turn))
    moved = _carried(script, card.card, duration, (card.x, card.y, 0.5, card.turn), laid)
    script.move_hand(seat, Pose.FLAT, duration, (0, *grip, 8), (duration, *end, 8), moved=[moved])
    script.table = add_cards(script.table, target)
    script.move_hand(seat, Pose.FLAT, _seconds(script, 0.1, 0.3), (0, *end, 8))
    _leave(script, seat, end, Pose.FLAT)


def _reach(script: Script, seat: int, where: tuple[float, float], pose: Pose) -> None:
    approach, (x, y) = _seconds(script, 0.5, 0.9), script.off_table(seat)
    script.move_hand(seat, pose, approach, (0, x, y, 45), (approach, *where, 8))


def _leave(script: Script, seat: int, where: tuple[float, float], pose: Pose) -> None:
    retreat, (x, y) = _seconds(script, 0.5, 0.8), script.off_table(seat)
    script.move_hand(seat, pose, retreat, (0, *where, 8), (retreat, x, y, 45))


def _grip(script: Script, seat: int, x: float, y: float) -> tuple[float, float]:
    turn = np.radians(script.arm_turn(seat, x, y))
    return x - _GRIP * float(np.sin(turn)), y + _GRIP * float(np.cos(turn))


def _carried(script: Script, card: Card | None, duration: float, start: Place, end: Place) -> CardMove:
    """Return a card's way between two places from now on."""
    return CardMove(card, Path((Key(script.time, *start), Key(script.time + duration, *end))))


def _nearest(turn: float, other: float) -> float:
    """Return the same orientation of a card (a half turn is no change) with the smallest rotation."""
    return other + (turn - other + 90) % 180 - 90


def _seconds(script: Script, shortest: float, longest: float) -> float:
    return float(script.rng.uniform(shortest, longest))
