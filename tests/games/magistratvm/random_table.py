"""The reference played at random: what happens, and where the table stands after it."""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.games.magistratvm.reference import FOUR, INFLUENCE, THREE, TILES, Event, Forbidden
from tests.games.magistratvm.reference_actions import BELOW
from tests.games.magistratvm.reference_elections import Table

Stands = dict[str, Any]
"""What everybody at the table sees."""
_SUMMARISED = (
    *("circuit", "pile", "tokens", "tile_gold", "won", "discarded", "governed", "offices", "gold", "dice", "prefect"),
    *("prefect_gold", "turn", "final", "phase", "rolling", "with_income", "falling", "still_to_vote", "to_move"),
)


def stands(table: Table) -> Stands:
    """A copy that later moves do not change. Pieces that lie together have no order."""
    summary = {name: deepcopy(getattr(table, name)) for name in _SUMMARISED}
    summary["offices"] = {office: sorted(own) for office, own in summary["offices"].items()}
    summary["tokens"] = {tile: summary["tokens"][tile] for tile in table.contested()}
    summary["tile_gold"] = {tile: gold for tile, gold in summary["tile_gold"].items() if gold}
    summary["with_income"] = sorted(table.with_income) if table.phase == "income" else []
    for name in ("governed", "discarded"):
        summary[name] = sorted(summary[name])
    bidding, asked = table.phase == "bidding", table.phase in ("bidding", "action", "falling")
    summary["asked"] = table.asked if asked else None
    summary["bid"] = (table.highest, table.bid) if bidding and table.highest is not None else None
    summary["bidders"] = sorted(table.bidders) if bidding else None
    summary["lent"] = list(table.lent) if table.phase == "election" else None
    return summary


def random_table(seed: int, **readings: bool) -> tuple[Table, random.Random]:
    """The table of this seed: three and four players in turn, and the switches; ``readings`` are others still."""
    dice = random.Random(seed)
    tiles = dice.sample(TILES, 6)
    spaces = dict(FOUR if seed % 2 else THREE)
    spaces["praetor"] += seed % 16 > 11
    table = Table(
        list(tiles),
        3 + seed % 2,
        spaces,
        governed_gold_bids=seed % 4 < 2,
        value_by_votes=seed % 8 > 3,
        last_after_turn=seed % 16 > 7,
    )
    for reading, chosen in readings.items():
        setattr(table, reading, chosen)
    return table, dice


def play(table: Table, dice: random.Random) -> Iterator[tuple[Event, Stands]]:
    """Plays it to its end: each event with where the table stands after it."""
    player = RandomPlayer(table, dice)
    while table.phase != "over":
        event = player.next()
        yield event, stands(table)


