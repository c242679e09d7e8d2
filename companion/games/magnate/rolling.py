"""The roll: taxation, then income (B8–B16, C5, D2, F1, F3, F5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import D6, D10, Bounds, Seat, Typed
from companion.games.fields import Die, Field
from companion.games.magnate.options import Options
from companion.games.magnate.state import Deed, Phase, RollResult, State, Taxed, changed
from companion.games.magnate.turn_moves import TurnMove, check_turn
from companion.games.texts import verbatim_each
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Cast, DieKind, Rank, Suit, Tokens, cast_of, shown

DIE_FACES = 10
TAX_DIE: tuple[Suit, ...] = tuple(Suit)
"""The suit taxed by each face of the tax die: 1 Moons … 6 Knots (B9)."""

_RANKS = {1: Rank.ACE, **{rank.number: rank for rank in Rank if rank.number is not None}}


@dataclass(frozen=True, slots=True)
class Roll(TurnMove):
    """The turn's roll: two d10 and, if one shows a 1, the tax dice (B8, B9, F1, F3)."""

    player: Seat
    dice: Annotated[tuple[D10, D10], Typed("D10 D10")]
    tax_dice: Annotated[tuple[D6, ...], Bounds(most=2), Typed("D6 …", after="tax")] = ()
    """Empty without a 1."""

    def apply(self, state: State) -> State:
        """Tax once if a 1 shows, then pay income by the higher die to every player (B8–B16)."""
        check_turn(state, self.player, Phase.ROLL, rule="B7")
        self._check_dice(state)
        suits = taxed_suits(self.tax_dice)
        taxed = tuple(taxation(state, suits))
        income = [certain_income(state, player, max(self.dice)) for player in range(state.players)]
        pending = []
        for player, deed in deeds_of_rank(state, max(self.dice)):
            if deed.preferred is not None:
                income[player] += Tokens.of(deed.preferred)
            else:
                pending.append((player, deed.card))
        return changed(
            state,
            tokens=tuple(held + gain for held, gain in zip(_left(state, taxed), income, strict=True)),
            phase=Phase.INCOME if pending else Phase.PLAY,
            plays_left=state.options.plays,
            roll=RollResult(self.dice, self.tax_dice, suits, taxed, tuple(income)),
            pending_income=tuple(pending),
        )

    def _check_dice(self, state: State) -> None:
        if len(self.dice) != 2 or not all(DieKind.D10.shows(die) for die in self.dice):
            raise IllegalMove(
                "B8", Message("a roll needs two d10, each 1 to 10; got {dice}", {"dice": _spoken(self.dice)})
            )
        needed = state.options.tax_dice if 1 in self.dice else 0
        if len(self.tax_dice) != needed or not all(DieKind.D6.shows(die) for die in self.tax_dice):
            rule = "B9" if needed < 2 else "F1"
            raise IllegalMove(
                rule,
                Message(
                    "a roll of {dice} needs {n} tax die, 1 to 6; got {tax_dice}",
                    {"dice": _spoken(self.dice), "n": needed, "tax_dice": _spoken(self.tax_dice)},
                    "a roll of {dice} needs {n} tax dice, 1 to 6; got {tax_dice}",
                    "n",
                ),
            )

    def _turn_sentence(self, _before: State, after: State, names: Names) -> Message:
        result = after.roll
        if result is None:
            raise TypeError("a state after a roll has its result")
        parts = [*_taxed(result, names), *_income(result, names)]
        if after.pending_income:
            owners = dict.fromkeys(owner for owner, _ in after.pending_income)
            choosing = listed([Message("{name}", {"name": names[owner]}) for owner in owners])
            parts.append(Message("{names} may choose what a deed pays", {"names": choosing}))
        did = joined(parts or [Message("nobody collects anything")])
        first, second = sorted(result.dice, reverse=True)
        values: Wording = {"name": names[after.player], "first": first, "second": second, "did": did}
        return Message("{name} rolled {first} and {second}: {did}", values)


def joined(parts: Sequence[Message]) -> Message:
    """Return the messages with semicolons between them."""
    line, *rest = parts
    for part in rest:
        line = Message("{these}; {one}", {"these": line, "one": part})
    return line


def _taxed(result: RollResult, names: Names) -> list[Message]:
    if not result.taxed_suits:
        return []
    losers = dict.fromkeys(loss.player for loss in result.taxed)
    losses = [
        Message("{name} gives back {what}", {"name": names[loser], "what": _loss(result, loser)}) for loser in losers
    ]
    suits = listed(result.taxed_suits)
    if not losses:
        return [Message("{suits} taxed, nobody gives back anything", {"suits": suits})]
    return [Message("{suits} taxed, {losses}", {"suits": suits, "losses": listed(losses)})]


def _loss(result: RollResult, player: int) -> Message:
    lost = {loss.suit: loss.lost for loss in result.taxed if loss.player == player}
    return Tokens.from_counts(lost).wording()


def _income(result: RollResult, names: Names) -> list[Message]:
    gains = [
        Message("{name} collects {tokens}", {"name": names[seat], "tokens": tokens})
        for seat, tokens in enumerate(result.income)
        if tokens
    ]
    return [listed(gains)] if gains else []


