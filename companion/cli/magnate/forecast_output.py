"""What may come in a game of Magnate, as ``companion foresee`` tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import Foreseen
from companion.locale import Message, Wording, listed

if TYPE_CHECKING:
    from companion.cli.terminal import Console
    from companion.games.magnate.foresight import Choices, Forecast, Payment
    from companion.games.magnate.state import State
    from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class InHand:
    """Of what is to be foreseen more."""

    card: Annotated[str, typer.Option(help="Cards in hand, 4MS,9LK: what can be done with each now.")] = ""


def foreseen(state: State, names: Sequence[str], asked: InHand) -> Foreseen:
    """What may come. Raises what is wrong with a card."""
    from companion.games.magnate.foresight import forecast
    from companion.games.magnate.foresight.documents import choices_to_json, forecast_to_json

    seen = forecast(state)
    possible = [_choices(state, code) for code in asked.card.replace(",", " ").split()]
    at = {"turn": state.turn, "player": state.player}
    document = {**at, **forecast_to_json(seen), "choices": [choices_to_json(one) for one in possible]}

    def show(console: Console, spoken: NullTranslations) -> None:
        _show_players(console, seen, names, spoken)
        _show_districts(console, state, seen, names, spoken)
        for one in possible:
            for line in _card_lines(state, one):
                console.print(line.text(spoken), soft_wrap=True)

    return Foreseen(document, show)


def _choices(state: State, code: str) -> Choices:
    from companion.games.magnate.foresight import choices
    from companion.pieces import Card

    return choices(state, state.player, Card.parse(code))


def _show_players(console: Console, seen: Forecast, names: Sequence[str], spoken: NullTranslations) -> None:
    from companion.cli.terminal import Table
    from companion.pieces import Suit, Tokens

    table = Table(box=None, pad_edge=False)
    table.add_column(Message("mean of the next roll").text(spoken))
    for heading in (*(suit.wording() for suit in Suit), Message("all"), Message("to the end")):
        table.add_column(heading.text(spoken), justify="right")
    for name, player in zip(names, seen.players, strict=True):
        means = [*(player.next_roll[suit] for suit in Suit), player.next_roll.total, player.remaining.total]
        table.add_row(name, *(f"{mean:.2f}" if mean else "–" for mean in means))
    console.print(table)
    for name, player in zip(names, seen.players, strict=True):
        for risk in player.at_risk:
            lost = Tokens.of(*[risk.suit] * risk.lost)
            values: Wording = {"name": name, "tokens": lost, "percent": f"{100 * risk.chance:.0f}"}
            told = Message("{name} may lose {tokens} to taxation: {percent} %", values)
            console.print(told.text(spoken), soft_wrap=True)


def _show_districts(
    console: Console, state: State, seen: Forecast, names: Sequence[str], spoken: NullTranslations
) -> None:
    for one in seen.standing.districts:
        for line in _district_lines(state, one.index, seen, names):
            console.print(line.text(spoken), soft_wrap=True)
    ended = Message("were it over now: {why}", {"why": seen.standing.score.why(names)})
    console.print(ended.text(spoken), soft_wrap=True)
    if seen.standing.warning is not None:
        console.print(seen.standing.warning.text(spoken), soft_wrap=True)


def _district_lines(state: State, index: int, seen: Forecast, names: Sequence[str]) -> list[Message]:
    one = seen.standing.districts[index]
    place = state.districts[index].card
    if one.held_by is None:
        lines = [Message("{district}: nobody's", {"district": place})]
    else:
        values: Wording = {"district": place, "name": names[one.held_by], "margin": one.margin}
        lines = [Message("{district}: {name}'s by {margin}", values)]
    for seat, card, then in one.completing:
        holder = Message("nobody's") if then is None else Message("{name}'s", {"name": names[then]})
        told: Wording = {"name": names[seat], "card": card, "holder": holder}
        lines.append(Message("  were {name}'s deed on {card} complete: {holder}", told))
    return lines


def _card_lines(state: State, one: Choices) -> list[Message]:
    if not one.places:
        return [Message("{card} fits nowhere; it sells for {tokens}", {"card": one.card, "tokens": one.sells_for})]
    where = listed([_district(state, place) for place in one.places])
    lines = [
        Message(
            "{card} fits beside {places}; it sells for {tokens}",
            {"card": one.card, "places": where, "tokens": one.sells_for},
        )
    ]
    if one.develop:
        lines.append(Message("  outright: {payment}", {"payment": _payment(one.develop[0])}))
    if one.deed:
        lines.append(Message("  its deed: {payment}", {"payment": _payment(one.deed[0])}))
    return lines


def _district(state: State, place: int) -> Card:
    return state.districts[place].card


def _payment(payment: Payment) -> Message:
    from companion.pieces import Tokens

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
