"""Players' decisions: those of the phase, on notes, and corrections, also of cards that were bought (H5–H16)."""

from collections.abc import Iterator, Sequence

from companion.games import declared_decisions
from companion.games.decisions import Answers, Decision, choose
from companion.games.declared import Move, Names
from companion.games.fields import Amount, Cards, Field, Pick
from companion.games.sorcerous_futures.auctions import deal, offers
from companion.games.sorcerous_futures.bidding import bids, open_hands
from companion.games.sorcerous_futures.facts import FACTS, BoughtFact, Correct, Fact, MiddleFact
from companion.games.sorcerous_futures.hidden_cards import note, shows, turn_up
from companion.games.sorcerous_futures.state import FIVE, GOLD, Bought, Phase, State, unseen
from companion.games.texts import verbatim
from companion.locale import Message


def corrections(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield one decision for each kind of correction."""
    stopped = {"stopped": FACTS["stopped"]}
    lying = {name: kind for name, kind in FACTS.items() if name not in stopped}
    yield from declared_decisions.corrections(lying, Correct, state, names)
    if any(state.bought):
        yield from _bought(state, names)
    if state.middle:
        lies = Message("Which cards lie in the middle?")
        middle = Cards("cards", lies, (*state.middle, *unseen(state)), 0, FIVE, state.middle)
        yield Decision(
            "middle",
            Message("The cards in the middle"),
            lambda answers: Correct((MiddleFact(state.middle, answers["cards"]),)),
            lambda _answers: (middle,),
        )
    yield from declared_decisions.corrections(stopped, Correct, state, names)


def _bought(state: State, names: Sequence[str]) -> Iterator[Decision[Move[State]]]:
    """Yield the decisions on a card's owner and the price paid."""
    bought = {one.card: (seat, one) for seat, own in enumerate(state.bought) for one in own}
    cards = Cards("card", Message("Which card?"), tuple(bought))
    taps = {f"bought-{card}": {"card": str(card)} for card in bought}
    middle = state.seats

    def owner(seat: int) -> Message:
        return Message("nobody: it lies in the middle") if seat == middle else verbatim(names[seat])

    def price(answers: Answers) -> Iterator[Field]:
        yield cards
        paid = bought[answers["card"][0]][1].gold
        yield Amount("gold", Message("How much was paid for it?"), 0, GOLD, paid)

    where = Pick("player", Message("Who has it?"), tuple(range(middle + 1)), owner)
    yield Decision(
        "bought",
        Message("Who has a bought card"),
        lambda answers: Correct(_moved(state, *bought[answers["card"][0]], answers["player"])),
        lambda _answers: (cards, where),
        taps=taps,
    )
    yield Decision(
        "paid",
        Message("What was paid for a card"),
        lambda answers: Correct(_priced(state, *bought[answers["card"][0]], answers["gold"])),
        price,
        taps=taps,
    )


def _moved(state: State, held: int, one: Bought, to: int) -> tuple[Fact, ...]:
    """Return the facts of a bought card that is another player's, or lies in the middle; none if it stays."""
    if held == to:
        return ()
    left = tuple(other for other in state.bought[held] if other != one)
    there = (
        BoughtFact(to, state.bought[to], (*state.bought[to], one))
        if to < state.seats
        else MiddleFact(state.middle, (*state.middle, one.card))
    )
    return BoughtFact(held, state.bought[held], left), there


def _priced(state: State, held: int, one: Bought, paid: int) -> tuple[Fact, ...]:
    own = state.bought[held]
    now = tuple(Bought(one.card, paid) if other == one else other for other in own)
    return (BoughtFact(held, own, now),)


def decisions(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Return the decisions of the phase, and those on players' notes."""
    match state.phase:
        case Phase.DEAL:
            yield from deal(state)
        case Phase.CHOOSE:
            yield from offers(state)
        case Phase.OPEN:
            yield from bids(state, names)
        case Phase.CLOSED:
            yield from open_hands(state, names)
        case Phase.TURN_UP:
            yield from turn_up(state)
        case Phase.SHOW:
            yield from shows(state)
    if not state.over:
        yield from (note(state, seat, names) for seat in range(state.seats))
    kinds = tuple(corrections(state, names))
    what = Message("What is different on the table?")
    yield choose("correct", Message("Correct"), what, kinds, optional=True, makes=("correct",))