def _spoken(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "–"


def taxed_suits(tax_dice: tuple[int, ...]) -> tuple[Suit, ...]:
    """Return the suits that these dice tax, each once, in order of priority (B9, F1)."""
    return tuple(TAX_DIE[die - 1] for die in sorted(set(tax_dice)))


def taxation(state: State, suits: tuple[Suit, ...]) -> Iterator[Taxed]:
    """Yield each player's loss: all but one of each taxed suit, nothing from deeds (B10, B11)."""
    for player, held in enumerate(state.tokens):
        for suit in suits:
            if held[suit] > 1:
                yield Taxed(player, suit, held[suit] - 1)


def _left(state: State, taxed: Sequence[Taxed]) -> tuple[Tokens, ...]:
    """Return the tokens by seat without what is lost."""
    tokens = list(state.tokens)
    for loss in taxed:
        tokens[loss.player] -= Tokens.from_counts({loss.suit: loss.lost})
    return tuple(tokens)


def after_tax(before: State | None, after: State) -> State | None:
    """Return the state between tax and income (B8), or None if no roll was made between these two."""
    if before is None or before.roll is not None or after.roll is None:
        return None
    return changed(before, tokens=_left(before, after.roll.taxed))


def certain_income(state: State, player: int, rank: int) -> Tokens:
    """Return the player's income from a roll of this rank, without choices (B13, B14, B16).

    10: one token per Crown. 2–9: each completed property of the rank, one token per suit. 1: one token per Ace in play,
    a deed's too. The automa collects nothing (D2); Courts never pay (C5).
    """
    if player == state.automa:
        return Tokens()
    if rank == 10:
        return Tokens.of(*(suit for crown in state.crowns[player] for suit in crown.suits))
    wanted = _RANKS[rank]
    paying: list[Suit] = []
    for district in state.districts:
        column = district.columns[player]
        if column is not None:
            for card in column.cards if rank == 1 else column.properties:
                if card.rank is wanted:
                    paying.extend(card.suits)
    return Tokens.of(*paying)


def cards_of_rank(rank: int) -> tuple[Card, ...]:
    """Return the cards that a roll of this rank pays in any place: Aces for 1, Crowns for 10 (B13–B16).

    >>> " ".join(map(str, cards_of_rank(9)))
    '9MS 9WY 9LK'
    """
    wanted = Rank.CROWN if rank == 10 else _RANKS[rank]
    return tuple(card for card in DECK if card.rank is wanted)


def deeds_of_rank(state: State, rank: int) -> Iterator[tuple[int, Deed]]:
    """Yield the deeds that a roll of this rank makes pay, with their owners; the roller's first (B15)."""
    if not 2 <= rank <= 9:
        return
    wanted = _RANKS[rank]
    for step in range(state.players):
        player = (state.player + step) % state.players
        for _, deed in state.deeds(player):
            if deed.card.rank is wanted:
                yield player, deed


def paying_cards(state: State, player: int, rank: int) -> tuple[Card, ...]:
    """Return the cards that a roll of this rank makes pay for the player: Crowns, properties, deeds."""
    if player == state.automa:
        return ()
    if rank == 10:
        return state.crowns[player]
    wanted = _RANKS[rank]
    return tuple(
        card
        for district in state.districts
        if (column := district.columns[player]) is not None
        for card in column.cards
        if card.rank is wanted
    )


def paid_cards(state: State) -> frozenset[Card]:
    """Return the cards that this turn's roll made pay (B13–B16)."""
    if state.roll is None:
        return frozenset()
    return frozenset(card for seat in range(state.players) for card in paying_cards(state, seat, state.roll.rank))


def enter_roll(options: Options, seat: int) -> Decision[Move[State]]:
    """Return the decision on the dice of a turn, for a seat."""
    faces, suits = verbatim_each(range(1, DIE_FACES + 1)), tuple(suit.wording() for suit in Suit)

    def ask(answers: Answers) -> Iterator[Field]:
        yield Die("first", Message("What does the first d10 show?"), faces)
        yield Die("second", Message("And the second d10?"), faces)
        if 1 in (answers["first"], answers["second"]):
            for number in range(options.tax_dice):
                yield Die(f"tax-{number}", Message("Which suit does the tax die show?"), suits, suits=True)

    def make(answers: Answers) -> Roll:
        taxed = tuple(face for name, face in answers.items() if name.startswith("tax-"))
        return Roll(seat, (answers["first"], answers["second"]), taxed)

    return Decision("roll", Message("Enter roll"), make, ask, owner=seat, makes=("roll",))


def cast(state: State, move: Move[State]) -> tuple[str, Cast] | None:
    """Return one roll a turn (B7): two d10, and the tax dice if one shows a 1 (B8, B9)."""
    if not isinstance(move, Roll):
        return None
    return f"turn {state.turn}", (*cast_of(DieKind.D10, move.dice), *cast_of(DieKind.D6, move.tax_dice))


def roll_from_dice(player: int, cast: Cast) -> Roll:
    """Return the move of these dice.

    >>> roll_from_dice(0, (*cast_of(DieKind.D10, (9, 1)), *cast_of(DieKind.D6, (4,))))
    Roll(player=0, dice=(9, 1), tax_dice=(4,))
    """
    first, second = shown(cast, DieKind.D10)
    return Roll(player, (first, second), shown(cast, DieKind.D6))
