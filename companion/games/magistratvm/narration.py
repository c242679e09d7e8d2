"""Sentences about what several moves bring: gold paid, marks, the end of a turn or the game."""

from companion.games.declared import Names
from companion.games.magistratvm.elections import votes
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message, Wording, listed


def marked(office: Office, active: bool) -> Message:
    """Name a Magistrate by its mark (I32)."""
    if active:
        return Message("active {office}", {"office": office.wording()})
    return Message("inactive {office}", {"office": office.wording()})


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


def tally(state: State, names: Names) -> Message:
    """Return the votes in the voting Province."""
    each = [Message("{name} {n}", {"name": names[seat], "n": own}) for seat, own in votes(state).items()]
    return listed(each) if each else Message("nobody")
