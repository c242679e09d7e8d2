"""The forecast of a game of Magnate, as ``companion foresee`` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.game_commands import ForecastOutput
from companion.games.magnate.foresight import Choices, Forecast, Payment, choices, forecast
from companion.games.magnate.foresight.documents import choices_to_json, forecast_to_json
from companion.locale import Message, Wording, listed
from companion.pieces import Card, Suit, Tokens

if TYPE_CHECKING:
    from companion.cli.terminal import Console
    from companion.games.magnate.state import State


@dataclass(frozen=True, slots=True)
class ForeseeOptions:
    """Magnate's options of ``companion foresee``."""

    card: Annotated[str, typer.Option(help="Cards in hand, such as 4MS,9LK: show what each allows now.")] = ""


def build_forecast(state: State, names: Sequence[str], options: ForeseeOptions) -> ForecastOutput:
    """Compute the forecast; raise ``UnknownCard`` for a code that names no card.

    Args:
        state: The game's state.
        names: The players' names, by seat.
        options: The cards in hand.
    """
    result = forecast(state)
    possible = [choices(state, state.player, Card.parse(code)) for code in options.card.replace(",", " ").split()]
    head = {"turn": state.turn, "player": state.player}
    document = {**head, **forecast_to_json(result), "choices": [choices_to_json(one) for one in possible]}

    def show(console: Console, translations: NullTranslations) -> None:
        _print_players(console, result, names, translations)
        _print_districts(console, state, result, names, translations)
        for one in possible:
            for line in _card_lines(state, one):
                console.print(line.text(translations), soft_wrap=True)

    return ForecastOutput(document, show)


def _print_players(console: Console, result: Forecast, names: Sequence[str], translations: NullTranslations) -> None:
    from companion.cli.terminal import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(Message("next roll (mean)").text(translations))
    for heading in (*(suit.wording() for suit in Suit), Message("all"), Message("until the end")):
        table.add_column(heading.text(translations), justify="right")
    for name, player in zip(names, result.players, strict=True):
        means = [*(player.next_roll[suit] for suit in Suit), player.next_roll.total, player.remaining.total]
        table.add_row(name, *(f"{mean:.2f}" if mean else "–" for mean in means))
    console.print(table)
    for name, player in zip(names, result.players, strict=True):
        for risk in player.at_risk:
            lost = Tokens.of(*[risk.suit] * risk.lost)
            values: Wording = {"name": name, "tokens": lost, "percent": f"{100 * risk.chance:.0f}"}
            line = Message("{name} may lose {tokens} to tax ({percent} %)", values)
            console.print(line.text(translations), soft_wrap=True)


def _print_districts(
    console: Console, state: State, result: Forecast, names: Sequence[str], translations: NullTranslations
) -> None:
    for one in result.standing.districts:
        for line in _district_lines(state, one.index, result, names):
            console.print(line.text(translations), soft_wrap=True)
    ended = Message("if the game ended now: {why}", {"why": result.standing.score.why(names)})
    console.print(ended.text(translations), soft_wrap=True)
    if result.standing.warning is not None:
        console.print(result.standing.warning.text(translations), soft_wrap=True)


def _district_lines(state: State, index: int, result: Forecast, names: Sequence[str]) -> list[Message]:
    one = result.standing.districts[index]
    place = state.districts[index].card
    if one.held_by is None:
        lines = [Message("{district}: nobody leads", {"district": place})]
    else:
        values: Wording = {"district": place, "name": names[one.held_by], "margin": one.margin}
        lines = [Message("{district}: {name} leads by {margin}", values)]
    for seat, card, then in one.completing:
        holder = Message("nobody") if then is None else Message("{name}", {"name": names[then]})
        deed: Wording = {"name": names[seat], "card": card, "holder": holder}
        lines.append(Message("  if {name}'s deed on {card} were complete: {holder}", deed))
    return lines


def _card_lines(state: State, one: Choices) -> list[Message]:
    if not one.places:
        return [Message("{card} cannot be placed; it sells for {tokens}", {"card": one.card, "tokens": one.sells_for})]
    where = listed([_district(state, place) for place in one.places])
    lines = [
        Message(
            "{card} can go on {places}; it sells for {tokens}",
            {"card": one.card, "places": where, "tokens": one.sells_for},
        )
    ]
    if one.develop:
        lines.append(Message("  outright: {payment}", {"payment": _payment(one.develop[0])}))
    if one.deed:
        lines.append(Message("  as a deed: {payment}", {"payment": _payment(one.deed[0])}))
    return lines


def _district(state: State, place: int) -> Card:
    return state.districts[place].card


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
