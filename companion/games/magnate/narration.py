"""Sentences about moves, to read aloud at the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate import moves as m
from companion.games.magnate.moves import Move
from companion.games.magnate.paying import price, sale_income
from companion.games.magnate.scoring import score
from companion.games.magnate.state import Column, Phase, RollResult, State
from companion.locale import Message, Wording, listed
from companion.pieces import Card, Suit, Tokens

Names = Sequence[str]


def describe(before: State, move: Move, after: State, names: Names) -> Message:
    """Describe the move: "Turn 14, Ann rolled 9 and 1: Suns taxed, Ben gives back 3 Suns".

    ``names`` are by seat; ``after`` is the result of ``apply(before, move)``.
    """
    if isinstance(move, m.Correct):
        return Message("Correction: {facts}", {"facts": _joined([_fact(before, fact, names) for fact in move.facts])})
    if isinstance(move, m.SetOption):
        values: Wording = {"option": move.name.replace("_", " "), "now": move.now, "was": move.was}
        return Message("The table plays on with {option}: {now} instead of {was}", values)
    sentence = _sentence(before, move, after, names)
    return Message("Turn {turn}, {told}", {"turn": before.turn, "told": sentence})


def _sentence(before: State, move: Move, after: State, names: Names) -> Message:  # noqa: PLR0911 - one line a kind of move
    match move:
        case m.Roll():
            return _rolled(after, names)
        case m.TakeDeedIncome():
            return Message(
                "{name} takes {tokens} from the deed on {card}",
                {"name": names[move.player], "tokens": Tokens.of(move.suit), "card": move.card},
            )
        case m.PreferDeedIncome():
            return _preferred(move, names)
        case m.Develop():
            return Message("{name} develops {card} at {district} for {tokens}", _values(before, move, names))
        case m.BuyDeed():
            return Message("{name} buys the deed on {card} at {district} for {tokens}", _values(before, move, names))
        case m.AddToDeed():
            return _added(before, move, after, names)
        case m.Sell():
            return _sold(before, move, names)
        case m.Trade():
            paid, got = Tokens.of(move.give) * (3 * move.times), Tokens.of(move.get) * move.times
            return Message("{name} trades {given} for {got}", {"name": names[move.player], "given": paid, "got": got})
        case m.Draw():
            return _drew(before, move, after, names)
        case m.EndTurn():
            if before.last_turns is None:
                return _drew(before, m.Draw(move.player), after, names)
            return _ended(Message("{name} ends a last turn", {"name": names[move.player]}), after, names)
        case _:
            raise TypeError(f"no turn's move: {move!r}")


def _values(state: State, move: m.Develop | m.BuyDeed, names: Names) -> Wording:
    place = state.districts[move.district].card
    return {"name": names[move.player], "card": move.card, "district": place, "tokens": move.payment}


def _joined(parts: Sequence[Message]) -> Message:
    line, *rest = parts
    for part in rest:
        line = Message("{these}; {one}", {"these": line, "one": part})
    return line


def _rolled(after: State, names: Names) -> Message:
    result = after.roll
    if result is None:
        raise TypeError("a state after a roll has its result")
    parts = [*_taxation(result, names), *_income(result, names)]
    if after.pending_income:
        owners = dict.fromkeys(owner for owner, _ in after.pending_income)
        choosing = listed([Message("{name}", {"name": names[owner]}) for owner in owners])
        parts.append(Message("{names} may choose what a deed pays", {"names": choosing}))
    if not parts:
        parts = [Message("nobody collects anything")]
    first, second = sorted(result.dice, reverse=True)
    values: Wording = {"name": names[after.player], "first": first, "second": second, "did": _joined(parts)}
    return Message("{name} rolled {first} and {second}: {did}", values)


def _taxation(result: RollResult, names: Names) -> list[Message]:
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


def _preferred(move: m.PreferDeedIncome, names: Names) -> Message:
    values: Wording = {"name": names[move.player], "card": move.card}
    if move.suit is None:
        return Message("{name} chooses each time what the deed on {card} pays", values)
    return Message("{name} always takes {suit} from the deed on {card}", {**values, "suit": move.suit})


def _added(before: State, move: m.AddToDeed, after: State, names: Names) -> Message:
    values: Wording = {"name": names[move.player], "tokens": move.payment, "card": move.card}
    for _, deed in after.deeds(move.player):
        if deed.card == move.card:
            held: Wording = {"held": deed.tokens.total, "price": price(move.card, before.options)}
            return Message("{name} puts {tokens} on the deed on {card}, {held} of {price}", {**values, **held})
    return Message("{name} puts {tokens} on the deed on {card} and completes it", values)


def _sold(before: State, move: m.Sell, names: Names) -> Message:
    values: Wording = {"name": names[move.player], "card": move.card, "tokens": sale_income(move.card)}
    if move.district is None:
        return Message("{name} sells {card} for {tokens}", values)
    place = before.districts[move.district].card
    return Message(
        "{name} sells {card} for {tokens}; it goes to the automa at {district}", {**values, "district": place}
    )


def _drew(before: State, move: m.Draw, after: State, names: Names) -> Message:
    name: Wording = {"name": names[move.player]}
    drawn = before.pile + before.discards - after.pile - after.discards
    sentence = Message("{name} draws", name) if drawn else Message("{name} finds nothing to draw", name)
    if after.reshuffles > before.reshuffles:
        sentence = Message("{told}; the discards become a new pile of {n}", {"told": sentence, "n": after.pile})
    return _ended(sentence, after, names)


def _ended(sentence: Message, after: State, names: Names) -> Message:
    if after.phase is Phase.OVER:
        return Message("{told}. The game is over: {why}", {"told": sentence, "why": score(after).why(names)})
    if after.last_turns is not None:
        left: Wording = {"told": sentence, "n": after.last_turns}
        return Message("{told}; {n} last turn is left", left, "{told}; {n} last turns are left", "n")
    return sentence


def _fact(before: State, fact: m.Fact, names: Names) -> Message:
    match fact:
        case m.TokensFact():
            return _held(fact, names[fact.player])
        case m.CrownsFact():
            crowns: Wording = {"name": names[fact.player], "now": _cards(fact.now), "was": _cards(fact.was)}
            return Message("{name}'s Crowns are {now}, not {was}", crowns)
        case m.ColumnFact():
            place = before.districts[fact.district].card
            column: Wording = {"name": names[fact.player], "district": place, "now": _column(fact.now)}
            return Message("{name}'s side of {district} is {now}", column)
        case m.DistrictFact():
            return Message("the district is {now}, not {was}", {"now": fact.now, "was": fact.was})
        case m.PileFact():
            pile: Wording = {"pile": fact.now[0], "discards": fact.now[1]}
            return Message("the pile has {pile} cards and the discards {discards}", pile)
        case m.TurnFact():
            return Message("it is {name}'s turn", {"name": names[fact.now[0]]})


def _held(fact: m.TokensFact, name: str) -> Message:
    """Describe the suits whose number the correction changes."""
    changed = [
        Message("{suit} {was} → {now}", {"suit": suit, "was": fact.was[suit], "now": fact.now[suit]})
        for suit in Suit
        if fact.was[suit] != fact.now[suit]
    ]
    return Message("{name}: {tokens}", {"name": name, "tokens": listed(changed) if changed else Message("as before")})


def _cards(cards: Sequence[Card]) -> Message:
    return listed(cards) if cards else Message("nothing")


def _column(column: Column) -> Message:
    if column.deed is None:
        return _cards(column.properties)
    deed = Message("a deed on {card} with {tokens}", {"card": column.deed.card, "tokens": column.deed.tokens})
    return listed([*column.properties, deed])
