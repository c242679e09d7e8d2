"""The forecast of all players at once, as rows and sentences for every front end, and as JSON documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.documents import Json
from companion.games.field_types import Writers
from companion.games.magnate.foresight.choices import Choices, Payment, choices
from companion.games.magnate.foresight.income import Earning, Mean, TaxRisk, earnings, income_to_expect, tax_at_risk
from companion.games.magnate.foresight.standing import Standing, TurnsLeft, standing
from companion.games.magnate.paying import Trade
from companion.games.magnate.scoring import DecidedBy, Score
from companion.games.magnate.state import State
from companion.games.texts import Rows, verbatim, verbatim_each
from companion.locale import Message, Wording, decimal, listed
from companion.pieces import Card, Suit, Tokens


@dataclass(frozen=True, slots=True)
class PlayersForecast:
    """One player's forecast."""

    earnings: tuple[Earning, ...]
    next_roll: Mean
    remaining: Mean
    """The mean of all remaining rolls if nothing more is built: their number times ``next_roll``."""
    at_risk: tuple[TaxRisk, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast by seat, and for the table."""

    players: tuple[PlayersForecast, ...]
    standing: Standing


def forecast(state: State) -> Forecast:
    """Return income, tax at risk and standing of this state."""
    table = standing(state)
    return Forecast(tuple(_player(state, seat, table.turns.rolls) for seat in range(state.players)), table)


def _player(state: State, seat: int, rolls: int) -> PlayersForecast:
    mean = income_to_expect(state, seat)
    return PlayersForecast(earnings(state, seat), mean, mean * rolls, tax_at_risk(state, seat))


def rows(state: State, names: Sequence[str]) -> Rows:
    """Return the tokens that the next roll may bring each player by suit, the tax, and who leads each district."""
    ahead = forecast(state)

    def row(head: Message, values: Sequence[float]) -> tuple[Message, ...]:
        return head, *[decimal(value, 2) if value else verbatim("–") for value in values]

    table = [row(suit.wording(), [one.next_roll[suit] for one in ahead.players]) for suit in Suit]
    table.append(row(Message("all"), [one.next_roll.total for one in ahead.players]))
    table.append(row(Message("until the end"), [one.remaining.total for one in ahead.players]))
    headings = (Message("next roll (mean)"), *verbatim_each(names))
    return Rows(headings, tuple(table), tuple(_remarks(state, ahead, names)))


def _remarks(state: State, ahead: Forecast, names: Sequence[str]) -> Iterator[Message]:
    yield describe_lead(ahead.standing.score, names)
    yield describe_turns(ahead.standing.turns)
    for name, player in zip(names, ahead.players, strict=True):
        for risk in player.at_risk:
            values: Wording = {"name": name, "tokens": Tokens.of(*[risk.suit] * risk.lost)}
            percent = {"percent": f"{100 * risk.chance:.0f}"}
            yield Message("{name} may lose {tokens} to tax ({percent} %)", {**values, **percent})
        if player.earnings:
            cards = [
                Message("{card} {chance}%", {"card": one.card, "chance": round(100 * one.chance)})
                for one in player.earnings
            ]
            yield Message("{name}: {text}", {"name": name, "text": listed(cards)})
    for one in ahead.standing.districts:
        place = state.districts[one.index].card
        if one.held_by is None:
            yield Message("{district}: nobody leads", {"district": place})
        else:
            leads: Wording = {"district": place, "name": names[one.held_by], "margin": one.margin}
            yield Message("{district}: {name} leads by {margin}", leads)
        for done in one.completing:
            deed: Wording = {
                "name": names[done.player],
                "card": done.card,
                "holder": Message("nobody") if done.held_by is None else verbatim(names[done.held_by]),
            }
            yield Message("  if {name}'s deed on {card} were complete: {holder}", deed)
    yield Message("if the game ended now: {why}", {"why": ahead.standing.score.why(names)})
    if ahead.standing.warning is not None:
        yield ahead.standing.warning


def describe_lead(score: Score, names: Sequence[str]) -> Message:
    """Return who would win now, and by how much of what decides."""
    won = score.winner
    if won is None:
        return Message("Tied: nobody leads")
    held = [0 if tokens is None else tokens.total for tokens in score.tokens]
    decisive = {DecidedBy.DISTRICTS: score.districts_won, DecidedBy.TOTAL: score.total_ranks}
    values = decisive.get(score.decided_by, tuple(held))
    by = values[won] - max(value for seat, value in enumerate(values) if seat != won)
    leader: Wording = {"name": names[won], "n": by}
    if score.decided_by is DecidedBy.DISTRICTS:
        return Message("{name} leads by {n} district", leader, "{name} leads by {n} districts", "n")
    if score.decided_by is DecidedBy.TOTAL:
        return Message("Districts tied: {name} leads by {n} in totals", leader)
    return Message("All else tied: {name} leads by {n} in tokens", leader)


def describe_turns(turns: TurnsLeft) -> Message:
    """Return how many turns are left, or at least are."""
    left = {"n": turns.turns}
    if turns.known:
        return Message("{n} turn left", left, "{n} turns left", "n")
    return Message("At least {n} turn left", left, "At least {n} turns left", "n")


def describe_choices(state: State, one: Choices) -> Iterator[Message]:
    """Yield what a card allows now: where it can go, what it costs there, and what it sells for."""
    sale: Wording = {"card": one.card, "tokens": one.sells_for}
    if not one.places:
        yield Message("{card} cannot be placed; it sells for {tokens}", sale)
        return
    where = listed([state.districts[place].card for place in one.places])
    yield Message("{card} can go on {places}; it sells for {tokens}", {**sale, "places": where})
    if one.develop:
        yield Message("  outright: {payment}", {"payment": _payment(one.develop[0])})
    if one.deed:
        yield Message("  as a deed: {payment}", {"payment": _payment(one.deed[0])})


def _payment(payment: Payment) -> Message:
    if not payment.trades:
        return payment.tokens.wording()
    trades = [
        Message(
            "{given} for {got}",
            {"given": Tokens.of(*[trade.give] * 3 * trade.times), "got": Tokens.of(*[trade.get] * trade.times)},
        )
        for trade in payment.trades
    ]
    return Message("{tokens}, after trading {trades}", {"tokens": payment.tokens, "trades": listed(trades)})


PLACES = 6

_written = Writers(
    {
        Card: str,
        Tokens: Tokens.to_json,
        Message: str,
        Mean: lambda one: {**{suit.value: one[suit] for suit in Suit}, "total": one.total},
        Trade: lambda one: {"give": one.give.value, "get": one.get.value, "times": one.times},
    }
)


def forecast_to_json(state: State) -> Json:
    """Return the forecast by seat, and the standing."""
    ahead = forecast(state)
    players, table = [_player_to_json(one) for one in ahead.players], _standing(ahead.standing)
    document: Json = _rounded({"turn": state.turn, "player": state.player, "players": players, "standing": table})
    return document


def card_choices(state: State, card: Card) -> tuple[Json, Sequence[Message]]:
    """Return the plays of one card: places, payments with their trades, what it sells for."""
    possible = choices(state, state.player, card)
    return _written(possible), tuple(describe_choices(state, possible))


def _player_to_json(one: PlayersForecast) -> Json:
    return {
        "next_roll": _written(one.next_roll),
        "remaining": _written(one.remaining),
        "cards": [{**_written(card), "mean": card.mean.total} for card in one.earnings],
        "at_risk": [{**_written(risk), "mean": risk.mean} for risk in one.at_risk],
    }


def _standing(standing: Standing) -> Json:
    score = _written(standing.score)
    return {
        "districts": _written(standing.districts),
        **{name: score[name] for name in ("districts_won", "total_ranks")},
        "tokens": [None if held is None else held.total for held in standing.score.tokens],
        **{name: score[name] for name in ("winner", "decided_by", "tied")},
        "turns_left": _written(standing.turns),
        "warning": _written(standing.warning),
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return round(value, PLACES) if isinstance(value, float) else value
