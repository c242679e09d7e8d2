"""Players' decisions, field by field; the last label states the cost and effect of the move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.decisions import Answers, Decision, choose
from companion.games.fields import Amount, Field, pick_seat
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import encoding
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.apply import apply
from companion.games.magistratvm.correction_decisions import corrections
from companion.games.magistratvm.gold import biddable
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.narration import describe
from companion.games.magistratvm.notation import LINES
from companion.games.magistratvm.offers import actions, loans, payments
from companion.games.magistratvm.refill_decision import refill
from companion.games.magistratvm.spots import spots_of
from companion.games.magistratvm.state import HIGHEST, Phase, State
from companion.games.narrowing import Question, narrow
from companion.games.quick_bids import quick_bids
from companion.games.sale import bid_out, sale
from companion.locale import Message, Wording
from companion.pieces.piecepack import Tile

Decisions = Iterator[Decision[Move]]
Names = Sequence[str]


def decisions(state: State, names: Names) -> Decisions:
    """Return the decisions of the phase, if it has more than a few moves, and those on votes and deals."""
    phases: Mapping[Phase, Callable[[State, Names], Decisions]] = {
        Phase.ROLL: _roll,
        Phase.BIDDING: _bids,
        Phase.ACTION: _actions,
        Phase.ELECTION: _loans,
        Phase.REDISTRIBUTION: _redistribution,
        Phase.REFILL: refill,
    }
    if state.phase in phases:
        yield from phases[state.phase](state, names)
    if any(state.usable_gold(seat) for seat in range(state.seats)) and state.phase not in (Phase.ROLL, Phase.OVER):
        yield _gift(state, names)
    if state.phase is not Phase.ROLL:
        yield choose(
            "correct",
            Message("Correct"),
            Message("What is different on the table?"),
            tuple(corrections(state, names)),
            optional=True,
            makes=("correct",),
        )


def _roll(state: State, names: Names) -> Decisions:
    dice = [
        Amount(
            f"die-{seat}", Message("{name} rolled: 1 for the ace, 6 for the null", {"name": names[seat]}), 1, HIGHEST
        )
        for seat in state.rolling
    ]
    yield Decision(
        "roll",
        Message("Type the dice in"),
        lambda answers: m.Roll(tuple(answers[die.name] for die in dice)),
        lambda _answers: dice,
        owner=state.rolling[0],
        makes=("roll",),
    )


def _bids(state: State, names: Names) -> Decisions:
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
            lambda answers: m.Bid(seat, answers["gold"]),
            lambda _answers: (gold,),
            owner=seat,
            makes=("bid",),
        )
    if auction.leader is not None:
        yield _pass(seat)
    yield _sold(state, names)


def _sold(state: State, names: Names) -> Decision[Move]:
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

    def moves(winner: int, gold: int) -> tuple[Move, ...]:
        def bid(after: State, seat: int) -> Move | None:
            if seat == winner:
                return m.Bid(seat, gold)
            return m.Bid(seat, 0) if after.auction is not None and after.auction.leader is None else None

        return bid_out(state, lambda after: after.auction.to_bid if after.auction else None, apply, bid, m.Pass)

    return sale(names, prices, moves)


def _pass(seat: int) -> Decision[Move]:
    return Decision("pass", Message("Pass"), lambda _answers: m.Pass(seat), owner=seat, makes=("pass",))


def _actions(state: State, names: Names) -> Decisions:
    """Return a decision for each possible kind of action, with the cost and effect of each action."""
    offered = [paying for one in actions(state) for paying in payments(state, one)]
    asks = _Asks(state, names)
    kinds: Mapping[type[Any], tuple[Message, tuple[Question[Any], ...]]] = {
        m.PlaceTokens: (Message("Place tokens"), (asks.province, asks.effect, asks.payment)),
        m.Enter: (Message("Promote a Patrician"), (asks.effect, asks.payment)),
        m.Promote: (Message("Promote a Magistrate"), (asks.office, asks.effect, asks.payment)),
        m.UseTribune: (Message("Use a Tribune"), (asks.effect,)),
        m.UseAedile: (Message("Use an Aedile"), (asks.province, asks.owner, asks.effect)),
        m.UsePraetor: (Message("Use a Praetor"), (asks.province, asks.effect)),
        m.Recall: (Message("Recall a Magistrate"), (asks.recalled, asks.effect)),
        m.RecallGovernor: (Message("Recall a Governor"), (asks.effect,)),
        m.Appoint: (Message("Appoint a Governor"), (asks.office, asks.effect)),
        m.Withdraw: (Message("Call a Governor home"), (asks.effect,)),
    }
    for kind, (text, questions) in kinds.items():
        own, name = [one for one in offered if isinstance(one, kind)], encoding.name_of(kind)
        if own:
            yield narrow(name, text, own, questions, owner=state.to_act, makes=(name,), spots=partial(spots_of, state))
    yield _pass(state.to_act)


class _Asks:
    """The questions that distinguish moves."""

    def __init__(self, state: State, names: Names) -> None:
        self._state, self._names = state, names
        self.effect: Question[Any] = Question(
            "effect",
            Message("What is to happen?"),
            lambda move: LINES.write(self._unpaid(move)),
            self._effect,
            always=True,
        )
        self.province: Question[Any] = Question(
            "province", Message("Which Province?"), lambda move: move.tile, self._province
        )
        self.office: Question[Any] = Question(
            "office", Message("Which Magistrate?"), lambda move: move.office, lambda move: move.office.wording()
        )
        self.owner: Question[Any] = Question(
            "owner", Message("Whose token?"), lambda move: move.owner, lambda move: self._named(move.owner)
        )
        self.recalled: Question[Any] = Question(
            "player",
            Message("Whose Magistrate?"),
            lambda move: move.magistrate.player,
            lambda move: self._named(move.magistrate.player),
        )
        self.payment: Question[Any] = Question(
            "payment",
            Message("Which gold is paid?"),
            lambda move: str(move.provincial[0].tile) if move.provincial else "estate",
            self._payment,
        )

    def _unpaid(self, move: Any) -> Move:
        """Return the move without its payment, for comparison."""
        unpaid: Move = replace(move, provincial=()) if getattr(move, "provincial", None) else move
        return unpaid

    def _effect(self, move: Any) -> Message:
        unpaid = self._unpaid(move)
        return describe(self._state, unpaid, apply(self._state, unpaid), self._names)

    def _province(self, move: Any) -> Message:
        return province_label(self._state, move.tile, self._names)

    def _named(self, seat: int) -> Message:
        return _name(self._names, seat)

    def _payment(self, move: Any) -> Message:
        if not move.provincial:
            return Message("first what lies in the Estate")
        drawn = move.provincial[0]
        return Message("{gold} from {tile}", {"gold": drawn.gold, "tile": drawn.tile.wording()})


def province_label(state: State, tile: Tile, names: Names) -> Message:
    """Describe a contested Province with its tokens and gold."""
    province = state.province(tile)
    assert province is not None
    line = tile.wording()
    for seat, tokens in enumerate(province.tokens):
        if tokens:
            line = Message("{these}, {name} {n}", {"these": line, "name": names[seat], "n": tokens})
    return line


def _loans(state: State, names: Names) -> Decisions:
    asks = _Asks(state, names)
    whose: Question[Any] = Question(
        "player", Message("Whose Magistrate?"), lambda move: move.player, lambda move: _name(names, move.player)
    )
    offered: list[Move] = list(loans(state))
    if offered:
        yield narrow(
            "lend",
            Message("Add a Magistrate's votes"),
            offered,
            (whose, asks.office, asks.effect),
            optional=True,
            makes=("lend",),
            spots=partial(spots_of, state),
        )


def _redistribution(state: State, names: Names) -> Decisions:
    assert state.voting is not None
    first, tiles = state.voting.leaving[0], state.voting.to_vote
    seat, tokens = first.player, first.tokens
    whole: list[Move] = [m.Redistribute(seat, (m.Put(tile, tokens),)) for tile in tiles]
    makes = ("redistribute",)
    yield narrow(
        "all-to-one",
        Message("All to one Province"),
        whole,
        (_Asks(state, names).effect,),
        owner=seat,
        makes=makes,
        spots=partial(spots_of, state),
    )
    if tokens > 1:
        yield _parting(state, names, seat, tokens)
    home = Message("Take them home")
    yield Decision("take-home", home, lambda _answers: m.Redistribute(seat), owner=seat, makes=makes)


def _parting(state: State, names: Names, seat: int, tokens: int) -> Decision[Move]:
    """Return the decision that asks for the number of tokens for each Province in turn, until none are left."""
    assert state.voting is not None
    tiles = state.voting.to_vote

    def ask(answers: Answers) -> Iterator[Field]:
        left = tokens
        for tile in tiles:
            if left:
                values: Wording = {"n": left, "tile": province_label(state, tile, names)}
                yield Amount(str(tile), Message("{n} left: how many to {tile}?", values), 0, left)
                left -= answers[str(tile)]

    def make(answers: Answers) -> Move:
        return m.Redistribute(seat, tuple(m.Put(tile, answers[str(tile)]) for tile in tiles if answers.get(str(tile))))

    return Decision("part", Message("Part them"), make, ask, owner=seat, makes=("redistribute",))


def _gift(state: State, names: Names) -> Decision[Move]:
    """Return the decision on a deal (I31)."""
    rich = [seat for seat in range(state.seats) if state.usable_gold(seat)]

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("giver", Message("Who gives gold?"), rich, names)
        others = [seat for seat in range(state.seats) if seat != answers["giver"]]
        yield pick_seat("to", Message("To whom?"), others, names)
        yield Amount("gold", Message("How much gold?"), 1, state.usable_gold(answers["giver"]))

    def make(answers: Answers) -> Move:
        return m.Give(answers["giver"], answers["to"], answers["gold"])

    return Decision("give", Message("Give gold"), make, ask, optional=True, makes=("give",))


def _name(names: Names, seat: int) -> Message:
    return Message("{name}", {"name": names[seat]})
