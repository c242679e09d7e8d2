"""Magnate's decisions: the roll, a card, tokens for a deed, a trade, the draw."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.decisions import Answers, Decision, choose
from companion.games.errors import IllegalMove
from companion.games.fields import Cards, Field, Payment, Pick, Place
from companion.games.magnate.correction_decisions import corrections
from companion.games.magnate.deeds import add, preferences
from companion.games.magnate.moves import Move, possible_cards
from companion.games.magnate.paying import deed_price, payment_for, price, sale_income, trade
from companion.games.magnate.playing import BuyDeed, Develop, Sell, automa_places, check_place, places
from companion.games.magnate.rolling import enter_roll
from companion.games.magnate.state import Phase, State
from companion.games.magnate.turn_moves import TurnMove
from companion.games.magnate.turns import end_turn
from companion.games.texts import verbatim
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens


def warnings(state: State, move: Move) -> tuple[Message, ...]:
    """Return warnings about a legal move; none for an illegal one.

    They cover a deed that costs as much as the property itself (B26), and more tokens of a suit in play than the box
    holds (B1).
    """
    try:
        after = move.apply(state)
    except IllegalMove:
        return ()
    found = []
    if isinstance(move, BuyDeed) and price(move.card, state.options) <= move.payment.total:
        whole = price(move.card, state.options)
        found.append(
            Message("a deed on {card} costs as much as the property itself: {n}", {"card": move.card, "n": whole})
        )
    for suit in Suit:
        used = tokens_in_play(after, suit)
        if used > max(state.options.tokens_per_suit, tokens_in_play(state, suit)):
            held = state.options.tokens_per_suit
            found.append(
                Message("{n} {suit} are in play, the box holds {held}", {"n": used, "suit": suit, "held": held})
            )
    return tuple(found)


def tokens_in_play(state: State, suit: Suit) -> int:
    """Return the number of tokens of the suit that players hold or have on deeds."""
    on_deeds = sum(deed.tokens[suit] for player in range(state.players) for _, deed in state.deeds(player))
    return sum(held[suit] for held in state.tokens) + on_deeds


def preview(before: State, move: Move, after: State) -> Message | None:
    """Return what a card's play does to its district, such as "7 → 12, wins it"; None for another move."""
    return move.preview(before, after) if isinstance(move, TurnMove) else None


def preview_now(state: State, move: Move) -> Message | None:
    """Return the preview of a move in this state; None if the rules refuse it."""
    try:
        return preview(state, move, move.apply(state))
    except IllegalMove:
        return None


def is_only_sellable(state: State, card: Card) -> bool:
    """Return whether the current player can neither develop a card nor buy it as a deed now."""
    legal, purse = places(state, state.player, card), state.tokens[state.player]
    if not legal:
        return True
    if payment_for(card, price(card, state.options), purse) is not None:
        return False
    cost = deed_price(card, state.options)
    # What forbids a deed at one district forbids it at all of them.
    return not purse.covers(cost) or preview_now(state, BuyDeed(state.player, card, legal[0], cost)) is None


PLAY = "play-card"
DEVELOP, DEED, SELL = "develop", "deed", "sell"
_USES = {DEVELOP: Message("Develop"), DEED: Message("Buy deed"), SELL: Message("Sell")}


def decisions(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield what the current player may decide now, and the corrections."""
    seat, now = state.player, not state.over and state.phase is not Phase.INCOME
    if now and state.phase is Phase.ROLL:
        yield enter_roll(state.options, seat)
    elif now:
        if state.phase is Phase.PLAY:
            yield _play(state, seat)
        yield from end_turn(state)
        yield from add(state, seat)
        yield from trade(state, seat)
    yield from preferences(state)
    what = Message("What is different on the table?")
    kinds = tuple(corrections(state, names))
    yield choose("correct", Message("Correct"), what, kinds, optional=True, makes=("correct",))


@dataclass(frozen=True, slots=True)
class _Play:
    """A card with its use, payment and place (B17–B26, B32)."""

    state: State
    seat: int
    known: dict[tuple[str, Card], Mapping[str, Message]] = field(default_factory=dict, compare=False)
    """The spots by use and card: all answers of one decision ask for them."""

    def ask(self, answers: Answers) -> Iterator[Field]:
        yield Cards("card", self.state.waiting_for[0].text, possible_cards(self.state), note=self._note)
        card, purse = answers["card"][0], self.state.tokens[self.seat]
        where = {use: there for use in _USES if (there := self._spots(use, card))}
        sale = automa_places(self.state, card)
        yield Pick(
            "use",
            Message("What do you do with {card}?", {"card": card}),
            (*where, *(() if sale else (SELL,))),
            _USES.__getitem__,
            next((use for use in where if use != SELL), None),
            lambda use: self._cost(use, card),
            lambda: self._refused(card, where),
            lambda: self._forbidden(DEVELOP, card),
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

    def _spots(self, use: str, card: Card) -> Mapping[str, Message]:
        if (use, card) not in self.known:
            self.known[use, card] = self._places(use, card)
        return self.known[use, card]

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

    def _refused(self, card: Card, where: Container[str]) -> Mapping[str, Message]:
        """Return why a card cannot be developed, or bought as a deed."""
        cost, each = price(card, self.state.options), Tokens.of(*card.suits)
        least = each + Tokens.of(*[card.suits[0]] * max(0, cost - each.total))
        found = {}
        for use in (DEVELOP, DEED):
            if use not in where:
                found[use] = Message("It fits in no district. You can only sell it.")
                for place in places(self.state, self.seat, card)[:1]:
                    try:
                        self._move(use, card, place, least).apply(self.state)
                    except IllegalMove as refused:
                        found[use] = refused.sentence
        return found

    def _forbidden(self, use: str, card: Card) -> Mapping[str, Message]:
        """Return why a card cannot be put there, by spot."""
        found, offered = {}, self._spots(use, card)
        for place in range(len(self.state.districts)):
            spot = f"side-{place}-{self._side(use)}"
            try:
                check_place(self.state, self._side(use), card, place)
            except IllegalMove as refused:
                found[spot] = refused.sentence
            else:
                found.update({} if spot in offered or use == SELL else {spot: self._refused(card, ())[use]})
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
        place = next(iter(self._spots(DEED, answers["card"][0])), None)
        if place is None:
            return ()
        there = Answers({})
        there.update(answers, place=place)
        return warnings(self.state, self.make(there))


def _play(state: State, seat: int) -> Decision[Move]:
    play, makes = _Play(state, seat), ("develop", "deed", "sell")
    text = Message("Play a card")
    return Decision(PLAY, text, play.make, play.ask, owner=seat, makes=makes, cautions=play.cautions)
