"""The table of Magpies, and what its players decide."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.games.decisions import Answers, Decision
from companion.games.fields import Amount, Cards, Die, Field, Place
from companion.games.final_count import FinalCount, summed
from companion.games.sale import quick_bids
from companion.games.texts import verbatim, verbatim_each
from companion.games.view import Layout, Region, Spot, View, cards
from companion.locale import Message
from companion.pieces import DECK, Card
from tests.toy.magpies.rules import Bid, Correct, Lay, Move, Pass, State, Throw

FACES = verbatim_each(range(1, 7))


def table(state: State, names: Sequence[str]) -> View:
    row = tuple(Spot(f"row-{place}", verbatim(place + 1), cards((card,))) for place, card in enumerate(state.row))
    last = (replace(cards((card,))[0], marked=True) for card in state.row[-1:])
    bid = Spot("market", verbatim("for sale"), tuple(last), state.bid, note=_leader(state, names))
    dice = Spot("dice", verbatim("dice"), number=sum(state.dice), note=verbatim(" ".join(map(str, state.dice))))
    middle = (
        Region(verbatim("row"), Layout.ROW, row if state.leader is None else row[:-1]),
        Region(verbatim("market"), Layout.SPREAD, () if state.leader is None else (bid,)),
        Region(verbatim("dice"), Layout.PILE, (dice,)),
    )
    return View(tuple(names), (*middle, *(_seat(state, seat) for seat in range(2))), state.player)


def final_count(state: State, names: Sequence[str]) -> FinalCount:
    points, best = verbatim("points"), max(state.points)
    shares = tuple(Spot(f"points-{seat}", points, number=count, seat=seat) for seat, count in enumerate(state.points))
    winners = tuple(seat for seat, count in enumerate(state.points) if count == best)
    result = Message("{name} has the most points", {"name": names[winners[0]]})
    return FinalCount(points, summed([Spot("points", points, spots=shares)], 2), winners, result)


def _leader(state: State, names: Sequence[str]) -> Message | None:
    return None if state.leader is None else Message("{name}", {"name": names[state.leader]})


def _seat(state: State, seat: int) -> Region:
    counts = [("points", state.points[seat])] + [("coins", state.coins[seat])] * state.options.market
    spots = (Spot(f"{name}-{seat}", verbatim(name), number=count, seat=seat) for name, count in counts)
    return Region(verbatim("points"), Layout.PURSE, tuple(spots), seat)


def decisions(state: State, _names: Sequence[str]) -> Iterator[Decision[Move]]:
    seat = state.player
    if state.phase == "throw":
        dice = [Die(name, Message("What do the dice show?"), FACES) for name in ("first", "second", "third")]

        def throw(answers: Answers) -> Throw:
            return Throw(seat, tuple(answers[one.name] for one in dice))

        yield Decision("throw", Message("Throw"), throw, lambda _answers: dice, owner=seat)
    if state.phase == "lay":
        left = Cards("card", Message("Which card?"), tuple(card for card in DECK if card not in state.row))
        yield Decision(
            "lay", Message("Lay"), lambda answers: Lay(seat, answers["card"][0]), lambda _answers: (left,), owner=seat
        )
    if state.phase == "bid":
        yield from _bids(state, seat)
    if not state.over:
        yield _correction(state)


def _bids(state: State, seat: int) -> Iterator[Decision[Move]]:
    least, most = state.bid + 1, state.coins[seat]
    if least <= most:
        coins = Amount("coins", Message("How much do you bid?"), least, most, quick=quick_bids(state.bid, least, most))
        yield Decision(
            "bid",
            Message("Bid higher"),
            lambda answers: Bid(seat, answers["coins"]),
            lambda _answers: (coins,),
            owner=seat,
            taps={"market": {}},
        )
    yield Decision("pass", Message("Pass"), lambda _answers: Pass(seat), owner=seat)


def _correction(state: State) -> Decision[Move]:
    """A tap on a card of the row says which other card lies there."""
    lying = {f"row-{place}": card for place, card in enumerate(state.row)}

    def ask(answers: Answers) -> Iterable[Field]:
        yield Place("place", Message("Which card is wrong?"), tuple(lying), lambda spot: verbatim(lying[spot]))
        yield Cards("card", Message("Which card lies there?"), tuple(one for one in DECK if one not in state.row))

    def make(answers: Answers) -> Correct:
        now: dict[str, Card] = {**lying, answers["place"]: answers["card"][0]}
        return Correct(state.row, tuple(now.values()))

    return Decision(
        "correct", Message("Correct"), make, ask, optional=True, taps={spot: {"place": spot} for spot in lying}
    )
