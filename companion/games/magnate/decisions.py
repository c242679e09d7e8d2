"""Magnate's decisions: the roll, a card, tokens for a deed, a trade, the draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.games.decisions import Answers, Decision, choose
from companion.games.errors import IllegalMove
from companion.games.fields import Cards, Die, Field, Payment, Pick, Place
from companion.games.magnate.announcements import must_shuffle
from companion.games.magnate.apply import apply
from companion.games.magnate.correction_decisions import corrections
from companion.games.magnate.hand import possible_cards
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    Trade,
)
from companion.games.magnate.options import Options
from companion.games.magnate.paying import TRADE_PRICE, can_trade, deed_price, price, sale_income
from companion.games.magnate.payment_proposals import payment_for, payment_to_deed
from companion.games.magnate.placing import automa_places, check_place, places
from companion.games.magnate.preview import is_only_sellable, preview_now
from companion.games.magnate.state import Deed, Phase, State
from companion.games.magnate.turns import properties_left
from companion.games.magnate.warnings import warnings
from companion.games.rows import verbatim, verbatim_each
from companion.locale import Message, Wording
from companion.pieces import Card, Suit, Tokens

DIE_FACES = 10
DEVELOP, DEED, SELL = "develop", "deed", "sell"
_USES = {DEVELOP: Message("Develop"), DEED: Message("Deed"), SELL: Message("Sell")}


def decisions(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield what the current player may decide now, and the corrections."""
    seat, now = state.player, not state.over and state.phase is not Phase.INCOME
    if now and state.phase is Phase.ROLL:
        yield enter_roll(state.options, seat)
    elif now:
        yield _play(state, seat) if state.phase is Phase.PLAY else _draw(state, seat)
        if state.phase is Phase.PLAY and not properties_left(state):
            yield _end(seat)
        yield from _deed(state, seat)
        if can_trade(state.tokens[seat]):
            yield _trade(state, seat)
    yield from _preferences(state)
    what = Message("What is different on the table?")
    kinds = tuple(corrections(state, names))
    yield choose("correct", Message("Correct"), what, kinds, optional=True, makes=("correct",))


def _draw(state: State, seat: int) -> Decision[Move]:
    if state.last_turns is not None:
        return _end(seat)
    text = Message("Shuffle and draw") if must_shuffle(state) else Message("Draw")
    return Decision("draw", text, lambda _answers: Draw(seat), owner=seat, makes=("draw",))


def _end(seat: int) -> Decision[Move]:
    return Decision("end", Message("End turn"), lambda _answers: EndTurn(seat), owner=seat, makes=("end",))


def enter_roll(options: Options, seat: int) -> Decision[Move]:
    """Return the decision on the dice of a turn, for a seat."""
    faces, suits = verbatim_each(range(1, DIE_FACES + 1)), tuple(suit.wording() for suit in Suit)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Die("first", Message("What does the first d10 show?"), faces)
        yield Die("second", Message("And the second d10?"), faces)
        if 1 in (answers["first"], answers["second"]):
            for number in range(options.tax_dice):
                yield Die(f"tax-{number}", Message("Which suit does the tax die show?"), suits)

    def make(answers: Answers) -> Move:
        taxed = tuple(face for name, face in answers.items() if name.startswith("tax-"))
        return Roll(seat, (answers["first"], answers["second"]), taxed)

    return Decision("roll", Message("Enter roll"), make, ask, owner=seat, makes=("roll",))


