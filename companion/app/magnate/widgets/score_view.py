"""A final score that explains itself: district by district, then the tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_beside
from companion.app.seats import sits_far
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.app.words import words
from companion.games.magnate.options import Options
from companion.games.magnate.scoring import DecidedBy, DistrictScore, Score, SideScore, worth
from companion.pieces import Card, Rank


class ScoredCard(BoxLayout):
    """A property and what it counts."""

    card = ObjectProperty(EXCUSE, rebind=True)
    points = NumericProperty(0)
    narrow = BooleanProperty(False)
    """Whether there is room for the card alone: its rank says what it counts, and of an Ace the line below."""


class ScoredSide(BoxLayout):
    """One player's properties in a district, added up."""

    total = NumericProperty(0)
    won = BooleanProperty(False)
    colour = ListProperty(theme.ink)
    aces = StringProperty("")


class ScoredDistrict(BoxLayout):
    """A district between its two sides."""

    card = ObjectProperty(EXCUSE, rebind=True)


class ScoreView(BoxLayout):
    """The score of all seats, those of the far side above the districts."""

    names = ListProperty()
    sentence = StringProperty("")
    districts_won = ListProperty()
    totals = ListProperty()
    tokens = ListProperty()
    tied_districts = BooleanProperty(False)
    tied_totals = BooleanProperty(False)

    def show(self, result: Score, names: Sequence[str], options: Options) -> None:
        self.names = list(names)
        self.sentence = words.say(result.why(names))
        self.districts_won, self.totals = list(result.districts_won), list(result.total_ranks)
        self.tokens = [str(held.total) if held is not None else "?" for held in result.tokens]
        self.tied_districts = result.decided_by is not DecidedBy.DISTRICTS
        self.tied_totals = self.tied_districts and result.decided_by is not DecidedBy.TOTAL
        self.ids.districts.clear_widgets()
        for district in result.districts:
            self.ids.districts.add_widget(_district(district, options, len(names)))


def _district(district: DistrictScore, options: Options, seats: int) -> ScoredDistrict:
    view = ScoredDistrict(card=district.card)
    for side in district.sides:
        place = view.ids.far if sits_far(side.player, seats) else view.ids.near
        place.add_widget(_side(side, district.won_by == side.player, options))
    view.size_hint_x = max(1, len(view.ids.far.children), len(view.ids.near.children))
    return view


def _side(side: SideScore, won: bool, options: Options) -> ScoredSide:
    view = ScoredSide(total=side.total, won=won, colour=theme.seats[side.player % len(theme.seats)])
    for card in side.properties:
        view.ids.cards.add_widget(ScoredCard(card=card, points=worth(card, side.properties, options)))
    aces = [card for card in side.properties if card.rank is Rank.ACE]
    view.aces = "\n".join(_ace(card, worth(card, side.properties, options)) for card in aces)
    return view


def _ace(card: Card, points: int) -> str:
    said: str = words.ngettext(
        "The Ace counts {number} property of {suit}", "The Ace counts {number} properties of {suit}", points
    ).format(number=points, suit=words.say(card.suits[0].wording()))
    return said


load_beside(__file__)
