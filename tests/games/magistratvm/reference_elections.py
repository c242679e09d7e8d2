"""The same second reading from the moment when everybody has passed: elections, the end of a turn, the score."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from tests.games.magistratvm.reference import INFLUENCE, Event, must, value
from tests.games.magistratvm.reference_actions import Forum


@dataclass
class Table(Forum):
    """The whole game."""

    still_to_vote: list[str] = field(default_factory=list)
    """In this circuit; the first one is being voted on."""
    voted: list[int] = field(default_factory=list)
    """Whose Magistrates have voted in the election that goes on."""
    lent: list[int] = field(default_factory=list)
    """By seat, the votes of Magistrates for it in the election that goes on."""
    to_move: list[tuple[int, int]] = field(default_factory=list)
    """Who redistributes how many tokens, in order."""

    def act(self, event: Event) -> None:
        """Does what the event says; raises :class:`Forbidden` and changes nothing where that is not allowed."""
        word, *rest = event
        doing: dict[object, Callable[..., None]] = {
            "bid": self.make_bid,
            "pass bid": self.pass_bid,
            "pass": self.pass_,
            "recall governor": self.consul_recalls_governor,
        }
        cast("Any", doing.get(word) or getattr(self, str(word)))(*rest)

    def pass_(self, seat: int) -> None:
        self.must_act(seat)
        self.passes += 1
        self.asked = self.after(seat)
        if self.passes == self.seats:
            self.passes = 0
            self.begin_elections()

    # elections

    def begin_elections(self) -> None:
        dictators = self.offices["dictator"]
        if dictators and self.placed(dictators[0][0]) > 0:
            self.phase = "dictator"
        else:
            dictators.clear()
            self.prepare_circuit()

    def dictate(self, seat: int, tile: str, governs: bool) -> None:
        """The Dictator wins a Province outright, and governs it or goes home."""
        must(self.phase == "dictator" and self.offices["dictator"][0][0] == seat, "I20")
        must(tile in self.circuit and self.tokens[tile][seat] > 0, "I20")
        self.offices["dictator"].pop()
        self.tokens[tile] = [0] * self.seats
        self.goes_to(seat, tile)
        if governs:
            self.governed.append(tile)
        self.prepare_circuit()

    def goes_to(self, seat: int, tile: str) -> None:
        self.circuit[self.circuit.index(tile)] = None
        self.won[seat].append(tile)

    def prepare_circuit(self) -> None:
        self.phase = "start"
        if not self.contested():
            self.end_circuit()

    def start(self, seat: int, tile: str) -> None:
        """The Prefect names the first Province, and lays the Office's gold on it."""
        must(self.phase == "start" and seat == self.prefect, "I21")
        must(tile in self.circuit, "I21")
        self.tile_gold[tile] += self.prefect_gold
        self.prefect_gold = 0
        first = self.circuit.index(tile)
        clockwise = self.circuit[first:] + self.circuit[:first]
        self.still_to_vote = [one for one in clockwise if one is not None]
        self.open_election()

    def open_election(self) -> None:
        self.phase = "election"
        self.lent = [0] * self.seats
        self.voted = []
        if not self.still_to_vote:
            self.end_circuit()

    def lend(self, seat: int, office: str, to: int) -> None:
        """A Magistrate's influence counts for somebody who has tokens there: the owner, or a rival."""
        must(self.phase == "election", "I22")
        must((seat, True) in self.offices[office] and INFLUENCE[office] > 0, "I22")
        must(self.votes_without_tokens or self.tokens[self.still_to_vote[0]][to] > 0, "I22")
        must(not self.one_vote_each or seat not in self.voted, "I22")
        self.turn_inactive(seat, office)
        self.voted.append(seat)
        self.lent[to] += INFLUENCE[office]

    def votes(self) -> dict[int, int]:
        """Of everybody who has tokens or was lent votes in the Province that is voted on."""
        lying = self.tokens[self.still_to_vote[0]]
        own = {seat: lying[seat] + self.lent[seat] for seat in range(self.seats)}
        return {seat: votes for seat, votes in own.items() if votes > 0}

    def count(self, seat: int) -> None:
        """The votes are counted; the Prefect, who leads the circuit, says when."""
        must(self.phase == "election" and seat == self.prefect, "I22")
        tile, votes = self.still_to_vote[0], self.votes()
        if self.final:
            self.count_finally(tile, votes)
            return
        for one, own in votes.items():
            rest = sum(votes.values()) - own
            if own > rest:
                reached = own if self.value_by_votes else self.tokens[tile][one]
                if reached >= value(tile):
                    self.wins(one, tile)
                    return
                if not self.low_majority_removes:
                    self.vacate(tile, [])  # a majority, but below the value: nobody leaves
                    return
        least = [one for one, own in votes.items() if own == min(votes.values())]
        self.vacate(tile, [] if len(least) == len(votes) else least)

    def count_finally(self, tile: str, votes: dict[int, int]) -> None:
        """In the last circuit most votes win; where that is a tie the Province is out."""
        most = [one for one, own in votes.items() if own == max(votes.values())]
        if len(most) == 1:
            self.wins(most[0], tile)
            return
        self.circuit[self.circuit.index(tile)] = None
        self.discarded.append(tile)
        self.bank += self.tile_gold[tile]
        self.tile_gold[tile] = 0
        self.vacate(tile, list(votes))

    def wins(self, seat: int, tile: str) -> None:
        self.tokens[tile][seat] = 0
        self.goes_to(seat, tile)
        self.vacate(tile, [one for one in range(self.seats) if self.tokens[tile][one] > 0])

    def vacate(self, tile: str, leaving: list[int]) -> None:
        """Those who leave take their tokens up, and set them down clockwise from the Prefect's left."""
        self.still_to_vote.pop(0)
        order = [(self.prefect + step) % self.seats for step in range(1, self.seats + 1)]
        self.to_move = [
            (seat, self.tokens[tile][seat]) for seat in order if seat in leaving and self.tokens[tile][seat]
        ]
        for seat in leaving:
            self.tokens[tile][seat] = 0
        if self.to_move and self.still_to_vote:
            self.phase = "redistribution"
        else:
            self.to_move = []
            self.open_election()

    def redistribute(self, seat: int, to: dict[str, int]) -> None:
        """To Provinces that have not voted yet; what is not named goes home."""
        must(self.phase == "redistribution" and seat == self.to_move[0][0], "I26")
        must(all(tile in self.still_to_vote and number > 0 for tile, number in to.items()), "I26")
        must(sum(to.values()) <= self.to_move[0][1], "I26")
        for tile, number in to.items():
            self.tokens[tile][seat] += number
        self.to_move.pop(0)
        if not self.to_move:
            self.open_election()

    # the end of a turn

    def end_circuit(self) -> None:
        gaps = self.circuit.count(None)
        if self.final:
            self.phase = "over"
        elif gaps == 0:
            self.end_turn()
        elif self.pile == 0:
            self.too_few_tiles()
        else:
            self.phase = "refill"

    def refill(self, laid: dict[int, str]) -> None:
        """Tiles from the pile, by the place in the circuit where each is laid."""
        must(self.phase == "refill", "I27")
        gaps = self.circuit.count(None)
        must(len(laid) == min(gaps, self.pile), "I27")
        must(all(place in range(6) and self.circuit[place] is None for place in laid), "I27")
        known_tiles = [*self.contested(), *self.discarded, *(tile for own in self.won for tile in own)]
        must(len(set(laid.values()) - set(known_tiles)) == len(laid), "I1")
        for place, tile in laid.items():
            self.circuit[place] = tile
            self.lay(tile)
        self.pile -= len(laid)
        if None in self.circuit:
            self.too_few_tiles()
        else:
            self.end_turn()

    def too_few_tiles(self) -> None:
        """One more circuit, at once or after a turn like any other; where nothing is contested there is none."""
        self.final = True
        if not self.contested():
            self.phase = "over"
        elif self.last_after_turn:
            self.end_turn()
        else:
            self.phase = "start"

    def end_turn(self) -> None:
        for office, magistrates in self.offices.items():
            self.offices[office] = [(seat, True) for seat, _ in magistrates]
        self.bank += sum(self.gold)
        self.gold = [0] * self.seats
        self.with_income = []
        self.turn += 1
        self.phase = "income"

    # the score

    def in_offices(self, seat: int) -> int:
        return sum(INFLUENCE[office] for office, own in self.offices.items() for one in own if one[0] == seat)

    def score(self, seat: int) -> int:
        won = sum(value(tile) for tile in self.won[seat])
        governed = sum(value(tile) for tile in self.won[seat] if tile in self.governed)
        return won + self.in_offices(seat) + governed

    def highest_rank(self, seat: int) -> int:
        held = [INFLUENCE[office] for office, own in self.offices.items() for one in own if one[0] == seat]
        return max(held, default=0)

    def winners(self) -> list[int]:
        def standing(seat: int) -> tuple[int, int, int]:
            return self.score(seat), self.in_offices(seat), self.highest_rank(seat)

        best = max(map(standing, range(self.seats)))
        return [seat for seat in range(self.seats) if standing(seat) == best]
