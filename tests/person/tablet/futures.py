"""Sorcerous Futures at the tablet: what people tap for what they do at the table, and what they read there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.person.referee import FuturesExpected, FuturesTable, acts
from tests.person.referee.acts import Act
from tests.person.referee.names import card_name
from tests.person.tablet.forms import FormPeople
from tests.person.tablet.screen import Box, Screen

LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "open": "Open auction",
        "closed": "Closed auction",
        "pass": "Pass",
        "only pass": "{} passes",
        "show": "Show them",
    },
    "fr": {
        "open": "Enchère ouverte",
        "closed": "Enchère fermée",
        "pass": "Passer",
        "only pass": "{} passe",
        "show": "Les montrer",
    },
}


class FuturesPeople(FormPeople):
    """Everybody at a table of Sorcerous Futures."""

    def begin(self, table: FuturesTable) -> None:
        """Open the form, fill it in, and set the table up."""
        self.open_form("Sorcerous Futures")
        self.fill_in(table)

    def fill_in(self, table: FuturesTable) -> None:
        """Fill the form in, and set the table up."""
        self.labels = LABELS[self.language]
        for name, own in zip(self.names, table.setup.aces, strict=True):
            if own:
                self.choose(f"{name} 0/{len(own)}")
                for ace in own:
                    self.tap_thing(self._target(ace, "PieceTarget"))
        self.tap(self.common["start"])

    def play(self, table: FuturesTable, most: int = 10_000) -> None:
        """Play until the game is over, or this many acts; the screen is read after each."""
        self.check(table.expect(), "the first sight of the table")
        while not table.over and most:
            act, most = table.next_act(), most - 1
            self.steps.append(f"-- seat {act.seat}: {act}")
            self.do(act)
            if table.over:
                self.read_count(table.expect())
            else:
                self.check(table.expect(), str(act))

    def do(self, act: Act) -> None:
        """Do on the screen what is done at the table."""
        match act:
            case acts.DealFive(_, cards):
                self.pick(cards)
            case acts.TurnUp(_, card):
                self.pick([card])
            case acts.Offer(_, card, closed, _):
                self.choose(self.labels["closed" if closed else "open"])
                self.pick([card])
            case acts.Bid(_, gold):
                self.enter(gold)
            case acts.Pass():
                only = self.labels["only pass"].format(self.names[act.seat])
                self.choose(only if self.sees(only) else self.labels["pass"])
            case acts.ClosedBids(_, bids):
                for seat, gold in enumerate(bids):
                    self._seal(seat, gold)
            case acts.Show(seat, valuations, crown):
                if not self.is_open(seat):
                    self.tap_thing(self.asked(seat, self.labels["show"]))
                self._show(dict(valuations), crown)
            case _:
                raise self.wrong(f"nobody knows how to {act}")

    def _seal(self, seat: int, gold: int) -> None:
        """Bid so that nobody else sees it."""
        self.tap_thing(self.asked(seat, self.common["alone"]))
        cover = [one for one in self.read().named(self.names[seat], exact=False) if one.frame("Pad") and one.button]
        self.tap_thing(cover[0])
        self.enter(gold)

    def _show(self, valuations: dict[str, str], crown: str) -> None:
        while valuations:
            words = self.read().words()
            place = next((one for one in valuations if card_name(one, self.language) in words), None)
            if place is None:
                raise self.wrong("nothing asks what lies under an own card")
            self.pick([valuations.pop(place)])
        self.pick([crown])

    # reading

    def check(self, expected: FuturesExpected, after: str) -> None:
        """Compare what the table shows with what is true; what a long question leaves no space for is dragged up."""
        self.same(lambda screen: self._middle(screen, expected), after)
        seen: set[str] = set()
        self.inspect("SeatView", lambda screen: self._purses(screen, expected, seen), seen, set(self.names), after)

    def _purses(self, screen: Screen, expected: FuturesExpected, seen: set[str]) -> Iterator[str]:
        for seat, name in enumerate(self.names):
            purse = self._purse(screen, name)
            if purse is None:
                continue
            seen.add(name)
            there = screen.inside(purse)
            texts = [one for one in there if one.frame("CountView") and one.text.isdigit()]
            gold = int(max(texts, key=lambda one: one.box.height).text) if texts else None
            if gold != expected.gold[seat]:
                yield f"{name} has {gold} gold, true is {expected.gold[seat]}"
            cards = {one.text for one in there if one.kind == "card"}
            missing = {*expected.aces[seat], *expected.bought[seat]} - cards
            if missing:
                yield f"{name}: {sorted(missing)} are not seen"

    @staticmethod
    def _purse(screen: Screen, name: str) -> Box | None:
        """The purse of a player, if it is whole in its list."""
        for thing in screen.named(name, exact=False):
            purse, board = thing.frame("SeatView"), thing.frame("ScrollView")
            if purse and board and board.holds(purse) and re.fullmatch(rf"(• )?{re.escape(name)}", thing.text):
                return purse
        return None

    def _middle(self, screen: Screen, expected: FuturesExpected) -> Iterator[str]:
        lying = [one for one in screen.pictures("card") if one.frame("LaidView") and not one.frame("SeatView")]
        apart = {one.frame("LaidView") for one in lying if one.text == "X"}
        shown = {one.text for one in lying if one.frame("LaidView") not in apart}
        if shown != set(expected.middle):
            yield f"the middle shows {sorted(shown)}, true is {sorted(expected.middle)}"
        auction = expected.auction
        if auction is not None and auction.leader is not None:
            bid = [one.text for one in screen.named(self.names[auction.leader], exact=False) if one.frame("LaidView")]
            if not any(str(auction.bid) in re.findall(r"\d+", one) for one in bid):
                yield f"the bid of {auction.bid} by {self.names[auction.leader]} is not read"
