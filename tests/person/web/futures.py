"""Plays Sorcerous Futures on the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.games.sorcerous_futures.reference import opening_bid
from tests.person.referee import Act, Expected, FuturesExpected, FuturesTable, acts
from tests.person.web.evening import Facts, Player, below, panel_of
from tests.person.web.eyes import Look
from tests.person.web.person import Person

MOST_IN_THE_MIDDLE = 5


class FuturesPlayer(Player):
    """Knows where on the pages of Sorcerous Futures what is."""

    absent = frozenset({"asked", "middle"})

    def do(self, person: Person, act: Act) -> Look:
        say = self.words
        match act:
            case acts.DealFive():
                for card in act.cards:
                    look = self.choose(person, card)
                look = person.tap(say("send"))
            case acts.TurnUp():
                look = self.choose(person, act.card)
            case acts.Offer():
                look = self.choose(person, act.card)
                if self._may_open(act):  # else a closed auction is the only kind, and begins with its card
                    look = person.tap(say("closed auction" if act.closed else "open auction"))
            case acts.Bid():
                look = self._bid(person, act.gold)
            case acts.Pass():
                look = self._pass(person, self.seats.names[act.seat])
            case acts.ClosedBids():
                look = self._seal(act)
            case acts.Show():
                look = self._show(person, act)
            case _:
                raise AssertionError(f"nobody knows how to {act}")
        return look

    def _may_open(self, act: acts.Offer) -> bool:
        """Whether the active player can afford the first bid for any card."""
        expected = self.table.expect()
        assert isinstance(expected, FuturesExpected)
        gold = expected.gold[act.seat]
        return any(opening_bid(card) <= gold for card in (act.card, *expected.middle))

    def _bid(self, person: Person, gold: int) -> Look:
        look = person.look()
        heads = look.named(self.words("how much"), exact=False)
        numbers = [one for one in look.named(str(gold)) if one.button and one.kind == "text"]
        offered = below(look, heads[0].text, numbers) if heads else []
        return person.press(offered[0]) if offered and offered[0].whole else self.type_number(person, gold)

    def _pass(self, person: Person, name: str) -> Look:
        """Who cannot bid higher has one answer, which says what happens then."""
        say = self.words("pass")

        def wanted(look: Look) -> list[Any]:
            whole = [one for one in look.named(say) if one.button]
            told = [one for one in look.named(name, exact=False) if one.button and re.search("pass", one.text)]
            return whole or told

        return person.press(person.find(wanted, say))

    def _seal(self, act: acts.ClosedBids) -> Look:
        """Each bids in secret; who looks again sees what was sent, and sending it again changes nothing."""
        say, last = self.words, len(act.bids) - 1
        for seat, bid in enumerate(act.bids):
            person = self.seats.people[seat]
            self._uncover(person, seat)
            look = self.type_number(person, bid)
            if seat == last:
                break
            if seat == 0:
                if self.seats.shared:
                    look = self._uncover(person, seat)
                if not look.named(say("sent")):
                    raise person.trouble("nothing says that the bid was sent", look)
                fields = [one.text for one in look.things if one.kind == "field"]
                stored = fields or [one.text for one in look.things if one.marked]
                if str(bid) not in stored:
                    raise person.trouble(f"the bid of {bid} is shown as {stored}", look)
                if fields:
                    person.tap_in_view(say("send"))
        return look

    def _uncover(self, person: Person, seat: int) -> Look:
        if not self.seats.shared:
            return person.look()
        person.tap(self.words("in private", name=self.seats.names[seat]))
        return person.tap(self.words("i am", name=self.seats.names[seat]))

    def _show(self, person: Person, act: acts.Show) -> Look:
        table = self.table
        assert isinstance(table, FuturesTable)
        look = person.look()
        if any(one.button for one in look.named(self.words("show"))):
            look = self.own(person, act.seat, self.words("show"))
        shown = getattr(table.rules, "turned_up", False)
        for place, card in act.valuations.items():
            if place == "X" and shown:
                continue  # it lies open already
            look = self.choose(person, card)
        return self.choose(person, act.crown)

    def read(self, look: Look, seat: int, person: Person) -> Facts:
        facts: Facts = {}
        panels = []
        for at, name in enumerate(self.seats.names):
            panel = panel_of(look, name)
            if panel is None:
                continue
            panels.append(panel)
            for label in (one for one in look.inside(panel) if one.text == self.words("gold")):
                facts["gold", at] = person.read_number(look, label)
        cards = [one for one in look.pictures("card") if not any(panel.holds(one.box) for panel in panels)]
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
        for look in person.pages():
            said = [one.text for one in look.things if one.kind == "text"]
            if any(all(name in text for name in (*names, *totals)) for text in said):
                return
        raise person.trouble(f"nothing says that {' and '.join(names)} won with {totals}")
