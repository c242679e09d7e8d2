"""Magnate's forecast on the page of a seat."""

from __future__ import annotations

from companion.games.magnate.foresight import Forecast, forecast
from companion.games.magnate.scoring import DecidedBy, Score
from companion.games.magnate.state import State
from companion.locale import Message, Wording
from companion.pieces import Suit
from companion.web.pages.context import SeatContext
from companion.web.pages.html import render_token


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
