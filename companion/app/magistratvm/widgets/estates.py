"""The Family Estates: each player's pieces, and the Provinces won, with the coins of Governors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.magistratvm.textures import suit_mask, tile_picture
from companion.app.theme import theme
from companion.games.magistratvm.gold import gold_of
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import TOKENS, State
from companion.games.magistratvm.waiting import current_seat
from companion.locale import Message, Wording
from companion.pieces.piecepack import Suit


class WonProvince(FloatLayout):
    """A Province that was won."""

    tile = ObjectProperty(None, allownone=True)
    gold = StringProperty("")
    governed = BooleanProperty(False)
    suit = ObjectProperty(Suit.SUNS)
    colour = ListProperty(theme.ink)
    picture, mask = staticmethod(tile_picture), staticmethod(suit_mask)


class EstateView(BoxLayout):
    """One player's gold, Income die, tokens and Patricians; and the Provinces in the order of winning."""

    name = StringProperty("")
    has = StringProperty("")
    colour = ListProperty(theme.ink)

    def show(self, state: State, seat: int, name: str) -> None:
        """Show a player's estate; a dot marks the player who is asked.

        Args:
            state: The state.
            seat: The player's seat.
            name: The player name.
        """
        suit, own, colour = state.suits[seat], state.decided[seat], list(theme.seats[seat % len(theme.seats)])
        self.name = f"• {name}" if not state.over and current_seat(state) == seat else name
        self.has, self.colour = words.say(_has(state, seat)), colour
        self.won = [
            WonProvince(
                tile=one.tile, gold=str(one.gold) if one.gold else "", governed=one.governed, suit=suit, colour=colour
            )
            for one in own
        ]
        self.ids.won.clear_widgets()
        for view in self.won:
            self.ids.won.add_widget(view)


class EstatesView(BoxLayout):
    """The estates of all players."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.estates: dict[int, EstateView] = {}
        """By seat."""

    def show(self, state: State, names: Sequence[str]) -> None:
        """Show all estates, by seat."""
        if len(self.estates) != state.seats:
            self.clear_widgets()
            self.estates = {seat: EstateView() for seat in range(state.seats)}
            for view in self.estates.values():
                self.add_widget(view)
        for seat, view in self.estates.items():
            view.show(state, seat, names[seat])


def _has(state: State, seat: int) -> Message:
    values: Wording = {
        "gold": gold_of(state, seat),
        "die": state.dice[seat],
        "tokens": TOKENS - state.placed(seat),
        "patricians": state.patricians(seat),
        "influence": score(state).seats[seat].total,
    }
    return Message(
        "Gold: {gold}, die: {die}, tokens: {tokens}, Patricians: {patricians}, influence: {influence}", values
    )


load_kv(__file__)
