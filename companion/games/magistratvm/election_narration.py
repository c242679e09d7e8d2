"""Sentences about the moves of an election phase, and the end of the turn or the game after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.elections import has_majority, leaving_players, votes, winner
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message, Wording, listed

Names = Sequence[str]


def after_a_pass(sentence: Message, before: State, after: State, names: Names) -> Message:
    """Add the next phase to the sentence, if all have passed."""
    if after.phase is Phase.ACTION:
        return sentence
    dictator = next(iter(before.magistrates_in(Office.DICTATOR)), None)
    if dictator is not None and not after.magistrates_in(Office.DICTATOR):
        values: Wording = {"said": sentence, "name": names[dictator.player]}
        return Message("{said}; all have passed, and {name}'s Dictator, without a token, goes home", values)
    return Message("{said}; all have passed", {"said": sentence})


def with_ending(sentence: Message, before: State, after: State, names: Names) -> Message:
    """Add the end of the turn or the game to the sentence."""
    if after.over:
        return Message("{said}. The game is over: {why}", {"said": sentence, "why": score(after).why(names)})
    if after.final and not before.final:
        return Message("{said}. Too few tiles are left: the last circuit is due", {"said": sentence})
    if after.turn > before.turn:
        return Message("{said}. The turn is over: gold is returned, and all Magistrates are active", {"said": sentence})
    return sentence


def _dictated(before: State, move: m.Dictate, after: State, names: Names) -> Message:
    values: Wording = {"name": names[move.player], "tile": move.tile.wording()}
    sentence = (
        Message("{name}'s Dictator wins {tile} and governs it", values)
        if move.governs
        else Message("{name}'s Dictator wins {tile} and goes home", values)
    )
    return with_ending(sentence, before, after, names)


def _started(_before: State, move: m.StartCircuit, after: State, names: Names) -> Message:
    gold = sum(one.gold for one in after.moved)
    values: Wording = {"name": names[move.player], "tile": move.tile.wording(), "gold": gold_amount(gold)}
    if not gold:
        return Message("{name} has {tile} vote first", values)
    return Message("{name} has {tile} vote first, and lays {gold} on it", values)


def _lent(_before: State, move: m.Lend, after: State, names: Names) -> Message:
    values: Wording = {
        "name": names[move.player],
        "office": move.office.wording(),
        "votes": move.office.influence,
        "other": names[move.to],
        "all": votes(after)[move.to],
    }
    return Message("{name}'s {office} adds {votes} to {other}'s votes: {all}", values)


def tally(state: State, names: Names) -> Message:
    """Return the votes in the voting Province."""
    each = [Message("{name} {n}", {"name": names[seat], "n": own}) for seat, own in votes(state).items()]
    return listed(each) if each else Message("nobody")


def _counted(before: State, _move: m.Count, after: State, names: Names) -> Message:
    assert before.voting is not None
    values: Wording = {"tile": before.voting.to_vote[0].wording(), "votes": tally(before, names)}
    best, going = winner(before), leaving_players(before) if votes(before) else ()
    if best is not None:
        sentence = Message("{tile}: {votes}. {name} wins it", {**values, "name": names[best]})
    elif before.final:
        sentence = Message("{tile}: {votes}. A tie: it is discarded", values)
    elif going:
        losers = listed([Message("{name}", {"name": names[seat]}) for seat in going])
        sentence = Message(
            "{tile}: {votes}. It stays contested; the tokens of {names} leave", {**values, "names": losers}
        )
    elif has_majority(votes(before)):
        sentence = Message("{tile}: {votes}. The majority is below its value: it stays contested", values)
    else:
        sentence = Message("{tile}: {votes}. It stays contested, and nobody leaves", values)
    return with_ending(sentence, before, after, names)


def _redistributed(before: State, move: m.Redistribute, after: State, names: Names) -> Message:
    assert before.voting is not None
    home = before.voting.leaving[0].tokens - sum(put.tokens for put in move.to)
    parts = [Message("{n} to {tile}", {"n": put.tokens, "tile": put.tile.wording()}) for put in move.to]
    if home:
        parts.append(Message("{n} home", {"n": home}))
    sentence = Message("{name}'s tokens go on: {parts}", {"name": names[move.player], "parts": listed(parts)})
    return with_ending(sentence, before, after, names)


ELECTION_SENTENCES: Mapping[type[Any], Callable[[State, Any, State, Names], Message]] = {
    m.Dictate: _dictated,
    m.StartCircuit: _started,
    m.Lend: _lent,
    m.Count: _counted,
    m.Redistribute: _redistributed,
}
