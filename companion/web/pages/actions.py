"""What a page of a seat sends: answers, decisions, sealed answers, rolls, undo and redo; each becomes a proposal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.decoding import is_number
from companion.questions import Question
from companion.rolls.source import Source
from companion.web.pages.context import SeatContext
from companion.web.pages.decisions import decision_query, offered_decisions, overtaken, sent_words
from companion.web.pages.hand import note_hand

Act = Callable[[SeatContext], str]
"""Does what was sent and returns the address of the page to show."""


def act(ctx: SeatContext) -> str:
    """Do what a page of a seat sends and return the address to go to; raise ``CompanionError`` if it is refused."""
    do = _ACTS.get(ctx.request.value("do"))
    if do is None:
        raise overtaken()
    return do(ctx)


def base_seq(ctx: SeatContext) -> int:
    """Return the last entry that the page knew, never one that is still to come."""
    sent = ctx.request.value("seq")
    now = ctx.course.seq
    return min(int(sent), now) if is_number(sent) else now


def propose(ctx: SeatContext, move: Any, source: Source = Source.PAGE) -> None:
    """Propose a move of this page's seat."""
    ctx.host.propose(move, seat=ctx.seat, source=source, base_seq=base_seq(ctx))


def _decide(ctx: SeatContext) -> str:
    """Make the move of a decision, or show what it asks next."""
    found = offered_decisions(ctx).get(ctx.request.value("decision"))
    if found is None:
        raise overtaken()
    decision = found.read(sent_words(ctx))
    if decision.missing is not None:
        return ctx.here(**decision_query(decision))
    moves, state = decision.moves(), ctx.course.state
    for move in moves:  # all of them or none
        state = ctx.course.rules.apply(state, move)
    for part, move in enumerate(moves):
        ctx.host.propose(move, seat=ctx.seat, source=Source.PAGE, base_seq=base_seq(ctx), part=part)
    return ctx.path


def _asked(ctx: SeatContext) -> Question:
    """Return the open question that is meant, if this seat or everybody is asked."""
    key = ctx.request.value("question")
    asked = next((one for one in ctx.snapshot.questions if one.key == key and one.owner in (ctx.seat, None)), None)
    if asked is None:
        raise overtaken()
    return asked


def _answer(ctx: SeatContext) -> str:
    asked, choice = _asked(ctx), ctx.request.value("choice")
    if not is_number(choice) or int(choice) >= len(asked.choices):
        raise overtaken()
    ctx.host.confirm(asked.key, int(choice))
    return ctx.path


def _dismiss(ctx: SeatContext) -> str:
    ctx.host.dismiss(_asked(ctx).key)
    return ctx.path


def _seal(ctx: SeatContext) -> str:
    asked = ctx.snapshot.find_sealed(ctx.seat)
    sent = ctx.request.value("answer")
    if asked is None or not is_number(sent):
        raise overtaken()
    if not asked.offers:
        ctx.host.seal(ctx.seat, int(sent))
    elif int(sent) < len(asked.offers):
        ctx.host.seal(ctx.seat, asked.offers[int(sent)].answer)
    else:
        raise overtaken()
    return ctx.path


def _roll(ctx: SeatContext) -> str:
    """Roll the awaited dice with the companion's own."""
    rules = ctx.course.rules
    wish = rules.wish(ctx.course.state)
    if wish is None or rules.at_turn(ctx.course.state) != ctx.seat or not ctx.host.capabilities.rolls_dice:
        raise overtaken()
    propose(ctx, rules.roll(ctx.course.state, ctx.host.roll(wish)), Source.APP)
    return ctx.path


def _undo(ctx: SeatContext) -> str:
    _check_at_once(ctx)
    ctx.host.undo(seat=ctx.seat, base_seq=base_seq(ctx))
    return ctx.path


def _redo(ctx: SeatContext) -> str:
    _check_at_once(ctx)
    ctx.host.redo(seat=ctx.seat, base_seq=base_seq(ctx))
    return ctx.path


def _check_at_once(ctx: SeatContext) -> None:
    if not ctx.host.capabilities.acts_at_once:
        raise overtaken()


def _table(ctx: SeatContext) -> str:
    """Set the game to what the camera sees on the table."""
    ctx.host.accept_table()
    return ctx.path


def _again(ctx: SeatContext) -> str:
    """Enter the dice again that were cast before the roll was undone."""
    cast = ctx.snapshot.dice_cast
    if cast is None or ctx.course.rules.at_turn(ctx.course.state) != ctx.seat:
        raise overtaken()
    propose(ctx, ctx.course.rules.roll(ctx.course.state, cast))
    return ctx.path


def _check(ctx: SeatContext) -> str:
    """Compare the whole table with the game."""
    ctx.host.check_table()
    return ctx.path


def _adopt(ctx: SeatContext) -> str:
    """Correct the game in one difference of the last check."""
    ctx.host.adopt_difference(ctx.request.value("difference"))
    return ctx.path


_ACTS: Mapping[str, Act] = {
    "decide": _decide,
    "answer": _answer,
    "dismiss": _dismiss,
    "seal": _seal,
    "roll": _roll,
    "again": _again,
    "hand": note_hand,
    "undo": _undo,
    "redo": _redo,
    "table": _table,
    "check": _check,
    "adopt": _adopt,
}
