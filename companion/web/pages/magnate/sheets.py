"""Magnate's deeds, trades and forecast on the page of a seat."""

from __future__ import annotations

from companion.decoding import is_number
from companion.games.magnate.foresight import Forecast, forecast
from companion.games.magnate.moves import AddToDeed
from companion.games.magnate.paying import TRADE_PRICE, price
from companion.games.magnate.scoring import DecidedBy, Score
from companion.games.magnate.state import Deed, State
from companion.locale import Message, Wording
from companion.pieces import Suit, Tokens
from companion.pieces.spoken import describe_card
from companion.play.possible_moves import is_legal
from companion.web.pages.context import SeatContext
from companion.web.pages.html import render_card, render_token
from companion.web.pages.magnate.fields import read_tokens


def render_deeds(ctx: SeatContext) -> str:
    """Return the seat's deeds, and the tokens to be put on the chosen one (B27–B31)."""
    state: State = ctx.course.state
    deeds = {str(deed.card): deed for _, deed in state.deeds(ctx.seat)}
    if not deeds:
        return f'<p class="hint">{ctx.say(Message("You have no deed to add tokens to."))}</p>'
    chosen = deeds.get(ctx.request.value("deed")) or next(iter(deeds.values()))
    picks = "".join(
        ctx.link(
            render_card(deed.card, ctx.translations, named=False),
            kind="pick",
            label=ctx.say(describe_card(deed.card)),
            current=deed is chosen,
            show="deed",
            deed=code,
        )
        for code, deed in deeds.items()
    )
    heading = ctx.say(Message("Add tokens to a deed"))
    return f'<h2>{heading}</h2><div class="hand">{picks if len(deeds) > 1 else ""}</div>{_deed(ctx, state, chosen)}'


def _deed(ctx: SeatContext, state: State, deed: Deed) -> str:
    needed, purse = price(deed.card, state.options), state.tokens[ctx.seat]
    pay = read_tokens(ctx) if ctx.request.value("pay") else _proposed(state, deed, purse)
    left = needed - deed.tokens.total - pay.total
    rows = "".join(_stepper(ctx, deed, pay, suit, purse[suit], left) for suit in deed.card.suits)
    values: Wording = {"card": deed.card, "now": deed.tokens.total + pay.total, "price": needed}
    then = ctx.say(Message("{card}: {now} of {price}", values))
    put = ""
    if pay.total and is_legal(ctx.course, AddToDeed(ctx.seat, deed.card, pay)):
        text = Message("Complete the deed") if left == 0 else Message("Add to the deed")
        put = ctx.act(ctx.say(text), kind="main", do="move", move="add", card=str(deed.card), pay=str(pay))
    return f'<p class="payment">{then}</p><div class="steppers">{rows}</div>{put}{_preference(ctx, deed)}'


def _proposed(state: State, deed: Deed, purse: Tokens) -> Tokens:
    """Return as many tokens as the deed lacks, each from the suit with the most left."""
    left, put = price(deed.card, state.options) - deed.tokens.total, Tokens()
    absent = [suit for suit in deed.card.suits if not deed.tokens[suit] and purse[suit]]
    if state.options.every_suit_on_a_deed:
        put = Tokens.of(*absent[:left])
    while put.total < left:
        suit = max(deed.card.suits, key=lambda one: purse[one] - put[one])
        if purse[suit] <= put[suit]:
            break
        put += Tokens.of(suit)
    return put


def _stepper(ctx: SeatContext, deed: Deed, pay: Tokens, suit: Suit, held: int, left: int) -> str:
    counts = dict(pay.items())

    def step(sign: str, count: int, label: Message, *, possible: bool) -> str:
        if not possible:
            return f'<span class="button step" aria-hidden="true">{sign}</span>'
        query = str(Tokens.from_counts({**counts, suit: count}))
        return ctx.link(sign, kind="step", label=ctx.say(label), show="deed", deed=str(deed.card), pay=query)

    now = pay[suit]
    less = step("−", now - 1, Message("One {suit} less", {"suit": suit}), possible=now > 0)
    more = step("+", now + 1, Message("One {suit} more", {"suit": suit}), possible=now < held and left > 0)
    return (
        f'<p class="stepper">{render_token(suit, ctx.translations)}{less}<b>{now}</b>{more}<small>/ {held}</small></p>'
    )


def _preference(ctx: SeatContext, deed: Deed) -> str:
    """Return the choice of the token that the deed pays from now on (B15)."""
    if len(deed.card.suits) < 2:
        return ""
    choices: list[tuple[Suit | None, str, str]] = [
        (suit, render_token(suit, ctx.translations, named=False), ctx.head(suit.wording())) for suit in deed.card.suits
    ]
    choices.append((None, ctx.say(Message("Ask each time")), ""))
    buttons = "".join(
        ctx.act(
            inside,
            kind="pressed" if deed.preferred is suit else "",
            label=label,
            do="move",
            move="prefer",
            card=str(deed.card),
            suit=suit.value if suit is not None else None,
        )
        for suit, inside, label in choices
    )
    return f'<h3>{ctx.say(Message("When it pays, take"))}</h3><div class="others">{buttons}</div>'


