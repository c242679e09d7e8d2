"""Sentences about moves, with their cost and effect, to read aloud at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.correction_narration import set_right
from companion.games.magistratvm.election_narration import ELECTION_SENTENCES, after_a_pass, with_ending
from companion.games.magistratvm.facts import Rival
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message, Wording, listed

Names = Sequence[str]


def describe(before: State, move: Move, after: State, names: Names) -> Message:
    """Describe the move; ``names`` are by seat, ``after`` is the result of ``apply(before, move)``."""
    return _SENTENCES[type(move)](before, move, after, names)


def paid(after: State) -> int:
    """Return the cost of the last move in gold."""
    return sum(one.gold for one in after.moved)


def _rolled(before: State, move: m.Roll, after: State, names: Names) -> Message:
    each = [
        Message("{name} {n}", {"name": names[seat], "n": one})
        for seat, one in zip(before.rolling, move.dice, strict=True)
    ]
    sentence = Message("the dice show {rolls}", {"rolls": listed(each)})
    if after.rolling:
        tied = listed([Message("{name}", {"name": names[seat]}) for seat in after.rolling])
        return Message("{said}; {names} roll again", {"said": sentence, "names": tied})
    return Message("{said}; {name} is Prefect", {"said": sentence, "name": names[after.prefect]})


def _income(_before: State, move: m.TakeIncome, after: State, names: Names) -> Message:
    gold = {rule: sum(one.gold for one in after.moved if one.rule == rule) for rule in ("I7", "I9", "I10")}
    parts = [Message("tokens {gold}", {"gold": gold["I7"]})]
    if move.quaestors:
        parts.append(Message("Quaestors {gold}", {"gold": gold["I9"]}))
    if move.die:
        parts.append(Message("Income die {gold}", {"gold": gold["I10"]}))
    return Message(
        "{name} takes {gold}: {parts}",
        {"name": names[move.player], "gold": gold_amount(paid(after)), "parts": listed(parts)},
    )


def _bid(_before: State, move: m.Bid, after: State, names: Names) -> Message:
    return _prefect(
        Message("{name} bids {gold}", {"name": names[move.player], "gold": gold_amount(move.gold)}), after, names
    )


def _passed(before: State, move: m.Pass, after: State, names: Names) -> Message:
    sentence = Message("{name} passes", {"name": names[move.player]})
    if before.phase is Phase.BIDDING:
        return _prefect(sentence, after, names)
    return after_a_pass(sentence, before, after, names)


def _prefect(sentence: Message, after: State, names: Names) -> Message:
    """Add the new Prefect, once the auction is over."""
    if after.auction is not None:
        return sentence
    return Message(
        "{said}; {name} is Prefect for {gold}",
        {"said": sentence, "name": names[after.prefect], "gold": gold_amount(after.prefect_gold)},
    )


def _placed(_before: State, move: m.PlaceTokens, after: State, names: Names) -> Message:
    province = after.province(move.tile)
    assert province is not None
    return Message(
        "{name} places {n} token at {tile} for {gold}, and has {own} there",
        {
            **_of(move.player, names),
            "n": move.tokens,
            "tile": move.tile.wording(),
            "gold": gold_amount(paid(after)),
            "own": province.tokens[move.player],
        },
        "{name} places {n} tokens at {tile} for {gold}, and has {own} there",
        "n",
    )


def _entered(_before: State, move: m.Enter, after: State, names: Names) -> Message:
    return Message(
        "{name} makes a Patrician {office} for {gold}",
        {**_of(move.player, names), "office": move.office.wording(), "gold": gold_amount(paid(after))},
    )


def _promoted(before: State, move: m.Promote, after: State, names: Names) -> Message:
    sentence = Message(
        "{name} promotes from {office} to {to} for {gold}",
        {
            **_of(move.player, names),
            "office": move.office.wording(),
            "to": move.to.wording(),
            "gold": gold_amount(paid(after)),
        },
    )
    return _displacing(sentence, before, move.to, move.displaces, after, names)


def _fell(before: State, move: m.Fall, after: State, names: Names) -> Message:
    sentence = Message(
        "{name}'s displaced Magistrate becomes {office}",
        {**_of(move.player, names), "office": move.to.wording()},
    )
    return _displacing(sentence, before, move.to, move.displaces, after, names)


def _displacing(
    sentence: Message, before: State, office: Office, rival: Rival | None, after: State, names: Names
) -> Message:
    """Add the displaced Magistrate, and where it goes as far as that is settled."""
    if rival is None:
        return sentence
    values: Wording = {"said": sentence, "rival": names[rival.player], "office": marked(office, rival.active)}
    if after.falling is not None:
        return Message("{said}; displaces {rival}'s {office}, who says where that one goes", values)
    for below in office.below:
        if len(after.magistrates_in(below)) > len(before.magistrates_in(below)) or _took_place(
            before, after, below, rival.player
        ):
            return Message("{said}; displaces {rival}'s {office}, now {lower}", {**values, "lower": below.wording()})
    return Message("{said}; displaces {rival}'s {office}, who goes home", values)


def marked(office: Office, active: bool) -> Message:
    """Name a Magistrate by its mark (I32)."""
    if active:
        return Message("active {office}", {"office": office.wording()})
    return Message("inactive {office}", {"office": office.wording()})


def _took_place(before: State, after: State, office: Office, player: int) -> bool:
    """Return whether a player has one Magistrate more in an Office, in the space of one who rose from there."""

    def own(state: State) -> int:
        return sum(one.player == player for one in state.magistrates_in(office))

    return own(after) > own(before)


def _tribune(_before: State, move: m.UseTribune, _after: State, names: Names) -> Message:
    return Message(
        "{name}'s Tribune places a token at {tile} for nothing",
        {**_of(move.player, names), "tile": move.tile.wording()},
    )


def _aedile(_before: State, move: m.UseAedile, _after: State, names: Names) -> Message:
    return Message(
        "{name}'s Aedile moves a token of {owner} from {tile} to {to}",
        {
            **_of(move.player, names),
            "owner": names[move.owner],
            "tile": move.tile.wording(),
            "to": move.to.wording(),
        },
    )


def _praetor(_before: State, move: m.UsePraetor, _after: State, names: Names) -> Message:
    owners = listed([Message("{name}", {"name": names[owner]}) for owner in move.owners])
    return Message(
        "{name}'s Praetor returns a token of {owners} from {tile}",
        {**_of(move.player, names), "n": len(move.owners), "owners": owners, "tile": move.tile.wording()},
        "{name}'s Praetor returns tokens of {owners} from {tile}",
        "n",
    )


def _recalled(_before: State, move: m.Recall, _after: State, names: Names) -> Message:
    return Message(
        "{name}'s Consul recalls {owner}'s {office}",
        {
            **_of(move.player, names),
            "office": marked(move.office, move.magistrate.active),
            "owner": names[move.magistrate.player],
        },
    )


def _recalled_governor(before: State, move: m.RecallGovernor, _after: State, names: Names) -> Message:
    owner = next(seat for seat, one in before.governed if one.tile == move.tile)
    return Message(
        "{name}'s Consul recalls {owner}'s Governor of {tile}",
        {**_of(move.player, names), "owner": names[owner], "tile": move.tile.wording()},
    )


def _appointed(_before: State, move: m.Appoint, _after: State, names: Names) -> Message:
    return Message(
        "{name}'s {office} becomes Governor of {tile}",
        {**_of(move.player, names), "office": move.office.wording(), "tile": move.tile.wording()},
    )


def _withdrew(_before: State, move: m.Withdraw, _after: State, names: Names) -> Message:
    return Message("{name} calls the Governor of {tile} home", {**_of(move.player, names), "tile": move.tile.wording()})


def _refilled(before: State, move: m.Refill, after: State, names: Names) -> Message:
    laid = listed([one.tile.wording() for one in move.laid])
    return with_ending(Message("New in the circuit: {tiles}", {"tiles": laid}), before, after, names)


def _gave(_before: State, move: m.Give, _after: State, names: Names) -> Message:
    return Message(
        "{name} gives {other} {gold}",
        {**_of(move.player, names), "other": names[move.to], "gold": gold_amount(move.gold)},
    )


def _of(seat: int, names: Names) -> dict[str, str]:
    return {"name": names[seat]}


_SENTENCES: Mapping[type[Any], Callable[[State, Any, State, Names], Message]] = {
    m.Roll: _rolled,
    m.TakeIncome: _income,
    m.Bid: _bid,
    m.Pass: _passed,
    m.PlaceTokens: _placed,
    m.Enter: _entered,
    m.Promote: _promoted,
    m.Fall: _fell,
    m.UseTribune: _tribune,
    m.UseAedile: _aedile,
    m.UsePraetor: _praetor,
    m.Recall: _recalled,
    m.RecallGovernor: _recalled_governor,
    m.Appoint: _appointed,
    m.Withdraw: _withdrew,
    m.Refill: _refilled,
    m.Give: _gave,
    m.Correct: lambda _before, move, _after, names: set_right(move.facts, names),
    **ELECTION_SENTENCES,
}
