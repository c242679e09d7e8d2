"""A table of Magnate: how it is laid, what its players do, and what must be true."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.person.referee import acts
from tests.person.referee.acts import Act
from tests.person.referee.magnate_rules import CROWNS, DISTRICTS, Magnate, price
from tests.person.referee.names import suits_of
from tests.person.referee.table import Expected, Table


@dataclass(frozen=True)
class MagnateSetup:
    """What lies there before the first roll. A player may lay what the form proposes instead."""

    crowns: tuple[tuple[str, ...], ...]
    """By seat."""
    first: int = 0
    """The seat that rolls first."""

    @property
    def districts(self) -> tuple[str, ...]:
        """The district cards from seat 0's left; of three players, by the arms of the Y."""
        return DISTRICTS[len(self.crowns)]


@dataclass(frozen=True)
class Side:
    """One seat's cards in a district."""

    properties: tuple[str, ...]
    """The completed cards, from the district outwards."""
    deed: str | None
    on_deed: dict[str, int]
    """The tokens on the deed, by suit."""
    total: int


@dataclass(frozen=True)
class District:
    """A district and who leads it."""

    card: str
    sides: tuple[Side | None, ...]
    """By seat; None where a seat does not border on it."""
    leader: int | None
    """Nobody where the most is shared, as in an empty district."""
    margin: int
    """By how much."""


@dataclass(frozen=True)
class MagnateExpected(Expected):
    """What is true at a table of Magnate. ``phase``: roll, income, play, draw, over; the scores are districts won."""

    player: int
    """The current player."""
    turn: int
    """From 1."""
    tokens: tuple[dict[str, int], ...]
    """By seat and suit letter, zeros included; not those on deeds."""
    crowns: tuple[tuple[str, ...], ...]
    districts: tuple[District, ...]
    pile: int
    discards: int
    last_turns: int | None
    """The turns left, this one included, once the pile is exhausted."""
    taxed: tuple[dict[str, int], ...]
    """What this turn's roll took from each seat."""
    income: tuple[dict[str, int], ...]
    """What it brought each seat so far."""
    totals: tuple[int, ...]
    """By seat, over all districts."""
    decided_by: str
    """When the game is over: districts, total, tokens or draw."""


def deal(seats: int, dice: random.Random) -> MagnateSetup:
    """Deal the Crowns and choose who rolls first (B3, B6, F8)."""
    crowns = dice.sample(CROWNS, 6)
    each = 6 // seats
    return MagnateSetup(tuple(tuple(crowns[seat * each :][:each]) for seat in range(seats)), dice.randrange(seats))