def render_trade(ctx: SeatContext) -> str:
    """Return the trades: three tokens of one suit for one of another (B33)."""
    state: State = ctx.course.state
    purse = state.tokens[ctx.seat]
    wealthy = [suit for suit, count in purse.items() if count >= TRADE_PRICE]
    if not wealthy:
        return f'<p class="hint">{ctx.say(Message("A trade needs three tokens of one suit."))}</p>'
    give = next((suit for suit in wealthy if suit.value == ctx.request.value("give")), None)
    give = give or (wealthy[0] if len(wealthy) == 1 else None)
    gives = "".join(
        ctx.link(
            f"{render_token(suit, ctx.translations, named=False)}<b>3</b>",
            kind="chip",
            label=ctx.say(Tokens.of(suit, suit, suit).wording()),
            current=suit is give,
            show="trade",
            give=suit.value,
        )
        for suit in wealthy
    )
    parts = [f"<h2>{ctx.say(Message('Trade'))}</h2>", f"<h3>{ctx.say(Message('Give'))}</h3>"]
    parts.append(f'<div class="others">{gives}</div>')
    if give is not None:
        parts.append(_gets(ctx, give, purse[give] // TRADE_PRICE))
    return "".join(parts)


def _gets(ctx: SeatContext, give: Suit, most: int) -> str:
    times = min(most, max(1, int(ctx.request.value("times")) if is_number(ctx.request.value("times")) else 1))
    buttons = "".join(
        ctx.act(
            f"{render_token(suit, ctx.translations, named=False)}<b>{times}</b>",
            kind="chip",
            label=ctx.say(Tokens.from_counts({suit: times}).wording()),
            do="move",
            move="trade",
            give=give.value,
            get=suit.value,
            times=times,
        )
        for suit in Suit
        if suit is not give
    )
    often = "".join(
        ctx.link(f"{3 * number} → {number}", kind="tab", current=number == times, show="trade", give=give.value,
                 times=number)
        for number in range(1, most + 1)
    )  # fmt: skip
    several = f'<div class="tabs">{often}</div>' if most > 1 else ""
    return f'{several}<h3>{ctx.say(Message("Get"))}</h3><div class="others">{buttons}</div>'


def render_forecast(ctx: SeatContext) -> str:
    """Return what the next roll may bring, what a tax could take, and who leads."""
    state: State = ctx.course.state
    ahead = forecast(state)
    own, turns = ahead.players[ctx.seat], ahead.standing.turns
    risks = {risk.suit: risk for risk in own.at_risk}
    rows = "".join(
        f"<tr><th>{render_token(suit, ctx.translations)}</th><td>{own.next_roll[suit] if turns.rolls else 0:.1f}</td>"
        f"<td>{round(own.remaining[suit])}</td><td>{f'−{risks[suit].lost}' if suit in risks else '–'}</td></tr>"
        for suit in Suit
    )
    heads = "".join(
        f"<th>{ctx.say(text)}</th>"
        for text in (Message("suit"), Message("next roll"), Message("until the end"), Message("a tax takes"))
    )
    chance = max((risk.chance for risk in own.at_risk), default=0)
    tax = Message("Risk of a tax before you can spend: {chance}%", {"chance": round(100 * chance)})
    left = {"n": turns.turns}
    counted = Message("{n} turn left", left, "{n} turns left", "n")
    if not turns.known:
        counted = Message("At least {n} turn left", left, "At least {n} turns left", "n")
    bringing = "".join(
        f"<li>{ctx.say(Message('{card} {chance}%', {'card': one.card, 'chance': round(100 * one.chance)}))}</li>"
        for one in own.earnings
    )
    return (
        f"<h2>{ctx.say(Message('Forecast'))}</h2><p>{ctx.say(describe_lead(ahead, ctx.names))}</p>"
        f"<p>{ctx.say(counted)}. {ctx.say(tax)}</p><table><tr>{heads}</tr>{rows}</table><ul>{bringing}</ul>"
    )


def describe_lead(ahead: Forecast, names: tuple[str, ...]) -> Message:
    """Return who would win now, and by how much of what decides."""
    stands: Score = ahead.standing.score
    won = stands.winner
    if won is None:
        return Message("Tied: nobody leads")
    held = [0 if tokens is None else tokens.total for tokens in stands.tokens]
    decisive = {DecidedBy.DISTRICTS: stands.districts_won, DecidedBy.TOTAL: stands.total_ranks}
    values = decisive.get(stands.decided_by, tuple(held))
    by = values[won] - max(value for seat, value in enumerate(values) if seat != won)
    leader: Wording = {"name": names[won], "n": by}
    if stands.decided_by is DecidedBy.DISTRICTS:
        return Message("{name} leads by {n} district", leader, "{name} leads by {n} districts", "n")
    if stands.decided_by is DecidedBy.TOTAL:
        return Message("Districts tied: {name} leads by {n} in totals", leader)
    return Message("All else tied: {name} leads by {n} in tokens", leader)
