"""What a player of Magnate can do now: roll, take income, play a card, add to a deed, trade, draw."""

from __future__ import annotations

from companion.games.magnate.announcements import must_shuffle
from companion.games.magnate.hand import possible_cards
from companion.games.magnate.moves import TakeDeedIncome
from companion.games.magnate.paying import can_trade
from companion.games.magnate.preview import is_only_sellable
from companion.games.magnate.state import Phase, State
from companion.games.magnate.token_changes import token_changes
from companion.games.view import Spot
from companion.locale import Message, Wording
from companion.pieces import Card, Suit
from companion.pieces.spoken import describe_card
from companion.web.pages.context import GameContext, SeatContext
from companion.web.pages.generic_task import render_generic_task
from companion.web.pages.hand import noted_hand
from companion.web.pages.html import icon, link_button, render_card, render_token
from companion.web.pages.magnate.play_card import CardInPlay, render_card_in_play
from companion.web.painters.marks import Marks


def render_task(ctx: SeatContext) -> str:
    """Return what the seat can do now; nothing if the table waits for another one."""
    state: State = ctx.course.state
    if ctx.seat != state.player or state.phase in (Phase.INCOME, Phase.OVER):
        return ""
    if state.phase is Phase.ROLL:
        return f"{render_generic_task(ctx)}{_roll_for_me(ctx)}"
    if state.phase is Phase.PLAY:
        play = CardInPlay.of(ctx)
        return render_card_in_play(play) if play is not None else f"{_cards(ctx, state)}{_others(ctx, state)}"
    if state.last_turns is not None:
        last, move = Message("End turn"), "end"
    else:
        last, move = Message("Shuffle and draw") if must_shuffle(state) else Message("Draw"), "draw"
    main = ctx.act(f"{icon('draw')}{ctx.say(last)}", kind="main", do="move", move=move)
    return f"{main}{_others(ctx, state)}"


def mark_table(ctx: SeatContext) -> Marks:
    """Return the districts that the chosen card fits, what each number says when it is tapped, and what changed."""
    state: State = ctx.course.state
    play = CardInPlay.of(ctx) if state.phase is Phase.PLAY and ctx.seat == state.player else None

    def tap(spot: Spot, inside: str) -> str:
        kind, *place = spot.id.split("-")
        seat = spot.seat or 0
        if kind == "token":
            suit = Suit.parse(place[1])
            label = Message("{n} {suit}", {"n": spot.number or 0, "suit": suit})
            return _reason_link(ctx, inside, label, what="tokens", suit=suit.value, player=seat)
        if kind != "side":
            return inside
        values: Wording = {"name": ctx.names[seat], "number": int(place[0]) + 1, "total": spot.number or 0}
        label = Message("{name}, district {number}: {total}", values)
        return _reason_link(ctx, inside, label, what="side", place=place[0], player=seat)

    changed = token_changes(ctx.course.done[-1].before if ctx.course.done else None, state)
    moved = {
        f"token-{seat}-{suit}": (one.lost[suit], one.gained[suit]) for seat, one in enumerate(changed) for suit in Suit
    }
    return Marks(0 if ctx.shared else ctx.seat, tap, {} if play is None else play.targets(), moved)


def label_answer(ctx: GameContext, move: object) -> str:
    """Return the label of an answer to a question of the rules: the token that a deed pays."""
    if not isinstance(move, TakeDeedIncome):
        return ""
    return f"{render_token(move.suit, ctx.translations, named=False)} {ctx.head(move.suit.wording())}"


def _reason_link(ctx: SeatContext, inside: str, label: Message, **query: str | int) -> str:
    return link_button(ctx.here(show="why", **query), inside, kind="why", label=ctx.say(label))


def _roll_for_me(ctx: SeatContext) -> str:
    if ctx.request.value("form") or not ctx.host.capabilities.rolls_dice:
        return ""
    return ctx.act(f"{icon('turn')}{ctx.say(Message('Roll for me'))}", do="roll")


def _cards(ctx: SeatContext, state: State) -> str:
    """Return the noted hand, or every card that may be in a hand; a tap chooses the card to play."""
    noted = noted_hand(ctx)
    if noted and not ctx.request.value("all"):
        cards = "".join(_card(ctx, state, card) for card in noted)
        more = ctx.link(ctx.say(Message("Another card")), all=1)
        return f'<div class="hand">{cards}</div>{more}'
    cards = "".join(_card(ctx, state, card) for card in possible_cards(state))
    return f'<div class="deck">{cards}</div>'


def _card(ctx: SeatContext, state: State, card: Card) -> str:
    pale = " pale" if is_only_sellable(state, card) else ""
    label = ctx.say(describe_card(card))
    return ctx.link(render_card(card, ctx.translations, named=False), kind=f"pick{pale}", label=label, card=str(card))


def _others(ctx: SeatContext, state: State) -> str:
    """Return the free actions: tokens for a deed, and trades (B27, B33)."""
    parts = []
    if any(state.deeds(ctx.seat)):
        parts.append(ctx.link(f"{icon('onto')}{ctx.say(Message('Deed'))}", show="deed"))
    if can_trade(state.tokens[ctx.seat]):
        parts.append(ctx.link(f"{icon('trade')}{ctx.say(Message('Trade'))}", show="trade"))
    return f'<div class="others">{"".join(parts)}</div>' if parts else ""
