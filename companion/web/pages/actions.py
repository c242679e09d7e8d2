"""What a page of a seat sends: answers, decisions, sealed answers, rolls, undo and redo; each becomes a proposal."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.decoding import is_number
from companion.questions import Question
from companion.rolls.source import Source
from companion.web.pages.context import SeatContext, decision_query, offered_decisions, overtaken, sent_words
from companion.web.pages.hand import note_hand

Act = Callable[[SeatContext], str | None]
"""Does what was sent and returns the address of the page to show; None for the page itself."""


def act(ctx: SeatContext) -> str:
    """Do what a page of a seat sends and return the address to go to; raise ``CompanionError`` if it is refused."""
    do = _ACTS.get(ctx.request.value("do"))
    if do is None:
        raise overtaken()
    return do(ctx) or ctx.path


def base_seq(ctx: SeatContext) -> int:
    """Return the last entry that the page knew, never one that is still to come."""
    sent = ctx.request.value("seq")
    now = ctx.course.seq
    return min(int(sent), now) if is_number(sent) else now


def propose(ctx: SeatContext, move: Any, source: Source = Source.PAGE) -> None:
    """Propose a move of this page's seat."""
    ctx.host.propose(move, seat=ctx.seat, source=source, base_seq=base_seq(ctx))


def _decide(ctx: SeatContext) -> str | None:
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
    return None


def _asked(ctx: SeatContext) -> Question:
    """Return the open question that is meant, if this seat or everybody is asked."""
    key = ctx.request.value("question")
    asked = next((one for one in ctx.questions if one.key == key), None)
    if asked is None:
        raise overtaken()
    return asked


def _answer(ctx: SeatContext) -> None:
    asked, choice = _asked(ctx), ctx.request.value("choice")
    if not is_number(choice) or int(choice) >= len(asked.choices):
        raise overtaken()
    ctx.host.confirm(asked.key, int(choice))


def _seal(ctx: SeatContext) -> None:
    asked = ctx.snapshot.find_sealed(ctx.seat)
    sent = ctx.request.value("answer")
    if asked is None or not is_number(sent) or (asked.offers and int(sent) >= len(asked.offers)):
        raise overtaken()
    answer = asked.offers[int(sent)].answer if asked.offers else int(sent)
    ctx.host.with_play(lambda play, source: play.seal(ctx.seat, answer, source=source))


def _roll(ctx: SeatContext) -> None:
    """Roll the awaited dice with the companion's own."""
    rules = ctx.course.rules
    wish = rules.wish(ctx.course.state)
    if wish is None or rules.at_turn(ctx.course.state) != ctx.seat or not ctx.host.acts_at_once:
        raise overtaken()
    propose(ctx, rules.roll(ctx.course.state, ctx.host.roll(wish)), Source.APP)


def _again(ctx: SeatContext) -> None:
    """Enter the dice again that were cast before the roll was undone."""
    cast = ctx.course.dice_cast
    if cast is None or ctx.course.rules.at_turn(ctx.course.state) != ctx.seat:
        raise overtaken()
    propose(ctx, ctx.course.rules.roll(ctx.course.state, cast))


def _undo_or_redo(ctx: SeatContext) -> None:
    if not ctx.host.acts_at_once:
        raise overtaken()

    seat, seq, undoes = ctx.seat, base_seq(ctx), ctx.request.value("do") == "undo"
    ctx.host.with_play(
        lambda play, source: (play.undo if undoes else play.redo)(source=source, seat=seat, base_seq=seq)
    )


_ACTS: Mapping[str, Act] = {
    "decide": _decide,
    "answer": _answer,
    "dismiss": lambda ctx: ctx.host.dismiss(_asked(ctx).key),
    "seal": _seal,
    "roll": _roll,
    "again": _again,
    "hand": note_hand,
    "undo": _undo_or_redo,
    "redo": _undo_or_redo,
    "table": lambda ctx: ctx.host.with_camera(lambda camera: camera.accept_table()),
    "check": lambda ctx: ctx.host.with_camera(lambda camera: camera.check()),
    "adopt": lambda ctx: ctx.host.with_camera(lambda camera: camera.adopt_difference(ctx.request.value("difference"))),
}