@dataclass(frozen=True, slots=True)
class _Play:
    """A card with its use, payment and place (B17–B26, B32)."""

    state: State
    seat: int

    def ask(self, answers: Answers) -> Iterator[Field]:
        yield Cards("card", self.state.waiting_for[0].text, possible_cards(self.state), note=self._note)
        card, purse = answers["card"][0], self.state.tokens[self.seat]
        where = {use: there for use in _USES if (there := self._places(use, card))}
        sale = automa_places(self.state, card)
        yield Pick(
            "use",
            Message("What do you do with {card}?", {"card": card}),
            (*where, *(() if sale else (SELL,))),
            _USES.__getitem__,
            next((use for use in where if use != SELL), None),
            lambda use: self._cost(use, card),
            lambda: self._refused(card) if not where else {},
        )
        use = answers["use"]
        if use == DEVELOP:
            cost, proposed = price(card, self.state.options), payment_for(card, price(card, self.state.options), purse)
            yield Payment("payment", Message("You pay"), card.suits, purse, cost, cost, 1, proposed)
        elif use == DEED:
            cost_of_deed = deed_price(card, self.state.options)
            n = cost_of_deed.total
            yield Payment("payment", Message("You pay"), card.suits, cost_of_deed, n, n, 0, cost_of_deed)
        if use in where:
            yield Place(
                "place",
                Message("In which district?"),
                tuple(where[use]),
                lambda spot: where[use][spot],
                lambda: self._forbidden(use, card),
            )

    def _note(self, card: Card) -> Message | None:
        return Message("can only be sold") if is_only_sellable(self.state, card) else None

    def _places(self, use: str, card: Card) -> Mapping[str, Message]:
        """Return the spots where a card can be played so, with what follows."""
        payment = payment_for(card, price(card, self.state.options), self.state.tokens[self.seat])
        if use == DEVELOP and payment is None:
            return {}
        found = {}
        for place in range(len(self.state.districts)):
            hint = preview_now(self.state, self._move(use, card, place, payment))
            if hint is not None:
                found[f"side-{place}-{self._side(use)}"] = hint
        return found

    def _side(self, use: str) -> int:
        """Return the seat in whose columns the card would lie."""
        automa = self.state.automa
        return automa if use == SELL and automa is not None else self.seat

    def _cost(self, use: str, card: Card) -> Message | Tokens:
        if use == SELL:
            return sale_income(card)
        cost = price(card, self.state.options)
        return verbatim(cost if use == DEVELOP else deed_price(card, self.state.options).total)

    def _refused(self, card: Card) -> Mapping[str, Message]:
        """Return why a card can only be sold."""
        cost, each = price(card, self.state.options), Tokens.of(*card.suits)
        least = each + Tokens.of(*[card.suits[0]] * max(0, cost - each.total))
        for place in places(self.state, self.seat, card)[:1]:
            try:
                apply(self.state, Develop(self.seat, card, place, least))
            except IllegalMove as refused:
                return {DEVELOP: refused.reason}
        return {DEVELOP: Message("It fits in no district. You can only sell it.")}

    def _forbidden(self, use: str, card: Card) -> Mapping[str, Message]:
        found = {}
        for place in range(len(self.state.districts)):
            try:
                check_place(self.state, self._side(use), card, place)
            except IllegalMove as refused:
                found[f"side-{place}-{self._side(use)}"] = refused.reason
        return found

    def _move(self, use: str, card: Card, place: int | None, payment: Tokens | None) -> Move:
        if use == SELL:
            return Sell(self.seat, card, place)
        assert place is not None
        if use == DEED:
            return BuyDeed(self.seat, card, place, deed_price(card, self.state.options))
        assert payment is not None
        return Develop(self.seat, card, place, payment)

    def make(self, answers: Answers) -> Move:
        place = int(answers["place"].split("-")[1]) if "place" in answers else None
        return self._move(answers["use"], answers["card"][0], place, answers.get("payment"))

    def cautions(self, answers: Answers) -> Iterable[Message]:
        if answers.get("use") != DEED:
            return ()
        place = next(iter(self._places(DEED, answers["card"][0])), None)
        if place is None:
            return ()
        there = Answers({})
        there.update(answers, place=place)
        return warnings(self.state, self.make(there))


def _play(state: State, seat: int) -> Decision[Move]:
    play, makes = _Play(state, seat), ("develop", "deed", "sell")
    text = Message("Play a card")
    return Decision("play-card", text, play.make, play.ask, owner=seat, makes=makes, cautions=play.cautions)


