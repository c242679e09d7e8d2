"""The roll: taxation, then income (B8–B16, C5, D2, F1, F3, F5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName
from companion.games.magnate.moves import PreferDeedIncome, Roll, TakeDeedIncome
from companion.games.magnate.state import Column, Deed, Phase, RollResult, State, Taxed, changed, districts_with
from companion.games.magnate.turn_checks import check_not_over, check_turn
from companion.locale import Message
from companion.pieces import DECK, Card, DieKind, Rank, Suit, Tokens

TAX_DIE: tuple[Suit, ...] = tuple(Suit)
"""The suit taxed by each face of the tax die: 1 Moons … 6 Knots (B9)."""

_RANKS = {1: Rank.ACE, **{rank.number: rank for rank in Rank if rank.number is not None}}


def roll(state: State, move: Roll) -> State:
    """Tax once if a 1 shows, then pay income by the higher die to every player (B8–B16)."""
    check_turn(state, move.player, Phase.ROLL, rule="B7")
    _check_dice(state, move)
    suits = taxed_suits(move.tax_dice)
    taxed = tuple(taxation(state, suits))
    tokens = list(state.tokens)
    for loss in taxed:
        tokens[loss.player] -= Tokens.from_counts({loss.suit: loss.lost})
    income = [certain_income(state, player, max(move.dice)) for player in range(state.players)]
    pending = []
    for player, deed in deeds_of_rank(state, max(move.dice)):
        if deed.preferred is not None:
            income[player] += Tokens.of(deed.preferred)
        else:
            pending.append((player, deed.card))
    return changed(
        state,
        tokens=tuple(held + gain for held, gain in zip(tokens, income, strict=True)),
        phase=Phase.INCOME if pending else Phase.PLAY,
        plays_left=state.options.plays,
        roll=RollResult(move.dice, move.tax_dice, suits, taxed, tuple(income)),
        pending_income=tuple(pending),
    )


def _check_dice(state: State, move: Roll) -> None:
    if len(move.dice) != 2 or not all(DieKind.D10.shows(die) for die in move.dice):
        raise IllegalMove("B8", Message("a roll needs two d10, each 1 to 10; got {dice}", {"dice": _spoken(move.dice)}))
    needed = state.options.tax_dice if 1 in move.dice else 0
    if len(move.tax_dice) != needed or not all(DieKind.D6.shows(die) for die in move.tax_dice):
        rule = "B9" if needed < 2 else "F1"
        raise IllegalMove(
            rule,
            Message(
                "a roll of {dice} needs {n} tax die, 1 to 6; got {tax_dice}",
                {"dice": _spoken(move.dice), "n": needed, "tax_dice": _spoken(move.tax_dice)},
                "a roll of {dice} needs {n} tax dice, 1 to 6; got {tax_dice}",
                "n",
            ),
        )


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


def take_deed_income(state: State, move: TakeDeedIncome) -> State:
    """Pay an owner's choice, on any player's roll; owners answer in any order (B15)."""
    check_not_over(state)
    if state.phase is not Phase.INCOME or (move.player, move.card) not in state.pending_income:
        raise IllegalMove(
            "B15",
            Message("no deed on {card} waits for {name}'s choice", {"card": move.card, "name": SeatName(move.player)}),
        )
    if move.suit not in move.card.suits:
        raise IllegalMove("B15", Message("{card} pays no {suit}", {"card": move.card, "suit": move.suit}))
    gain = Tokens.of(move.suit)
    pending = tuple(one for one in state.pending_income if one != (move.player, move.card))
    result = state.roll
    if result is not None:
        result = replace(result, income=_raised(result.income, move.player, gain))
    return changed(
        state,
        tokens=_raised(state.tokens, move.player, gain),
        phase=Phase.INCOME if pending else Phase.PLAY,
        pending_income=pending,
        roll=result,
    )


def prefer_deed_income(state: State, move: PreferDeedIncome) -> State:
    """Set the suit that a deed pays from now on, on any player's turn (B15)."""
    check_not_over(state)
    for place, deed in state.deeds(move.player) if 0 <= move.player < state.players else ():
        if deed.card == move.card:
            if move.suit is not None and move.suit not in move.card.suits:
                raise IllegalMove("B15", Message("{card} pays no {suit}", {"card": move.card, "suit": move.suit}))
            column = state.column(move.player, place) or Column()
            preferring = replace(column, deed=replace(deed, preferred=move.suit))
            return changed(state, districts=districts_with(state, move.player, place, preferring))
    raise IllegalMove(
        "B15", Message("{name} has no deed on {card}", {"name": SeatName(move.player), "card": move.card})
    )


def _raised(amounts: tuple[Tokens, ...], player: int, gain: Tokens) -> tuple[Tokens, ...]:
    return tuple(held + gain if seat == player else held for seat, held in enumerate(amounts))


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
