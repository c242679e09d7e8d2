"""Tables of Magnate built by hand, and whole games played at random but legally."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.games.errors import IllegalMove
from companion.games.magnate import Options, Phase, Setup, State, apply, default_districts, preset, start
from companion.games.magnate.encoding import LINES
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
    TakeDeedIncome,
    Trade,
)
from companion.games.magnate.options import ExtraPawns, Solo, options_to_text
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.playing import automa_places, places
from companion.games.magnate.state_notation import state_from_text
from companion.pieces import DECK, Card, Rank, Suit, Tokens

CROWNS = {2: "CM,CS,CW/CL,CY,CK", 3: "CM,CS/CW,CL/CY,CK"}
MEGA_CROWNS = "CM,CS,CW,CL,CY,CK/CM#2,CS#2,CW#2,CL#2,CY#2,CK#2"


def table(
    columns: dict[str, str] | None = None,
    tokens: str = "0/0",
    phase: Phase = Phase.PLAY,
    options: Options | str = "standard",
    crowns: str | None = None,
    **fields: Any,
) -> State:
    """A state in the middle of a game: columns by district card in notation (``4MS,9LK(L2)/-``)."""
    rules = preset(options) if isinstance(options, str) else options
    sides = "/".join(["-"] * rules.players)
    places = " ".join(f"{card}:{(columns or {}).get(str(card), sides)}" for card in default_districts(rules))
    held = crowns or (MEGA_CROWNS if rules.decks == 2 else CROWNS[rules.players])
    if tokens == "0/0":
        tokens = "/".join(["0"] * rules.players)
    line = f"{options_to_text(rules)} | {places} | {held} | {tokens} | 0 5 {phase} {rules.plays} | 12 4 0 - | - | -"
    return replace(state_from_text(line), **fields)


def play(state: State, *lines: str | Move) -> State:
    """The state after moves written as text."""
    for line in lines:
        state = apply(state, LINES.read(line) if isinstance(line, str) else line)
    return state


def refused(state: State, line: str | Move, rule: str, *texts: str) -> None:
    """The move is refused by this rule, and the refusal says these words."""
    with pytest.raises(IllegalMove) as caught:
        play(state, line)
    assert caught.value.rule == rule, caught.value
    for words in texts:
        assert words in str(caught.value), caught.value


@dataclass
class RandomGame:
    """A table with its hidden cards; :meth:`step` makes one legal move."""

    options: Options
    seed: int
    moves: list[Move] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.setup = random_setup(self.options, self.dice)
        self.deck = [
            Card(card.rank, card.suits, copy)
            for copy in range(1, self.options.decks + 1)
            for card in DECK
            if card.is_property and (self.options.courts or card.rank is not Rank.COURT)
        ]
        self.dice.shuffle(self.deck)
        alone = self.options.solo is not Solo.NO and not self.options.solo_automa_hand
        players = 1 if alone else self.options.players
        self.hands = [[self.deck.pop() for _ in range(self.options.hand)] for _ in range(players)]
        self.discards: list[Card] = []
        self.reshuffles = 0
        self.states = [start(self.options, self.setup)]

    @property
    def state(self) -> State:
        return self.states[-1]

    def whole(self) -> RandomGame:
        """The game played to its end."""
        while not self.state.over:
            self.step()
        return self

    def step(self) -> Move:
        move = self._choose()
        self.states.append(apply(self.state, move))
        self.moves.append(move)
        self._follow(move)
        return move

    def _choose(self) -> Move:
        state, dice = self.state, self.dice
        player = state.player
        if state.phase is Phase.ROLL:
            return random_roll(state, dice)
        if state.phase is Phase.INCOME:
            owner, card = dice.choice(state.pending_income)
            return TakeDeedIncome(owner, card, dice.choice(card.suits))
        aside = self._aside(player)
        if aside is not None:
            return aside
        if state.phase is Phase.PLAY:
            return self._play(player)
        if state.last_turns is not None:
            return EndTurn(player)
        return Draw(player, tuple(self._top()))

    def _aside(self, player: int) -> Move | None:
        """Sometimes a trade, tokens onto a deed, or a stored preference."""
        state, dice = self.state, self.dice
        purse = state.tokens[player]
        rich = [suit for suit, count in purse.items() if count >= 3]
        if rich and dice.random() < 0.15:
            give = dice.choice(rich)
            return Trade(player, give, dice.choice([suit for suit in Suit if suit is not give]))
        for _, deed in state.deeds(player):
            if dice.random() < 0.05:
                return PreferDeedIncome(player, deed.card, dice.choice([None, *deed.card.suits]))
            missing = price(deed.card, state.options) - deed.tokens.total
            amount = random_tokens(purse.only(deed.card.suits), dice.randint(1, missing), dice)
            full = deed.tokens + amount
            kept = sum(not full[suit] for suit in deed.card.suits) <= missing - amount.total
            if amount and dice.random() < 0.6 and (kept or not state.options.every_suit_on_a_deed):
                return AddToDeed(player, deed.card, amount)
        return None

    def _play(self, player: int) -> Move:
        state, dice = self.state, self.dice
        purse = state.tokens[player]
        hand = self.hands[player]
        for card in dice.sample(hand, len(hand)):
            where = places(state, player, card)
            cost, each = price(card, state.options), Tokens.of(*card.suits)
            usable = purse.only(card.suits)
            if where and usable.total >= cost and usable.covers(each) and dice.random() < 0.8:
                payment = each + random_tokens(usable - each, cost - each.total, dice)
                return Develop(player, card, dice.choice(where), payment)
            deed = deed_price(card, state.options)
            if where and purse.covers(deed) and dice.random() < 0.4 and state.options.deeds_on_twos:
                return BuyDeed(player, card, dice.choice(where), deed)
        card = dice.choice(hand)
        automas = automa_places(state, card)
        return Sell(player, card, dice.choice(automas) if automas else None)

    def _top(self) -> list[Card]:
        drawn: list[Card] = []
        for _ in range(self.options.plays):
            if not self.deck:
                self._reshuffle()
            if self.deck:
                drawn.append(self.deck.pop())
        if self.options.reshuffle_at_once and not self.deck:
            self._reshuffle()
        return drawn

    def _reshuffle(self) -> None:
        if self.reshuffles < self.options.reshuffles and self.discards:
            self.deck, self.discards, self.reshuffles = self.discards, [], self.reshuffles + 1
            self.dice.shuffle(self.deck)

    def _follow(self, move: Move) -> None:
        """Keeps hands and discards as the players would."""
        match move:
            case Develop(player, card) | BuyDeed(player, card):
                self.hands[player].remove(card)
            case Sell(player, card, place):
                self.hands[player].remove(card)
                if place is None:
                    self.discards.append(card)
            case Draw(player, cards):
                self.hands[player].extend(cards)


def random_setup(options: Options, dice: random.Random) -> Setup:
    districts = default_districts(options)
    # Three players leave the second deck's Crowns to the districts.
    sets = 2 if options.decks == 2 or options.crowns_each * options.players > 6 else 1
    crowns = [Card(c.rank, c.suits, copy) for copy in range(1, sets + 1) for c in DECK if c.rank is Rank.CROWN]
    assert options.extra_pawns is ExtraPawns.SECOND_DECK or sets == 1
    dice.shuffle(crowns)
    each = options.crowns_each
    dealt = tuple(tuple(crowns[seat * each : (seat + 1) * each]) for seat in range(options.players))
    first = 0 if options.solo is not Solo.NO else dice.randrange(options.players)
    return Setup(districts, dealt, first)


def random_roll(state: State, dice: random.Random) -> Roll:
    both = dice.randint(1, 10), dice.randint(1, 10)
    taxes = state.options.tax_dice if 1 in both else 0
    return Roll(state.player, both, tuple(dice.randint(1, 6) for _ in range(taxes)))


def random_tokens(purse: Tokens, amount: int, dice: random.Random) -> Tokens:
    """So many tokens out of the purse, or all of it."""
    every = [suit for suit, count in purse.items() for _ in range(count)]
    return Tokens.of(*dice.sample(every, min(amount, len(every))))
