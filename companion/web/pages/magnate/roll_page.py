"""A roll of Magnate without a game: the tax, and the income of the rank (B8–B16)."""

from __future__ import annotations

from companion.decoding import is_number
from companion.games.magnate.options import Options
from companion.games.magnate.rolling import cards_of_rank
from companion.games.magnate.wish import TWO_TENS, wish
from companion.locale import Message
from companion.pieces import Die, DieKind, Suit
from companion.web.pages.context import Context
from companion.web.pages.html import (
    action_button,
    address,
    icon,
    link_button,
    page_head,
    render_cards,
    render_suit_die,
    render_token,
)

DIE_FACES = range(1, 11)


def render_roll(ctx: Context) -> str:
    """Return the dice that the address names with what they bring, and what is still to be typed."""
    head = page_head(ctx.say(Message("Dice only")), "./", ctx.say(Message("First page")))
    dice = [int(one) for one in ctx.request.values("d") if is_number(one) and int(one) in DIE_FACES][:2]
    tax = [int(one) for one in ctx.request.values("t") if is_number(one) and 1 <= int(one) <= len(Suit)][:1]
    parts = [f'<div class="lobby roll-only">{head}']
    if len(dice) < len(TWO_TENS):
        parts.append(_next_die(ctx, dice))
    elif 1 in dice and not tax:
        parts.append(_tax_die(ctx, dice))
    else:
        parts.append(_result(ctx, dice, tax))
    if ctx.host.capabilities.rolls_dice:
        parts.append(action_button("roll", {}, f"{icon('turn')}{ctx.say(Message('Roll for me'))}", kind="main"))
    return "".join((*parts, "</div>"))


def roll(ctx: Context) -> str:
    """Roll the companion's dice and return the address that shows them."""
    cast = ctx.host.roll(wish(Options()))
    tens = tuple(str(die.value) for die in cast if die.kind is DieKind.D10)
    return address("roll", {"d": tens, "t": tuple(str(die.value) for die in cast if die.kind is DieKind.D6)})


def _next_die(ctx: Context, dice: list[int]) -> str:
    text = Message("What does the first d10 show?") if not dice else Message("And the second d10?")
    faces = "".join(link_button(address("roll", {"d": (*map(str, dice), str(face))}), str(face)) for face in DIE_FACES)
    return f'<h2>{ctx.say(text)}</h2><div class="numbers">{faces}</div>'


def _tax_die(ctx: Context, dice: list[int]) -> str:
    faces = "".join(
        link_button(
            address("roll", {"d": tuple(map(str, dice)), "t": number}),
            f"{render_token(suit, ctx.translations, named=False)} {ctx.head(suit.wording())}",
        )
        for number, suit in enumerate(Suit, 1)
    )
    return f'<h2>{ctx.say(Message("Which suit does the tax die show?"))}</h2><div class="picks">{faces}</div>'


def _result(ctx: Context, dice: list[int], tax: list[int]) -> str:
    cast = [*(Die(DieKind.D10, value) for value in dice), *(Die(DieKind.D6, value) for value in tax)]
    shown = " ".join(render_suit_die(die, ctx.translations) for die in cast)
    suit = list(Suit)[tax[0] - 1] if tax else None
    taxed = (
        Message("No tax.")
        if suit is None
        else Message("Tax: {suit}. Players with two or more keep one.", {"suit": suit})
    )
    rank = max(dice)
    return (
        f'<p class="roll">{shown}</p><p class="says">{ctx.say(taxed)}</p><p class="says">{ctx.say(income(rank))}</p>'
        f"{render_cards(cards_of_rank(rank), ctx.translations)}"
        f"{link_button('roll', ctx.say(Message('Next roll')))}"
    )


def income(rank: int) -> Message:
    """Return what a roll of this rank pays."""
    texts = {
        1: Message("Double 1: every Ace earns one token of its suit, even as a deed."),
        10: Message("10: every Crown earns one token of its suit."),
    }
    usual = Message(
        "{rank}: a finished property earns one token of each of its suits. A deed earns one "
        "token of its owner’s choice.",
        {"rank": rank},
    )
    return texts.get(rank, usual)