def _deed(state: State, seat: int) -> Iterator[Decision[Move]]:
    """Yield the decision on tokens for a deed, if the player has any for one (B27–B31)."""
    purse = state.tokens[seat]
    deeds = {deed.card: (place, deed) for place, deed in state.deeds(seat) if purse.only(deed.card.suits)}
    cards = tuple(deeds)
    if not deeds:
        return

    def left(deed: Deed) -> int:
        return price(deed.card, state.options) - deed.tokens.total

    def then(deed: Deed, paid: Tokens) -> Message:
        now, needed = deed.tokens.total + paid.total, price(deed.card, state.options)
        values: Wording = {"card": deed.card, "now": now, "price": needed}
        return Message("{card}: {now} of {price}", values)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("deed", Message("Which deed?"), cards, proposed=cards[:1])
        deed = deeds[answers["deed"][0]][1]
        most = min(left(deed), purse.only(deed.card.suits).total)
        yield Payment(
            "payment",
            Message("How many tokens?"),
            deed.card.suits,
            purse,
            0,
            most,
            proposed=payment_to_deed(deed, left(deed), purse, state.options),
            preview=lambda paid: then(deed, paid),
        )

    def confirm(answers: Answers) -> Message:
        deed = deeds[answers["deed"][0]][1]
        return Message("Complete the deed") if answers["payment"].total == left(deed) else Message("Add to the deed")

    yield Decision(
        "deed",
        Message("Add tokens to a deed"),
        lambda answers: AddToDeed(seat, answers["deed"][0], answers["payment"]),
        ask,
        owner=seat,
        optional=True,
        makes=("add",),
        confirm=confirm,
        taps={f"deed-{place}-{seat}": {"deed": str(card)} for card, (place, _) in deeds.items()},
    )


def _preferences(state: State) -> Iterator[Decision[Move]]:
    """Yield each player's decision on the token that a deed pays from now on (B15)."""
    for seat in range(state.players):
        several = {deed.card: place for place, deed in state.deeds(seat) if len(deed.card.suits) > 1}
        if several and seat != state.automa and not state.over:
            yield _preference(state, seat, several)


def _preference(state: State, seat: int, several: Mapping[Card, int]) -> Decision[Move]:
    cards = tuple(several)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("deed", Message("Which deed?"), cards, proposed=cards if len(cards) == 1 else None)
        yield Pick(
            "suit",
            Message("When it pays, take"),
            (*answers["deed"][0].suits, None),
            lambda suit: Message("Ask each time") if suit is None else cast("Suit", suit).wording(),
        )

    return Decision(
        "prefer",
        Message("Income of a deed"),
        lambda answers: PreferDeedIncome(seat, answers["deed"][0], answers["suit"]),
        ask,
        owner=seat,
        optional=True,
        makes=("prefer",),
        taps={f"deed-{place}-{seat}": {"deed": str(card)} for card, place in several.items()},
    )


def _trade(state: State, seat: int) -> Decision[Move]:
    """Return the decision on trades: three tokens of one suit for one of another (B33)."""
    purse = state.tokens[seat]
    rich = tuple(suit for suit, count in purse.items() if count >= TRADE_PRICE)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick(
            "give", Message("Give"), rich, Suit.wording, rich[0] if len(rich) == 1 else None, lambda _suit: verbatim(3)
        )
        most = purse[answers["give"]] // TRADE_PRICE
        if most > 1:
            often = tuple(range(1, most + 1))
            yield Pick("times", Message("How many times?"), often, lambda n: verbatim(f"{TRADE_PRICE * n} → {n}"), 1)
        others = tuple(suit for suit in Suit if suit is not answers["give"])
        yield Pick("get", Message("Get"), others, Suit.wording, None, lambda _suit: verbatim(answers.get("times", 1)))

    return Decision(
        "trade",
        Message("Trade"),
        lambda answers: Trade(seat, answers["give"], answers["get"], answers.get("times", 1)),
        ask,
        owner=seat,
        optional=True,
        makes=("trade",),
    )
