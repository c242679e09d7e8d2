"""Putting right which Crowns were dealt to whom, and which district lies where."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.kv import load_beside
from companion.app.widgets.sheet import Sheet
from companion.games.magnate.moves import Correct, CrownsFact, DistrictFact, Fact


class DealtSheet(Sheet):
    """The Crowns and the row of districts as the game has them, to be tapped into place."""

    table = ObjectProperty()
    crowns_shown = BooleanProperty(True)
    """Whether six Crowns were dealt to two players, so that one tap can tell whose each is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = self.table.state
        self.crowns_shown = [len(held) for held in state.crowns] == [self.ids.crowns.each] * 2
        if self.crowns_shown:
            self.ids.crowns.near = [crown.suits[0] for crown in state.crowns[0]]
        self.ids.districts.districts = [district.card for district in state.districts]

    def done(self) -> None:
        state = self.table.state
        facts: list[Fact] = [
            CrownsFact(seat, was, now)
            for seat, (was, now) in enumerate(zip(state.crowns, self.ids.crowns.crowns(), strict=False))
            if self.crowns_shown and set(was) != set(now)
        ]
        facts += [
            DistrictFact(place, district.card, now)
            for place, (district, now) in enumerate(zip(state.districts, self.ids.districts.districts, strict=True))
            if district.card != now
        ]
        if not facts or self.table.propose(Correct(tuple(facts))):
            self.close()


load_beside(__file__)
