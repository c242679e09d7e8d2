"""Why a number of Magnate is what it is, and how to set it right: the table is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.magnate.scoring import score
from companion.games.magnate.state import Column, Deed, State
from companion.games.magnate.state_notation import column_from_text, column_to_text
from companion.locale import Message, Wording
from companion.pieces import DECK, Suit, Tokens
from companion.pieces.spoken import describe_card
from companion.play.magnate.reasons import Reason, cause_message, explain_side, explain_tokens
from companion.web.pages.context import SeatContext
from companion.web.pages.html import action_button, hidden_fields, render_card, render_token


class Show(Protocol):
    """Renders the link that shows a changed column."""

    def __call__(self, changed: Column, inside: str, label: str = "", kind: str = "") -> str:
        """Return the link."""


def render_why(ctx: SeatContext) -> str:
    """Return the moves that made a number, the last one first, and the way to correct it."""
    state: State = ctx.course.state
    player = _number(ctx, "player", state.players)
    if ctx.request.value("what") == "side":
        return _why_side(ctx, state, player, _number(ctx, "place", len(state.districts)))
    suit = next((one for one in Suit if one.value == ctx.request.value("suit")), Suit.MOONS)
    held = state.tokens[player][suit]
    title = Message("{name}: {n} {suit}", {"name": ctx.names[player], "n": held, "suit": suit})
    reasons = _list(ctx, explain_tokens(ctx.course, player, suit))
    return f"<h2>{ctx.say(title)}</h2>{_set_tokens(ctx, player, suit, held)}{reasons}"


def _why_side(ctx: SeatContext, state: State, player: int, place: int) -> str:
    column = state.column(player, place)
    if column is None:
        return ""
    total = next(side.total for side in score(state).districts[place].sides if side.player == player)
    values: Wording = {"name": ctx.names[player], "number": place + 1, "total": total}
    title = Message("{name}, district {number}: {total}", values)
    return (
        f"<h2>{ctx.say(title)}</h2>{_list(ctx, explain_side(ctx.course, player, place))}"
        f"{_set_column(ctx, state, player, place, column)}"
    )


def _list(ctx: SeatContext, reasons: Sequence[Reason]) -> str:
    if not reasons:
        return f'<p class="hint">{ctx.say(Message("No changes yet."))}</p>'
    sentences = {line.entry.seq: line for line in ctx.snapshot.log(ctx.viewer)}
    rows = "".join(
        f'<li value="{one.seq}"><b class="{"gained" if one.change > 0 else "lost"}">'
        f"{one.signed if one.rule else one.now - one.change} → {one.now}</b> {ctx.say(cause_message(one.rule))} "
        f"<small>{one.rule} · {ctx.head(sentences[one.seq].message)}</small></li>"
        for one in reversed(reasons)
    )
    return f'<ol class="reasons" reversed>{rows}</ol>'


def _set_tokens(ctx: SeatContext, player: int, suit: Suit, held: int) -> str:
    """Return the buttons that set a counter to what lies on the table."""
    fields = ctx.fields(do="move", move="tokens", player=player)
    label = ctx.say(Message("The table is right: {suit}", {"suit": suit}))

    def step(sign: str, count: int) -> str:
        text = ctx.say(Message("Set to {n}", {"n": count}))
        return action_button(ctx.path, {**fields, suit.value: count}, sign, kind="step", label=text)

    less = step("−", held - 1) if held else ""
    return (
        f'<div class="stepper">{less}{step("+", held + 1)}'
        f'<form method="post" class="amount" action="{ctx.path}">{hidden_fields(fields)}'
        f'<label>{render_token(suit, ctx.translations, named=False)}<input type="number" inputmode="numeric" min="0" '
        f'max="999" name="{suit}" value="{held}" required aria-label="{label}"></label>'
        f"<button>{ctx.say(Message('Set'))}</button></form></div>"
    )


def _set_column(ctx: SeatContext, state: State, player: int, place: int, column: Column) -> str:
    """Return a column that is corrected card by card; the last button proposes it."""
    now = _read_column(ctx, column)
    query: dict[str, Any] = {"show": "why", "what": "side", "player": player, "place": place}

    def to(changed: Column, inside: str, label: str = "", kind: str = "") -> str:
        return ctx.link(inside, kind=kind, label=label, **query, col=column_to_text(changed))

    cards = "".join(
        to(
            Column(tuple(one for one in now.properties if one != card), now.deed),
            render_card(card, ctx.translations, named=False),
            ctx.say(Message("Remove {card}", {"card": card})),
            "pick",
        )
        for card in now.properties
    )
    if now.deed is not None:
        card = now.deed.card
        label = ctx.say(Message("Remove {card}", {"card": card}))
        cards += to(Column(now.properties), render_card(card, ctx.translations, named=False), label, "pick pale")
    parts = [f'<h3>{ctx.say(Message("The table is right"))}</h3><div class="hand">{cards}</div>']
    parts.append(_turn_over(ctx, now, to))
    if ctx.request.value("add"):
        parts.append(_deck(ctx, state, now, column, to))
    else:
        text = ctx.say(Message("Add a card"))
        parts.append(ctx.link(text, **query, col=column_to_text(now), add=1))
    if now != column:
        text = ctx.say(Message("Set the column"))
        fields: dict[str, Any] = {"place": place, "player": player, "col": column_to_text(now)}
        parts.append(ctx.act(text, kind="main", do="move", move="column", **fields))
    return "".join(parts)


def _turn_over(ctx: SeatContext, now: Column, to: Show) -> str:
    """Return the buttons that make the outermost card a deed or a property, and that put tokens on a deed."""
    if now.deed is None:
        if not now.properties:
            return ""
        return to(Column(now.properties[:-1], Deed(now.properties[-1])), ctx.say(Message("The last card is a deed")))
    deed = now.deed
    built = to(Column((*now.properties, deed.card)), ctx.say(Message("The deed is complete")))
    tokens = "".join(
        to(
            Column(now.properties, Deed(deed.card, deed.tokens + Tokens.of(suit), deed.preferred)),
            f"{render_token(suit, ctx.translations, named=False)}<b>{deed.tokens[suit]}</b> +",
            ctx.say(Message("One {suit} more", {"suit": suit})),
            "chip",
        )
        for suit in deed.card.suits
    )
    empty = to(Column(now.properties, Deed(deed.card, Tokens(), deed.preferred)), ctx.say(Message("No tokens")))
    return f'<div class="others">{tokens}{empty}</div>{built}'


def _deck(ctx: SeatContext, state: State, now: Column, column: Column, to: Show) -> str:
    elsewhere = {card.kind for card in state.cards_on_table()} - {card.kind for card in column.cards}
    free = [
        card
        for card in DECK
        if card.is_property and card not in now.cards and (card not in elsewhere or state.options.decks > 1)
    ]
    picks = "".join(
        to(
            Column((*now.cards, card)),
            render_card(card, ctx.translations, named=False),
            ctx.say(describe_card(card)),
            "pick",
        )
        for card in free
    )
    return f'<div class="deck">{picks}</div>'


def _read_column(ctx: SeatContext, column: Column) -> Column:
    sent = ctx.request.value("col")
    try:
        return column if not sent else column_from_text(sent) or column
    except (CompanionError, ValueError):
        return column


def _number(ctx: SeatContext, name: str, below: int) -> int:
    sent = ctx.request.value(name)
    return int(sent) if is_number(sent) and int(sent) < below else 0


def render_fix(ctx: SeatContext) -> str:
    """Return the counters that can be set to what lies on the table."""
    state: State = ctx.course.state
    hint = Message("To correct a district, tap its total. The log shows each correction.")
    parts = [f'<h2>{ctx.say(Message("The table is right"))}</h2><p class="hint">{ctx.say(hint)}</p>']
    for player in range(state.players):
        if player != state.automa:
            parts.append(_purse(ctx, state, player))
    parts.append(_pile(ctx, state))
    return "".join(parts)


def _purse(ctx: SeatContext, state: State, player: int) -> str:
    fields = hidden_fields(ctx.fields(do="move", move="tokens", player=player))
    inputs = "".join(
        f'<label>{render_token(suit, ctx.translations, named=False)}<input type="number" inputmode="numeric" min="0" '
        f'max="999" name="{suit}" value="{count}" required aria-label="{ctx.say(_whose(ctx, player, suit))}"></label>'
        for suit, count in state.tokens[player].items()
    )
    return (
        f'<form method="post" class="fix" action="{ctx.path}"><h3>{ctx.player(player)}</h3>{fields}{inputs}'
        f"<button>{ctx.say(Message('Set'))}</button></form>"
    )


def _whose(ctx: SeatContext, player: int, suit: Suit) -> Message:
    return Message("{name}: {suit}", {"name": ctx.names[player], "suit": suit})


def _pile(ctx: SeatContext, state: State) -> str:
    fields = hidden_fields(ctx.fields(do="move", move="pile"))
    numbers = (
        ("pile", Message("Cards to draw"), state.pile),
        ("discards", Message("Discards"), state.discards),
        ("reshuffles", Message("Reshuffles"), state.reshuffles),
    )
    inputs = "".join(
        f'<label>{ctx.say(text)}<input type="number" inputmode="numeric" min="0" max="999" name="{name}" '
        f'value="{count}" required></label>'
        for name, text, count in numbers
    )
    return (
        f'<form method="post" class="fix" action="{ctx.path}">{fields}{inputs}'
        f"<button>{ctx.say(Message('Set'))}</button></form>"
    )
