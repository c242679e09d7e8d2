"""Plays Sorcerous Futures on the pages."""

import re
from collections.abc import Mapping
from typing import Any

from tests.games.sorcerous_futures.reference import opening_bid
from tests.person.referee import Act, Expected, FuturesExpected, FuturesTable, acts
from tests.person.web.evening import Facts, Player, panel_of
from tests.person.web.person import Person
from tests.person.web.screen import Screen

MOST_IN_THE_MIDDLE = 6
"""Five cards, and the valuation that is turned up under the Excuse."""


class FuturesPlayer(Player):
    """Knows where on the pages of Sorcerous Futures what is."""

    absent = frozenset({"asked", "middle"})

    def do(self, person: Person, act: Act) -> Screen:
        say = self.words
        match act:
            case acts.DealFive():
                for card in act.cards:
                    screen = self.choose(person, card)
            case acts.TurnUp():
                screen = self.choose(person, act.card)
            case acts.Offer():
                screen, kind = self.choose(person, act.card), say("closed auction" if act.closed else "open auction")
                # If only a closed auction is possible, one of the listed cards begins it, but none on the table.
                if self._may_open(act) or any(one.button for one in screen.named(kind)):
                    screen = person.tap(kind)
            case acts.Bid():
                screen = self.number(person, say("how much"), act.gold)
            case acts.Pass():
                screen = self._pass(person, self.seats.names[act.seat])
            case acts.ClosedBids():
                screen = self._seal(act)
            case acts.Show():
                screen = self._show(person, act)
            case _:
                raise AssertionError(f"nobody knows how to {act}")
        return screen

    def _may_open(self, act: acts.Offer) -> bool:
        """Whether the active player can afford the first bid for any card."""
        expected = self.table.expect()
        assert isinstance(expected, FuturesExpected)
        gold = expected.gold[act.seat]
        return any(opening_bid(card) <= gold for card in (act.card, *expected.middle))

    def _pass(self, person: Person, name: str) -> Screen:
        """Who cannot bid higher has one answer, which says what happens then."""
        say = self.words("pass")

        def wanted(screen: Screen) -> list[Any]:
            whole = [one for one in screen.named(say) if one.button]
            passing = [one for one in screen.named(name, exact=False) if one.button and re.search("pass", one.text)]
            return whole or passing

        return person.press(person.find(wanted, say))

    def _seal(self, act: acts.ClosedBids) -> Screen:
        """Each bids in secret; who looks again sees what was sent, and sending it again changes nothing."""
        say, last = self.words, len(act.bids) - 1
        for seat, bid in enumerate(act.bids):
            person = self.seats.people[seat]
            self._uncover(person, seat)
            screen = self.type_number(person, bid)
            if seat == last:
                break
            if seat == 0:
                if self.seats.shared:
                    screen = self._uncover(person, seat)
                if not screen.named(say("sent")):
                    raise person.trouble("nothing says that the bid was sent", screen)
                fields = [one.text for one in screen.things if one.kind == "field"]
                stored = fields or [one.text for one in screen.things if one.marked]
                if str(bid) not in stored:
                    raise person.trouble(f"the bid of {bid} is shown as {stored}", screen)
                if fields:
                    person.tap_in_view(say("send"))
                elif self.seats.shared:
                    person.tap(say("cover"))
        active = self.seats.people[act.seat]
        return screen if person is active else self.waits(active, self.table.expect().asked)

    def _uncover(self, person: Person, seat: int) -> Screen:
        if not self.seats.shared:
            return person.screen()
        person.tap(self.words("in private", name=self.seats.names[seat]))
        return person.tap(self.words("i am", name=self.seats.names[seat]))

    def _show(self, person: Person, act: acts.Show) -> Screen:
        table = self.table
        assert isinstance(table, FuturesTable)
        screen = person.screen()
        if any(one.button for one in screen.named(self.words("show"))):
            screen = self.own(person, act.seat, self.words("show"))
        shown = getattr(table.rules, "turned_up", False)
        for place, card in act.valuations.items():
            if place == "X" and shown:
                continue  # it lies open already
            screen = self.choose(person, card, act.seat)
        return self.choose(person, act.crown, act.seat)

    def read(self, screen: Screen, seat: int, person: Person) -> Facts:
        facts: Facts = {}
        panels = []
        for at, name in enumerate(self.seats.names):
            panel = panel_of(screen, name)
            if panel is None:
                continue
            panels.append(panel)
            for label in (one for one in screen.inside(panel) if one.text == self.words("gold")):
                facts["gold", at] = person.read_number(screen, label)
        # What lies in the same frame as one player's pieces is that player's, or is asked of that player.
        frames = [one for one in screen.frames if sum(one.holds(panel) for panel in panels) == 1]
        own = [*panels, *(frames if self.seats.shared else [])]
        cards = [one for one in screen.pictures("card") if not any(frame.holds(one.box) for frame in own)]
        free = [one for one in cards if one.box.width > 60 and one.text not in ("X", "back")]
        if len(free) <= MOST_IN_THE_MIDDLE:  # more is the deck, of which some are to be chosen
            facts.update({("middle", one.text): True for one in free})
        return facts

    def truth(self, expected: Expected) -> Mapping[tuple[Any, ...], Any]:
        assert isinstance(expected, FuturesExpected)
        truth: Facts = {("gold", seat): gold for seat, gold in enumerate(expected.gold)}
        truth.update({("middle", card): True for card in expected.middle})
        assert isinstance(self.table, FuturesTable)
        if self.table.rules.turned_up:  # under the Excuse
            truth["middle", self.table.rules.valuations["X"]] = True
        return truth

    def read_end(self, person: Person, seat: int, expected: Expected) -> None:
        names = [self.seats.names[winner] for winner in expected.winners]
        totals = {str(expected.scores[winner]) for winner in expected.winners}
        person.top()
        for screen in person.pages():
            texts = [one.text for one in screen.things if one.kind == "text"]
            if any(all(name in text for name in (*names, *totals)) for text in texts):
                return
        raise person.trouble(f"nothing says that {' and '.join(names)} won with {totals}")
