"""Forms for players' moves, question by question; the last label states the cost and effect of the move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.forms import Amount, Answers, Form, Part, Pick, choice_form, in_order
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.apply import apply
from companion.games.magistratvm.correction_forms import corrections
from companion.games.magistratvm.gold import biddable
from companion.games.magistratvm.move_notation import MOVE_NAMES
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.narration import describe
from companion.games.magistratvm.offers import actions, loans, payments
from companion.games.magistratvm.refill_form import refill
from companion.games.magistratvm.spots import spots_of
from companion.games.magistratvm.state import Phase, State
from companion.games.narrowing import Question, narrowing_form
from companion.games.quick_bids import quick_bids
from companion.locale import Message
from companion.pieces.piecepack import Tile

Forms = Iterator[Form[Move]]
Names = Sequence[str]


def forms(state: State, names: Names) -> Forms:
    """Return the forms of the phase, if it has more than a few moves, and those for votes and deals."""
    phases: Mapping[Phase, Callable[[State, Names], Forms]] = {
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
        kinds = tuple(corrections(state, names))
        yield choice_form(
            Message("Correct"),
            Message("What is different on the table?"),
            kinds,
            optional=True,
            makes=("correct",),
        )


def _roll(state: State, names: Names) -> Forms:
    dice = [
        Amount(Message("{name} rolled: 1 for the ace, 6 for the null", {"name": names[seat]}), 1, 6)
        for seat in state.rolling
    ]
    yield Form(state.rolling[0], Message("Type the dice in"), in_order(*dice), m.Roll, makes=("roll",))


def _bids(state: State, _names: Names) -> Forms:
    auction = state.auction
    assert auction is not None
    seat, held = auction.to_bid, biddable(state, auction.to_bid)
    least = 0 if auction.leader is None else auction.bid + 1
    if least <= held:
        text = Message("You have {held}: how much do you bid?", {"held": gold_amount(held)})
        amount = Amount(text, least, held, quick=quick_bids(auction.bid, least, held))
        yield Form(seat, Message("Bid"), in_order(amount), lambda answers: m.Bid(seat, answers[0]), makes=("bid",))
    if auction.leader is not None:
        yield Form(seat, Message("Pass"), in_order(), lambda _answers: m.Pass(seat), makes=("pass",))


def _actions(state: State, names: Names) -> Forms:
    """Return a form for each possible kind of action, with the cost and effect of each action."""
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
        own = [one for one in offered if isinstance(one, kind)]
        if own:
            yield narrowing_form(
                state.to_act, text, own, questions, makes=(MOVE_NAMES[kind],), spots=partial(spots_of, state)
            )
    yield Form(state.to_act, Message("Pass"), in_order(), lambda _answers: m.Pass(state.to_act), makes=("pass",))


class _Asks:
    """The questions that distinguish actions."""

    def __init__(self, state: State, names: Names) -> None:
        self._state, self._names = state, names
        self.effect: Question[Any] = Question(Message("What is to happen?"), self._unpaid, self._effect, always=True)
        self.province: Question[Any] = Question(Message("Which Province?"), lambda move: move.tile, self._province)
        self.office: Question[Any] = Question(
            Message("Which Magistrate?"), lambda move: move.office, lambda move: move.office.wording()
        )
        self.owner: Question[Any] = Question(
            Message("Whose token?"), lambda move: move.owner, lambda move: self._named(move.owner)
        )
        self.recalled: Question[Any] = Question(
            Message("Whose Magistrate?"),
            lambda move: move.magistrate.player,
            lambda move: self._named(move.magistrate.player),
        )
        self.payment: Question[Any] = Question(
            Message("Which gold is paid?"), lambda move: move.provincial, self._payment
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
        return Message("{name}", {"name": self._names[seat]})

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


def _loans(state: State, names: Names) -> Forms:
    asks = _Asks(state, names)
    whose: Question[Move] = Question(
        Message("Whose Magistrate?"),
        lambda move: move.player if isinstance(move, m.Lend) else None,
        lambda move: Message("{name}", {"name": names[move.player] if isinstance(move, m.Lend) else ""}),
    )
    offered: list[Move] = list(loans(state))
    if offered:
        yield narrowing_form(
            None,
            Message("Add a Magistrate's votes"),
            offered,
            (whose, asks.office, asks.effect),
            optional=True,
            makes=("lend",),
            spots=partial(spots_of, state),
        )


def _redistribution(state: State, names: Names) -> Forms:
    assert state.voting is not None
    first, tiles = state.voting.leaving[0], state.voting.to_vote
    seat, tokens = first.player, first.tokens
    asks = _Asks(state, names)
    whole: list[Move] = [m.Redistribute(seat, (m.Put(tile, tokens),)) for tile in tiles]
    yield narrowing_form(
        seat,
        Message("All to one Province"),
        whole,
        (asks.effect,),
        makes=("redistribute",),
        spots=partial(spots_of, state),
    )
    if tokens > 1 and len(tiles) > 1:
        yield Form(
            seat,
            Message("Part them"),
            _parts(state, tiles, tokens, names),
            lambda answers: _parted(seat, tiles, answers),
            makes=("redistribute",),
        )
    yield Form(
        seat, Message("Take them home"), in_order(), lambda _answers: m.Redistribute(seat), makes=("redistribute",)
    )


def _parts(state: State, tiles: Sequence[Tile], tokens: int, names: Names) -> Callable[[Answers], Part | None]:
    """Ask for the number of tokens for each Province in turn, until none are left."""

    def part(answers: Answers) -> Part | None:
        left = tokens - sum(answers)
        if len(answers) == len(tiles) or not left:
            return None
        text = Message(
            "{n} left: how many to {tile}?", {"n": left, "tile": province_label(state, tiles[len(answers)], names)}
        )
        return Amount(text, 0, left)

    return part


def _parted(seat: int, tiles: Sequence[Tile], answers: Answers) -> Move:
    return m.Redistribute(
        seat, tuple(m.Put(tile, tokens) for tile, tokens in zip(tiles, answers, strict=False) if tokens)
    )


def _gift(state: State, names: Names) -> Form[Move]:
    """Return the form for a deal (I31)."""
    rich = [seat for seat in range(state.seats) if state.usable_gold(seat)]

    def others(giver: int) -> list[int]:
        return [seat for seat in range(state.seats) if seat != giver]

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Who gives gold?"), tuple(_name(names, seat) for seat in rich))
        giver = rich[answers[0]]
        if len(answers) == 1:
            return Pick(Message("To whom?"), tuple(_name(names, seat) for seat in others(giver)))
        return Amount(Message("How much gold?"), 1, state.usable_gold(giver)) if len(answers) == 2 else None

    def move(answers: Answers) -> Move:
        giver = rich[answers[0]]
        return m.Give(giver, others(giver)[answers[1]], answers[2])

    return Form(None, Message("Give gold"), part, move, optional=True, makes=("give",))


def _name(names: Names, seat: int) -> Message:
    return Message("{name}", {"name": names[seat]})
