"""Reads the moves of Magnate from the fields that its pages send."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    ColumnFact,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    PileFact,
    PreferDeedIncome,
    Sell,
    TakeDeedIncome,
    TokensFact,
    Trade,
)
from companion.games.magnate.state import State
from companion.games.magnate.state_notation import column_from_text
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.questions import UnusableAnswer
from companion.web.pages.context import SeatContext
from companion.web.pages.decisions import overtaken


def read_move(ctx: SeatContext) -> Move:
    """Return the move of the fields; raise ``CompanionError`` if they are none."""
    read = _MOVES.get(ctx.request.value("move"))
    if read is None:
        raise overtaken()
    return read(ctx)


def read_card(ctx: SeatContext, name: str = "card") -> Card:
    """Return the card of a field."""
    return Card.parse(ctx.request.value(name))


def read_tokens(ctx: SeatContext, name: str = "pay") -> Tokens:
    """Return the tokens of a field, such as ``M2W1``."""
    return Tokens.parse(ctx.request.value(name))


def read_count(ctx: SeatContext, name: str) -> int:
    """Return the number of a field."""
    sent = ctx.request.value(name)
    if not is_number(sent):
        raise UnusableAnswer(repr(sent)[:40], Message("not a number"), Message("type a whole number"))
    return int(sent)


def _suit(ctx: SeatContext, name: str) -> Suit:
    return Suit.parse(ctx.request.value(name))


def _sell(ctx: SeatContext) -> Move:
    place = read_count(ctx, "place") if ctx.request.value("place") else None
    return Sell(ctx.seat, read_card(ctx), place)


def _prefer(ctx: SeatContext) -> Move:
    return PreferDeedIncome(ctx.seat, read_card(ctx), _suit(ctx, "suit") if ctx.request.value("suit") else None)


def _tokens_fact(ctx: SeatContext) -> Move:
    """Return the correction of one or several counters of a player."""
    state: State = ctx.course.state
    player = read_count(ctx, "player")
    if player >= state.players:
        raise CompanionError(Message("this page"), Message("this game has no such seat"))
    now = {suit: _counted(ctx, suit, state.tokens[player][suit]) for suit in Suit}
    return Correct((TokensFact(player, state.tokens[player], Tokens.from_counts(now)),))


def _counted(ctx: SeatContext, suit: Suit, held: int) -> int:
    return read_count(ctx, suit.value) if ctx.request.value(suit.value) else held


def _pile_fact(ctx: SeatContext) -> Move:
    state: State = ctx.course.state
    was = (state.pile, state.discards, state.reshuffles)
    now = (read_count(ctx, "pile"), read_count(ctx, "discards"), read_count(ctx, "reshuffles"))
    return Correct((PileFact(was, now),))


def _column_fact(ctx: SeatContext) -> Move:
    state: State = ctx.course.state
    place, player = read_count(ctx, "place"), read_count(ctx, "player")
    try:
        now = column_from_text(ctx.request.value("col"))
        was = state.column(player, place)
    except (ValueError, IndexError) as error:
        raise overtaken() from error
    if now is None or was is None:
        raise overtaken()
    return Correct((ColumnFact(place, player, was, now),))


_MOVES: Mapping[str, Callable[[SeatContext], Move]] = {
    "develop": lambda ctx: Develop(ctx.seat, read_card(ctx), read_count(ctx, "place"), read_tokens(ctx)),
    "deed": lambda ctx: BuyDeed(ctx.seat, read_card(ctx), read_count(ctx, "place"), read_tokens(ctx)),
    "sell": _sell,
    "add": lambda ctx: AddToDeed(ctx.seat, read_card(ctx), read_tokens(ctx)),
    "take": lambda ctx: TakeDeedIncome(ctx.seat, read_card(ctx), _suit(ctx, "suit")),
    "prefer": _prefer,
    "trade": lambda ctx: Trade(ctx.seat, _suit(ctx, "give"), _suit(ctx, "get"), read_count(ctx, "times")),
    "draw": lambda ctx: Draw(ctx.seat),
    "end": lambda ctx: EndTurn(ctx.seat),
    "tokens": _tokens_fact,
    "pile": _pile_fact,
    "column": _column_fact,
}
