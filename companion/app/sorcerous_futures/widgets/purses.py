"""The players of Sorcerous Futures: their gold, the cards in front of them, and those they bought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.state import State
from companion.pieces import Card

ShownCard = tuple[Card, str]
"""A card and what stands below it."""


class TableCard(BoxLayout):
    """A card with a few letters below it: what it cost, or at the end what it brings."""

    card = ObjectProperty(EXCUSE, rebind=True)
    text = StringProperty("")


class PurseView(BoxLayout):
    """One player: the name, the gold, the Aces with what lies under them, and the cards bought with their prices.

    At the end it shows what each card brings, and the gold in all.
    """

    name = StringProperty("")
    gold = StringProperty("")
    colour = ListProperty(theme.ink)
    at_turn = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: dict[str, list[ShownCard]] = {}
        """The cards of each row."""

    def show(self, state: State, seat: int, name: str) -> None:
        """Show a player.

        Args:
            state: The state.
            seat: The player's seat.
            name: The player name.
        """
        self.at_turn = seat == asked_seat(state) and not state.over
        self.name = f"• {name}" if self.at_turn else name
        self.colour = list(theme.seats[seat % len(theme.seats)])
        result = score(state).seats[seat] if state.over else None
        self.gold = str(state.gold[seat] if result is None else result.total)
        crown = state.crowns[seat]
        front = [part for under in state.front(seat) for part in (under, state.valuation(under)) if part is not None]
        self._lay("front", [(card, "") for card in (*front, *(() if crown is None else (crown,)))])
        if result is None:
            self._lay("bought", [(one.card, str(one.gold)) for one in state.bought[seat]])
        else:
            self._lay("bought", [(one.card, f"+{one.worth}") for one in result.cards])

    def cards(self, row: str) -> list[ShownCard]:
        """Return the cards in a row, ``front`` or ``bought``, with what stands below each."""
        return self._shown.get(row, [])

    def _lay(self, row: str, cards: list[ShownCard]) -> None:
        if self._shown.get(row) == cards:
            return
        self._shown[row] = cards
        self.ids[row].clear_widgets()
        for card, text in cards:
            self.ids[row].add_widget(TableCard(card=card, text=text))
        self.ids[row].add_widget(Widget(size_hint_x=0.001))


class PursesView(GridLayout):
    """All players, by seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.purses: list[PurseView] = []

    def show(self, state: State, names: Sequence[str]) -> None:
        """Show all players.

        Args:
            state: The state.
            names: The player names, by seat.
        """
        if len(self.purses) != state.seats:
            self.clear_widgets()
            self.purses = [PurseView() for _ in range(state.seats)]
            for view in self.purses:
                self.add_widget(view)
        for seat, view in enumerate(self.purses):
            view.show(state, seat, names[seat])


def asked_seat(state: State) -> int:
    """Return the seat that bids now, or the active player's."""
    bidder = state.auction.to_bid if state.auction is not None else None
    return state.player if bidder is None else bidder


load_kv(__file__)
