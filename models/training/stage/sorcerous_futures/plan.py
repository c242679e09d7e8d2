"""Ground plan of a table of Sorcerous Futures: five cards in the middle, and each seat's cards in front of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.pieces import Card
from models.training.scenes.table_layout import CardPlacer, LaidCard, Table

_SIDES = {0.0: 118.0, 90.0: 305.0, 180.0: 118.0, 270.0: 305.0}
"""Distance of the Aces from the table's centre by the side of the table, in millimetres; 0: near, 90: left."""
_ACES = (-135.0, -65.0)
_CROWN = -205.0
_FIRST_BOUGHT, _IN_A_ROW, _ROW_PITCH = 10.0, 5, 95.0
_TUCKED, _SHOWN = 18.0, 82.0
"""Distance of a valuation's centre from its Ace's, while it is hidden under it and once it is shown."""
_REACH = (410.0, 262.0)
"""Half of what the camera must cover, in millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class FuturesPlan:
    """How these players lay out their table, in millimetres and degrees."""

    placer: CardPlacer
    sides: tuple[float, ...]
    """The side of the table at which each seat sits, in degrees clockwise from the near one."""
    pitch: float
    """Distance of neighbours in the middle."""
    step: float
    """Distance of neighbours among bought cards."""

    @classmethod
    def random(cls, seats: int, rng: np.random.Generator) -> FuturesPlan:
        """Return a random ground plan."""
        sides = list(_SIDES)
        if seats == 3:
            sides.pop(int(rng.integers(1, 4)))
        return cls(CardPlacer(rng), tuple(sides), float(rng.uniform(69, 74)), float(rng.uniform(36, 43)))

    @property
    def span(self) -> tuple[float, float, float, float]:
        """What the camera must cover: left, top, right, bottom."""
        return -_REACH[0], -_REACH[1], _REACH[0], _REACH[1]

    def opening_table(self, state: State) -> Table:
        """Return the table before the first deal: Aces and Excuse, with hidden valuations under them."""
        return Table(
            tuple(card for seat in range(state.seats) for card in self.front(state, seat)) + self.nobodys(state)
        )

    def front(self, state: State, seat: int) -> tuple[LaidCard, ...]:
        """Return the Aces or the Excuse of a seat, with the valuations under them that are hidden."""
        laid: list[LaidCard] = []
        for under, right in zip(state.front(seat), _ACES, strict=False):
            if state.valuation(under) is None:
                laid.append(self._lay(None, seat, right, _TUCKED, "hidden"))
            laid.append(self._lay(under, seat, right, 0.0, "front"))
        return tuple(laid)

    def nobodys(self, state: State) -> tuple[LaidCard, ...]:
        """Return the Excuse that is nobody's, at the free side of the table; nothing with four players."""
        if state.seats == 4:
            return ()
        hidden = (self._lay_at(None, self._free_side, 0.0, _TUCKED, "hidden"),) if not state.valuation(EXCUSE) else ()
        return (*hidden, self._lay_at(EXCUSE, self._free_side, 0.0, 0.0, "front"))

    def in_the_middle(self, card: Card | None, place: int) -> LaidCard:
        """Return a card (None: face down) at one of the five places of the middle."""
        return self.placer.lay(LaidCard(card, (place - 2) * self.pitch, 0.0, 0.0, "middle"))

    def bought(self, card: Card, seat: int, number: int) -> LaidCard:
        """Return a bought card, ``number`` of them being there already."""
        row, place = divmod(number, _IN_A_ROW)
        return self._lay(card, seat, _FIRST_BOUGHT + place * self.step, row * _ROW_PITCH, "bought")

    def shown(self, card: Card, seat: int, number: int) -> LaidCard:
        """Return the valuation next to a seat's Ace or Excuse of this number."""
        return self._lay(card, seat, _ACES[number], _SHOWN, "shown")

    def turned_up(self, card: Card) -> LaidCard:
        """Return the valuation next to the Excuse that is nobody's."""
        return self._lay_at(card, self._free_side, 0.0, _SHOWN, "shown")

    def crown(self, card: Card, seat: int) -> LaidCard:
        """Return a seat's Crown."""
        return self._lay(card, seat, _CROWN, 0.0, "crown")

    def table_of(self, state: State) -> Table:
        """Return the whole table of a state, as it lies at rest."""
        laid = list(self.opening_table(state).cards)
        laid += [self.in_the_middle(card, place) for place, card in enumerate(state.middle)]
        for seat, own in enumerate(state.bought):
            laid += [self.bought(one.card, seat, number) for number, one in enumerate(own)]
            for number, under in enumerate(state.front(seat)):
                if (card := state.valuation(under)) is not None:
                    laid.append(self.shown(card, seat, number))
            if (crown := state.crowns[seat]) is not None:
                laid.append(self.crown(crown, seat))
        turned = state.valuation(EXCUSE) if state.seats == 3 else None
        return Table((*laid, *([self.turned_up(turned)] if turned is not None else [])))

    @property
    def _free_side(self) -> float:
        return next(side for side in _SIDES if side not in self.sides)

    def _lay(self, card: Card | None, seat: int, right: float, outwards: float, role: str) -> LaidCard:
        return self._lay_at(card, self.sides[seat], right, outwards, role, seat)

    def _lay_at(
        self, card: Card | None, side: float, right: float, outwards: float, role: str, seat: int | None = None
    ) -> LaidCard:
        """Return a card as the player at this side of the table lays it."""
        turn = math.radians(side)
        away = _SIDES[side] + outwards
        x, y = right * math.cos(turn) - away * math.sin(turn), right * math.sin(turn) + away * math.cos(turn)
        return self.placer.lay(LaidCard(card, x, y, side, role, side=seat))