class RandomPlayer:
    """Does what comes to mind and is allowed, for whoever is asked."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self.table = table
        self.dice = dice
        self.eager = dice.choice((0.6, 0.75, 0.85))
        self.office = dice.choice((0.3, 0.5, 0.7))
        self.refused: list[tuple[Event, str]] = []
        """What was thought of and is not allowed since the last that was, and the rule."""

    def next(self) -> Event:
        """Something allowed, done."""
        self.refused = []
        for event in self.thoughts():
            try:
                self.table.act(event)
            except Forbidden as forbidden:
                self.refused.append((event, str(forbidden)))
                continue
            return event
        raise AssertionError("nothing is allowed")

    def thoughts(self) -> Iterator[Event]:
        """Several that may not be allowed; then one that is, where the player asked can always do that."""
        for _ in range(12):
            yield self.thought()
        yield from self.last_resort()
        for _ in range(1000):
            yield self.thought()

    def thought(self) -> Event:
        """Something that the rules may not allow."""
        if self.table.phase not in ("roll", "over") and self.dice.random() < 0.03:
            giver, taker = self.dice.sample(range(self.table.seats), 2)
            return ("give", giver, taker, self.dice.randint(1, 4), self.source(giver, 2))
        thoughts: dict[str, Callable[[], Event]] = {
            "roll": lambda: ("roll", [self.dice.randint(1, 6) for _ in self.table.rolling]),
            "income": self.income,
            "bidding": self.bid,
            "action": self.action,
            "falling": self.fall,
            "dictator": self.dictate,
            "start": lambda: ("start", self.table.prefect, self.dice.choice(self.table.contested())),
            "election": self.election,
            "redistribution": self.redistribute,
            "refill": self.refill,
        }
        return thoughts[self.table.phase]()

    def last_resort(self) -> tuple[Event, ...]:
        table = self.table
        if table.phase == "bidding":
            return (("pass bid", table.asked), ("bid", table.asked, 0))
        if table.phase == "action":
            return (("pass", table.asked),)
        return ()

    def seat(self) -> int:
        return self.dice.randrange(self.table.seats)

    def source(self, seat: int, most: int) -> list[tuple[str, int]]:
        tiles = [tile for tile in self.table.won[seat] if tile in self.table.governed and self.table.tile_gold[tile]]
        if not tiles or self.dice.random() < 0.7:
            return []
        tile = self.dice.choice(tiles)
        return [(tile, self.dice.randint(1, max(1, min(most, self.table.tile_gold[tile]))))]

    def income(self) -> Event:
        seat = self.dice.choice([one for one in range(self.table.seats) if one not in self.table.with_income])
        ready = self.table.offices["quaestor"].count((seat, True))
        return ("income", seat, self.dice.randint(0, ready), self.dice.random() < 0.9)

    def bid(self) -> Event:
        seat = self.table.asked
        if self.table.highest is not None and self.dice.random() < 0.5:
            return ("pass bid", seat)
        return ("bid", seat, self.table.bid + self.dice.randint(0, 2))

    def action(self) -> Event:
        seat, dice = self.table.asked, self.dice
        if dice.random() > self.eager:
            return ("pass", seat)
        if dice.random() > self.office:
            tile = dice.choice(self.table.contested())
            lying = self.table.tokens[tile]
            least = max(1, max(lying) - lying[seat])
            return ("place", seat, tile, least + dice.choice((0, 0, 1, 2)), self.source(seat, 3))
        own = [(office, one) for office, there in self.table.offices.items() for one in there if one == (seat, True)]
        if not own or dice.random() < 0.3:
            return ("enter", seat, dice.choice(("tribune", "quaestor", "aedile")), self.source(seat, 1))
        return self.with_magistrate(seat, dice.choice(own)[0])

    def with_magistrate(self, seat: int, office: str) -> Event:
        dice, table = self.dice, self.table
        chance = dice.random()
        if chance < 0.15 and table.won[seat]:
            tile = dice.choice(table.won[seat])
            return ("withdraw", seat, tile) if tile in table.governed else ("appoint", seat, office, tile)
        if chance < 0.7:
            nearest = [one for one in INFLUENCE if office in BELOW[one]]
            higher = dice.choice(nearest if nearest and dice.random() < 0.7 else list(INFLUENCE))
            return ("promote", seat, office, higher, self.somebody(higher), self.source(seat, 2))
        return self.special(seat, office)

    def somebody(self, office: str) -> tuple[int, bool] | None:
        there = self.table.offices[office]
        return self.dice.choice(there) if len(there) >= self.table.spaces[office] else None

    def special(self, seat: int, office: str) -> Event:
        dice, table = self.dice, self.table
        tile = dice.choice(table.contested())
        if office == "aedile":
            return ("aedile", seat, self.seat(), tile, dice.choice(table.contested()))
        if office == "praetor":
            return ("praetor", seat, tile, [self.seat() for _ in range(dice.randint(1, 2))])
        if office == "consul" and table.governed and dice.random() < 0.3:
            return ("recall governor", seat, dice.choice(table.governed))
        if office == "consul":
            return ("consul", seat, dice.choice(list(INFLUENCE)), (self.seat(), dice.random() < 0.5))
        return ("tribune", seat, tile)

    def fall(self) -> Event:
        assert self.table.falling is not None
        office = self.dice.choice(BELOW[self.table.falling[2]])
        return ("fall", self.table.falling[0], office, self.somebody(office))

    def dictate(self) -> Event:
        seat = self.table.offices["dictator"][0][0]
        return ("dictate", seat, self.dice.choice(self.table.contested()), self.dice.random() < 0.6)

    def election(self) -> Event:
        if self.dice.random() < 0.5:
            return ("count", self.table.prefect)
        seat = self.seat()
        to = seat if self.dice.random() < 0.8 else self.seat()
        return ("lend", seat, self.dice.choice(list(INFLUENCE)), to)

    def redistribute(self) -> Event:
        seat, left = self.table.to_move[0]
        to: dict[str, int] = {}
        while left and self.dice.random() < 0.8:
            number = self.dice.randint(1, left)
            tile = self.dice.choice(self.table.still_to_vote)
            to[tile] = to.get(tile, 0) + number
            left -= number
        return ("redistribute", seat, to)

    def refill(self) -> Event:
        table = self.table
        summary = [*table.contested(), *table.discarded, *(tile for own in table.won for tile in own)]
        face_down = [tile for tile in TILES if tile not in summary]
        gaps = [place for place, tile in enumerate(table.circuit) if tile is None]
        places = self.dice.sample(gaps, min(len(gaps), table.pile))
        return ("refill", dict(zip(places, self.dice.sample(face_down, len(places)), strict=True)))
