"""A whole game of Magnate, tapped: the hidden cards are the demonstration's, every move is its patient player's."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.sheets.cards import CardSheet
from companion.demo.deal import Deal
from companion.demo.patient_player import next_move
from companion.games.magnate import Phase, preset
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, EndTurn, Move, Sell, Trade
from companion.pieces import Card, Suit
from companion.rolls import AppDice
from tests.app.at_the_table import act, awaits_roll, tap_district, use


class Players:
    """Everybody at the table, with the cards that the tablet never sees."""

    def __init__(self, tablet: Tablet, kind: str, seed: int) -> None:
        self._tablet, self._kind = tablet, kind
        self._deal = Deal.from_seed(seed, preset(kind))
        self._dice = AppDice(Random(seed))

    def begin(self) -> None:
        """From the first screen to the table."""
        tablet = self._tablet
        tablet.tap(tablet.screen.entries["new_game"])
        form = tablet.screen
        tablet.tap(form.parts["preset"].pads[self._kind])
        row = form.parts["crowns"].deal
        for seat, held in enumerate(self._deal.setup.crowns[:-1]):
            tablet.tap(row.pads[seat])
            for crown in held:
                tablet.tap(row.targets[crown])
        tablet.tap(form.ids.start)
        assert tablet.screen.name == "table", form.notice
        tablet.screen.app_dice = self._dice

    def play(self) -> None:
        """Until it is over."""
        while not self._tablet.state.over:
            before = self._tablet.play.seq
            self.go_on()
            assert self._tablet.play.seq > before, (self._tablet.screen.sheet, self._tablet.state.phase)

    def go_on(self) -> None:
        """The next thing that somebody does."""
        tablet, state = self._tablet, self._tablet.state
        tablet.settle()
        if state.phase is Phase.ROLL:
            if not awaits_roll(tablet):
                act(tablet, "roll")
            tablet.tap(tablet.screen.sheet.pads[-1])
        elif state.phase is Phase.INCOME:
            tray = next(iter(tablet.screen.trays.shown.values()))
            tablet.tap(tray.view.suits.children[0])
        else:
            self._move(next_move(state, self._hand(state.player)))

    def _move(self, move: Move) -> None:
        match move:
            case AddToDeed():
                self._add(move)
            case Trade():
                act(self._tablet, "trade")
                view = self._tablet.screen.sheet.view
                for suit in (move.give, move.get):
                    if any(target.suit is suit and not target.disabled for target in view.suits.children):
                        self._tap_suit(view.suits, suit)
            case Develop() | BuyDeed() | Sell():
                self._card(move)
                self._hand_on(move.player, move.card, sold=isinstance(move, Sell) and move.district is None)
            case Draw() | EndTurn():
                act(self._tablet, "draw")
                if isinstance(move, Draw):
                    for _ in range(self._deal.drawn):
                        self._deal.draw(move.player)

    def _card(self, move: Develop | BuyDeed | Sell) -> None:
        tablet = self._tablet
        if not isinstance(tablet.screen.sheet, CardSheet):
            act(tablet, "play")
        tablet.settle(8)
        tablet.tap(tablet.screen.sheet.targets[move.card.kind])
        sheet = tablet.screen.sheet
        if isinstance(move, Sell):
            tablet.tap(use(sheet, "sell"))
        elif isinstance(move, BuyDeed) and sheet.view.decision.answers["use"] != "deed":
            tablet.tap(use(sheet, "deed"))
        if move.district is not None and tablet.state.phase is Phase.PLAY and tablet.screen.sheet is sheet:
            tap_district(tablet, move.district)

    def _add(self, move: AddToDeed) -> None:
        tablet = self._tablet
        act(tablet, "deed")
        view = tablet.screen.sheet.view
        if view.pick is not None:
            tablet.tap(view.pick.targets[move.card])
        tablet.tap(view.payment.ids.none)
        for suit, count in move.payment.items():
            for _ in range(count):
                self._tap_suit(view.payment.ids.paid, suit)
        tablet.tap(view.done)

    def _tap_suit(self, row: Any, suit: Suit) -> None:
        self._tablet.tap(next(target for target in row.children if target.suit is suit))

    def _hand(self, seat: int) -> list[Card]:
        """Two copies of a card are one on the tablet: whichever lies there, the other is still in the hand."""
        lying, decks = set(self._tablet.state.cards_on_table()), self._tablet.state.options.decks
        return [
            next((one for one in (Card(c.rank, c.suits, n + 1) for n in range(decks)) if one not in lying), c)
            for c in self._deal.hands[seat]
        ]

    def _hand_on(self, seat: int, card: Card, sold: bool) -> None:
        """Two copies of a card are one on the tablet, so whichever is in that hand goes."""
        hand = self._deal.hands[seat]
        played = next(one for one in hand if one.kind == card.kind)
        hand.remove(played)
        if sold:
            self._deal.discards.append(played)
