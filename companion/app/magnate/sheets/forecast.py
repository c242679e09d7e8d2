"""A player's forecast: income, what a tax may take, and the standing."""

from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.pad import RaisedTarget
from companion.app.widgets.sheet import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.foresight.forecast import describe_lead, describe_turns, forecast
from companion.locale import decimal
from companion.pieces import Suit


def mean(number: float) -> str:
    """Return a mean with one decimal place."""
    return words.say(decimal(number, 1))


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
    mean = staticmethod(mean)


class ForecastSheet(TraySheet):
    """A column for each suit, and who leads by how much. A tap on a suit shows which cards bring it.

    Args:
        screen: The screen of the game.
        seat: The seat whose forecast it is.
    """

    read_only = True
    seat = NumericProperty(0)
    name = StringProperty("")
    """The name of the player at this seat."""
    chance = NumericProperty(0)
    """Probability that a suit with two or more tokens is taxed before the player can spend them."""
    total = NumericProperty(0)
    """Mean number of tokens that the next roll brings."""
    mean = staticmethod(mean)
    standing = StringProperty("")
    """Who leads by how much, and how many turns are left."""

    def __init__(self, screen: Any, seat: int) -> None:
        ahead = forecast(screen.state)
        self.own = own = ahead.players[seat]
        rolls, risks = ahead.standing.turns.rolls, {risk.suit: risk for risk in own.at_risk}
        lines = describe_lead(ahead.standing.score, screen.names), describe_turns(ahead.standing.turns)
        super().__init__(seat=seat, name=screen.names[seat], standing="\n\n".join(map(words.say, lines)))
        self.chance = max((risk.chance for risk in risks.values()), default=0)
        self.total = own.next_roll.total if rolls else 0
        most = max(*(own.next_roll[suit] for suit in Suit), 0.01)
        self.suits: dict[Suit, SuitForecast] = {}
        for suit in Suit:
            lost = risks[suit].lost if suit in risks and self.chance else 0
            shown = SuitForecast(suit=suit, most=most, later=round(own.remaining[suit]), at_risk=lost)
            shown.next = own.next_roll[suit] if rolls else 0
            shown.bind(on_release=partial(self.explain, suit))
            self.suits[suit] = shown
            self.ids.suits.add_widget(shown)

    def explain(self, suit: Suit, *_: object) -> None:
        """Show which cards bring this suit with which probability."""
        earnings = [one for one in self.own.earnings if one.mean[suit]]
        text = words._("{card} {chance}%")
        parts = [text.format(card=words.say(one.card.wording()), chance=round(100 * one.chance)) for one in earnings]
        cards = ", ".join(parts) or words._("no card earns any")
        self.notice = words._("{suit}: {cards}").format(suit=words.head(suit.wording()), cards=cards)


load_kv(__file__)
