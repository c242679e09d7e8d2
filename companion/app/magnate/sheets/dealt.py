"""Corrects which Crowns were dealt to whom, and the row of districts."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.moves import Correct, CrownsFact, DistrictFact, Fact


class DealtSheet(Sheet):
    """The Crowns and the districts of the game, to be corrected by tapping."""

    table = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = self.table.state
        self.ids.crowns.begin(self.table.names, state.options.crowns_each, self._decks(), state.crowns)
        self.ids.districts.districts = [district.card for district in state.districts]

    def done(self) -> None:
        """Propose what was changed, and close the sheet if it is taken."""
        state = self.table.state
        facts: list[Fact] = [
            CrownsFact(seat, was, now)
            for seat, (was, now) in enumerate(zip(state.crowns, self.ids.crowns.crowns(), strict=True))
            if set(was) != set(now)
        ]
        facts += [
            DistrictFact(place, district.card, now)
            for place, (district, now) in enumerate(zip(state.districts, self.ids.districts.districts, strict=True))
            if district.card != now
        ]
        if not facts or self.table.propose(Correct(tuple(facts))):
            self.close()

    def _decks(self) -> int:
        return max(card.copy for held in self.table.state.crowns for card in held)


load_kv(__file__)
