"""Counters of tokens for a table that plays without the companion."""

from companion.decoding import is_number
from companion.games.magnate.token_counts import DOCUMENT, MAX_PLAYERS, MIN_PLAYERS, MOST, TokenCounts
from companion.locale import Message
from companion.pieces import Suit
from companion.web.pages.context import Context, overtaken
from companion.web.pages.html import action_button, icon, render_token


def render_tokens_page(ctx: Context) -> str:
    """Return the counters of each player, the tax, and undo."""
    counts = TokenCounts.of(ctx.host.recall(DOCUMENT))
    purses = "".join(_purse(ctx, seat, counts) for seat in range(len(counts.purses)))
    taxes = "".join(
        action_button(
            "tokens",
            {"do": "tax", "suit": suit.value},
            f"{icon('tax')}{render_token(suit, ctx.translations, named=False)}",
            label=ctx.say(Message("Tax: {suit}", {"suit": suit})),
        )
        for suit in Suit
    )
    undo = (
        action_button("tokens", {"do": "undo"}, f"{icon('undo')}{ctx.say(Message('Undo'))}") if counts.can_undo else ""
    )
    seats = "".join(
        action_button(
            "tokens",
            {"do": "seats", "n": number},
            str(number),
            kind="pressed" if number == len(counts.purses) else "",
            label=ctx.say(Message("{n} players", {"n": number})),
        )
        for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    )
    clear = action_button("tokens", {"do": "clear"}, ctx.say(Message("No tokens")))
    return (
        f'{purses}<h2>{ctx.say(Message("Tax"))}</h2><div class="others">{taxes}</div>'
        f'<h2>{ctx.say(Message("Players"))}</h2><div class="others">{seats}{undo}{clear}</div>'
    )


def act(ctx: Context) -> str:
    """Change the counts and return the address to go to."""
    counts, request = TokenCounts.of(ctx.host.recall(DOCUMENT)), ctx.request
    do, suit = request.value("do"), next((one for one in Suit if one.value == request.value("suit")), None)
    if do == "set" and suit is not None and is_number(request.value("n")) and is_number(request.value("seat")):
        seat = int(request.value("seat"))
        if seat >= len(counts.purses):
            raise overtaken()
        counts = counts.with_count(seat, suit, min(MOST, int(request.value("n"))))
    elif do == "tax" and suit is not None:
        counts = counts.taxed(suit)
    elif do == "undo":
        counts = counts.undone()
    elif do == "clear":
        counts = counts.cleared()
    elif do == "seats" and request.value("n") in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        counts = counts.seated(int(request.value("n")))
    else:
        raise overtaken()
    ctx.host.remember(DOCUMENT, counts.to_json())
    return "tokens"


def _purse(ctx: Context, seat: int, counts: TokenCounts) -> str:
    name = ctx.say(Message("Player {number}", {"number": seat + 1}))
    rows = "".join(_counter(ctx, seat, suit, count) for suit, count in counts.purses[seat].items())
    return f'<section class="purse seat{seat}"><h2>{name}</h2><div class="counters">{rows}</div></section>'


def _counter(ctx: Context, seat: int, suit: Suit, count: int) -> str:
    fields = {"do": "set", "seat": seat, "suit": suit.value}
    less, more = (
        action_button("tokens", {**fields, "n": max(0, count + step)}, sign, kind="step", label=ctx.say(label))
        for step, sign, label in (
            (-1, "−", Message("One {suit} less", {"suit": suit})),
            (1, "+", Message("One {suit} more", {"suit": suit})),
        )
    )
    token = render_token(suit, ctx.translations)
    return f'<div class="stepper">{token}{less}<b>{count}</b>{more}</div>'
