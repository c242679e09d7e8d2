"""The cards that a player noted of the own hand; only the own seat's page shows them."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from companion.locale import Message
from companion.pieces import Card
from companion.pieces.cards import describe_card
from companion.web.pages.context import SeatContext
from companion.web.pages.html import render_card, send_form

MOST_CARDS = 12
"""Most cards that a seat may note, more than any hand."""


def noted_hand(ctx: SeatContext) -> tuple[Card, ...]:
    """Return the noted cards that can still be in the hand.

    A card that lay elsewhere at any moment since it was noted has left the hand, also if it was shuffled in again.
    """
    if ctx.viewer != ctx.seat or ctx.shared or ctx.course.rules.hand is None:
        return ()
    document = ctx.host.recall(_key(ctx))
    cards = document.get("cards") if isinstance(document, Mapping) else None
    if not isinstance(cards, Mapping):
        return ()
    possible = {str(card): card for card in ctx.options.possible_cards()}
    return tuple(
        possible[code]
        for code, since in cards.items()
        if code in possible and type(since) is int and _stayed(ctx, possible[code], since)
    )


def note_hand(ctx: SeatContext) -> None:
    """Note the cards of a hand."""
    possible = {str(card) for card in ctx.options.possible_cards()}
    chosen = [code for code in dict.fromkeys(ctx.request.values("card")) if code in possible][:MOST_CARDS]
    before = ctx.host.recall(_key(ctx))
    known: Mapping[str, Any] = before["cards"] if isinstance(before, Mapping) and before.get("cards") else {}
    still = {str(card) for card in noted_hand(ctx)}
    kept = {code: known[code] if code in still else ctx.course.seq for code in chosen}
    ctx.host.remember(_key(ctx), {"cards": kept})


def render_hand_form(ctx: SeatContext) -> str:
    """Return the form on which a player ticks the cards of the own hand."""
    chosen = set(noted_hand(ctx))
    ticks = "".join(
        f'<label class="tick"><input type="checkbox" name="card" value="{card}"{" checked" if card in chosen else ""} '
        f'aria-label="{ctx.say(describe_card(card))}">{render_card(card, ctx.translations, named=False)}</label>'
        for card in ctx.options.possible_cards()
    )
    return (
        f"<h2>{ctx.say(Message('The cards in your hand'))}</h2>"
        f'<p class="hint">{ctx.say(Message("Only this page shows them."))}</p>'
        f"{send_form(ctx.path, ctx.fields(do='hand'), ticks, ctx.say(Message('Save')), kind='deck ticks')}"
    )


def _stayed(ctx: SeatContext, card: Card, since: int) -> bool:
    """Return whether the card could be in a hand after every move since an entry."""
    hand = ctx.course.rules.hand
    assert hand is not None, "noted_hand() asked for it"
    later = takewhile(lambda step: step.entry.seq > since, reversed(ctx.course.done))
    return all(card in hand(step.after) for step in later)


def _key(ctx: SeatContext) -> str:
    return f"hand {ctx.course.game.id} {ctx.seat}"
