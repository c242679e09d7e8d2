"""An explained final score: district by district, then the tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.seats import is_far_seat
from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.magnate.options import Options
from companion.games.magnate.scoring import DistrictScore, Score, SideScore, property_value
from companion.games.magnate.tie_breaks import TieBreak, list_tie_breaks
from companion.pieces import Card, Rank

SECONDS_PER_DISTRICT = 0.35
"""Seconds from one district to the next in the animation."""
HIDDEN_OPACITY = 0.12
"""Opacity of a district before its turn in the animation."""


class ScoredCard(BoxLayout):
    """A property and its points."""

    card = ObjectProperty(EXCUSE, rebind=True)
    points = NumericProperty(0)
    narrow = BooleanProperty(False)
    """Whether there is space for the card alone, without its points."""


class ScoredSide(BoxLayout):
    """One player's properties in a district, added up."""

    total = NumericProperty(0)
    won = BooleanProperty(False)
    colour = ListProperty(theme.ink)
    aces = StringProperty("")
    aces_in_short = StringProperty("")
    """A short form for narrow columns."""


class ScoredDistrict(BoxLayout):
    """A district between its sides, and its holder."""

    card = ObjectProperty(EXCUSE, rebind=True)
    holder = StringProperty("")
    colour = ListProperty(theme.quiet)


class TieBreakView(BoxLayout):
    """One comparison and its outcome."""

    criterion = StringProperty("")
    values = StringProperty("")
    outcome = StringProperty("")
    decides = BooleanProperty(False)


class ScoreView(BoxLayout):
    """The score of all seats, those of the far side above the districts."""

    names = ListProperty()
    sentence = StringProperty("")
    districts_won = ListProperty()
    totals = ListProperty()
    tokens = ListProperty()

    def show(self, result: Score, names: Sequence[str], options: Options) -> None:
        """Show a score.

        Args:
            result: The score.
            names: The player names, by seat.
            options: The options of the game.
        """
        self.names = list(names)
        self.sentence = words.say(result.why(names))
        self.districts_won, self.totals = list(result.districts_won), list(result.total_ranks)
        self.tokens = [str(held.total) if held is not None else "?" for held in result.tokens]
        self._show_tie_breaks(list_tie_breaks(result, names, options))
        self.ids.districts.clear_widgets()
        for district in result.districts:
            self.ids.districts.add_widget(_district(district, options, names))

    def clear(self) -> None:
        """Remove the districts and tie-breaks."""
        self.ids.districts.clear_widgets()
        self.ids.tie_breaks.clear_widgets()

    def animate(self) -> None:
        """Show one district after the other."""
        for number, view in enumerate(reversed(self.ids.districts.children)):
            view.opacity = HIDDEN_OPACITY
            wait = Animation(duration=number * SECONDS_PER_DISTRICT)
            (wait + Animation(opacity=1, duration=SECONDS_PER_DISTRICT)).start(view)

    def _show_tie_breaks(self, shown: Sequence[TieBreak]) -> None:
        self.ids.tie_breaks.clear_widgets()
        for number, tie_break in enumerate(shown):
            view = TieBreakView(criterion=words.say(tie_break.criterion), values=" : ".join(tie_break.values))
            view.outcome, view.decides = words.say(tie_break.outcome), number == len(shown) - 1
            self.ids.tie_breaks.add_widget(view)


def _district(district: DistrictScore, options: Options, names: Sequence[str]) -> ScoredDistrict:
    view = ScoredDistrict(card=district.card)
    if district.won_by is not None:
        view.holder, view.colour = names[district.won_by], theme.seats[district.won_by % len(theme.seats)]
    else:
        view.holder = words._("nobody")
    for side in district.sides:
        place = view.ids.far if is_far_seat(side.player, len(names)) else view.ids.near
        place.add_widget(_side(side, district.won_by == side.player, options))
    view.size_hint_x = max(1, len(view.ids.far.children), len(view.ids.near.children))
    return view


def _side(side: SideScore, won: bool, options: Options) -> ScoredSide:
    view = ScoredSide(total=side.total, won=won, colour=theme.seats[side.player % len(theme.seats)])
    for card in side.properties:
        view.ids.cards.add_widget(ScoredCard(card=card, points=property_value(card, side.properties, options)))
    aces = [card for card in side.properties if card.rank is Rank.ACE]
    view.aces = "\n".join(_ace(card, property_value(card, side.properties, options)) for card in aces)
    view.aces_in_short = "\n".join(f"A = {property_value(card, side.properties, options)}" for card in aces)
    return view


def _ace(card: Card, points: int) -> str:
    text: str = words.ngettext(
        "The Ace counts {number} property of {suit}", "The Ace counts {number} properties of {suit}", points
    ).format(number=points, suit=words.say(card.suits[0].wording()))
    return text


load_kv(__file__)
