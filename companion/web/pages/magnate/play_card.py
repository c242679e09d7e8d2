"""Plays a card of Magnate by a tap on the card and one on a district (B17–B26, B32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import IllegalMove
from companion.games.magnate.hand import possible_cards
from companion.games.magnate.legal_moves import legal_plays
from companion.games.magnate.moves import BuyDeed, Develop, Move, Sell
from companion.games.magnate.paying import deed_price as price_of_deed
from companion.games.magnate.paying import price, sale_income
from companion.games.magnate.payment_proposals import payment_for, shift_payment
from companion.games.magnate.placing import automa_places, places
from companion.games.magnate.preview import preview_now
from companion.games.magnate.state import State
from companion.games.magnate.warnings import warnings
from companion.locale import Message, Wording
from companion.pieces import Card, Tokens
from companion.pieces.spoken import describe_card
from companion.web.pages.context import SeatContext
from companion.web.pages.html import action_button, icon, render_card, render_token, render_tokens

DEVELOP, DEED, SELL = "develop", "deed", "sell"


@dataclass(frozen=True)
class CardInPlay:
    """The chosen card, its use and its payment, as the address of the page names them."""

    ctx: SeatContext
    card: Card

    @classmethod
    def of(cls, ctx: SeatContext) -> CardInPlay | None:
        """Return the card that a page plays; None if it names none that could be in a hand."""
        try:
            card = Card.parse(ctx.request.value("card"))
        except CompanionError:
            return None
        return cls(ctx, card) if card in possible_cards(ctx.course.state) else None

    @property
    def state(self) -> State:
        """The present state."""
        state: State = self.ctx.course.state
        return state

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """A legal play for each place and use."""
        return tuple(one.move for one in legal_plays(self.state, self.ctx.seat, self.card))

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """The uses that are possible now."""
        kinds = {Develop: DEVELOP, BuyDeed: DEED, Sell: SELL}
        found = {kinds[type(move)] for move in self.legal if type(move) in kinds}
        return tuple(use for use in (DEVELOP, DEED, SELL) if use in found)

    @property
    def use(self) -> str:
        """The chosen use; the first possible one if none is chosen."""
        asked = self.ctx.request.value("use")
        return asked if asked in self.uses else next(iter(self.uses), SELL)

    @cached_property
    def payment(self) -> Tokens:
        """The chosen payment if it is legal, or the proposed one."""
        purse, cost = self.state.tokens[self.ctx.seat], price(self.card, self.state.options)
        try:
            asked = Tokens.parse(self.ctx.request.value("pay"))
        except CompanionError:
            asked = Tokens()
        proper = asked.only(self.card.suits) == asked and all(asked[suit] for suit in self.card.suits)
        if proper and asked.total == cost and purse.covers(asked):
            return asked
        return payment_for(self.card, cost, purse) or Tokens()

    def move(self, place: int) -> Move:
        """Return the move on a district."""
        seat, card = self.ctx.seat, self.card
        if self.use == DEVELOP:
            return Develop(seat, card, place, self.payment)
        return BuyDeed(seat, card, place, self.deed_price) if self.use == DEED else Sell(seat, card, place)

    @property
    def deed_price(self) -> Tokens:
        """What it costs as a deed."""
        return price_of_deed(self.card, self.state.options)

    @property
    def columns_of(self) -> int:
        """The seat in whose columns the card would lie."""
        automa = self.state.automa
        return automa if self.use == SELL and automa is not None else self.ctx.seat

    @cached_property
    def hints(self) -> Mapping[int, Message]:
        """What would follow, by district."""
        found = ((place, preview_now(self.state, self.move(place))) for place in range(len(self.state.districts)))
        return {place: hint for place, hint in found if hint is not None}

    def targets(self) -> Mapping[str, str]:
        """Return the buttons on the table, by the side of a district."""
        return {f"side-{place}-{self.columns_of}": self.button(place, hint) for place, hint in self.hints.items()}

    def button(self, place: int, hint: Message, *, named: bool = False) -> str:
        """Return the button that plays the card on a district.

        Args:
            place: The district.
            hint: What would follow.
            named: Whether it shows the district.
        """
        ctx, district = self.ctx, self.state.districts[place].card
        values: Wording = {"number": place + 1, "district": district, "hint": hint}
        label = ctx.say(Message("District {number}, {district}: {hint}", values))
        pay = self.payment if self.use == DEVELOP else self.deed_price if self.use == DEED else None
        fields = ctx.fields(
            do="move", move=self.use, card=str(self.card), place=place, pay=None if pay is None else str(pay)
        )
        shown = render_card(district, ctx.translations, named=False) if named else ""
        kind = "target" if named else "glow"
        return action_button(ctx.path, fields, f"{shown}<b>{ctx.say(hint)}</b>", kind=kind, label=label)


def render_card_in_play(play: CardInPlay) -> str:
    """Return the chosen card with its uses, its payment, and the districts that it fits."""
    ctx = play.ctx
    name = ctx.say(describe_card(play.card))
    uses = "".join(_use(play, use) for use in play.uses)
    return (
        f'<div class="inplay"><div class="chosen">{render_card(play.card, ctx.translations)}</div>'
        f'<div class="uses"><h2>{name}</h2><div class="tabs">{uses}</div>{_payment(play)}</div>'
        f'<div class="targets">{"".join(_targets(play))}</div>{_cautions(play)}{_why_not(play)}'
        f"{ctx.link(ctx.say(Message('Another card')), kind='back')}</div>"
    )


def _use(play: CardInPlay, use: str) -> str:
    ctx, options = play.ctx, play.state.options
    texts = {DEVELOP: Message("Develop"), DEED: Message("Deed"), SELL: Message("Sell")}
    if use == SELL and not automa_places(play.state, play.card):
        # Nothing is left to choose: one tap sells.
        inside = f"{icon('gain')}{ctx.say(texts[use])} {render_tokens(sale_income(play.card), ctx.translations)}"
        return ctx.act(inside, kind="sell", do="move", move=SELL, card=str(play.card))
    costs = {DEVELOP: str(price(play.card, options)), DEED: str(play.deed_price.total)}
    inside = f"{ctx.say(texts[use])} <b>{costs.get(use, '')}</b>"
    return ctx.link(inside, kind="tab", current=play.use == use, card=str(play.card), use=use)


def _payment(play: CardInPlay) -> str:
    """Return the tokens that are paid; a tap on one pays one more of its suit and one less of another."""
    ctx, purse = play.ctx, play.state.tokens[play.ctx.seat]
    if play.use == DEED:
        return (
            f'<p class="payment">{ctx.say(Message("You pay"))} {render_tokens(play.deed_price, ctx.translations)}</p>'
        )
    if play.use != DEVELOP:
        return ""
    chips = []
    for suit in play.card.suits:
        inside = f"{render_token(suit, ctx.translations, named=False)}<b>{play.payment[suit]}</b>"
        shifted = shift_payment(play.payment, suit, purse)
        values: Wording = {"n": play.payment[suit], "suit": suit}
        if shifted == play.payment:
            chips.append(f'<span class="chip">{inside}</span>')
        else:
            label = ctx.say(Message("{n} {suit}: pay one more", values))
            query: dict[str, Any] = {"card": str(play.card), "use": DEVELOP, "pay": str(shifted)}
            chips.append(ctx.link(f"{inside} +", kind="chip", label=label, **query))
    return f'<p class="payment">{ctx.say(Message("You pay"))} {"".join(chips)}</p>'


def _targets(play: CardInPlay) -> Iterator[str]:
    if play.use == SELL and not play.hints:
        return
    for place, hint in play.hints.items():
        yield play.button(place, hint, named=True)


def _cautions(play: CardInPlay) -> str:
    first = next(iter(play.hints), None)
    found = warnings(play.state, play.move(first)) if play.use == DEED and first is not None else ()
    return "".join(f'<p class="notice">{play.ctx.head(one)}</p>' for one in found)


def _why_not(play: CardInPlay) -> str:
    """Return why the card can only be sold, if it can."""
    ctx = play.ctx
    if DEVELOP in play.uses or DEED in play.uses:
        return ""
    where = places(play.state, ctx.seat, play.card)
    if not where:
        return f'<p class="hint">{ctx.say(Message("It fits in no district. You can only sell it."))}</p>'
    cost = price(play.card, play.state.options)
    each = Tokens.of(*play.card.suits)
    least = each + Tokens.of(*[play.card.suits[0]] * max(0, cost - each.total))
    try:
        ctx.course.check(Develop(ctx.seat, play.card, where[0], least))
    except IllegalMove as refused:
        return f'<p class="hint">{ctx.refusal(refused)}</p>'
    return ""