class MagnateTable(Table):
    """Plays so that every kind of move occurs; each seat saves until a count reaches two figures."""

    game = "magnate"

    def __init__(self, setup: MagnateSetup, dice: random.Random) -> None:
        super().__init__()
        self.setup = setup
        self.seats = len(setup.crowns)
        self.rules = Magnate([list(own) for own in setup.crowns], list(setup.districts), setup.first, dice)
        self.dice = dice
        self.rich = False

    def hand(self, seat: int) -> Sequence[str]:
        """Return the cards that a seat holds, which only that player knows."""
        return tuple(self.rules.hands[seat])

    def expect(self) -> MagnateExpected:
        rules, seats = self.rules, range(self.seats)
        over = rules.phase == "over"
        winner, by = rules.verdict()
        asked = {"income": tuple(sorted({seat for _, seat in rules.owed})), "over": ()}
        return MagnateExpected(
            phase=rules.phase,
            asked=asked.get(rules.phase, (rules.player,)),
            over=over,
            scores=tuple(map(rules.won, seats)) if over else (),
            winners=(winner,) if over and winner is not None else (),
            player=rules.player,
            turn=rules.turn,
            tokens=tuple({suit: purse[suit] for suit in "MSWLYK"} for purse in rules.tokens),
            crowns=self.setup.crowns,
            districts=tuple(self._district(place) for place in range(len(rules.districts))),
            pile=len(rules.deck),
            discards=len(rules.discards),
            last_turns=rules.last_turns,
            taxed=tuple(map(dict, rules.taxed)),
            income=tuple(map(dict, rules.income)),
            totals=tuple(map(rules.total_ranks, seats)),
            decided_by=by if over else "",
        )

    def _district(self, place: int) -> District:
        leader, margin = self.rules.leads(place)
        sides = tuple(self._side(place, seat) for seat in range(self.seats))
        return District(self.rules.districts[place], sides, leader, margin)

    def _side(self, place: int, seat: int) -> Side | None:
        rules = self.rules
        if rules.columns[place][seat] is None:
            return None
        on_deed = {suit: number for suit, number in rules.deeds.get((place, seat), Counter()).items() if number}
        complete = tuple(rules.complete(place, seat))
        return Side(complete, rules.deed(place, seat), on_deed, rules.total(place, seat))

    def _put(self, seat: int, what: str, now: int) -> int:
        was = self.rules.tokens[seat][what]
        self.rules.tokens[seat][what] = now
        return was

    def _play(self) -> Act:
        rules, dice = self.rules, self.dice
        self.rich = self.rich or any(number > 9 for purse in rules.tokens for number in purse.values())
        match rules.phase:
            case "roll":
                both = dice.randint(1, 10), dice.randint(1, 10)
                tax = dice.randint(1, 6) if 1 in both else None
                rules.roll(both, tax)
                return acts.Roll(rules.player, both, tax)
            case "income":
                return self._take_income()
            case _:
                return self._aside() or (self._card() if rules.phase == "play" else self._end())

    def _take_income(self) -> Act:
        place, seat = self.dice.choice(self.rules.owed)
        card = self.rules.deed(place, seat) or ""
        suit = max(suits_of(card), key=lambda one: self.rules.tokens[seat][one])
        self.rules.take_deed_income(seat, card, suit)
        return acts.TakeDeedIncome(seat, card, suit)

    @property
    def saved(self) -> str:
        """The suit that the current player saves until a count has two figures; then none."""
        purse = self.rules.tokens[self.rules.player]
        return "" if self.rich else max("MSWLYK", key=lambda suit: purse[suit])

    def _aside(self) -> Act | None:
        """Sometimes a trade, or tokens onto a deed."""
        rules, dice, seat = self.rules, self.dice, self.rules.player
        purse, saved = rules.tokens[seat], self.saved
        plenty = [suit for suit, number in purse.items() if number >= 3 and suit != saved]
        if plenty and dice.random() < 0.15:
            give = dice.choice(plenty)
            get = dice.choice([suit for suit in "MSWLYK" if suit != give])
            rules.trade(give, get)
            return acts.Trade(seat, give, get)
        for (place, owner), on_it in list(rules.deeds.items()):
            card = rules.deed(place, owner) or ""
            usable = [suit for suit in suits_of(card) if suit != saved for _ in range(purse[suit])]
            if owner == seat and usable and dice.random() < (0.6 if self.rich else 0.2):
                most = min(len(usable), price(card) - on_it.total())
                pays = Counter(dice.sample(usable, dice.randint(1, most)))
                rules.add_to_deed(place, pays)
                return acts.AddToDeed(seat, card, place, rules.districts[place], dict(pays))
        return None

    def _card(self) -> Act:
        rules, dice, seat = self.rules, self.dice, self.rules.player
        purse = rules.tokens[seat]
        for card in dice.sample(rules.hands[seat], len(rules.hands[seat])):
            places, each = rules.places(card), Counter(suits_of(card))
            if not places or not purse >= each or self.saved in each:
                continue
            place = dice.choice(places)
            at = rules.districts[place]
            spare = [suit for suit in suits_of(card) for _ in range(purse[suit] - 1)]
            more = price(card) - len(each)
            if len(spare) >= more and dice.random() < (0.8 if self.rich or price(card) < 4 else 0.4):
                pays = each + Counter(dice.sample(spare, more))
                rules.develop(card, place, pays)
                return acts.Develop(seat, card, place, at, dict(pays))
            if card[0] != "2" and dice.random() < 0.4:
                rules.buy_deed(card, place, each)
                return acts.BuyDeed(seat, card, place, at, dict(each))
        hand = dice.sample(rules.hands[seat], len(rules.hands[seat]))
        card = max(hand, key=lambda one: self.saved in suits_of(one)) if self.saved else hand[0]
        rules.sell(card)
        return acts.Sell(seat, card)

    def _end(self) -> Act:
        rules, seat = self.rules, self.rules.player
        if rules.draws:
            shuffles = not rules.deck
            rules.draw()
            return acts.Draw(seat, shuffles)
        rules.end_turn()
        return acts.EndTurn(seat)
