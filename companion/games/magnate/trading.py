"""Trades with the bank (B33)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Chosen, Move, Names, Paid
from companion.games.errors import IllegalMove
from companion.games.field_types import Positive, Seat
from companion.games.fields import Field, Pick
from companion.games.magnate.paying import TRADE_PRICE
from companion.games.magnate.state import Phase, State, changed, tokens_with
from companion.games.magnate.turn_moves import TurnMove, check_turn
from companion.games.rows import verbatim
from companion.locale import Message, Wording
from companion.pieces import Suit, Tokens


def _rich(state: State, chosen: Chosen) -> list[Suit]:
    return [suit for suit, count in state.tokens[chosen["player"]].items() if count >= TRADE_PRICE]


def _times(state: State, chosen: Chosen) -> range:
    return range(1, state.tokens[chosen["player"]][chosen["give"]] // TRADE_PRICE + 1)


@dataclass(frozen=True, slots=True)
class Trade(TurnMove):
    """Three tokens of one suit for one of another from the bank, ``times`` over (B33)."""

    player: Annotated[
        Seat, Among(lambda state, _chosen: [state.player] if state.phase in (Phase.PLAY, Phase.DRAW) else [])
    ]
    give: Annotated[Suit, Among(_rich)]
    get: Suit
    times: Annotated[Positive, Among(_times), Paid()] = 1

    @property
    def rule(self) -> str:
        """The rule of trades."""
        return "B33"

    @property
    def _paid(self) -> Tokens:
        return Tokens.of(self.give) * (TRADE_PRICE * self.times)

    @property
    def _got(self) -> Tokens:
        return Tokens.of(self.get) * self.times

    def apply(self, state: State) -> State:
        """Exchange three tokens of one suit for one of another, between roll and draw (B33)."""
        check_turn(state, self.player, Phase.PLAY, Phase.DRAW, rule="B33")
        if self.times < 1:
            raise IllegalMove("B33", Message("a trade happens at least once, not {n} times", {"n": self.times}))
        if self.give is self.get:
            raise IllegalMove("B33", Message("trade three {suit} for a token of another suit", {"suit": self.give}))
        purse = state.tokens[self.player]
        if not purse.covers(self._paid):
            held = purse.only([self.give])
            raise IllegalMove(
                "B33", Message("the trade gives {given}; you have {held}", {"given": self._paid, "held": held})
            )
        return changed(state, tokens=tokens_with(state, self.player, purse - self._paid + self._got))

    def _turn_sentence(self, _before: State, _after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "given": self._paid, "got": self._got}
        return Message("{name} trades {given} for {got}", values)


def trade(state: State, seat: int) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on trades, if the player has three tokens of one suit (B33)."""
    purse = state.tokens[seat]
    rich = tuple(_rich(state, {"player": seat}))
    if not rich:
        return

    def ask(answers: Answers) -> Iterator[Field]:
        proposed = rich[0] if len(rich) == 1 else None
        yield Pick("give", Message("Give"), rich, Suit.wording, proposed)
        most = purse[answers["give"]] // TRADE_PRICE
        if most > 1:
            often = tuple(range(1, most + 1))
            yield Pick("times", Message("How many times?"), often, lambda n: verbatim(f"{TRADE_PRICE * n} → {n}"), 1)
        others = tuple(suit for suit in Suit if suit is not answers["give"])
        times, paid = answers.get("times", 1), answers["give"].wording()
        text = Message("Get for {n} {suit}", {"n": TRADE_PRICE * times, "suit": paid})
        yield Pick("get", text, others, Suit.wording, None, lambda _suit: verbatim(times))

    yield Decision(
        "trade",
        Message("Trade"),
        lambda answers: Trade(seat, answers["give"], answers["get"], answers.get("times", 1)),
        ask,
        owner=seat,
        optional=True,
        makes=("trade",),
    )
