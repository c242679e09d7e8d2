"""The auction for the office of Prefect (I11, I12), passes (I13), and deals between players (I31)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Chosen, Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Count, Positive, Seat
from companion.games.fields import Amount, Field, pick_seat
from companion.games.magistratvm import elections
from companion.games.magistratvm.actions import check_acts
from companion.games.magistratvm.gold import PREFECT, biddable, estate, pay
from companion.games.magistratvm.narration import after_a_pass
from companion.games.magistratvm.state import Auction, Phase, State
from companion.games.magistratvm.turn_moves import Provincial, check_phase, check_player, check_seat
from companion.games.sale import bid_out, quick_bids, sale
from companion.games.texts import gold_amount
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Give(Move[State]):
    """A deal: gold from one player to another (I31)."""

    player: Seat
    to: Seat
    gold: Positive
    provincial: Provincial = ()

    def apply(self, state: State) -> State:
        """Make a deal (I31). The leader of the auction keeps the gold bid (I11)."""
        if state.phase in (Phase.ROLL, Phase.OVER):
            raise IllegalMove("I31", Message("there is no gold to give now"))
        check_seat(state, self.to, "I31")
        check_seat(state, self.player, "I31")
        if self.player == self.to or self.gold < 1:
            raise IllegalMove("I31", Message("a deal gives 1 gold or more to another player"))
        after = pay(state, self.player, self.gold, self.provincial, estate(self.to), "I31")
        auction = state.auction
        if auction is not None and auction.leader == self.player and biddable(after, self.player) < auction.bid:
            raise IllegalMove(
                "I11", Message("you have bid {bid}, and must be able to pay it", {"bid": gold_amount(auction.bid)})
            )
        return after

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name} gives {other} {gold}",
            {"name": names[self.player], "other": names[self.to], "gold": gold_amount(self.gold)},
        )


def gift(state: State, names: Names) -> Decision[Move[State]]:
    """Return the decision on a deal (I31)."""
    rich = [seat for seat in range(state.seats) if state.usable_gold(seat)]

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("giver", Message("Who gives gold?"), rich, names)
        others = [seat for seat in range(state.seats) if seat != answers["giver"]]
        yield pick_seat("to", Message("To whom?"), others, names)
        yield Amount("gold", Message("How much gold?"), 1, state.usable_gold(answers["giver"]))

    def make(answers: Answers) -> Move[State]:
        return Give(answers["giver"], answers["to"], answers["gold"])

    return Decision("give", Message("Give gold"), make, ask, optional=True, makes=("give",))


def _bidding(state: State, _chosen: Chosen) -> tuple[int, ...]:
    return () if state.auction is None else (state.auction.to_bid,)


def _possible_bids(state: State, chosen: Chosen) -> range:
    auction = state.auction
    least = auction.bid + 1 if auction is not None and auction.leader is not None else 0
    return range(least, biddable(state, chosen["player"]) + 1)


@dataclass(frozen=True, slots=True)
class Bid(Move[State]):
    """A bid for the office of Prefect (I11)."""

    player: Annotated[Seat, Among(_bidding)]
    gold: Annotated[Count, Among(_possible_bids)]

    def apply(self, state: State) -> State:
        """Take the lead of the auction; the Prefect may begin with 0 (I11)."""
        auction = _asked(state, self.player)
        if auction.leader is None and self.gold < 0:
            raise IllegalMove("I11", Message("must be 0 gold or more, and is {gold}", {"gold": self.gold}))
        if auction.leader is not None and self.gold <= auction.bid:
            raise IllegalMove(
                "I11",
                Message("must be more than {bid}, and is {gold}", {"bid": gold_amount(auction.bid), "gold": self.gold}),
            )
        held = biddable(state, self.player)
        if self.gold > held:
            raise IllegalMove(
                "I11", Message("you can bid {held}, not {gold}", {"held": gold_amount(held), "gold": self.gold})
            )
        return _next_bidder(state, replace(auction, leader=self.player, bid=self.gold), auction.bidders)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return _prefect(
            Message("{name} bids {gold}", {"name": names[self.player], "gold": gold_amount(self.gold)}), after, names
        )


@dataclass(frozen=True, slots=True)
class Pass(Move[State]):
    """A final pass in the auction (I11), or no action this time (I13)."""

    player: Annotated[
        Seat,
        Among(
            lambda state, _chosen: (
                []
                if state.phase not in (Phase.BIDDING, Phase.ACTION)
                else [state.to_act if state.auction is None else state.auction.to_bid]
            )
        ),
    ]

    def apply(self, state: State) -> State:
        """Leave the auction (I11), or take no action this time (I13); once all have passed, the elections begin."""
        return self._passed_bid(state) if state.phase is Phase.BIDDING else self._passed_action(state)

    def _passed_action(self, state: State) -> State:
        check_acts(state, self.player)
        state = replace(state, passes=state.passes + 1, to_act=state.left_of(self.player))
        return elections.begin(state) if state.passes == state.seats else state

    def _passed_bid(self, state: State) -> State:
        auction = _asked(state, self.player)
        if auction.leader is None:
            raise IllegalMove("I11", Message("the Prefect bids first: any amount, 0 included"))
        left = tuple(seat for seat in auction.bidders if seat != self.player)
        return _next_bidder(state, auction, left)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        sentence = Message("{name} passes", {"name": names[self.player]})
        if before.phase is Phase.BIDDING:
            return _prefect(sentence, after, names)
        return after_a_pass(sentence, before, after, names)


def _asked(state: State, player: int) -> Auction:
    check_phase(state, Phase.BIDDING, "I11")
    assert state.auction is not None
    check_player(state.auction.to_bid, player, "I11")
    return state.auction


def _next_bidder(state: State, auction: Auction, left: tuple[int, ...]) -> State:
    """Ask the next bidder clockwise; if that is the leader, the auction is over (I12)."""
    place = auction.bidders.index(auction.to_bid) + 1
    following = (*auction.bidders[place:], *auction.bidders[:place])
    to_bid = next(seat for seat in following if seat in left)
    leader = auction.leader
    assert leader is not None
    if to_bid != leader:
        return replace(state, auction=replace(auction, bidders=left, to_bid=to_bid))
    state = replace(pay(state, leader, auction.bid, (), PREFECT, "I12"), auction=None)
    return replace(state, phase=Phase.ACTION, prefect=leader, to_act=leader, passes=0)


def _prefect(sentence: Message, after: State, names: Names) -> Message:
    """Add the new Prefect, once the auction is over."""
    if after.auction is not None:
        return sentence
    return Message(
        "{said}; {name} is Prefect for {gold}",
        {"said": sentence, "name": names[after.prefect], "gold": gold_amount(after.prefect_gold)},
    )


def bids(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield the decisions of an auction: a bid, a pass, or how it ended."""
    auction = state.auction
    assert auction is not None
    seat, held = auction.to_bid, biddable(state, auction.to_bid)
    least = 0 if auction.leader is None else auction.bid + 1
    if least <= held:
        text = Message("You have {held}: how much do you bid?", {"held": gold_amount(held)})
        gold = Amount("gold", text, least, held, quick=quick_bids(auction.bid, least, held))
        yield Decision(
            "bid",
            Message("Bid"),
            lambda answers: Bid(seat, answers["gold"]),
            lambda _answers: (gold,),
            owner=seat,
            makes=("bid",),
        )
    if auction.leader is not None:
        yield pass_decision(seat)
    yield _sold(state, names)


def _sold(state: State, names: Names) -> Decision[Move[State]]:
    """Return the decision on the end of the auction for the Prefect (I11)."""
    auction = state.auction
    assert auction is not None
    lead, now = auction.leader, auction.bid
    # The Prefect has to begin: if somebody else gets the office, with 0.
    held = {seat: biddable(state, seat) for seat in auction.bidders}
    least = {seat: 0 if lead is None and seat == auction.to_bid else now + 1 for seat in held}
    prices = {seat: (least[seat], most) for seat, most in held.items() if most >= least[seat] and seat != lead}
    if lead is not None:
        prices[lead] = now, now

    def moves(winner: int, gold: int) -> tuple[Move[State], ...]:
        def bid(after: State, seat: int) -> Move[State] | None:
            if seat == winner:
                return Bid(seat, gold)
            return Bid(seat, 0) if after.auction is not None and after.auction.leader is None else None

        return bid_out(
            state,
            lambda after: after.auction.to_bid if after.auction else None,
            bid,
            Pass,
        )

    return sale(names, prices, moves)


def pass_decision(seat: int) -> Decision[Move[State]]:
    """Return the decision to pass."""
    return Decision("pass", Message("Pass"), lambda _answers: Pass(seat), owner=seat, makes=("pass",))
