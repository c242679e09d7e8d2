"""A player's forecast: income, what a tax may take, and the standing."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.pad import RaisedTarget
from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.foresight import forecast
from companion.games.magnate.foresight.rows import describe_lead, describe_turns
from companion.pieces import Suit


def decimal(number: float) -> str:
    """Return a number with one decimal place in the current language."""
    return f"{number:.1f}".replace(".", words._("."))


class SuitForecast(RaisedTarget):
    """One suit: the mean income of the next roll and of the remaining rolls, and what a tax may take."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    next = NumericProperty(0)
    """Mean number of tokens that the next roll brings."""
    most = NumericProperty(1)
    """The number of tokens that a full bar stands for."""
    later = NumericProperty(0)
    """Mean number of tokens that the remaining rolls bring if nothing more is built."""
    at_risk = NumericProperty(0)
    """Tokens that are lost if the suit is taxed."""
    decimal = staticmethod(decimal)


class ForecastSheet(TraySheet):
    """A column for each suit, and who leads by how much. A tap on a suit shows which cards bring it."""

    read_only = True
    screen = ObjectProperty()
    seat = NumericProperty(0)
    name = StringProperty("")
    """The name of the player at this seat."""
    chance = NumericProperty(0)
    """Probability that a suit with two or more tokens is taxed before the player can spend them."""
    total = NumericProperty(0)
    """Mean number of tokens that the next roll brings."""
    decimal = staticmethod(decimal)
    standing = StringProperty("")
    """Who leads by how much, and how many turns are left."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.suits = {suit: SuitForecast(suit=suit) for suit in Suit}
        for suit, shown in self.suits.items():
            shown.bind(on_release=partial(self.explain, suit))
            self.ids.suits.add_widget(shown)

    def show(self, seat: int) -> None:
        """Show what lies ahead of a seat now."""
        ahead = forecast(self.screen.state)
        self.own = ahead.players[seat]
        self.seat, self.name, self.notice = seat, self.screen.names[seat], ""
        risks = {risk.suit: risk for risk in self.own.at_risk}
        self.chance = max((risk.chance for risk in risks.values()), default=0)
        self.total = self.own.next_roll.total if ahead.standing.turns.rolls else 0
        most = max(*(self.own.next_roll[suit] for suit in Suit), 0.01)
        for suit, shown in self.suits.items():
            shown.most = most
            shown.next = self.own.next_roll[suit] if ahead.standing.turns.rolls else 0
            shown.later = round(self.own.remaining[suit])
            shown.at_risk = risks[suit].lost if suit in risks and self.chance else 0
        leads = words.say(describe_lead(ahead.standing.score, self.screen.names))
        self.standing = f"{leads}\n\n{words.say(describe_turns(ahead.standing.turns))}"

    def explain(self, suit: Suit, *_: object) -> None:
        """Show which cards bring this suit with which probability."""
        earnings = [one for one in self.own.earnings if one.mean[suit]]
        text = words._("{card} {chance}%")
        parts = [text.format(card=words.say(one.card.wording()), chance=round(100 * one.chance)) for one in earnings]
        bringing = ", ".join(parts) if parts else words._("no card earns any")
        self.notice = words._("{suit}: {cards}").format(suit=words.head(suit.wording()), cards=bringing)


load_kv(__file__)
